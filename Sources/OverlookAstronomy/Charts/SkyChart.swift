public import Foundation
import OverlookGeometry

/// The ways of a body over the sky of a place, as points to draw.
public struct SkyChart: Hashable, Sendable {
  /// A point of a way.
  public struct Mark: Hashable, Sendable {
    /// When the body is there.
    public var date: Date
    /// Degrees clockwise from north.
    public var azimuth: Double
    /// Degrees above the horizon, as it is seen through the air.
    public var altitude: Double
  }

  /// From midnight to midnight, below the horizon too.
  public var day: [Mark]
  /// At each full hour of the day; its first is midnight.
  public var hours: [Mark]
  /// The days of the two solstices and of the equinox of March, of the Sun; empty for other bodies.
  public var seasons: [[Mark]]
  /// Where the Sun stands at the time of day of `date` on each fifth day of its year: a narrow eight. Empty for other bodies.
  public var analemma: [Mark]
  /// Of the day.
  public var events: SkyEvents

  /// Between the points of a day, seconds.
  private static let stepSeconds = 600.0

  /// The ways of `body` on the day of `date` for `observer`.
  ///
  /// - Parameter secondsFromGMT: Of the clock that tells day and hours; nil for the full hour that is nearest to local mean time.
  public init(
    of body: CelestialBody, at date: Date, observer: SkyObserver, secondsFromGMT: Double? = nil
  ) throws(AstronomyError) {
    try observer.check()
    let offset = secondsFromGMT ?? Self.hourSeconds(at: observer.location)
    guard offset.isFinite, abs(offset) <= 86_400 else { throw .timeOutOfRange }
    let midnight = Self.midnight(date, offset)
    day = try Self.way(body, midnight, observer, step: Self.stepSeconds)
    hours = try Self.way(body, midnight, observer, step: 3600)
    events = try SkyEvents(of: body, from: midnight, observer: observer)
    guard body == .sun else {
      (seasons, analemma) = ([], [])
      return
    }
    let year = Int(exactly: (1970 + date.timeIntervalSince1970 / 86_400 / 365.2425).rounded(.down)) ?? 0
    let turns = try Seasons(year: min(max(year, 1600), 2600))
    var arcs: [[Mark]] = []
    for turn in [turns.juneSolstice, turns.marchEquinox, turns.decemberSolstice] {
      arcs.append(try Self.way(body, Self.midnight(turn, offset), observer, step: Self.stepSeconds))
    }
    seasons = arcs
    let dates = (0..<74).map { date + Double($0 - 36) * 5 * 86_400 }.filter {
      AstronomicalTime.validSeconds.contains($0.timeIntervalSince1970)
    }
    analemma = try Self.marks(body, dates, observer)
  }

  /// The parts of a way that lie above the horizon, or on it, each with its marks there; where a way crosses the horizon between two
  /// marks, a part has one of its own.
  package static func partsAboveHorizon(of way: [Mark]) -> [[Mark]] {
    var parts: [[Mark]] = []
    var part: [Mark] = []
    for (index, mark) in way.enumerated() {
      let before = index > 0 ? way[index - 1] : mark
      if (before.altitude < 0) != (mark.altitude < 0) {
        let share = before.altitude / (before.altitude - mark.altitude)
        let turn = (mark.azimuth - before.azimuth).remainder(dividingBy: 360)
        part.append(
          Mark(
            date: before.date.addingTimeInterval(share * mark.date.timeIntervalSince(before.date)),
            azimuth: before.azimuth + share * turn, altitude: 0))
      }
      if mark.altitude >= 0 {
        part.append(mark)
      } else if !part.isEmpty {
        parts.append(part)
        part = []
      }
    }
    if !part.isEmpty { parts.append(part) }
    return parts
  }

  /// The offset of the full hour that is nearest to the mean time of a place.
  static func hourSeconds(at location: LocationCoordinate) -> Double {
    (location.normalized.longitude / 15).rounded() * 3600
  }

  private static func midnight(_ date: Date, _ offset: Double) -> Date {
    Date(timeIntervalSince1970: ((date.timeIntervalSince1970 + offset) / 86_400).rounded(.down) * 86_400 - offset)
  }

  private static func way(
    _ body: CelestialBody, _ midnight: Date, _ observer: SkyObserver, step: Double
  ) throws(AstronomyError) -> [Mark] {
    let count = Int(exactly: (86_400 / step).rounded()) ?? 0
    return try marks(body, (0...count).map { midnight + Double($0) * step }, observer)
  }

  private static func marks(
    _ body: CelestialBody, _ dates: [Date], _ observer: SkyObserver
  ) throws(AstronomyError) -> [Mark] {
    let positions = try Ephemeris.positions(of: body, at: dates, observer: observer)
    return zip(dates, positions).map { Mark(date: $0, azimuth: $1.azimuth, altitude: $1.altitude) }
  }
}
