import Foundation
import OverlookControls

// The slider over a day.
extension MapClock {
  /// Of a step of the slider.
  private static let stepSeconds = 300.0
  private static let stepCount = 288
  /// Speeds are shown in half hours of the map a second.
  private static let usualSpeed = 1800.0

  /// What the controls of the map show of it.
  var controlState: TimeControlState {
    var state = TimeControlState()
    state.frameCount = Self.stepCount
    state.resolvedCount = Self.stepCount
    let seconds = period.map { date.timeIntervalSince($0.lowerBound) } ?? secondsOfDay
    let step = Int(exactly: (seconds / max(shownStepSeconds, 1e-3)).rounded(.down)) ?? 0
    state.frameIndex = min(max(step, 0), Self.stepCount - 1)
    state.isPlaying = isPlaying
    state.speed = period == nil ? speed / Self.usualSpeed : speed
    state.timeText = timeText
    return state
  }

  /// As people at the place write it: year, month, day, hour and minute.
  private var timeText: String {
    var calendar = Calendar(identifier: .gregorian)
    calendar.timeZone = TimeZone(secondsFromGMT: Int(exactly: offsetSeconds.rounded()) ?? 0) ?? .gmt
    let parts = calendar.dateComponents([.year, .month, .day, .hour, .minute], from: date)
    func two(_ number: Int?) -> String { String(format: "%02d", number ?? 0) }
    return "\(parts.year ?? 0)-\(two(parts.month))-\(two(parts.day)) \(two(parts.hour)):\(two(parts.minute))"
  }

  func perform(_ action: TimeControl.Action) {
    switch action {
    case .togglePlaying:
      // At the end it begins anew.
      if !isPlaying, let period, date >= period.upperBound { date = period.lowerBound }
      isPlaying ? pause() : play()
    case .step(let count): date = limited(date.addingTimeInterval(Double(count) * shownStepSeconds))
    case .nextSpeed where period != nil: speed = speed >= 1000 ? 1 : speed * 4
    case .nextSpeed:
      let share = speed / Self.usualSpeed
      speed = Self.usualSpeed * (share >= 4 ? 0.5 : share >= 2 ? 4 : share >= 1 ? 2 : 1)
    case .show(let frame):
      guard let period else { return date = moment(secondsOfDay: Double(frame) * Self.stepSeconds, onDayOf: date) }
      date = limited(period.lowerBound.addingTimeInterval(Double(frame) * shownStepSeconds))
    }
  }

  /// Of a step of the slider, over the period or the day; the last one ends with the period.
  private var shownStepSeconds: Double {
    period.map { $0.upperBound.timeIntervalSince($0.lowerBound) / Double(Self.stepCount - 1) } ?? Self.stepSeconds
  }

  private func limited(_ date: Date) -> Date { period.map { min(max(date, $0.lowerBound), $0.upperBound) } ?? date }
}
