import OverlookCamera
import OverlookGeometry
import OverlookInput

/// A hand at a mouse and a keyboard: makes events and collects what the recogniser answers.
struct Hand {
  var recognizer = GestureRecognizer()
  var settings = GestureSettings()
  var time = 10.0
  var outputs: [GestureOutput] = []

  mutating func send(_ kind: InputEvent.Kind) {
    outputs += recognizer.handle(InputEvent(timeSeconds: time, kind: kind), settings: settings)
  }

  mutating func press(_ button: PointerButton, _ x: Double, _ y: Double, _ modifiers: Modifiers = []) {
    send(.buttonPressed(button, ScreenPoint(x: x, y: y), modifiers))
  }

  mutating func release(_ button: PointerButton, _ x: Double, _ y: Double, _ modifiers: Modifiers = []) {
    send(.buttonReleased(button, ScreenPoint(x: x, y: y), modifiers))
  }

  mutating func press(_ x: Double, _ y: Double, _ modifiers: Modifiers = []) { press(.left, x, y, modifiers) }
  mutating func release(_ x: Double, _ y: Double, _ modifiers: Modifiers = []) { release(.left, x, y, modifiers) }
  mutating func click(_ x: Double, _ y: Double, _ modifiers: Modifiers = []) { click(.left, x, y, modifiers) }

  mutating func move(_ x: Double, _ y: Double) {
    send(.pointerMoved(ScreenPoint(x: x, y: y)))
  }

  mutating func click(_ button: PointerButton, _ x: Double, _ y: Double, _ modifiers: Modifiers = []) {
    press(button, x, y, modifiers)
    time += 0.05
    release(button, x, y, modifiers)
  }

  /// A drag in steps of 10 ms, at rest for `pause` seconds before the release.
  mutating func drag(
    _ button: PointerButton = .left, from: ScreenPoint, to: ScreenPoint, steps: Int = 10, pause: Double = 0,
    _ modifiers: Modifiers = []
  ) {
    press(button, from.x, from.y, modifiers)
    for step in 1...steps {
      time += 0.01
      let part = Double(step) / Double(steps)
      move(from.x + (to.x - from.x) * part, from.y + (to.y - from.y) * part)
    }
    time += pause
    release(button, to.x, to.y, modifiers)
  }

  /// Lets time pass with a step every `interval` seconds.
  mutating func wait(_ seconds: Double, interval: Double = 1.0 / 60) {
    let end = time + seconds
    while time < end {
      time = min(time + interval, end)
      outputs += recognizer.step(now: time)
    }
  }

  /// What came since the last call.
  mutating func take() -> [GestureOutput] {
    defer { outputs = [] }
    return outputs
  }
}

extension ScreenPoint {
  init(_ x: Double, _ y: Double) { self.init(x: x, y: y) }
}

/// The sum of what gestures asked of the camera.
struct Movement {
  var panX = 0.0
  var panY = 0.0
  var zoom = 0.0
  var bearing = 0.0
  var viewingAngle = 0.0
  var scrollX = 0.0
  var scrollY = 0.0

  init(_ outputs: [GestureOutput]) {
    for output in outputs {
      switch output {
      case .delta(.pan(let from, let to)):
        panX += to.x - from.x
        panY += to.y - from.y
      case .delta(.zoom(let levels, _)): zoom += levels
      case .delta(.rotate(let degrees, _)): bearing += degrees
      case .delta(.tilt(let degrees)): viewingAngle += degrees
      case .motion(.step(let step, _, _, _)):
        scrollX += step.scrollX
        scrollY += step.scrollY
        zoom += step.zoom
        bearing += step.bearing
        viewingAngle += step.viewingAngle
      case .motion(.wheelZoom(let levels, _)): zoom += levels
      default: break
      }
    }
  }
}

func inertia(in outputs: [GestureOutput]) -> CameraVelocity? {
  for case .motion(.inertia(let velocity, _)) in outputs { return velocity }
  return nil
}

func isClose(_ a: Double, _ b: Double, _ tolerance: Double = 1e-9) -> Bool {
  abs(a - b) <= tolerance
}
