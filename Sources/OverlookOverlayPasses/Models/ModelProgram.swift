import OverlookCamera
import OverlookGPU
import OverlookGeometry
import OverlookPasses
import OverlookScene
import OverlookSupport

/// Which variant of the shaders draws a part of a model.
struct ModelVariant: OptionSet, Hashable {
  let rawValue: UInt16

  static let skinned = ModelVariant(rawValue: 1)
  static let instanced = ModelVariant(rawValue: 2)
  static let colorTexture = ModelVariant(rawValue: 4)
  static let surfaceTexture = ModelVariant(rawValue: 8)
  static let emissionTexture = ModelVariant(rawValue: 16)
  static let normalTexture = ModelVariant(rawValue: 32)
  static let morphed = ModelVariant(rawValue: 64)
  /// In the light of the Sun, and the shadows of everything.
  static let sunlit = ModelVariant(rawValue: 128)
  /// Shadows, and nothing else.
  static let caster = ModelVariant(rawValue: 256)

  private static let names: [(ModelVariant, String)] = [
    (.skinned, "SKINNED"), (.morphed, "MORPHED"), (.instanced, "INSTANCED"), (.colorTexture, "COLOR_TEXTURE"),
    (.surfaceTexture, "SURFACE_TEXTURE"), (.sunlit, "SUNLIT"), (.caster, "CASTS"),
    (.emissionTexture, "EMISSION_TEXTURE"), (.normalTexture, "NORMAL_TEXTURE"),
  ]

  var preamble: String {
    Self.names.filter { contains($0.0) }.map { "#define \($0.1)\n" }.joined()
  }

  /// What a material needs.
  init(_ material: ModelMaterial) {
    var variant: ModelVariant = []
    if material.colorTexture != nil { variant.insert(.colorTexture) }
    if material.surfaceTexture != nil { variant.insert(.surfaceTexture) }
    if material.emissionTexture != nil { variant.insert(.emissionTexture) }
    if material.normalTexture != nil { variant.insert(.normalTexture) }
    self = variant
  }

  init(rawValue: UInt16) { self.rawValue = rawValue }
}

/// The light of a frame and where it is seen from.
struct ModelLight: Equatable {
  /// To the light: east, south, up; as long as the light is far.
  var direction: SIMD3<Float>
  /// sRGB.
  var color: SIMD3<Float>
  /// 0 ... 1.
  var intensity: Float
  /// From the target, in points.
  var eye: SIMD3<Float>
}

/// A program that draws parts of models, and where its uniforms are.
@MainActor final class ModelProgram {
  private enum Uniform: Int, CaseIterable {
    case pointsFromModel, groundFromModel, modelFromNode, normalFromNode, centerX, centerY, centerRest, firstJoint
    case firstShift, cornerCount, targetCount, firstWeight, firstVertex
    case color, opacity, emission, metallic, roughness, isUnlit, isDoubleSided, cutoff, isBlended, occlusion, normalScale
    case lightDirection, lightColor, lightIntensity, eye
    case hasShadows
  }

  /// Units of the textures of a material, and those of joints, targets and their weights.
  static let colorUnit = 0
  static let surfaceUnit = 1
  static let emissionUnit = 2
  static let normalUnit = 3
  static let jointsUnit = 4
  static let shiftsUnit = 5
  static let weightsUnit = 6

  private let program: GPUProgram
  private let sun: SunUniforms
  /// By the numbers of `Uniform`.
  private var uniforms: [GPUUniform] = []
  private var light: ModelLight?

  init(_ device: GPUDevice, library: ShaderLibrary, variant: ModelVariant) {
    program = GPUProgram(
      device, vertex: "model.vert", fragment: variant.contains(.caster) ? "shadow_caster.frag" : "model.frag", library: library,
      preamble: variant.preamble)
    sun = SunUniforms(program)
    for uniform in Uniform.allCases { uniforms.append(program.uniform("u_\(uniform)")) }
    program.set(program.uniform("u_colors"), Self.colorUnit)
    program.set(program.uniform("u_surface"), Self.surfaceUnit)
    program.set(program.uniform("u_emissions"), Self.emissionUnit)
    program.set(program.uniform("u_normals"), Self.normalUnit)
    program.set(program.uniform("u_joints"), Self.jointsUnit)
    program.set(program.uniform("u_shifts"), Self.shiftsUnit)
    program.set(program.uniform("u_weights"), Self.weightsUnit)
  }

  func reload() throws(GPUError) {
    try program.reload()
    light = nil
  }

  private func set(_ uniform: Uniform, _ value: Float) { program.set(uniforms[uniform.rawValue], value) }
  private func set(_ uniform: Uniform, _ value: SIMD2<Float>) { program.set(uniforms[uniform.rawValue], value) }
  private func set(_ uniform: Uniform, _ value: SIMD3<Float>) { program.set(uniforms[uniform.rawValue], value) }
  private func set(_ uniform: Uniform, _ value: SIMD4<Float>) { program.set(uniforms[uniform.rawValue], value) }
  private func setWhole(_ uniform: Uniform, _ value: Int) { program.set(uniforms[uniform.rawValue], value) }
  private func set(_ uniform: Uniform, _ value: Matrix4) { program.setMatrix(uniforms[uniform.rawValue], value.floats) }

  func set(_ newLight: ModelLight) {
    program.use()
    guard newLight != light else { return }
    light = newLight
    set(.lightDirection, newLight.direction)
    set(.lightColor, newLight.color)
    set(.lightIntensity, newLight.intensity)
    set(.eye, newLight.eye)
  }

  /// Where shadows lie; nil where there are none.
  func set(_ cast: ShadowCast?) {
    program.use()
    set(.hasShadows, cast == nil ? 0 : 1)
    if let cast { sun.set(cast, of: program) }
  }

  func set(_ material: ModelMaterial, opacity: Float) {
    set(.color, material.color)
    set(.opacity, opacity)
    set(.emission, material.emission)
    set(.metallic, material.metallic)
    set(.roughness, material.roughness)
    set(.isUnlit, material.isUnlit ? 1 : 0)
    set(.isDoubleSided, material.isDoubleSided ? 1 : 0)
    set(.occlusion, material.occlusion)
    set(.normalScale, material.normalScale)
    set(.isBlended, material.isBlended ? 1 : 0)
    if case .mask(let cutoff) = material.alphaMode { set(.cutoff, cutoff) } else { set(.cutoff, -1) }
  }

  /// Where a single model stands.
  func setStand(pointsFromModel: Matrix4, groundFromModel: Matrix4) {
    set(.pointsFromModel, pointsFromModel)
    set(.groundFromModel, groundFromModel)
  }

  /// Which copy of the world the places of a layer are in.
  func set(_ center: FixedCenter) {
    setWhole(.centerX, center.x)
    setWhole(.centerY, center.y)
    set(.centerRest, center.rest)
  }

  func set(modelFromNode: Matrix4) {
    set(.modelFromNode, modelFromNode)
    set(.normalFromNode, modelFromNode.normals)
  }

  func set(firstJoint: Int) { setWhole(.firstJoint, firstJoint) }

  func set(_ morph: ModelMorph) {
    setWhole(.firstShift, morph.firstShift)
    setWhole(.cornerCount, morph.cornerCount)
    setWhole(.targetCount, morph.targetCount)
    setWhole(.firstWeight, morph.firstWeight)
    setWhole(.firstVertex, morph.firstVertex)
  }
}

/// The programs, each made when it is first needed.
@MainActor final class ModelPrograms {
  private let device: GPUDevice
  private let library: ShaderLibrary
  private var programs: [ModelVariant: ModelProgram] = [:]

  init(_ device: GPUDevice, library: ShaderLibrary) {
    self.device = device
    self.library = library
  }

  func reload() throws(GPUError) {
    for program in programs.values { try program.reload() }
  }

  func program(_ variant: ModelVariant) -> ModelProgram {
    if let known = programs[variant] { return known }
    let program = ModelProgram(device, library: library, variant: variant)
    programs[variant] = program
    return program
  }
}
