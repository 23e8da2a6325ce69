package import OverlookCamera
package import OverlookGPU

/// Something that stands on the map and throws shadows.
@MainActor package protocol ShadowCaster: AnyObject {
  /// Another one when what stands there is not as it was.
  var shadowVersion: Int { get }

  /// How high the highest of it near a view is, in points; 0 for nothing.
  func tallestShadow(in view: ViewTransform) -> Double

  /// Draws all of it whose shadows may be seen into the map of heights, which is bound: as `shadow_caster.glsl` has it.
  func castShadows(_ cast: ShadowCast) throws(GPUError)
}
