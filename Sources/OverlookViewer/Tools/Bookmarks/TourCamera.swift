import Overlook
import OverlookFiles

/// Views of files as cameras of a map.
enum TourCamera {
  /// Where the eye is 1.5 heights of the view away from what it looks at, as a map's is; nil for what is no view.
  static func camera(_ camera: FileCamera, height: Double) -> CameraPosition? {
    guard camera.target.isValid, height > 0 else { return nil }
    let range = camera.rangeMeters ?? 5_000
    guard range.isFinite, range > 0 else { return nil }
    let zoom = CameraPosition.zoom(at: camera.target, forMeters: range, perPoints: 1.5 * height)
    let position = CameraPosition(
      target: camera.target, zoom: min(max(zoom, 0), 22), bearing: camera.bearing.isFinite ? camera.bearing : 0,
      viewingAngle: camera.tilt.isFinite ? min(max(camera.tilt, 0), 80) : 0)
    return position.isValid ? position : nil
  }
}
