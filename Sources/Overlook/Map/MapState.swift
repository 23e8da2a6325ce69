import OverlookInput
import OverlookSupport

/// What a map keeps for properties that are watched, and what was read of those that nobody sets.
struct MapState {
  var backgroundColor = Color(red: 0.039, green: 0.086, blue: 0.165)
  var isOffline = false
  var preferredFrameRate = FrameRate.maximum
  var attributions: [String] = []
  var isRendering = true
  var graphicsError: String?

  var rest = ReadValue<Bool>()
  var loading = ReadValue<LoadingState>()
  var faults = ReadValue<[LoadingFault]>()
}

/// What was read of a value that changes untold, by those who may want to hear of its change.
struct ReadValue<Value: Equatable> {
  private var last: Value?
  /// Whether some read another value than the last did.
  private var isOutdated = false

  mutating func note(_ value: Value) {
    if let last, last != value { isOutdated = true }
    last = value
  }

  /// Whether the value is another than some have read; they are forgotten then, as they are told. Does not ask for the value where
  /// nobody has read it.
  mutating func takeChange(to value: @autoclosure () -> Value) -> Bool {
    guard let last, isOutdated || last != value() else { return false }
    self = ReadValue()
    return true
  }
}
