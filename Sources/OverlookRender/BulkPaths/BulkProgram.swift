import OverlookCamera
import OverlookGPU
import OverlookScene

/// A uniform of the programs of layers of lines, areas and prisms.
enum BulkUniform: Int, CaseIterable {
  case vertices, elements, color, endColor, roofColor, width, height, base, opacity, shown, isGround, joinAndCap, lightDirection
  case lightColor, lightIntensity, verticalGradient, sides, angle, pieces, time

  var name: String { "u_\(self)" }
}

/// A program of these layers, with the places of its uniforms.
@MainActor final class BulkProgram {
  private var program: GPUProgram
  private let place: PlaceUniforms
  private let uniforms: [GPUUniform]

  init(_ device: GPUDevice, vertex: String, fragment: String, library: ShaderLibrary, preamble: String) throws(GPUError) {
    var program = GPUProgram(device, vertex: vertex, fragment: fragment, library: library, preamble: preamble)
    place = PlaceUniforms(program)
    var uniforms: [GPUUniform] = []
    for uniform in BulkUniform.allCases { uniforms.append(program.uniform(uniform.name)) }
    self.uniforms = uniforms
    self.program = program
    setUnits()
  }

  func reload() throws(GPUError) {
    try program.reload()
    setUnits()
  }

  private func setUnits() {
    program.set(uniforms[BulkUniform.vertices.rawValue], 0)
    program.set(uniforms[BulkUniform.elements.rawValue], 1)
  }

  func set(_ uniform: BulkUniform, _ value: Float) { program.set(uniforms[uniform.rawValue], value) }
  func set(_ uniform: BulkUniform, _ value: SIMD2<Float>) { program.set(uniforms[uniform.rawValue], value) }
  func set(_ uniform: BulkUniform, _ value: SIMD3<Float>) { program.set(uniforms[uniform.rawValue], value) }
  func set(_ uniform: BulkUniform, _ value: SIMD4<Float>) { program.set(uniforms[uniform.rawValue], value) }
  func set(_ uniform: BulkUniform, _ value: Int) { program.set(uniforms[uniform.rawValue], value) }

  /// Sets which copy of the world is drawn.
  func set(_ view: ViewTransform, worldCopy: Int) { place.set(program, view, worldCopy: Int64(worldCopy)) }

  /// A packed colour of all elements; nil: each has its own, as an alpha below 0 tells the shaders.
  func set(_ uniform: BulkUniform, color packed: UInt32?) {
    set(uniform, SharedValue.color(packed))
  }

  /// A length of all elements; nil: each has its own, as a number below 0 tells the shaders.
  func set(_ uniform: BulkUniform, length: Float?) {
    set(uniform, SharedValue.length(length))
  }

  /// The filter; nil: there is none.
  func set(shown: ClosedRange<Float>?) {
    let range = shown ?? .everything
    set(.shown, SIMD2(range.lowerBound, range.upperBound))
  }

  func set(_ light: ExtrusionLight) {
    set(.lightDirection, light.direction)
    set(.lightColor, light.color)
    set(.lightIntensity, light.intensity)
  }
}

/// The programs of layers of lines, areas and prisms, made when they are needed first.
@MainActor final class BulkPrograms {
  enum Kind: CaseIterable {
    case path, trail, flat, roof, wall, column, columnRoof, arc

    /// What areas with a height are made of; kept, for a list made in a frame is memory taken in it.
    static let partsOfBlocks: [Kind] = [.roof, .wall]
    /// What columns are made of.
    static let partsOfColumns: [Kind] = [.columnRoof, .column]
  }

  private let device: GPUDevice
  private let library: ShaderLibrary
  private var programs: [Kind: BulkProgram] = [:]

  init(_ device: GPUDevice, library: ShaderLibrary) {
    self.device = device
    self.library = library
  }

  /// Reads the shaders again; on an error the old ones stay.
  func reload() throws(GPUError) {
    for kind in Kind.allCases { try programs[kind]?.reload() }
  }

  func program(_ kind: Kind) throws(GPUError) -> BulkProgram {
    if let known = programs[kind] { return known }
    let (vertex, fragment, preamble) =
      switch kind {
      case .path: ("path.vert", "line.frag", "")
      case .trail: ("path.vert", "line.frag", "#define TRAIL\n")
      case .flat: ("prism.vert", "fill.frag", "")
      case .roof: ("prism.vert", "fill.frag", "#define LIT\n")
      case .wall: ("prism.vert", "fill.frag", "#define LIT\n#define WALLS\n")
      case .column: ("column.vert", "fill.frag", "#define WALLS\n")
      case .columnRoof: ("column.vert", "fill.frag", "")
      case .arc: ("arc.vert", "arc.frag", "")
      }
    let made = try BulkProgram(device, vertex: vertex, fragment: fragment, library: library, preamble: preamble)
    programs[kind] = made
    return made
  }
}
