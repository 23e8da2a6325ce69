package import OverlookGPU
import OverlookPasses

/// Uniforms of the style shaders by their names: `u_` and the case.
package enum StyleUniform: Int, CaseIterable, Sendable {
  case clipFromTile, color, opacity, targetPixels, viewportPoints, pixelsPerPoint, rows
  // Lines.
  case unitsPerPoint, antialias, width, floorWidth, floorFraction, gapWidth, offset, blur, reach
  case dashes, dashTo, dashFrom, gradient, gradientRows
  // Patterns.
  case images, imagesPixels, patternTo, patternFrom, patternRatios, patternScale, patternOrigin, fade, fromGroup
  // Extrusions.
  case height, base, lightDirection, lightColor, lightIntensity, verticalGradient, heightFactor, roofLightness
  // Light and shadow of an hour.
  case shadowSlope, pointsPerMeter, mapPlace, bias, sunAmbient, sunDirect, shadowHeights

  var name: String { "u_\(self)" }

  static let all = allCases
}

/// A program of a style pass with the places of its uniforms.
@MainActor package final class StyleProgram {
  package let program: GPUProgram
  private var uniforms: [GPUUniform] = []
  private var named: [String: GPUUniform] = [:]

  /// `preamble` says which variant of the shaders is meant.
  package init(
    _ device: GPUDevice, _ vertex: String, _ fragment: String, library: ShaderLibrary, preamble: String = ""
  ) {
    program = GPUProgram(device, vertex: vertex, fragment: fragment, library: library, preamble: preamble)
    for uniform in StyleUniform.all { uniforms.append(program.uniform(uniform.name)) }
    set(.images, Self.imagesUnit)
    set(.dashes, Self.dashesUnit)
    set(.gradient, Self.gradientUnit)
    set(.rows, Self.rowsUnit)
    set(.shadowHeights, ShadowMap.unit)
  }

  package func use() { program.use() }

  package func set(_ uniform: StyleUniform, _ value: Float) { program.set(uniforms[uniform.rawValue], value) }
  package func set(_ uniform: StyleUniform, _ value: SIMD2<Float>) { program.set(uniforms[uniform.rawValue], value) }
  package func set(_ uniform: StyleUniform, _ value: SIMD3<Float>) { program.set(uniforms[uniform.rawValue], value) }
  package func set(_ uniform: StyleUniform, _ value: SIMD4<Float>) { program.set(uniforms[uniform.rawValue], value) }
  package func set(_ uniform: StyleUniform, _ value: Int) { program.set(uniforms[uniform.rawValue], value) }
  package func setMatrix<Matrix: BitwiseCopyable>(_ uniform: StyleUniform, _ value: Matrix) {
    program.setMatrix(uniforms[uniform.rawValue], value)
  }

  /// A uniform that only some programs have.
  package func set(named name: String, _ value: Float) { program.set(uniform(named: name), value) }
  package func set(named name: String, _ value: SIMD2<Float>) { program.set(uniform(named: name), value) }
  package func set(named name: String, _ value: SIMD3<Float>) { program.set(uniform(named: name), value) }
  package func set(named name: String, _ value: SIMD4<Float>) { program.set(uniform(named: name), value) }
  package func set(named name: String, _ value: Int) { program.set(uniform(named: name), value) }
  package func setMatrix<Matrix: BitwiseCopyable>(named name: String, _ value: Matrix) {
    program.setMatrix(uniform(named: name), value)
  }

  private func uniform(named name: String) -> GPUUniform {
    if let known = named[name] { return known }
    let uniform = program.uniform(name)
    named[name] = uniform
    return uniform
  }

  package func reload() throws(GPUError) { try program.reload() }

  /// The unit of the texture with the rows of `PaintColumns`.
  package static let rowsUnit = 15
  /// The unit of the texture with the pictures of the style.
  package static let imagesUnit = 1
  static let dashesUnit = 2
  static let gradientUnit = 3
}

/// The variants of one pair of shaders, each made when it is first needed.
@MainActor package final class StyleProgramFamily {
  private let device: GPUDevice
  private let library: ShaderLibrary
  private let vertex: String
  private let fragment: String
  private var programs: [String: StyleProgram] = [:]

  package init(_ device: GPUDevice, _ vertex: String, _ fragment: String, library: ShaderLibrary) {
    self.device = device
    self.library = library
    self.vertex = vertex
    self.fragment = fragment
  }

  /// The program whose text begins with `preamble`.
  package func program(_ preamble: String = "") -> StyleProgram {
    if let program = programs[preamble] { return program }
    let program = StyleProgram(device, vertex, fragment, library: library, preamble: preamble)
    programs[preamble] = program
    return program
  }

  package func reload() throws(GPUError) {
    for program in programs.values { try program.reload() }
  }
}

/// The programs of a bucket by the number of their variant, so that no text is looked up in a frame.
@MainActor struct StyleProgramSlots {
  private var programs: [StyleProgram?]

  init(count: Int) { programs = Array(repeating: nil, count: count) }

  /// The program of a variant; `preamble` is asked for when it is needed for the first time.
  mutating func program(_ variant: Int, _ family: StyleProgramFamily, _ preamble: () -> String) -> StyleProgram {
    if let known = programs[variant] { return known }
    let program = family.program(preamble())
    programs[variant] = program
    return program
  }
}
