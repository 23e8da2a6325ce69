import OverlookCamera
import OverlookGPU
import OverlookGeometry

/// The uniforms of `fixed_place.glsl`: the camera's target as places of whole steps see it.
struct PlaceUniforms {
  private let centerX: GPUUniform
  private let centerY: GPUUniform
  private let centerRest: GPUUniform

  @MainActor init(_ program: borrowing GPUProgram) {
    centerX = program.uniform("u_centerX")
    centerY = program.uniform("u_centerY")
    centerRest = program.uniform("u_centerRest")
  }

  /// Sets which copy of the world is drawn.
  @MainActor func set(_ program: borrowing GPUProgram, _ view: ViewTransform, worldCopy: Int64) {
    let center = FixedPlace(view.center)
    let exact = center.worldPoint
    program.set(centerX, Int(Int32(bitPattern: center.x)))
    program.set(centerY, Int(Int32(bitPattern: center.y)))
    // The target may lie within half a step of the next world, whose first step this is then.
    let restX = (view.center.x - exact.x).remainder(dividingBy: 1)
    program.set(centerRest, SIMD2(Float(restX - Double(worldCopy)), Float(view.center.y - exact.y)))
  }
}

extension ClosedRange<Float> {
  /// What filters let through where there is none.
  static var everything: ClosedRange<Float> { -.greatestFiniteMagnitude ... .greatestFiniteMagnitude }
}
