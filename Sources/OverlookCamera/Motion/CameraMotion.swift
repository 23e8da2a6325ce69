package import OverlookGeometry

/// A movement of the camera over time. Lengths of time are in seconds; 0 or less arrives in the next step.
package enum CameraMotion: Hashable, Sendable {
  /// The shortest way: zoom, bearing and tilt evenly, the target so that the picture grows about one fixed point. `padding` nil
  /// keeps the padding.
  case ease(to: CameraPosition, padding: EdgeInsets? = nil, seconds: Double, easing: Easing = .easeInOut)
  /// Out, across and in again along the path of van Wijk and Nuij; `seconds` nil takes as long as the way is far.
  case fly(to: CameraPosition, padding: EdgeInsets? = nil, seconds: Double? = nil, easing: Easing = .easeInOut)
  /// To where `update` would put the camera within `padding` (nil: that of the moment); an update that keeps a point of the screen
  /// fixed does so all the way, unless the padding changes.
  case update(CameraUpdate, padding: EdgeInsets? = nil, seconds: Double, easing: Easing = .easeInOut)
  /// A step relative to the camera, with the ground under `about` (nil: the focus) kept where it is. While one such motion runs,
  /// the next adds to its goal.
  case step(CameraStep, about: ScreenPoint? = nil, seconds: Double, easing: Easing = .easeOut)
  /// Levels of zoom by the wheel: 200 ms, taking over goal and speed of the wheel motion that runs.
  case wheelZoom(by: Double, about: ScreenPoint)
  /// The drift after a drag; `about` is where the pointer let go.
  case inertia(CameraVelocity, about: ScreenPoint? = nil)

  /// The same without a way: it arrives in the next step. Drifts are ways and nothing else, and stay.
  package var atOnce: CameraMotion {
    switch self {
    case .ease(let goal, let padding, _, let easing): .ease(to: goal, padding: padding, seconds: 0, easing: easing)
    case .fly(let goal, let padding, _, let easing): .ease(to: goal, padding: padding, seconds: 0, easing: easing)
    case .update(let update, let padding, _, let easing): .update(update, padding: padding, seconds: 0, easing: easing)
    case .step(let step, let about, _, let easing): .step(step, about: about, seconds: 0, easing: easing)
    case .wheelZoom, .inertia: self
    }
  }
}

/// A relative move. Also what a held key is worth over one frame.
package struct CameraStep: Hashable, Sendable {
  /// Points by which the view moves over the ground: x right, y down, as `CameraUpdate.scrollBy`.
  package var scrollX: Double
  package var scrollY: Double
  package var zoom: Double
  /// Degrees.
  package var bearing: Double
  /// Degrees.
  package var viewingAngle: Double

  package init(scrollX: Double = 0, scrollY: Double = 0, zoom: Double = 0, bearing: Double = 0, viewingAngle: Double = 0) {
    self.scrollX = scrollX
    self.scrollY = scrollY
    self.zoom = zoom
    self.bearing = bearing
    self.viewingAngle = viewingAngle
  }
}

/// How fast a gesture moved at its end, as measured; the rules of inertia turn it into a way.
package struct CameraVelocity: Hashable, Sendable {
  /// The pointer's (and the ground's) speed on the screen, points a second, x right.
  package var panX: Double
  /// y down.
  package var panY: Double
  /// Levels a second.
  package var zoom: Double
  /// Degrees a second.
  package var bearing: Double
  /// Degrees a second.
  package var viewingAngle: Double

  package init(panX: Double = 0, panY: Double = 0, zoom: Double = 0, bearing: Double = 0, viewingAngle: Double = 0) {
    self.panX = panX
    self.panY = panY
    self.zoom = zoom
    self.bearing = bearing
    self.viewingAngle = viewingAngle
  }
}

/// How a motion ended.
public enum MotionOutcome: Hashable, Sendable {
  /// The camera arrived.
  case finished
  /// A gesture, another motion, an explicit camera or a cancellation stopped it where it was.
  case interrupted
}

/// Names one motion of one controller; never used twice.
package struct MotionID: Hashable, Sendable {
  package let rawValue: UInt64

  package init(rawValue: UInt64) {
    self.rawValue = rawValue
  }
}
