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
}

/// Five pixels in a row, of which each is a quad of six vertices.
@MainActor private final class Bars {
  let surface: TestSurface
  private let program: GPUProgram
  private let array: GPUVertexArray
  private var indices: GPUBuffer

  nonisolated private static let vertexText = """
    void main() {
      int corner = gl_VertexID % 6;
      vec2 place = vec2(corner == 1 || corner == 2 || corner == 4, corner == 2 || corner == 4 || corner == 5);
      gl_Position = vec4((float(gl_VertexID / 6) + place.x) / 2.5 - 1.0, 2.0 * place.y - 1.0, 0.0, 1.0);
    }
    """
  nonisolated private static let fragmentText = "out vec4 o_color; void main() { o_color = vec4(1.0); }"

  init() throws {
    surface = try TestSurface(width: 5, height: 1)
    let library = ShaderLibrary { (file) throws(GPUError) in file == "bar.vert" ? Self.vertexText : Self.fragmentText }
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

  func lit() throws -> [Bool] { try (0..<5).map { try surface.pixel($0, 0)[0] == 255 } }
}
