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
    state.frameIndex = min(Int(exactly: (secondsOfDay / Self.stepSeconds).rounded(.down)) ?? 0, Self.stepCount - 1)
    state.isPlaying = isPlaying
    state.speed = speed / Self.usualSpeed
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
    case .togglePlaying: isPlaying ? pause() : play()
    case .step(let count): date = date.addingTimeInterval(Double(count) * Self.stepSeconds)
    case .nextSpeed:
      let share = speed / Self.usualSpeed
      speed = Self.usualSpeed * (share >= 4 ? 0.5 : share >= 2 ? 4 : share >= 1 ? 2 : 1)
    case .show(let frame): show(secondsOfDay: Double(frame) * Self.stepSeconds)
    }
  }
}
