import Glibc
import OverlookGeometry
package import OverlookLayout
import OverlookStyle

/// The light on walls and roofs in one frame, as `extrusion_light.glsl` takes it.
package struct ExtrusionLight: Equatable {
  /// Away from the light, as the normals of walls point inside: x east, y south, z up; as long as the light is far.
  package let direction: SIMD3<Float>
  package let color: SIMD3<Float>
  package let intensity: Float

  /// `zoom` is the style's.
  package init(_ light: StyleLight, zoom: Double, bearing: Double) {
    let position = light.position(zoom: zoom)
    let azimuth = (position.y + 90) * Angle.radiansPerDegree
    let polar = position.z * Angle.radiansPerDegree
    let x = position.x * cos(azimuth) * sin(polar)
    let y = position.x * sin(azimuth) * sin(polar)
    let turn = light.anchor(zoom: zoom) == .viewport ? bearing * Angle.radiansPerDegree : 0
    direction = SIMD3(
      Float(x * cos(turn) - y * sin(turn)), Float(x * sin(turn) + y * cos(turn)), Float(position.x * cos(polar)))
    // A colour that is half transparent is half as much light.
    let lit = light.color(zoom: zoom).premultiplied
    color = SIMD3(lit.x, lit.y, lit.z)
    intensity = Float(light.intensity(zoom: zoom))
  }
}
