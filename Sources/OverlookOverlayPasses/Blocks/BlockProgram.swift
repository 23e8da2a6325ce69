import OverlookGPU
import OverlookLayout
import OverlookPasses
import OverlookRaster

/// A program that draws standing polygons, and where its uniforms are.
@MainActor final class BlockProgram {
  let program: GPUProgram
  private let copyCenter, lightDirection, lightColor, lightIntensity, verticalGradient: GPUUniform
  private let sun: SunUniforms

  init(_ device: GPUDevice, _ library: ShaderLibrary, fragment: String, preamble: String = "") {
    program = GPUProgram(device, vertex: "block.vert", fragment: fragment, library: library, preamble: preamble)
    copyCenter = program.uniform("u_copyCenter")
    lightDirection = program.uniform("u_lightDirection")
    lightColor = program.uniform("u_lightColor")
    lightIntensity = program.uniform("u_lightIntensity")
    verticalGradient = program.uniform("u_verticalGradient")
    sun = SunUniforms(program)
  }

  func set(copyCenter place: SIMD4<Float>) { program.set(copyCenter, place) }

  func set(_ light: ExtrusionLight) {
    program.set(lightDirection, light.direction)
    program.set(lightColor, light.color)
    program.set(lightIntensity, light.intensity)
    program.set(verticalGradient, Float(1))
  }

  func set(_ cast: ShadowCast) { sun.set(cast, of: program) }
  func set(_ daylight: Daylight, _ cast: ShadowCast?) { sun.set(daylight, cast, of: program) }
}
