package import OverlookCamera
package import OverlookGeometry
package import OverlookScene

/// The part of a ground overlay's picture that is drawn: all of it, or what lies near the view when the view is much smaller.
///
/// The corners of a country's picture lie some ten million points outside a view of one street. Cut to the view in Double, what is left
/// is small enough for the GPU's Floats.
package struct GroundPart: Equatable, Sendable {
  /// Fractions of the picture, (0, 0) at its top left corner; may reach a little outside.
  package let left: Double
  package let top: Double
  package let right: Double
  package let bottom: Double
  /// From the part, both axes 0 ... 1.
  package let clipFromUnit: Matrix4

  /// Nil when nothing of the picture can be in view. `copy` is the world copy that it is drawn in.
  package init?(_ quad: GroundQuad, copy: Int, view: ViewTransform, pixelsPerPoint: Double) {
    let shift = Double(copy)
    let ground = view.visibleQuad
    guard let a = Self.fraction(ground.nearLeft, quad, shift), let b = Self.fraction(ground.nearRight, quad, shift),
      let c = Self.fraction(ground.farRight, quad, shift), let d = Self.fraction(ground.farLeft, quad, shift)
    else { return nil }
    let (minU, maxU) = (min(min(a.x, b.x), min(c.x, d.x)), max(max(a.x, b.x), max(c.x, d.x)))
    let (minV, maxV) = (min(min(a.y, b.y), min(c.y, d.y)), max(max(a.y, b.y), max(c.y, d.y)))
    // The edge fades over one pixel; far from the eye a pixel covers more ground.
    let pixel = 2 / (view.pointsPerWorld * pixelsPerPoint) * (view.camera.viewingAngle > 0 ? 8 : 1)
    let marginU = min(pixel / Self.length(quad.topLeft, quad.topRight), 0.5)
    let marginV = min(pixel / Self.length(quad.topLeft, quad.bottomLeft), 0.5)
    left = max(-marginU, minU)
    right = min(1 + marginU, maxU)
    top = max(-marginV, minV)
    bottom = min(1 + marginV, maxV)
    guard left < right, top < bottom else { return nil }

    let origin = Self.point(quad, left, top, shift)
    let alongU = Self.point(quad, right, top, shift)
    let alongV = Self.point(quad, left, bottom, shift)
    let (x, y) = view.centeredPoints(for: origin)
    let scale = view.pointsPerWorld
    let pointsFromUnit = Matrix4(
      columns: (
        SIMD4((alongU.x - origin.x) * scale, (alongU.y - origin.y) * scale, 0, 0),
        SIMD4((alongV.x - origin.x) * scale, (alongV.y - origin.y) * scale, 0, 0),
        SIMD4(0, 0, 1, 0),
        SIMD4(x, y, 0, 1)
      ))
    clipFromUnit = view.clipFromCenteredPoints * pointsFromUnit
  }

  private static func fraction(_ place: WorldPoint, _ quad: GroundQuad, _ shift: Double) -> UnitPoint? {
    quad.pictureFraction(of: WorldPoint(x: place.x - shift, y: place.y))
  }

  private static func point(_ quad: GroundQuad, _ u: Double, _ v: Double, _ shift: Double) -> WorldPoint {
    WorldPoint(
      x: quad.topLeft.x + shift + (quad.topRight.x - quad.topLeft.x) * u + (quad.bottomLeft.x - quad.topLeft.x) * v,
      y: quad.topLeft.y + (quad.topRight.y - quad.topLeft.y) * u + (quad.bottomLeft.y - quad.topLeft.y) * v)
  }

  private static func length(_ a: WorldPoint, _ b: WorldPoint) -> Double {
    let (dx, dy) = (b.x - a.x, b.y - a.y)
    return (dx * dx + dy * dy).squareRoot()
  }
}
