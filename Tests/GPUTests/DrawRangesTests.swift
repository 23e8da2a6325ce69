import OverlookGPU
import OverlookMeasurement
import OverlookTestSupport
import Testing

@MainActor @Suite(.serialized) struct DrawRangesTests {
  /// Three of five bars of pixels, drawn one by one and by one call.
  @Test(arguments: [false, true]) func rangesAreDrawnAloneOrTogether(asOne: Bool) throws {
    let bars = try Bars()
    var ranges = DrawRanges()
    for bar in [0, 2, 4] { ranges.append(6 * bar..<6 * bar + 6) }
    ranges.append(3..<3)
    let device = bars.surface.device
    device.beginFrame()
    let report = try #require(GraphicsCallCounter.count { bars.draw(ranges, isIndexed: false, asOne: asOne) })
    #expect(report.draws == (asOne ? 1 : 3) && report.ranges == (asOne ? 3 : 0))
    #expect(device.statistics.drawCalls == report.draws && device.statistics.vertices == 18)
    #expect(try bars.lit() == [true, false, true, false, true])
    _ = GraphicsCallCounter.count { bars.draw(ranges, isIndexed: true, asOne: asOne) }
    #expect(try bars.lit() == [true, false, true, false, true])
  }

  /// Pieces of lines on both sides of where a block of indices ends.
  @Test(arguments: [false, true]) func piecesAreNumberedBeyondOneBlock(asOne: Bool) throws {
    let bars = try Bars(pixelOfQuad: "quad < 16384 ? 0 : quad == 16384 ? 2 : 4")
    let indices = StrokeIndices(bars.surface.device)
    try indices.attach(to: bars.array)
    // The driver's memory goes with them.
    defer { withExtendedLifetime(indices) {} }
    let device = bars.surface.device
    var ranges = DrawRanges()
    ranges.appendStrokes(16383..<16385)
    ranges.appendStrokes(9..<9)
    device.beginFrame()
    let report = try #require(GraphicsCallCounter.count { bars.drawStrokes(ranges, asOne: asOne) })
    #expect(report.draws == 1 && device.statistics.vertices == 12)
    #expect(try bars.lit() == [true, false, true, false, false])
    ranges.removeAll()
    ranges.appendStrokes(0..<16386)
    let blocks = try #require(GraphicsCallCounter.count { bars.drawStrokes(ranges, asOne: asOne) })
    #expect(blocks.draws == (asOne ? 1 : 2) && blocks.ranges == (asOne ? 2 : 0))
    #expect(try bars.lit() == [true, false, true, false, true])
    ranges.removeAll()
    ranges.appendStrokes(Int.max / 8..<Int.max / 8 + 1)
    #expect(ranges.isEmpty)
  }
}

/// Five pixels in a row, of which each is a quad of six vertices, or of four where `pixelOfQuad` says which pixel a quad is.
@MainActor private final class Bars {
  let surface: TestSurface
  private let program: GPUProgram
  let array: GPUVertexArray
  private var indices: GPUBuffer

  nonisolated private static let vertexText = """
    void main() {
      int corner = gl_VertexID % 6;
      vec2 place = vec2(corner == 1 || corner == 2 || corner == 4, corner == 2 || corner == 4 || corner == 5);
      gl_Position = vec4((float(gl_VertexID / 6) + place.x) / 2.5 - 1.0, 2.0 * place.y - 1.0, 0.0, 1.0);
    }
    """
  /// The same of quads with four corners.
  nonisolated private static func quadText(_ pixel: String) -> String {
    """
    void main() {
      int quad = gl_VertexID >> 2;
      float pixel = float(\(pixel));
      vec2 place = vec2((gl_VertexID >> 1) & 1, gl_VertexID & 1);
      gl_Position = vec4((pixel + place.x) / 2.5 - 1.0, 2.0 * place.y - 1.0, 0.0, 1.0);
    }
    """
  }
  nonisolated private static let fragmentText = "out vec4 o_color; void main() { o_color = vec4(1.0); }"

  init(pixelOfQuad: String? = nil) throws {
    surface = try TestSurface(width: 5, height: 1)
    let vertexText = pixelOfQuad.map(Self.quadText) ?? Self.vertexText
    let library = ShaderLibrary { (file) throws(GPUError) in file == "bar.vert" ? vertexText : Self.fragmentText }
    program = GPUProgram(surface.device, vertex: "bar.vert", fragment: "bar.frag", library: library)
    array = GPUVertexArray(surface.device)
    indices = GPUBuffer(surface.device, label: "indices of bars")
    try indices.upload((0..<30).map(UInt32.init))
    array.attachIndices(indices)
  }

  func draw(_ ranges: DrawRanges, isIndexed: Bool, asOne: Bool) {
    program.use()
    surface.device.clear(color: .zero)
    if isIndexed {
      surface.device.drawIndexed(.triangles, array, ranges, asOne: asOne)
    } else {
      surface.device.draw(.triangles, array, ranges, asOne: asOne)
    }
  }

  func drawStrokes(_ ranges: DrawRanges, asOne: Bool) {
    program.use()
    surface.device.clear(color: .zero)
    surface.device.drawStrokes(array, ranges, asOne: asOne)
  }

  func lit() throws -> [Bool] { try (0..<5).map { try surface.pixel($0, 0)[0] == 255 } }
}
