import Foundation
import Overlook
import OverlookSupport

/// The page of the Sun: its light on the map, the ways over the sky, sliders over the day and the year, and the times of the day that they
/// show.
@MainActor final class SunPage: SidePage {
  let name = "sun"
  var title: String { localized("Sun and shadows") }

  /// What the times of a day depend on.
  private struct DayKey: Hashable {
    let start: Date
    let place: LocationCoordinate
    let zone: TimeZone
    let language: InterfaceLanguage
  }

  private var shownDay: DayKey?
  private weak var map: MapView?
  private let light = Toggle("", at: .at(ScreenPoint(x: 0, y: 0)))
  let ways = Toggle("", at: .at(ScreenPoint(x: 0, y: 0)))
  private let timeText = Paragraph()
  let time = Slider(720, in: 0...1_439, at: .at(ScreenPoint(x: 0, y: 0)))
  private let dayText = Paragraph()
  let day = Slider(172, in: 1...366, at: .at(ScreenPoint(x: 0, y: 0)))
  private let now = Button("", at: .at(ScreenPoint(x: 0, y: 0)))
  private let finder = Button("", at: .at(ScreenPoint(x: 0, y: 0)))
  let times = Paragraph()
  /// Whose clock it is.
  private let zone = Paragraph("", isDim: true)
  /// Of Sun and Moon at the moment.
  let moment = Paragraph()
  /// When the Sun reaches a place that was asked for.
  let answer = Paragraph()
  /// Which hours of Sun are shown on the map: none, those of the day, those of the year.
  var hours: ChoiceRow?
  /// The most that there are, or why there are none.
  let hoursText = Paragraph("", isDim: true)
  /// Called when it comes into view.
  var onAppear: @MainActor () -> Void = {}

  /// `openFinder`: shows when a body stands in a direction.
  init(openFinder: @escaping @MainActor () -> Void) {
    finder.onClick = openFinder
    times.textSize = TypeScale.body
    moment.textSize = TypeScale.body
    time.stepSize = 10
    day.stepSize = 1
  }

  func attach(to map: MapView) {
    self.map = map
    light.onChange = { [weak self] isOn in
      self?.map?.sunLight = isOn ? .now : .off
      self?.refresh()
    }
    time.onChange = { [weak self] minutes in self?.show(minutes: minutes) }
    day.onChange = { [weak self] day in self?.show(day: day) }
    now.onClick = { [weak self] in
      self?.map?.clock.isLive = true
      self?.refresh()
    }
  }

  var content: [any PlacedControl] {
    let choice: [any PlacedControl] = hours.map { [$0, hoursText] } ?? []
    return [light, ways, timeText, time, dayText, day, now] + choice + [moment, times, zone, finder, answer]
  }

  func lay(in layout: PageLayout) {
    layout.row(light, gap: 4)
    layout.row(ways)
    layout.space(6)
    layout.row(timeText, gap: 2)
    layout.row(time)
    layout.row(dayText, gap: 2)
    layout.row(day)
    layout.row(now)
    layout.space(6)
    if let hours { layout.row(hours) }
    if !hoursText.text.isEmpty { layout.row(hoursText) }
    layout.row(moment)
    layout.row(times)
    layout.row(zone)
    layout.row(finder)
    if !answer.text.isEmpty { layout.row(answer) }
  }

  func didAppear() {
    refresh()
    onAppear()
  }

  /// Says what was found out about a place.
  func tell(_ text: String) { answer.text = text }

  // MARK: The clock

  private var calendar: Calendar {
    var calendar = Calendar(identifier: .gregorian)
    if let map { calendar.timeZone = map.clock.timeZone }
    return calendar
  }

  /// At the place of the map, by its clock.
  var texts: SunTexts {
    SunTexts(observer: SkyObserver(map?.camera.target ?? LocationCoordinate(latitude: 0, longitude: 0)), zone: calendar.timeZone)
  }

  /// When the day begins that the clock shows.
  var dayStart: Date { calendar.startOfDay(for: map?.clock.date ?? Date()) }

  /// The year that the clock shows.
  var year: Int { calendar.component(.year, from: map?.clock.date ?? Date()) }

  private func show(minutes: Double) {
    guard let map else { return }
    show(at: map.clock.moment(secondsOfDay: minutes.rounded() * 60, onDayOf: map.clock.date))
  }

  private func show(day number: Double) {
    guard let map, let number = Int(exactly: number.rounded()) else { return }
    let calendar = calendar
    guard let year = calendar.dateInterval(of: .year, for: map.clock.date)?.start,
      let last = calendar.range(of: .day, in: .year, for: map.clock.date)?.count,
      let start = calendar.date(byAdding: .day, value: min(number, last) - 1, to: year)
    else { return }
    show(at: map.clock.moment(secondsOfDay: map.clock.secondsOfDay, onDayOf: start))
  }

  /// A person who moves the time wants to see its light.
  private func show(at date: Date) {
    guard let map else { return }
    map.clock.date = date
    if map.sunLight == .off { map.sunLight = .now }
    refresh()
  }

  /// Takes what the clock of the map shows.
  func refresh() {
    guard let map else { return }
    light.title = localized("Light and shadows of the Sun")
    now.title = localized("Now")
    light.isOn = map.sunLight != .off
    ways.title = localized("Ways of Sun and Moon over the sky")
    finder.title = localized("Sun and Moon in a direction")
    let date = map.clock.date
    let texts = texts
    let minutes = map.clock.secondsOfDay / 60
    if abs(time.value - minutes) > 0.5 { time.value = minutes }
    if let number = calendar.ordinality(of: .day, in: .year, for: date), abs(day.value - Double(number)) > 0.5 {
      day.value = Double(number)
    }
    timeText.text = localized("Time: {time}", ["time": texts.clock(date)])
    dayText.text = localized(
      "Day: {day}", ["day": TimeFormat(timeZone: calendar.timeZone).day(secondsSince1970: date.timeIntervalSince1970)])
    zone.text = localized("Times are those of the clock {zone}.", ["zone": clockName(at: date)])
    let key = DayKey(start: dayStart, place: map.camera.target, zone: calendar.timeZone, language: InterfaceLanguage.current)
    if key != shownDay {
      shownDay = key
      times.text = texts.times(from: key.start)
    }
    moment.text = texts.moment(date)
  }

  /// "UTC+2", "UTC-3:30".
  private func clockName(at date: Date) -> String {
    let minutes = calendar.timeZone.secondsFromGMT(for: date) / 60
    let (hours, rest) = (abs(minutes) / 60, abs(minutes) % 60)
    let name = "UTC" + (minutes < 0 ? "-" : "+") + "\(hours)" + (rest == 0 ? "" : ":" + (rest < 10 ? "0" : "") + "\(rest)")
    return minutes == 0 ? "UTC" : name
  }
}
