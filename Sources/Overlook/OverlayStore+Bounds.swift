import OverlookGeometry
import OverlookScene

extension OverlayStore {
  /// What an attached overlay covers of the world, x unwrapped; nil when it covers nothing or is not here.
  func bounds(of overlay: Overlay) -> WorldRect? {
    guard overlay.store === self else { return nil }
    return switch overlay.kind {
    case .marker: markerRow(overlay.slot)?.bounds
    case .polyline: polylineRow(overlay.slot)?.bounds
    case .polygon: polygonRow(overlay.slot)?.bounds
    case .circle: circleRow(overlay.slot)?.bounds
    case .groundOverlay: groundOverlayRow(overlay.slot)?.bounds
    case .dataLayer: dataRow(overlay.slot)?.bounds
    case .model: modelRow(overlay.slot)?.bounds
    }
  }
}
