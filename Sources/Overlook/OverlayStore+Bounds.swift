import OverlookGeometry
import OverlookScene

extension OverlayStore {
  /// What an attached overlay covers of the world, x unwrapped; nil when it covers nothing or is not here.
  func bounds(of overlay: Overlay) -> WorldRect? {
    guard overlay.store === self else { return nil }
    return switch overlay.kind {
    case .marker: markers.row(overlay.slot)?.bounds
    case .polyline: polylines.row(overlay.slot)?.bounds
    case .polygon: polygons.row(overlay.slot)?.bounds
    case .circle: circles.row(overlay.slot)?.bounds
    case .groundOverlay: groundOverlays.row(overlay.slot)?.bounds
    }
  }
}
