import Foundation
import Overlook
import OverlookSupport

/// The page of the Sun: its light on the map, sliders over the day and the year, and the times of the day that they show.
@MainActor final class SunPage: SidePage {
  let name = "sun"
  var title: String { localized("Sun and shadows") }

  private weak var map: MapView?
  private let light = Toggle("", at: .at(ScreenPoint(x: 0, y: 0)))
  private let timeText = Paragraph()
  let time = Slider(720, in: 0...1_439, at: .at(ScreenPoint(x: 0, y: 0)))
  private let dayText = Paragraph()
  let day = Slider(172, in: 1...365, at: .at(ScreenPoint(x: 0, y: 0)))
  private let now = Button("", at: .at(ScreenPoint(x: 0, y: 0)))
  let times = Paragraph()
  /// When the Sun reaches a place that was asked for.
  let answer = Paragraph()

  init() {
    times.textSize = 13
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
    [light, timeText, time, dayText, day, now, times, answer]
  }

  func lay(in layout: PageLayout) {
    layout.row(light)
    layout.space(6)
    layout.row(timeText, gap: 2)
    layout.row(time)
    layout.row(dayText, gap: 2)
    layout.row(day)
    layout.row(now)
    layout.space(6)
    layout.row(times)
    if !answer.text.isEmpty { layout.row(answer) }
  }

  func didAppear() { refresh() }

  /// Says what was found out about a place.
  func tell(_ text: String) { answer.text = text }

  // MARK: The clock

  private var calendar: Calendar {
    var calendar = Calendar(identifier: .gregorian)
    if let seconds = map?.clock.secondsFromGMT, let whole = Int(exactly: seconds.rounded()),
      let zone = TimeZone(secondsFromGMT: whole)
    {
      calendar.timeZone = zone
    }
    return calendar
  }

  /// When the day begins that the clock shows.
  var dayStart: Date { calendar.startOfDay(for: map?.clock.date ?? Date()) }

  private func show(minutes: Double) {
    show(at: dayStart.addingTimeInterval(minutes.rounded() * 60))
  }

  private func show(day number: Double) {
    guard let map, let number = Int(exactly: number.rounded()) else { return }
    let calendar = calendar
    let seconds = map.clock.date.timeIntervalSince(dayStart)
    guard let year = calendar.dateInterval(of: .year, for: map.clock.date)?.start,
      let start = calendar.date(byAdding: .day, value: number - 1, to: year)
    else { return }
    show(at: start.addingTimeInterval(seconds))
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
    let date = map.clock.date
    let minutes = date.timeIntervalSince(dayStart) / 60
    if abs(time.value - minutes) > 0.5 { time.value = minutes }
    if let number = calendar.ordinality(of: .day, in: .year, for: date), abs(day.value - Double(number)) > 0.5 {
      day.value = Double(number)
    }
    timeText.text = localized("Time: {time}", ["time": clockText(date)])
    dayText.text = localized(
      "Day: {day}", ["day": date.formatted(Date.FormatStyle(date: .long, time: .omitted, timeZone: calendar.timeZone))])
    times.text = timesText(map)
  }

  private func timesText(_ map: MapView) -> String {
    guard
      let events = try? SkyEvents(of: .sun, from: dayStart, observer: SkyObserver(map.camera.target))
    else { return "" }
    let kinds: [(SkyEvent.Kind, String)] = [
      (.civilDawn, localized("Dawn {time}")), (.rise, localized("Sunrise {time}")), (.transit, localized("Noon {time}")),
      (.set, localized("Sunset {time}")), (.civilDusk, localized("Dusk {time}")),
    ]
    let lines = kinds.compactMap { kind, text in
      events.first(kind).map { text.replacingOccurrences(of: "{time}", with: clockText($0.date)) }
    }
    let whole =
      switch events.visibility {
      case .alwaysAbove: [localized("The Sun does not set on this day.")]
      case .alwaysBelow: [localized("The Sun does not rise on this day.")]
      case .risesOrSets: [String]()
      }
    return (whole + lines).joined(separator: "\n")
  }

  /// Hours and minutes of the clock that people read.
  func clockText(_ date: Date) -> String {
    TimeFormat(timeZone: calendar.timeZone).clock(secondsSince1970: date.timeIntervalSince1970)
  }
}
