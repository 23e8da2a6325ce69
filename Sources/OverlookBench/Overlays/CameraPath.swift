import Foundation
import Overlook
import OverlookCamera
import OverlookFormats
import OverlookGeometry

/// The cameras of a benchmark's frames.
///
/// A JSON list of `{"center": [longitude, latitude], "zoom", "bearing", "tilt"}`, the last two 0 where they are absent; the world
/// is 256 * 2^zoom points wide.
struct CameraPath {
  let cameras: [CameraPosition]

  private static let maximumBytes = 64 << 20

  init(path: String) throws {
    let bytes: Data
    do {
      bytes = try Data(contentsOf: URL(fileURLWithPath: path))
    } catch {
      throw BenchError(description: "\(path) cannot be read")
    }
    guard bytes.count <= Self.maximumBytes else { throw BenchError(description: "\(path): more than \(Self.maximumBytes) bytes") }
    let document: JSONValue
    do {
      document = try JSONParser.parse([UInt8](bytes), thing: "camera path")
    } catch {
      throw BenchError(description: "\(path): \(error)")
    }
    guard case .array(let steps) = document, !steps.isEmpty else { throw BenchError(description: "\(path): no list of cameras") }
    cameras = try steps.enumerated().map { index, step in
      guard let camera = Self.camera(step) else { throw BenchError(description: "\(path): [\(index)] is no camera") }
      return camera
    }
  }

  static func camera(_ step: JSONValue) -> CameraPosition? {
    guard case .array(let center)? = step["center"], center.count == 2, let longitude = center[0].number,
      let latitude = center[1].number, let zoom = step["zoom"]?.number
    else { return nil }
    let place = LocationCoordinate(latitude: latitude, longitude: longitude)
    guard place.isValid, zoom.isFinite else { return nil }
    return CameraPosition(
      target: place, zoom: zoom, bearing: step["bearing"]?.number ?? 0, viewingAngle: step["tilt"]?.number ?? 0)
  }

  /// A pan over London at zoom 11, three points east a frame.
  init(panOf frames: Int) {
    let middle = WorldPoint(LocationCoordinate(latitude: 51.5, longitude: -0.12))
    let step = 3 / (Mercator.pointsPerWorldAtZoom0 * 0x1p11)
    cameras = (0..<max(frames, 1)).map { frame in
      let x = middle.x + (Double(frame) - Double(frames) / 2) * step
      return CameraPosition(target: WorldPoint(x: x, y: middle.y).coordinate, zoom: 11)
    }
  }
}
