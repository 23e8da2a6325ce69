package import OverlookCamera
import OverlookGeometry

/// The camera's target in the steps of `FixedPlace`, as shaders take it that count in them.
package struct FixedCenter: Hashable, Sendable {
  /// As `ivec2` sees them.
  package let x: Int
  package let y: Int
  /// What the steps leave of the target, in world units, less the copy of the world.
  package let rest: SIMD2<Float>

  package init(_ view: ViewTransform, worldCopy: Int) {
    let center = FixedPlace(view.center)
    let exact = center.worldPoint
    x = Int(Int32(bitPattern: center.x))
    y = Int(Int32(bitPattern: center.y))
    // The target may lie within half a step of the next world, whose first step this is then.
    let restX = (view.center.x - exact.x).remainder(dividingBy: 1)
    rest = SIMD2(Float(restX - Double(worldCopy)), Float(view.center.y - exact.y))
  }
}
