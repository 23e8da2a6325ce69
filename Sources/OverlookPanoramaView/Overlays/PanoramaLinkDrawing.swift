import Glibc
import OverlookCanvas
import OverlookControls
import OverlookGeometry
import OverlookPanorama
import OverlookSupport

/// The arrows to neighbours, lying on the ground, and the names of the streets that lead there.
@MainActor final class PanoramaLinkDrawing {
  /// Metres over the ground for each metre of height: where an arrow ends, half its width, and how thick it is.
  private static let (tip, halfWidth, thickness) = (3.3, 0.58, 0.5)
  /// Where a name stands, for each metre of height.
  private static let nameDistance = 4.6

  private struct Arrow {
    var link: PanoramaLink
    var corners: [ScreenPoint]
  }

  /// The link under the pointer.
  var hovered: PanoramaLink?
  private var arrows: [Arrow] = []

  /// Finds where the links of `panorama` lie.
  func update(_ panorama: Panorama?, _ transform: PanoramaTransform) {
    guard let links = panorama?.links else { return arrows.removeAll(keepingCapacity: true) }
    if !arrows.elementsEqual(links, by: { $0.link == $1 }) { arrows = links.map { Arrow(link: $0, corners: []) } }
    for index in arrows.indices {
      arrows[index].corners.removeAll(keepingCapacity: true)
      for place in Self.outline { arrows[index].corners.append(Self.point(place, arrows[index].link.heading, transform)) }
    }
  }

  /// A chevron that points ahead: metres to the right and ahead, for a camera one metre above the ground.
  private static let outline: [SIMD2<Double>] = [
    SIMD2(0, tip), SIMD2(halfWidth, tip - halfWidth * 0.7), SIMD2(halfWidth, tip - halfWidth * 0.7 - thickness),
    SIMD2(0, tip - thickness), SIMD2(-halfWidth, tip - halfWidth * 0.7 - thickness), SIMD2(-halfWidth, tip - halfWidth * 0.7),
  ]

  /// Of a place on the ground below the camera.
  private static func point(_ place: SIMD2<Double>, _ heading: Double, _ transform: PanoramaTransform) -> ScreenPoint {
    let angle = heading * Angle.radiansPerDegree
    let (east, north) = (
      place.x * cos(angle) + place.y * sin(angle), -place.x * sin(angle) + place.y * cos(angle)
    )
    let length = (east * east + north * north + 1).squareRoot()
    return transform.point(direction: SIMD3(east, -1, north) / length)
  }

  /// The link whose arrow lies at a point.
  func link(at point: ScreenPoint) -> PanoramaLink? {
    arrows.last { Self.contains($0.corners, point) }?.link
  }

  /// Draws the arrows.
  func drawArrows(on canvas: Canvas) {
    for arrow in arrows where arrow.corners.allSatisfy({ $0.x.isFinite }) {
      let isHovered = arrow.link == hovered
      // A dark rim and a pale one: seen on snow and on asphalt alike.
      canvas.strokePolyline(arrow.corners, width: isHovered ? 8 : 6, color: Color.black.withAlpha(0.35), isClosed: true)
      canvas.fillPolygon(arrow.corners, color: Color.white.withAlpha(isHovered ? 1 : 0.88))
      canvas.strokePolyline(
        arrow.corners, width: isHovered ? 2.5 : 1.5, color: Color(red: 0.1, green: 0.12, blue: 0.16).withAlpha(0.85),
        isClosed: true)
    }
  }

  /// Draws the names of the streets along which the links lead, each once in a direction.
  func drawNames(on canvas: Canvas, _ transform: PanoramaTransform) {
    for arrow in arrows where !arrow.link.title.isEmpty {
      let point = Self.point(SIMD2(0, Self.nameDistance), arrow.link.heading, transform)
      guard point.x.isFinite, point.y < transform.size.height + 40 else { continue }
      canvas.text(
        OutsideText.shown(arrow.link.title), at: point, size: arrow.link == hovered ? TypeScale.title : TypeScale.body,
        color: .white,
        anchor: TextAnchor(.center, .middle), halo: TextHalo(color: Color.black.withAlpha(0.7), width: 2))
    }
  }

  /// Whether an even ray from a point crosses the outline an odd number of times.
  private static func contains(_ corners: [ScreenPoint], _ point: ScreenPoint) -> Bool {
    var isInside = false
    var before = corners.last ?? point
    for corner in corners {
      guard corner.x.isFinite else { return false }
      if (corner.y > point.y) != (before.y > point.y) {
        let x = corner.x + (point.y - corner.y) / (before.y - corner.y) * (before.x - corner.x)
        if point.x < x { isInside.toggle() }
      }
      before = corner
    }
    return isInside
  }
}
