import Glibc
import OverlookCamera
import OverlookGeometry
import OverlookPanorama

/// The camera of a panorama view and what moves it. A new motion ends the one before.
@MainActor final class PanoramaMotion {
  enum Motion {
    /// The short way round.
    case ease(to: PanoramaCamera, seconds: Double)
    /// From high above, where all around is a little planet, down to where one stands.
    case opening(to: PanoramaCamera, seconds: Double)
    /// Degrees a second at the start of the drift after a drag.
    case drift(heading: Double, pitch: Double)
    /// To a zoom, with the direction that `point` shows kept there.
    case zoom(to: Double, about: ScreenPoint?, seconds: Double)
  }

  private struct Running {
    let motion: Motion
    let from: PanoramaCamera
    /// When the first frame showed it.
    var begin: Double?
  }

  /// Of a drift: after so long it has lost two thirds of its speed, and it ends below so many degrees a second.
  private static let (driftSeconds, restSpeed) = (0.325, 0.5)

  var camera = PanoramaCamera(heading: 0, pitch: 0)
  /// Called when a motion has come to its end.
  var onEnd: () -> Void = {}
  private var running: Running?

  /// How much of the projection is that of a little planet, while the view opens; nil at other times.
  private(set) var planetShare: Double?

  var isMoving: Bool { running != nil }

  /// Where the camera is going.
  var goal: PanoramaCamera {
    switch running?.motion {
    case .ease(let goal, _), .opening(let goal, _): goal
    case .drift, .zoom, nil: camera
    }
  }

  /// The zoom that it is going to.
  var goalZoom: Double {
    switch running?.motion {
    case .zoom(let zoom, _, _): zoom
    case .ease(let goal, _), .opening(let goal, _): goal.zoom
    case .drift, nil: camera.zoom
    }
  }

  func start(_ motion: Motion) {
    planetShare = nil
    if case .opening(let goal, _) = motion {
      camera = PanoramaCamera(
        heading: goal.orientation.heading, pitch: -90, fov: PanoramaCamera.fovRange.upperBound)
      planetShare = 1
    }
    running = Running(motion: motion, from: camera, begin: nil)
  }

  /// Stops where it is.
  func stop() {
    running = nil
    planetShare = nil
  }

  /// Brings the camera to the time `now`; `transform` makes the view of a camera. True when it moved.
  func step(now: Double, transform: (PanoramaCamera) -> PanoramaTransform) -> Bool {
    guard var moving = running else { return false }
    let begin = moving.begin ?? now
    moving.begin = begin
    running = moving
    let elapsed = max(now - begin, 0)
    let isOver: Bool
    switch moving.motion {
    case .ease(let goal, let seconds):
      isOver = elapsed >= seconds
      camera = isOver ? goal : Self.between(moving.from, goal, Easing.easeInOut.progress(at: elapsed / seconds))
    case .opening(let goal, let seconds):
      isOver = elapsed >= seconds
      let share = Easing.easeInOut.progress(at: elapsed / seconds)
      camera = isOver ? goal : Self.between(moving.from, goal, share)
      planetShare = isOver ? nil : 1 - share
    case .drift(let heading, let pitch):
      let left = exp(-elapsed / Self.driftSeconds)
      let way = Self.driftSeconds * (1 - left)
      camera.orientation = Orientation(
        heading: moving.from.orientation.heading + heading * way, pitch: moving.from.orientation.pitch + pitch * way)
      isOver = (heading * heading + pitch * pitch).squareRoot() * left < Self.restSpeed
    case .zoom(let zoom, let point, let seconds):
      isOver = elapsed >= seconds
      let share = Easing.easeOut.progress(at: elapsed / max(seconds, 1e-3))
      let wanted = moving.from.zoom * pow(zoom / moving.from.zoom, share)
      camera = Self.zoomed(moving.from, to: isOver ? zoom : wanted, about: point, transform)
    }
    if isOver {
      running = nil
      onEnd()
    }
    return true
  }

  /// `camera` at another zoom, turned so that `point` shows what it showed.
  static func zoomed(
    _ camera: PanoramaCamera, to zoom: Double, about point: ScreenPoint?, _ transform: (PanoramaCamera) -> PanoramaTransform
  ) -> PanoramaCamera {
    var zoomed = camera
    zoomed.zoom = zoom
    guard let point else { return zoomed }
    return turned(zoomed, from: transform(camera).orientation(for: point), to: transform(zoomed).orientation(for: point))
  }

  /// `camera` turned by the way from one direction to another: what was seen at `to` is then seen where `from` was.
  static func turned(_ camera: PanoramaCamera, from: Orientation, to: Orientation) -> PanoramaCamera {
    let turn = Angle.shortestTurn(fromDegrees: to.heading, toDegrees: from.heading)
    guard turn.isFinite, from.pitch.isFinite, to.pitch.isFinite else { return camera }
    var camera = camera
    camera.orientation = Orientation(
      heading: camera.orientation.heading + turn, pitch: camera.orientation.pitch + from.pitch - to.pitch)
    return camera
  }

  private static func between(_ from: PanoramaCamera, _ to: PanoramaCamera, _ share: Double) -> PanoramaCamera {
    let turn = Angle.shortestTurn(fromDegrees: from.orientation.heading, toDegrees: to.orientation.heading)
    return PanoramaCamera(
      heading: from.orientation.heading + turn * share,
      pitch: from.orientation.pitch + (to.orientation.pitch - from.orientation.pitch) * share,
      zoom: from.zoom * pow(to.zoom / from.zoom, share), fov: from.fov + (to.fov - from.fov) * share)
  }
}
