import OverlookCamera
import OverlookInput

/// What a person does with the map by hand and by keys, as far as it goes on from one event to the next.
struct MapGestures {
  private(set) var recognizer = GestureRecognizer()
  /// What the recogniser made of events, and nobody has done yet.
  private(set) var outputs: [GestureOutput] = []
  /// Within how many degrees the bearing becomes north when the inertia of a turn has run out; nil for not at all.
  var pendingNorthSnapDegrees: Double?
  /// Where the turn of a key leads while it runs.
  var turnGoal: CameraPosition?
  /// For the buttons back and forward of a mouse.
  var history = CameraHistory()

  var nextDeadline: Double? { recognizer.nextDeadline }

  mutating func handle(_ event: InputEvent, settings: GestureSettings) {
    recognizer.handle(event, settings: settings, into: &outputs)
  }

  mutating func step(now: Double, settings: GestureSettings) {
    recognizer.step(now: now, settings: settings, into: &outputs)
  }

  mutating func yieldPress() { recognizer.yieldPress() }

  /// Hands `outputs` over, and takes an empty list for those to come.
  mutating func exchange(_ list: inout [GestureOutput]) { swap(&list, &outputs) }
}
