package import OverlookCamera
package import OverlookGeometry
package import OverlookScene

/// The part of a ground overlay's picture that is drawn: all of it, or what lies near the view when the view is much smaller.
///
/// The corners of a country's picture lie some ten million points outside a view of one street. Cut to the view in Double, what
/// is left is small enough for the GPU's Floats.
package struct GroundPart: Equatable, Sendable {
  /// Fractions of the picture's plane, (0, 0) at its top left corner; may reach a little outside.
  package let left: Double
  package let top: Double
  package let right: Double
  package let bottom: Double
  /// From the part, both axes 0 ... 1.
  package let clipFromUnit: Matrix4
  /// Pixels of the screen that the whole plane is wide and high, where these are the same in all of it; nil elsewhere.
  package let pixelsPerPicture: SIMD2<Double>?

  /// Whether something around the plane is in view.
  var reachesOutside: Bool { left < 0 || top < 0 || right > 1 || bottom > 1 }

  /// Nil when nothing of the picture can be in view. `copy` is the world copy that it is drawn in.
  package init?(_ quad: GroundQuad, copy: Int, view: ViewTransform, pixelsPerPoint: Double) {
    guard let mapping = GroundMapping(quad) else { return nil }
    let origin = WorldPoint(x: quad.topLeft.x + Double(copy), y: quad.topLeft.y)
    var shown = FractionBox()
    shown.add(view.visibleQuad, mapping, origin)
    // The edge fades over one pixel; far from the eye a pixel covers more ground.
    let pixelsPerWorld = view.pointsPerWorld * pixelsPerPoint
    let pixel = 2 / pixelsPerWorld * (view.isFromAbove ? 1 : 8)
    let width = min(Self.length(quad.topLeft, quad.topRight), Self.length(quad.bottomLeft, quad.bottomRight))
    let height = min(Self.length(quad.topLeft, quad.bottomLeft), Self.length(quad.topRight, quad.bottomRight))
    let marginU = min(pixel / width, 0.5)
    let marginV = min(pixel / height, 0.5)
    let isEven = view.isFromAbove && mapping.g == 0 && mapping.h == 0
    pixelsPerPicture = isEven ? SIMD2(width, height) * pixelsPerWorld : nil
    left = max(-marginU, shown.minU)
    right = min(1 + marginU, shown.maxU)
    top = max(-marginV, shown.minV)
    bottom = min(1 + marginV, shown.maxV)
    guard left < right, top < bottom else { return nil }

    let (x, y) = view.centeredPoints(for: origin)
    let scale = view.pointsPerWorld
    let alongU = SIMD4(scale * mapping.a + x * mapping.g, scale * mapping.d + y * mapping.g, 0, mapping.g)
    let alongV = SIMD4(scale * mapping.b + x * mapping.h, scale * mapping.e + y * mapping.h, 0, mapping.h)
    let pointsFromUnit = Matrix4(
      columns: (
        alongU * (right - left), alongV * (bottom - top), SIMD4(0, 0, 1, 0), SIMD4(x, y, 0, 1) + alongU * left + alongV * top
      ))
    clipFromUnit = view.clipFromCenteredPoints * pointsFromUnit
  }

  private static func length(_ a: WorldPoint, _ b: WorldPoint) -> Double {
    let (dx, dy) = (b.x - a.x, b.y - a.y)
    return (dx * dx + dy * dy).squareRoot()
  }
}

/// What of a picture's plane some ground covers.
private struct FractionBox {
  var minU = Double.infinity
  var minV = Double.infinity
  var maxU = -Double.infinity
  var maxV = -Double.infinity

  /// Takes the ground in, as far as it lies before the line on which the picture's plane ends.
  mutating func add(_ ground: WorldQuad, _ mapping: GroundMapping, _ origin: WorldPoint) {
    let limit = mapping.leastWeight / 2
    var last = mapping.fraction(x: ground.farLeft.x - origin.x, y: ground.farLeft.y - origin.y)
    for corner in 0..<4 {
      let place = corner == 0 ? ground.nearLeft : corner == 1 ? ground.nearRight : corner == 2 ? ground.farRight : ground.farLeft
      let next = mapping.fraction(x: place.x - origin.x, y: place.y - origin.y)
      if (next.w > limit) != (last.w > limit) {
        let share = (limit - last.w) / (next.w - last.w)
        add((last.u + (next.u - last.u) * share) / limit, (last.v + (next.v - last.v) * share) / limit)
      }
      if next.w > limit { add(next.u / next.w, next.v / next.w) }
      last = next
    }
  }

  private mutating func add(_ u: Double, _ v: Double) {
    minU = min(minU, u)
    maxU = max(maxU, u)
    minV = min(minV, v)
    maxV = max(maxV, v)
  }
}
