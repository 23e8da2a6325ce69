public import Foundation
import Glibc
import OverlookGeometry

/// A principal phase of the Moon, and the eclipse that comes with it.
public struct MoonPhase: Hashable, Sendable {
  /// Which phase.
  public enum Kind: Int, Hashable, Sendable, CaseIterable {
    case new, firstQuarter, full, lastQuarter
  }

  /// Seen from somewhere on the Earth, not from everywhere.
  public enum Eclipse: String, Hashable, Sendable {
    /// Of the Sun: the Moon covers a part of it at most.
    case partialSolar
    /// Of the Sun: the Moon stands within it as a ring is left.
    case annularSolar
    /// Of the Sun: the Moon covers it.
    case totalSolar
    /// Of the Moon: it goes through the half shadow alone.
    case penumbralLunar
    /// Of the Moon: a part of it goes through the shadow.
    case partialLunar
    /// Of the Moon: all of it goes through the shadow.
    case totalLunar
  }

  /// Which phase.
  public var kind: Kind
  /// When.
  public var date: Date
  /// Nil for none. Eclipses that only just happen, or not, may be told otherwise than they are; those that are total in a part of their
  /// way and annular in the rest are told as what they are nearest to the Earth's centre.
  public var eclipse: Eclipse?

  /// The longest span that can be asked for, seconds: 1,000 Julian years.
  public static let longestSeconds = 365_250 * 86_400.0

  /// The phases in the `seconds` from `start` on, in order of time. Within a minute in 1900 to 2100.
  public static func phases(from start: Date, seconds: Double) throws(AstronomyError) -> [MoonPhase] {
    guard seconds >= 0 else { throw .timeOutOfRange }
    let first = try AstronomicalTime(start).universalDays
    let last = try AstronomicalTime(start + min(seconds, longestSeconds)).universalDays
    var phases: [MoonPhase] = []
    var (quarter, days) = nextQuarter(after: first)
    while days <= last {
      if days >= first, let kind = Kind(rawValue: quarter) {
        phases.append(MoonPhase(kind: kind, date: AstronomicalTime(universalDays: days).date, eclipse: eclipse(kind, days)))
      }
      quarter = (quarter + 1) % 4
      days = time(of: quarter, near: days + monthDays / 4)
    }
    return phases
  }

  private static let monthDays = 29.530588853

  /// The Moon's ecliptic longitude less the Sun's, radians.
  private static func elongation(_ days: Double) -> Double {
    let time = AstronomicalTime(universalDays: days)
    let axis = EarthAxis(time)
    return EclipticPlace.moon(time, axis).longitude - EclipticPlace.sun(time, axis).longitude
  }

  private static func nextQuarter(after days: Double) -> (quarter: Int, days: Double) {
    let turned = Angle.bearingDegrees(elongation(days) * Angle.degreesPerRadian) / 90
    let quarter = (Int(exactly: turned.rounded(.down)) ?? 0) + 1
    return (quarter % 4, time(of: quarter % 4, near: days + (Double(quarter) - turned) * monthDays / 4))
  }

  private static func time(of quarter: Int, near guess: Double) -> Double {
    var days = guess
    for _ in 0..<10 {
      let missing = (Double(quarter) * .pi / 2 - elongation(days)).remainder(dividingBy: 2 * .pi)
      days += missing / (2 * .pi) * monthDays
      // A hundredth of a second.
      guard abs(missing) > 2e-8 else { break }
    }
    return days
  }

  /// The shadows are cones about the line from the Sun through the Moon or the Earth; where the other body is nearest to that line
  /// decides. The air makes the Earth's shadow about a fiftieth larger (A. Danjon).
  private static func eclipse(_ kind: Kind, _ days: Double) -> Eclipse? {
    let time = AstronomicalTime(universalDays: days)
    // Farther from the ecliptic no shadow meets anything (J. Meeus, chapter 54).
    guard kind == .new || kind == .full, abs(EclipticPlace.moon(time, EarthAxis(time)).latitude) < 0.03 else { return nil }
    let nearest = SkyCurve(start: days, end: days, step: 1, precision: 20 / 86_400) { ShadowLine($0, kind).offset }
      .turningPoint(days - 0.25, days + 0.25, isMaximum: false)
    let line = ShadowLine(nearest, kind)
    return kind == .new ? line.solarEclipse : line.lunarEclipse
  }
}

/// The line of shadow behind the Moon (new) or the Earth (full), and what lies near it. Kilometres.
private struct ShadowLine {
  /// Of the other body's centre from the line.
  let offset: Double
  /// Radius of the full shadow where the line passes the other body; negative behind its tip.
  private let umbra: Double
  private let penumbra: Double

  private static let (earth, moon, sun) = (6378.137, 1737.4, 695_700.0)

  init(_ days: Double, _ kind: MoonPhase.Kind) {
    let time = AstronomicalTime(universalDays: days)
    let axis = EarthAxis(time)
    let (sun, moon) = (EclipticPlace.sun(time, axis).equatorial(axis), EclipticPlace.moon(time, axis).equatorial(axis))
    let (screen, caught, radius) = kind == .new ? (moon, SIMD3<Double>.zero, Self.moon) : (SIMD3.zero, moon, Self.earth * 1.01)
    let ray = screen - sun
    let length = (ray * ray).sum().squareRoot()
    let direction = ray / length
    let behind = caught - screen
    let along = (behind * direction).sum()
    let aside = behind - along * direction
    offset = (aside * aside).sum().squareRoot()
    umbra = radius - along * (Self.sun - radius) / length
    penumbra = radius + along * (Self.sun + radius) / length
  }

  /// The point of the Earth nearest to the line is nearer to the Moon than its centre by what the globe bulges there.
  var solarEclipse: MoonPhase.Eclipse? {
    guard offset < Self.earth + penumbra else { return nil }
    guard offset < Self.earth else { return offset < Self.earth + abs(umbra) && umbra > 0 ? .totalSolar : .partialSolar }
    let bulge = (Self.earth * Self.earth - offset * offset).squareRoot()
    // The full shadow narrows by about 1 km in 214.
    return umbra + bulge * (Self.sun - Self.moon) / EclipticPlace.astronomicalUnit > 0 ? .totalSolar : .annularSolar
  }

  var lunarEclipse: MoonPhase.Eclipse? {
    if offset < umbra - Self.moon { return .totalLunar }
    if offset < umbra + Self.moon { return .partialLunar }
    return offset < penumbra + Self.moon ? .penumbralLunar : nil
  }
}
