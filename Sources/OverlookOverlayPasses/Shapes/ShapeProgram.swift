import OverlookGPU
import OverlookSupport

/// A pair of shaders for shapes and its uniforms.
@MainActor struct ShapeProgram: ~Copyable {
  let program: GPUProgram
  let copyCenter: GPUUniform

  init(_ device: GPUDevice, _ name: String, _ library: ShaderLibrary, preamble: String = "") {
    program = GPUProgram(device, vertex: "\(name).vert", fragment: "\(name).frag", library: library, preamble: preamble)
    copyCenter = program.uniform("u_copyCenter")
    program.set(program.uniform("u_positions"), 0)
    program.set(program.uniform("u_styles"), 1)
  }

  func reload() throws(GPUError) { try program.reload() }
}

/// Draws shapes of which some are more than a colour: dashes, pictures, casings, offsets, widths on the ground, patterns.
@MainActor final class PaintedShapeProgram {
  let pictures: ShapePictures
  private let device: GPUDevice
  private let shapes: ShapeProgram
  private var paints: GPUTexelBuffer
  /// Stands for pictures that the driver refused.
  private let nothing: GPUTexture

  /// `isStanding`: for the outlines of roofs.
  init(_ device: GPUDevice, _ library: ShaderLibrary, isStanding: Bool = false) throws(GPUError) {
    let shapes = ShapeProgram(device, "painted", library, preamble: isStanding ? "#define STANDING\n" : "")
    shapes.program.set(shapes.program.uniform("u_paints"), 2)
    shapes.program.set(shapes.program.uniform("u_picture"), 3)
    self.device = device
    self.shapes = shapes
    pictures = ShapePictures(device)
    paints = GPUTexelBuffer(device, format: .float4, label: "paints of shapes")
    nothing = try GPUTexture(device, image: Image(), label: "no picture")
  }

  func reload() throws(GPUError) { try shapes.reload() }

  func upload(_ new: ShapePaints) throws(GPUError) { try paints.buffer.replace(new.texels.span) }

  /// Draws indices whose vertices are bound; `starts` say which picture belongs to which.
  func draw(
    _ range: Range<Int>, _ vertices: borrowing GPUVertexArray, of starts: ContiguousArray<PictureStart>, copyCenter: SIMD4<Float>
  ) {
    paints.bind(unit: 2)
    shapes.program.set(shapes.copyCenter, copyCenter)
    if starts.isEmpty { nothing.bind(unit: 3) }
    var first = range.lowerBound
    for (number, start) in starts.enumerated() {
      let end = number + 1 < starts.count ? starts[number + 1].firstIndex : range.upperBound
      // What lies before the first picture has none.
      guard end > first, first < range.upperBound else { continue }
      if !pictures.bind(start.image, unit: 3) { nothing.bind(unit: 3) }
      device.drawIndexed(.triangles, vertices, firstIndex: first, count: min(end, range.upperBound) - first)
      first = end
    }
    if first < range.upperBound {
      device.drawIndexed(.triangles, vertices, firstIndex: first, count: range.upperBound - first)
    }
  }
}
