package import OverlookGPU
package import OverlookLayout

/// The uniforms of a program that draws in the light of the Sun (`shadow_receiver.glsl`, `shadow_lookup.glsl`, `sun_light.glsl`), or
/// what throws shadows (`shadow_caster.glsl`). Heights are in points there.
@MainActor package struct SunUniforms {
  private let slope, mapPlace, bias, ambient, direct: GPUUniform

  package init(_ program: borrowing GPUProgram) {
    slope = program.uniform("u_shadowSlope")
    mapPlace = program.uniform("u_mapPlace")
    bias = program.uniform("u_bias")
    ambient = program.uniform("u_sunAmbient")
    direct = program.uniform("u_sunDirect")
    program.set(program.uniform("u_shadowHeights"), ShadowMap.unit)
  }

  /// How shadows fall.
  package func set(_ cast: ShadowCast, of program: borrowing GPUProgram) {
    program.set(slope, SIMD2<Float>(cast.slope))
    program.set(mapPlace, cast.mapPlace)
    program.set(bias, cast.bias)
  }

  /// The light, too; without a cast the Sun's own reaches nothing.
  package func set(_ daylight: Daylight, _ cast: ShadowCast?, of program: borrowing GPUProgram) {
    program.set(ambient, daylight.ambientColor)
    program.set(direct, cast == nil ? .zero : daylight.directColor)
    if let cast { set(cast, of: program) }
  }
}
