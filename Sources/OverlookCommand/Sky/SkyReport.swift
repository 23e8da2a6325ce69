import Foundation
import Overlook
import OverlookFormats

/// What `overlook sun` tells, as text and as JSON.
struct SkyReport {
  private var lines: [String] = []
  private var members: [(String, JSONValue)] = []

  var text: String { lines.joined(separator: "\n") }
  var json: JSONValue { JSONValue(members: members) }

  /// Of the times that are told.
  private let zone: TimeZone
  /// Of the clock that the day is taken from; nil for local mean time.
  private let dayZone: TimeZone?

  init(_ options: SkyOptions, at date: Date, alwaysHasPosition: Bool) throws(AstronomyError) {
    (zone, dayZone) = (options.zone ?? .gmt, options.zone)
    members.append(("time", .string(text(date))))
    if let place = options.at?.coordinate {
      let observer = SkyObserver(place, heightMeters: options.height)
      let body = options.body.body
      members += [
        ("lat", .number(place.latitude)), ("lon", .number(place.longitude)),
        ("body", .string(SkyBodyArgument.names[body] ?? "")),
      ]
      let needsPosition = !options.events && options.year == nil && options.find == nil || alwaysHasPosition
      if needsPosition { try addPosition(body, date, observer) }
      if options.events { try addEvents(body, date, observer) }
      if let direction = options.find { try addPassages(body, direction, date, observer) }
    }
    if let year = options.year { try addYear(year.number ?? self.year(of: date)) }
  }

  private mutating func addPosition(_ body: CelestialBody, _ date: Date, _ observer: SkyObserver) throws(AstronomyError) {
    let position = try Ephemeris.position(of: body, at: date, observer: observer)
    members += SkyReport.members(position)
    lines += [
      "time       \(text(date))", "azimuth    \(Self.bearing(position.azimuth, 3))",
      "altitude   \(Self.number(position.altitude, 3)) (without air \(Self.number(position.airlessAltitude, 3)))",
    ]
    if position.angularDiameter > 0 {
      lines += [
        "distance   \(Self.number(position.distanceKilometers, 0)) km",
        "disc       \(Self.number(position.angularDiameter * 60, 2))'",
      ]
    }
    if body == .sun, position.shadowRatio.isFinite {
      lines.append(
        "shadow     \(Self.number(position.shadowRatio, 2)) heights long, towards \(Self.bearing(position.shadowAzimuth, 1))")
      members += [("shadow_ratio", .number(position.shadowRatio)), ("shadow_azimuth", .number(position.shadowAzimuth))]
    }
    guard body == .moon else { return }
    let light = try Ephemeris.moonlight(at: date, observer: observer)
    lines += [
      "lit        \(Self.number(light.illuminatedFraction * 100, 1)) %, \(light.elongation < 180 ? "waxing" : "waning")",
      "bright     limb at \(Self.number(light.brightLimbAngle, 1)) from the pole, "
        + "\(Self.number(light.brightLimbFromZenith, 1)) from the zenith",
    ]
    members += [
      ("illuminated", .number(light.illuminatedFraction)), ("elongation", .number(light.elongation)),
      ("bright_limb", .number(light.brightLimbAngle)), ("bright_limb_zenith", .number(light.brightLimbFromZenith)),
    ]
  }

  private mutating func addEvents(_ body: CelestialBody, _ date: Date, _ observer: SkyObserver) throws(AstronomyError) {
    // In local mean time the Sun is an hour later every 15 degrees.
    let offset = dayZone.map { Double($0.secondsFromGMT(for: date)) } ?? observer.location.normalized.longitude * 240
    let midnight = ((date.timeIntervalSince1970 + offset) / 86_400).rounded(.down) * 86_400 - offset
    let found = try SkyEvents(of: body, from: Date(timeIntervalSince1970: midnight), observer: observer)
    lines += found.events.map { event in
      let place = "azimuth \(Self.bearing(event.azimuth, 1)), altitude \(Self.number(event.altitude, 1))"
      return "\(text(event.date))  \(Self.name(event.kind).padding(toLength: 34, withPad: " ", startingAt: 0)) \(place)"
    }
    switch found.visibility {
    case .risesOrSets: break
    case .alwaysAbove: lines.append("above the horizon all day")
    case .alwaysBelow: lines.append("below the horizon all day")
    }
    members += [
      ("visibility", .string(found.visibility.rawValue)),
      (
        "events",
        .array(
          found.events.map { event in
            JSONValue(members: [
              ("kind", .string(event.kind.rawValue)), ("time", .string(text(event.date))),
              ("azimuth", .number(event.azimuth)), ("altitude", .number(event.altitude)),
            ])
          })
      ),
    ]
  }

  private mutating func addPassages(
    _ body: CelestialBody, _ direction: SkyDirectionArgument, _ date: Date, _ observer: SkyObserver
  ) throws(AstronomyError) {
    let found = try Ephemeris.passages(
      of: body, azimuth: direction.azimuth, altitude: direction.altitude, from: date, seconds: 366 * 86_400, observer: observer)
    lines += found.map { passage in
      "\(text(passage.date))  azimuth \(Self.bearing(passage.position.azimuth, 2)), "
        + "altitude \(Self.number(passage.position.altitude, 2)), \(Self.number(passage.distance, 2)) degrees away"
    }
    if found.isEmpty { lines.append("never in the year from \(text(date)) on") }
    members.append(
      (
        "passages",
        .array(
          found.map {
            JSONValue(
              members: [("time", .string(text($0.date))), ("distance", .number($0.distance))]
                + SkyReport.members($0.position))
          })
      ))
  }

  private var calendar: Calendar {
    var calendar = Calendar(identifier: .gregorian)
    calendar.timeZone = zone
    return calendar
  }

  private func year(of date: Date) -> Int { calendar.component(.year, from: date) }

  private mutating func addYear(_ year: Int) throws(AstronomyError) {
    let calendar = calendar
    let seasons = try Seasons(year: year)
    guard let start = calendar.date(from: DateComponents(year: year)),
      let end = calendar.date(from: DateComponents(year: year + 1))
    else { throw .timeOutOfRange }
    let phases = try MoonPhase.phases(from: start, seconds: end.timeIntervalSince(start))
    let named = [
      ("march_equinox", seasons.marchEquinox), ("june_solstice", seasons.juneSolstice),
      ("september_equinox", seasons.septemberEquinox), ("december_solstice", seasons.decemberSolstice),
    ]
    var rows = named.map { name, date in (date, name.replacingOccurrences(of: "_", with: " ")) }
    rows += phases.map { phase in
      (phase.date, Self.name(phase.kind) + (phase.eclipse.map { ", \(Self.words($0.rawValue)) eclipse" } ?? ""))
    }
    lines += rows.sorted { $0.0 < $1.0 }.map { "\(text($0.0))  \($0.1)" }
    members += [("year", .number(Double(year)))] + named.map { ($0.0, .string(text($0.1))) }
    members.append(
      (
        "moon_phases",
        .array(
          phases.map { phase in
            JSONValue(
              members: [("phase", .string(Self.name(phase.kind))), ("time", .string(text(phase.date)))]
                + (phase.eclipse.map { [("eclipse", .string($0.rawValue))] } ?? []))
          })
      ))
  }
}

extension SkyReport {
  static func members(_ position: SkyPosition) -> [(String, JSONValue)] {
    [
      ("azimuth", .number(position.azimuth)), ("altitude", .number(position.altitude)),
      ("altitude_airless", .number(position.airlessAltitude)), ("distance_km", .number(position.distanceKilometers)),
      ("angular_diameter", .number(position.angularDiameter)),
    ]
  }

  private func text(_ date: Date) -> String {
    date.ISO8601Format(Date.ISO8601FormatStyle(timeZoneSeparator: .colon, timeZone: zone))
  }

  /// Of an azimuth: what is rounded to a whole turn is none.
  private static func bearing(_ degrees: Double, _ digits: Int) -> String {
    let text = number(degrees, digits)
    return text.hasPrefix("360.") ? number(0, digits) : text
  }

  private static func number(_ value: Double, _ digits: Int) -> String { String(format: "%.\(digits)f", value) }

  private static func name(_ kind: MoonPhase.Kind) -> String {
    switch kind {
    case .new: "new moon"
    case .firstQuarter: "first quarter"
    case .full: "full moon"
    case .lastQuarter: "last quarter"
    }
  }

  /// With the hours of photographers that begin or end then.
  private static func name(_ kind: SkyEvent.Kind) -> String {
    switch kind {
    case .civilDawn: "civil dawn, blue hour begins"
    case .goldenMorningBegin: "blue hour ends, golden hour begins"
    case .goldenMorningEnd: "golden hour ends"
    case .goldenEveningBegin: "golden hour begins"
    case .goldenEveningEnd: "golden hour ends, blue hour begins"
    case .civilDusk: "civil dusk, blue hour ends"
    default: words(kind.rawValue)
    }
  }

  /// "lowerTransit" as "lower transit".
  private static func words(_ name: String) -> String {
    name.reduce(into: "") { words, letter in
      if letter.isUppercase { words += " " }
      words += letter.lowercased()
    }
  }
}
