package import OverlookScene
import OverlookSupport

/// What marks both ends of a way: a ring where it starts, a red pin where it leads, blue ones where it stops before.
@MainActor package enum RouteEnds {
  private nonisolated static let rim = Color(red: 0.06, green: 0.24, blue: 0.62)
  private nonisolated static let radius = 8.0
  private nonisolated static let rimWidth = 3.0
  private nonisolated static let scale = 2.0

  /// Of the start; it is in the way of nothing that can be clicked.
  package static func startMarker() -> Marker {
    let marker = Marker()
    marker.icon = ring
    marker.groundAnchor = .center
    marker.isTappable = false
    return marker
  }

  /// Of a stop, or of the last one.
  package static func stopMarker(isLast: Bool) -> Marker {
    let marker = Marker()
    marker.icon = Marker.markerImage(
      color: isLast ? Color(red: 0.86, green: 0.20, blue: 0.20) : Color(red: 0.17, green: 0.47, blue: 0.96))
    return marker
  }

  /// White within a dark blue rim, which is told from roads and water by day and by night.
  private static let ring: Image = {
    let half = radius + 1
    let side = Int(exactly: (2 * half * scale).rounded(.up)) ?? 1
    return Image(width: side, height: side, scale: scale) { column, row in
      let (x, y) = ((Double(column) + 0.5) / scale - half, (Double(row) + 0.5) / scale - half)
      let distance = (x * x + y * y).squareRoot()
      func covered(_ radius: Double) -> Double { min(max((radius - distance) * scale + 0.5, 0), 1) }
      let (alpha, inner) = (covered(radius), covered(radius - rimWidth))
      func shade(_ component: Float) -> UInt8 {
        let value = (Double(component) + (1 - Double(component)) * inner) * alpha * 255
        return UInt8(exactly: value.rounded()) ?? 255
      }
      return SIMD4(shade(rim.red), shade(rim.green), shade(rim.blue), UInt8(exactly: (alpha * 255).rounded()) ?? 255)
    }
  }()
}
