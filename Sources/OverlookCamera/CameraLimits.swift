/// What a map's camera may do: its range of zoom, and how far it tilts at each zoom.
package struct CameraLimits: Sendable {
  package private(set) var minimumZoom: Double
  package private(set) var maximumZoom: Double
  /// Zoom to the largest viewing angle in degrees; what it answers is clamped to 0 ... `CameraPosition.maximumViewingAngle`.
  package var maximumViewingAngle: @Sendable (_ zoom: Double) -> Double

  package init() {
    minimumZoom = 0
    maximumZoom = 22
    maximumViewingAngle = { Self.standardMaximumViewingAngle(atZoom: $0) }
  }

  /// Sets both ends; values outside 0 ... `CameraPosition.maximumZoom` are clamped. Throws when `minimum` > `maximum` or one of
  /// them is not finite, and changes nothing then.
  package mutating func setZoomRange(minimum: Double, maximum: Double) throws(CameraError) {
    guard minimum.isFinite, maximum.isFinite, minimum <= maximum else {
      throw CameraError.zoomRange(minimum: minimum, maximum: maximum)
    }
    minimumZoom = min(max(minimum, 0), CameraPosition.maximumZoom)
    maximumZoom = min(max(maximum, 0), CameraPosition.maximumZoom)
  }

  /// 30 degrees up to zoom 10, 65 from zoom 16 on, and straight between.
  package static func standardMaximumViewingAngle(atZoom zoom: Double) -> Double {
    30 + 35 * min(max((zoom - 10) / 6, 0), 1)
  }

  package func clampedZoom(_ zoom: Double) -> Double {
    min(max(zoom, minimumZoom), maximumZoom)
  }

  package func clampedViewingAngle(_ degrees: Double, atZoom zoom: Double) -> Double {
    let limit = maximumViewingAngle(zoom)
    return min(max(degrees, 0), limit > 0 ? min(limit, CameraPosition.maximumViewingAngle) : 0)
  }

  /// `camera` with its zoom and viewing angle brought into the limits.
  package func clamped(_ camera: CameraPosition) -> CameraPosition {
    let zoom = clampedZoom(camera.zoom)
    return CameraPosition(
      target: camera.target, zoom: zoom, bearing: camera.bearing,
      viewingAngle: clampedViewingAngle(camera.viewingAngle, atZoom: zoom))
  }
}

/// What can be wrong with what a camera is told.
public enum CameraError: Error, Hashable, Sendable, CustomStringConvertible {
  /// The lowest zoom is above the highest, or one of them is not a finite number.
  case zoomRange(minimum: Double, maximum: Double)

  /// One line for people.
  public var description: String {
    switch self {
    case .zoomRange(let minimum, let maximum): "the zoom range \(minimum) to \(maximum) is empty or not finite"
    }
  }
}
