import ArgumentParser
import Foundation
import Overlook
import OverlookFormats
import OverlookSupport

/// "LAT,LON" on the command line, degrees.
struct CoordinateArgument {
  let coordinate: LocationCoordinate

  /// What was taken where that is not what was written: a longitude beyond the 180th degree is that of the other side.
  var note: String? {
    guard abs(coordinate.longitude) > 180 else { return nil }
    let shown = coordinate.normalized
    return "--center \(Self.text(coordinate)) is taken as \(Self.text(shown))"
  }

  /// Whether the pair lies outside of `bounds`, and within them in the other order: how it reads then.
  func swapped(into bounds: CoordinateBounds) -> String? {
    let other = LocationCoordinate(latitude: coordinate.longitude, longitude: coordinate.latitude)
    guard other.isValid, !bounds.contains(coordinate), bounds.contains(other) else { return nil }
    return Self.text(other)
  }

  private static func text(_ place: LocationCoordinate) -> String {
    // Nothing is of the other sign than nothing.
    "\(PackText.number(place.latitude + 0)),\(PackText.number(place.longitude + 0))"
  }

  static func parse(_ text: String) throws -> Self {
    let parts = text.split(separator: ",", omittingEmptySubsequences: false).map { Double($0.drop { $0 == " " }) }
    guard parts.count == 2, let latitude = parts[0], let longitude = parts[1] else {
      throw ValidationError("a latitude and a longitude in degrees with a comma between, e.g. 60.17,24.94")
    }
    guard abs(latitude) <= 90 else {
      let isSwapped = abs(longitude) <= 90 && abs(latitude) <= 180
      throw ValidationError(
        isSwapped
          ? "the latitude, -90 to 90, comes first; was \(PackText.number(longitude)),\(PackText.number(latitude)) meant?"
          : "the latitude, which comes first, must lie in -90 to 90")
    }
    guard abs(longitude) <= 360 else { throw ValidationError("the longitude must lie in -360 to 360") }
    return Self(coordinate: LocationCoordinate(latitude: latitude, longitude: longitude))
  }
}

/// "WIDTHxHEIGHT" on the command line, points.
struct SizeArgument: CustomStringConvertible {
  let width: Int
  let height: Int

  static func parse(_ text: String) throws -> Self {
    let parts = text.split(separator: "x", omittingEmptySubsequences: false)
    guard parts.count == 2, let width = Int(parts[0]), let height = Int(parts[1]) else {
      throw ValidationError("width and height in points with an x between, e.g. 1024x768")
    }
    guard (1...16384).contains(width), (1...16384).contains(height) else {
      throw ValidationError("width and height must lie in 1 to 16384")
    }
    return Self(width: width, height: height)
  }

  var points: ScreenSize { ScreenSize(width: Double(width), height: Double(height)) }

  var description: String { "\(width)x\(height)" }
}

/// A time in the form of ISO 8601 on the command line.
enum TimeArgument {
  /// The time that `text` names; nil where there is none.
  static func date(_ text: String?) -> Date? {
    text.flatMap(ISOTime.init).map { Date(timeIntervalSince1970: $0.secondsSinceEpoch) }
  }

  /// How far ahead of Greenwich the clock is that `text` was read from; nil where it does not say so with an offset.
  static func secondsFromGMT(_ text: String?) -> Double? {
    guard let text, let time = ISOTime(text), let clock = text.firstIndex(where: { "Tt ".contains($0) }),
      let sign = text[clock...].firstIndex(where: { "+-".contains($0) }), let shown = ISOTime(String(text[..<sign]))
    else { return nil }
    return shown.secondsSinceEpoch - time.secondsSinceEpoch
  }

  /// Throws where `text` is no time, or one of which no sky is known.
  static func check(_ text: String?) throws {
    guard let text else { return }
    guard let date = date(text) else {
      throw ValidationError("--time: '\(OutsideText.cleaned(text))' is no time such as 2026-06-21T12:00:00Z")
    }
    if let fault = skyFault(date) { throw ValidationError("--time: \(fault)") }
  }

  /// Why nothing is known of Sun and Moon at a time; nil where it is.
  static func skyFault(_ date: Date) -> String? {
    do throws(AstronomyError) {
      _ = try Ephemeris.position(
        of: .sun, at: date, observer: SkyObserver(LocationCoordinate(latitude: 0, longitude: 0)))
      return nil
    } catch {
      return "\(error)"
    }
  }
}

/// A year on the command line. An option of one may stand alone and then means `present`.
struct YearArgument: ExpressibleByArgument, CustomStringConvertible {
  /// Nil for the present one, or that of another option.
  let number: Int?
  static let present = Self(number: nil)
  static let limits = 1600...2600

  private init(number: Int?) { self.number = number }

  init?(argument: String) {
    guard let number = Int(argument) else { return nil }
    self.init(number: number)
  }

  var description: String { number.map { "\($0)" } ?? "the present one" }

  /// Throws where it lies too far away.
  func check() throws {
    if let number, !Self.limits.contains(number) { throw ValidationError("--year must lie in 1600 to 2600") }
  }

  /// By UTC where it is the present one.
  var value: Int {
    var calendar = Calendar(identifier: .gregorian)
    calendar.timeZone = .gmt
    return number ?? calendar.component(.year, from: Date())
  }
}

/// A finite number on the command line; "nan" and "inf" are usage errors.
struct FiniteArgument: CustomStringConvertible {
  let value: Double

  init(_ value: Double) {
    self.value = value
  }

  static func parse(_ text: String) throws -> Self {
    guard let value = Double(text), value.isFinite else { throw ValidationError("a number is expected") }
    return Self(value)
  }

  var description: String { "\(value)" }
}

/// "WEST,SOUTH,EAST,NORTH" on the command line, degrees; west of the antimeridian to east of it when west is the greater.
struct BoundsArgument {
  let bounds: CoordinateBounds

  static func parse(_ text: String) throws -> Self {
    let numbers = text.split(separator: ",", omittingEmptySubsequences: false).map { Double($0.drop { $0 == " " }) }
    guard numbers.count == 4, let west = numbers[0], let south = numbers[1], let east = numbers[2], let north = numbers[3] else {
      throw ValidationError("west, south, east and north in degrees with commas between, e.g. 24.5,60,25.5,60.4")
    }
    guard abs(west) <= 180, abs(east) <= 180 else { throw ValidationError("west and east must lie in -180 to 180") }
    guard abs(south) <= 90, abs(north) <= 90 else { throw ValidationError("south and north must lie in -90 to 90") }
    guard south <= north else { throw ValidationError("south, the second number, must not lie north of north, the fourth") }
    return Self(
      bounds: CoordinateBounds(
        southWest: LocationCoordinate(latitude: south, longitude: west),
        northEast: LocationCoordinate(latitude: north, longitude: east < west ? east + 360 : east)))
  }
}

/// "A-B" or "A" on the command line: zoom levels.
struct ZoomsArgument {
  let zooms: ClosedRange<Int>

  static func parse(_ text: String) throws -> Self {
    let parts = text.split(separator: "-", omittingEmptySubsequences: false).map { Int($0) }
    guard (1...2).contains(parts.count), let first = parts.first ?? nil, let last = parts.last ?? nil else {
      throw ValidationError("a zoom level, or two with a minus between, e.g. 0-14")
    }
    guard first <= last, (0...30).contains(first), (0...30).contains(last) else {
      throw ValidationError("zoom levels must lie in 0 to 30, the lower one first")
    }
    return Self(zooms: first...last)
  }
}
