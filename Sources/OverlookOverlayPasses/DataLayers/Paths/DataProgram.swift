import OverlookCamera
import OverlookGPU
import OverlookLayout
import OverlookPasses
import OverlookRaster
import OverlookScene

/// A uniform of the programs of layers of lines, areas and prisms.
enum DataUniform: Int, CaseIterable {
  case vertices, elements, color, endColor, roofColor, width, height, base, opacity, shown, isGround, joinAndCap, lightDirection
  case lightColor, lightIntensity, verticalGradient, sides, angle, pieces, time
  case paints, paintRow, picture, distances

  var name: String { "u_\(self)" }
}

/// A program of these layers, with the places of its uniforms.
@MainActor final class DataProgram {
  private let program: GPUProgram
  private let place: PlaceUniforms
  private let sun: SunUniforms
  /// By the numbers of `DataUniform`.
  private var uniforms: [GPUUniform] = []

  fileprivate init(_ device: GPUDevice, _ kind: DataPrograms.Kind, library: ShaderLibrary) {
    let (vertex, fragment, preamble) = kind.shaders
    program = GPUProgram(device, vertex: vertex, fragment: fragment, library: library, preamble: preamble)
    place = PlaceUniforms(program)
    sun = SunUniforms(program)
    for uniform in DataUniform.allCases { uniforms.append(program.uniform(uniform.name)) }
    set(.vertices, 0)
    set(.elements, 1)
    set(.paints, 2)
    set(.picture, 3)
    set(.distances, 4)
  }

  func reload() throws(GPUError) { try program.reload() }

  func set(_ uniform: DataUniform, _ value: Float) { program.set(uniforms[uniform.rawValue], value) }
  func set(_ uniform: DataUniform, _ value: SIMD2<Float>) { program.set(uniforms[uniform.rawValue], value) }
  func set(_ uniform: DataUniform, _ value: SIMD3<Float>) { program.set(uniforms[uniform.rawValue], value) }
  func set(_ uniform: DataUniform, _ value: SIMD4<Float>) { program.set(uniforms[uniform.rawValue], value) }
  func set(_ uniform: DataUniform, _ value: Int) { program.set(uniforms[uniform.rawValue], value) }

  /// Sets which copy of the world is drawn.
  func set(_ view: ViewTransform, worldCopy: Int) { place.set(program, view, worldCopy: Int64(worldCopy)) }

  /// A packed colour of all elements; nil: each has its own, as an alpha below 0 tells the shaders.
  func set(_ uniform: DataUniform, color packed: UInt32?) {
    set(uniform, SharedValue.color(packed))
  }

  /// A length of all elements; nil: each has its own, as a number below 0 tells the shaders.
  func set(_ uniform: DataUniform, length: Float?) {
    set(uniform, SharedValue.length(length))
  }

  /// The filter; nil: there is none.
  func set(shown: ClosedRange<Float>?) {
    let range = shown ?? .everything
    set(.shown, SIMD2(range.lowerBound, range.upperBound))
  }

  /// How the shadows fall that the program draws.
  func set(_ cast: ShadowCast) { sun.set(cast, of: program) }

  /// The light on walls and roofs of a frame.
  func setLight(of frame: DataFrame) {
    set(.lightDirection, frame.light.direction)
    set(.lightColor, frame.light.color)
    set(.lightIntensity, frame.light.intensity)
    if let daylight = frame.daylight { sun.set(daylight, frame.cast, of: program) }
  }
}

/// What a layer that stands is drawn for; the programs of its roofs and walls, in that order. Kept, for a list made in a frame is
/// memory taken in it.
struct StandingParts {
  let styled, sunlit, casting: [DataPrograms.Kind]

  /// Areas with a height.
  static let ofBlocks = StandingParts(
    styled: [.roof, .wall], sunlit: [.sunlitRoof, .sunlitWall], casting: [.castingRoof, .castingWall])
  /// Columns.
  static let ofColumns = StandingParts(
    styled: [.columnRoof, .column], sunlit: [.sunlitColumnRoof, .sunlitColumn],
    casting: [.castingColumnRoof, .castingColumn])

  /// For the eye.
  func seen(in frame: DataFrame) -> [DataPrograms.Kind] { frame.daylight == nil ? styled : sunlit }
}

/// The programs of layers of lines, areas and prisms.
@MainActor final class DataPrograms {
  enum Kind: Int, CaseIterable {
    case path, thinPath, trail, paintedPath, roofLine, flat, hardFlat, arc
    case roof, wall, sunlitRoof, sunlitWall, castingRoof, castingWall
    case column, columnRoof, sunlitColumn, sunlitColumnRoof, castingColumn, castingColumnRoof

    fileprivate var shaders: (vertex: String, fragment: String, preamble: String) {
      switch self {
      case .path: ("path.vert", "line.frag", "")
      case .thinPath: ("path.vert", "thin.frag", "#define THIN\n")
      case .trail: ("path.vert", "line.frag", "#define TRAIL\n")
      case .paintedPath: ("path.vert", "painted.frag", "#define PAINTED\n")
      case .roofLine: ("path.vert", "painted.frag", "#define PAINTED\n#define STANDING\n")
      case .flat: ("prism.vert", "fill.frag", "#define EDGED\n")
      case .hardFlat: ("prism.vert", "fill.frag", "")
      case .roof: ("prism.vert", "fill.frag", "#define LIT\n")
      case .wall: ("prism.vert", "fill.frag", "#define LIT\n#define WALLS\n")
      case .sunlitRoof: ("prism.vert", "block_sunlit.frag", "#define LIT\n#define SUNLIT\n")
      case .sunlitWall: ("prism.vert", "block_sunlit.frag", "#define LIT\n#define SUNLIT\n#define WALLS\n")
      case .castingRoof: ("prism.vert", "shadow_caster.frag", "#define CASTS\n")
      case .castingWall: ("prism.vert", "shadow_caster.frag", "#define CASTS\n#define WALLS\n")
      case .column: ("column.vert", "fill.frag", "#define WALLS\n")
      case .columnRoof: ("column.vert", "fill.frag", "")
      case .sunlitColumn: ("column.vert", "block_sunlit.frag", "#define SUNLIT\n#define WALLS\n")
      case .sunlitColumnRoof: ("column.vert", "block_sunlit.frag", "#define SUNLIT\n")
      case .castingColumn: ("column.vert", "shadow_caster.frag", "#define CASTS\n#define WALLS\n")
      case .castingColumnRoof: ("column.vert", "shadow_caster.frag", "#define CASTS\n")
      case .arc: ("arc.vert", "arc.frag", "")
      }
    }
  }

  /// By the numbers of `Kind`.
  private let programs: [DataProgram]
  /// For pieces of lines.
  let strokes: StrokeIndices

  init(_ device: GPUDevice, library: ShaderLibrary) {
    strokes = StrokeIndices(device)
    programs = Kind.allCases.map { DataProgram(device, $0, library: library) }
  }

  /// Reads the shaders again; on an error the old ones stay.
  func reload() throws(GPUError) {
    for program in programs { try program.reload() }
  }

  func program(_ kind: Kind) -> DataProgram { programs[kind.rawValue] }
}
