public import Foundation
import OverlookGeometry

/// Something that a body does in the sky of an observer.
public struct SkyEvent: Hashable, Sendable {
  /// What.
  public enum Kind: String, Hashable, Sendable, CaseIterable {
    /// The upper limb comes over a level horizon, with the usual 34' of refraction.
    case rise
    /// The upper limb goes below a level horizon.
    case set
    /// The body crosses the meridian, at its highest.
    case transit
    /// The body crosses the meridian below the pole, at its lowest.
    case lowerTransit
    /// The Sun's centre is 6 degrees below the horizon, rising: the blue hour begins.
    case civilDawn
    /// The Sun's centre is 6 degrees below the horizon, setting: the blue hour ends.
    case civilDusk
    /// The Sun's centre is 12 degrees below the horizon, rising.
    case nauticalDawn
    /// The Sun's centre is 12 degrees below the horizon, setting.
    case nauticalDusk
    /// The Sun's centre is 18 degrees below the horizon, rising.
    case astronomicalDawn
    /// The Sun's centre is 18 degrees below the horizon, setting.
    case astronomicalDusk
    /// The Sun's centre is 4 degrees below the horizon, rising: the blue hour of the morning ends and the golden hour begins.
    case goldenMorningBegin
    /// The Sun's centre is 6 degrees above the horizon, rising: the golden hour of the morning ends.
    case goldenMorningEnd
    /// The Sun's centre is 6 degrees above the horizon, setting: the golden hour of the evening begins.
    case goldenEveningBegin
    /// The Sun's centre is 4 degrees below the horizon, setting: the golden hour of the evening ends and the blue hour begins.
    case goldenEveningEnd
  }

  /// What happens.
  public var kind: Kind
  /// When.
  public var date: Date
  /// Of the body then, degrees clockwise from north.
  public var azimuth: Double
  /// Of the body then, degrees, as it is seen through the air.
  public var altitude: Double
}

/// What a body does within a span of time.
public struct SkyEvents: Hashable, Sendable {
  /// Whether a body rises or sets within the span.
  public enum Visibility: String, Hashable, Sendable {
    /// It crosses the horizon.
    case risesOrSets
    /// It is above the horizon all the time: midnight sun.
    case alwaysAbove
    /// It is below the horizon all the time: polar night.
    case alwaysBelow
  }

  /// In order of time.
  public var events: [SkyEvent]
  /// Whether the horizon is crossed at all.
  public var visibility: Visibility

  /// The first event of a kind; nil when there is none.
  public func first(_ kind: SkyEvent.Kind) -> SkyEvent? { events.first { $0.kind == kind } }

  /// The longest span that can be asked for, seconds: 400 days.
  public static let longestSeconds = 400 * 86_400.0

  /// What `body` does in the `seconds` from `start` on, by default in a day: pass the beginning of a day in the observer's time zone.
  ///
  /// Times are within a few seconds of published tables between the polar circles, whose horizon is level and whose refraction at it is
  /// 34'; pressure and temperature of the observer do not count here. Spans longer than `longestSeconds` end there.
  public init(of body: CelestialBody, from start: Date, seconds: Double = 86_400, observer: SkyObserver) throws(AstronomyError) {
    let frame = try SkyFrame(observer)
    guard seconds >= 0 else { throw .timeOutOfRange }
    let first = try AstronomicalTime(start).universalDays
    let last = try AstronomicalTime(start + min(seconds, Self.longestSeconds)).universalDays
    func curve(_ value: @escaping (Double) -> Double) -> SkyCurve {
      SkyCurve(start: first, end: last, step: 1 / 144, value: value)
    }
    var found: [(kind: SkyEvent.Kind, time: Double)] = []
    for threshold in body.thresholds {
      let heights = curve { frame.height(of: body, AstronomicalTime(universalDays: $0)) - threshold.altitude }
      found += heights.crossings().map { ($0.isRising ? threshold.rising : threshold.setting, $0.time) }
    }
    let turns = curve { frame.hourAngle(of: body, AstronomicalTime(universalDays: $0)) }
    found += turns.crossings(jump: 3).map { (.transit, $0.time) }
    let lowerTurns = curve { time in
      (frame.hourAngle(of: body, AstronomicalTime(universalDays: time)) + .pi).remainder(dividingBy: 2 * .pi)
    }
    found += lowerTurns.crossings(jump: 3).map { (.lowerTransit, $0.time) }
    events = found.sorted { $0.time < $1.time }.map { kind, days in
      let time = AstronomicalTime(universalDays: days)
      let position = frame.position(of: body, time)
      return SkyEvent(kind: kind, date: time.date, azimuth: position.azimuth, altitude: position.altitude)
    }
    let crosses = events.contains { $0.kind == .rise || $0.kind == .set }
    let isUp = frame.height(of: body, AstronomicalTime(universalDays: first)) > body.horizonAltitude
    visibility = crosses ? .risesOrSets : isUp ? .alwaysAbove : .alwaysBelow
  }
}

extension SkyFrame {
  /// The airless altitude that horizon and twilights are told by, degrees: of the Moon of its upper limb, of others of the centre.
  fileprivate func height(of body: CelestialBody, _ time: AstronomicalTime) -> Double {
    let position = position(of: body, time)
    return body == .moon ? position.airlessAltitude + position.angularDiameter / 2 : position.airlessAltitude
  }
}

extension CelestialBody {
  fileprivate struct Threshold {
    var altitude: Double
    var rising: SkyEvent.Kind
    var setting: SkyEvent.Kind
  }

  /// 34' of refraction, and for the Sun 16' of its disc, as almanacs count.
  fileprivate var horizonAltitude: Double { self == .sun ? -50 / 60.0 : -34 / 60.0 }

  fileprivate var thresholds: [Threshold] {
    let horizon = Threshold(altitude: horizonAltitude, rising: .rise, setting: .set)
    guard self == .sun else { return [horizon] }
    return [
      horizon, Threshold(altitude: -18, rising: .astronomicalDawn, setting: .astronomicalDusk),
      Threshold(altitude: -12, rising: .nauticalDawn, setting: .nauticalDusk),
      Threshold(altitude: -6, rising: .civilDawn, setting: .civilDusk),
      Threshold(altitude: -4, rising: .goldenMorningBegin, setting: .goldenEveningEnd),
      Threshold(altitude: 6, rising: .goldenMorningEnd, setting: .goldenEveningBegin),
    ]
  }
}
