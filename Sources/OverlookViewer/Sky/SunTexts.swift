import Foundation
import Overlook
import OverlookSupport

/// What is said of Sun and Moon at a place, by the clocks of a time zone.
@MainActor struct SunTexts {
  let observer: SkyObserver
  let zone: TimeZone

  private var calendar: Calendar {
    var calendar = Calendar(identifier: .gregorian)
    calendar.timeZone = zone
    return calendar
  }

  /// Hours and minutes of the clock that people read.
  func clock(_ date: Date) -> String { TimeFormat(timeZone: zone).clock(secondsSince1970: date.timeIntervalSince1970) }

  /// The same of when something is, to the nearest minute, as it stands beside the ways over the sky.
  private func minute(_ date: Date) -> String {
    clock(Date(timeIntervalSince1970: (date.timeIntervalSince1970 / 60).rounded() * 60))
  }

  // MARK: A day

  /// The times of the day that begins at `start`, a line each in their order; empty for a day that nothing is known of.
  func times(from start: Date) -> String {
    let day = day(from: start)
    guard let sun = try? SkyEvents(of: .sun, from: start, seconds: day.duration, observer: observer) else { return "" }
    var lines = sunTimes(sun, day)
    if let moon = try? SkyEvents(of: .moon, from: start, seconds: day.duration, observer: observer) {
      lines += timed(moon, [(.rise, localized("Moonrise {time}")), (.set, localized("Moonset {time}"))])
    }
    lines += moonPhases(in: day) + seasons(in: day)
    lines.sort { $0.0 < $1.0 }
    let whole =
      switch sun.visibility {
      case .alwaysAbove: [localized("The Sun does not set on this day.")]
      case .alwaysBelow: [localized("The Sun does not rise on this day.")]
      case .risesOrSets: dayLength(sun)
      }
    return (whole + lines.map(\.1)).joined(separator: "\n")
  }

  /// The day that begins at `start` by the clock of the zone: of 23 or 25 hours where that is changed.
  private func day(from start: Date) -> DateInterval {
    let end = calendar.date(byAdding: .day, value: 1, to: start) ?? start.addingTimeInterval(86_400)
    return DateInterval(start: start, end: max(end, start))
  }

  /// A part of the sky's light: what it begins with and ends with, whether the Sun comes from above or below.
  private struct Light {
    let begins: [SkyEvent.Kind]
    let ends: [SkyEvent.Kind]
    let text: String
  }

  private func sunTimes(_ events: SkyEvents, _ day: DateInterval) -> [(Date, String)] {
    let lights = [
      Light(
        begins: [.nauticalDusk, .astronomicalDawn], ends: [.nauticalDawn, .astronomicalDusk],
        text: localized("Astronomical twilight {from} to {until}")),
      Light(
        begins: [.civilDusk, .nauticalDawn], ends: [.civilDawn, .nauticalDusk],
        text: localized("Nautical twilight {from} to {until}")),
      Light(
        begins: [.goldenEveningEnd, .civilDawn], ends: [.goldenMorningBegin, .civilDusk],
        text: localized("Blue hour {from} to {until}")),
      Light(
        begins: [.goldenEveningBegin, .goldenMorningBegin], ends: [.goldenMorningEnd, .goldenEveningEnd],
        text: localized("Golden hour {from} to {until}")),
    ]
    let times: [(SkyEvent.Kind, String)] = [
      (.rise, localized("Sunrise {time}")), (.transit, localized("Noon {time}")), (.set, localized("Sunset {time}")),
    ]
    // What begins before midnight may end after it.
    let after = try? SkyEvents(of: .sun, from: day.end, observer: observer)
    let ends = events.events + (after?.events ?? [])
    return timed(events, times)
      + lights.flatMap { light in
        events.events.filter { light.begins.contains($0.kind) }.compactMap { begin in
          guard let end = ends.first(where: { $0.date > begin.date && light.ends.contains($0.kind) }) else { return nil }
          let filled = light.text.replacingOccurrences(of: "{from}", with: minute(begin.date))
          return (begin.date, filled.replacingOccurrences(of: "{until}", with: minute(end.date)))
        }
      }
  }

  // MARK: What few days have

  /// A phase of the Moon on a day, and the eclipse that comes with it.
  private func moonPhases(in day: DateInterval) -> [(Date, String)] {
    let phases = (try? MoonPhase.phases(from: day.start, seconds: day.duration)) ?? []
    return phases.flatMap { phase in
      let text = name(phase.kind).replacingOccurrences(of: "{time}", with: minute(phase.date))
      return [(phase.date, text)] + (phase.eclipse.map { [(phase.date, name($0))] } ?? [])
    }
  }

  private func name(_ kind: MoonPhase.Kind) -> String {
    switch kind {
    case .new: localized("New moon {time}")
    case .firstQuarter: localized("First quarter of the Moon {time}")
    case .full: localized("Full moon {time}")
    case .lastQuarter: localized("Last quarter of the Moon {time}")
    }
  }

  private func name(_ eclipse: MoonPhase.Eclipse) -> String {
    switch eclipse {
    case .partialSolar: localized("Partial eclipse of the Sun, somewhere on the Earth")
    case .annularSolar: localized("Annular eclipse of the Sun, somewhere on the Earth")
    case .totalSolar: localized("Total eclipse of the Sun, somewhere on the Earth")
    case .penumbralLunar: localized("Penumbral eclipse of the Moon")
    case .partialLunar: localized("Partial eclipse of the Moon")
    case .totalLunar: localized("Total eclipse of the Moon")
    }
  }

  /// An equinox or a solstice on that day.
  private func seasons(in day: DateInterval) -> [(Date, String)] {
    guard let seasons = try? Seasons(year: calendar.component(.year, from: day.start)) else { return [] }
    let named = [
      (seasons.marchEquinox, localized("March equinox {time}")), (seasons.juneSolstice, localized("June solstice {time}")),
      (seasons.septemberEquinox, localized("September equinox {time}")),
      (seasons.decemberSolstice, localized("December solstice {time}")),
    ]
    let ofDay = named.filter { (day.start..<day.end).contains($0.0) }
    return ofDay.map { ($0.0, $0.1.replacingOccurrences(of: "{time}", with: minute($0.0))) }
  }

  private func timed(_ events: SkyEvents, _ kinds: [(SkyEvent.Kind, String)]) -> [(Date, String)] {
    kinds.compactMap { kind, text in
      events.first(kind).map { ($0.date, text.replacingOccurrences(of: "{time}", with: minute($0.date))) }
    }
  }

  private func dayLength(_ events: SkyEvents) -> [String] {
    guard let rise = events.first(.rise)?.date, let set = events.first(.set)?.date, rise < set,
      let minutes = Int(exactly: (set.timeIntervalSince(rise) / 60).rounded())
    else { return [] }
    return [localized("The Sun is up for {hours} h {minutes} min.", ["hours": "\(minutes / 60)", "minutes": "\(minutes % 60)"])]
  }

  // MARK: A moment

  /// Where Sun and Moon stand, and how long shadows are; empty for a time that nothing is known of.
  func moment(_ date: Date) -> String {
    guard let sun = try? Ephemeris.position(of: .sun, at: date, observer: observer),
      let moon = try? Ephemeris.position(of: .moon, at: date, observer: observer),
      let light = try? Ephemeris.moonlight(at: date, observer: observer)
    else { return "" }
    let sunValues = ["degrees": whole(sun.azimuth), "height": whole(abs(sun.altitude))]
    var lines = [
      sun.altitude < 0
        ? localized("Sun: {degrees}° from north, {height}° below the horizon", sunValues)
        : localized("Sun: {degrees}° from north, {height}° high", sunValues)
    ]
    if sun.shadowRatio < 100 {
      lines.append(
        localized(
          "Shadow of 10 m: {length} m long, towards {degrees}°",
          ["length": whole(10 * sun.shadowRatio), "degrees": whole(sun.shadowAzimuth)]))
    }
    let moonValues = [
      "degrees": whole(moon.azimuth), "height": whole(abs(moon.altitude)), "percent": whole(100 * light.illuminatedFraction),
    ]
    lines.append(
      moon.altitude < 0
        ? localized("Moon: {degrees}° from north, {height}° below the horizon, {percent} % lit", moonValues)
        : localized("Moon: {degrees}° from north, {height}° high, {percent} % lit", moonValues))
    return lines.joined(separator: "\n")
  }

  private func whole(_ value: Double) -> String { Int(exactly: value.rounded()).map { "\($0)" } ?? "–" }
}
