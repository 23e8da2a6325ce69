import OverlookCamera
import OverlookGPU
import OverlookGeometry
import OverlookScene

/// The programs of the layers of many lines, areas and prisms, made when they are needed first.
@MainActor final class BulkPrograms {
  private let device: GPUDevice
  private let library: ShaderLibrary
  private var pathProgram: PathProgram?

  init(_ device: GPUDevice, library: ShaderLibrary) {
    self.device = device
    self.library = library
  }

  /// Reads the shaders again; on an error the old ones stay.
  func reload() throws(GPUError) {
    try pathProgram?.reload()
  }

  func path() throws(GPUError) -> PathProgram {
    if let pathProgram { return pathProgram }
    let made = try PathProgram(device, library: library)
    pathProgram = made
    return made
  }
}

/// The program of path layers.
@MainActor final class PathProgram {
  private var program: GPUProgram
  private let place: PlaceUniforms
  private let vertices: GPUUniform
  private let elements: GPUUniform
  private let color: GPUUniform
  private let width: GPUUniform
  private let opacity: GPUUniform
  private let shown: GPUUniform
  private let isGround: GPUUniform
  private let joinAndCap: GPUUniform

  init(_ device: GPUDevice, library: ShaderLibrary) throws(GPUError) {
    var program = try GPUProgram(device, vertex: "path.vert", fragment: "line.frag", library: library)
    place = PlaceUniforms(&program)
    vertices = program.uniform("u_vertices")
    elements = program.uniform("u_elements")
    color = program.uniform("u_color")
    width = program.uniform("u_width")
    opacity = program.uniform("u_opacity")
    shown = program.uniform("u_shown")
    isGround = program.uniform("u_isGround")
    joinAndCap = program.uniform("u_joinAndCap")
    self.program = program
    setUnits()
  }

  func reload() throws(GPUError) {
    try program.reload()
    setUnits()
  }

  private func setUnits() {
    program.set(vertices, 0)
    program.set(elements, 1)
  }

  /// Sets what is the same for all paths.
  func set(_ style: PathStyle) {
    program.set(color, style.color.map(SIMD4.init(packedColor:)) ?? SIMD4(0, 0, 0, -1))
    // What is not a number would be taken from the column.
    program.set(width, style.width.map { $0 > 0 ? $0 : 0 } ?? -1)
    program.set(opacity, style.opacity)
    let range = style.shownValues ?? .everything
    program.set(shown, SIMD2(range.lowerBound, range.upperBound))
    program.set(isGround, style.unit == .meters ? 1 : 0)
    program.set(joinAndCap, Int(style.join.rawValue) | (3 + Int(style.cap.rawValue)) << 8)
  }

  func set(_ view: ViewTransform, worldCopy: Int64) { place.set(program, view, worldCopy: worldCopy) }
}
