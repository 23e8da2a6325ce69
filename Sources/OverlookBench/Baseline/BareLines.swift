import OverlookCamera
import OverlookGPU
import OverlookGeometry
import OverlookSupport

/// Lines of 2 points by the plainest means. Their widths lie on the ground.
@MainActor final class BareLines: BareDrawing {
  enum Variant {
    /// A quad an instance, one for each piece: the naive loop.
    case pieces
    /// Two vertices a point, joined to strips, of which only the cells in view are drawn.
    case strips
  }

  let name: String
  private let device: GPUDevice
  private let variant: Variant
  private let ground: BareGround
  private let program: BareProgram
  private let vertices: GPUVertexArray
  private var buffer: GPUBuffer
  private var indices: GPUBuffer
  private var count = 0
  private var cells: BareCells?
  /// Where the indices of the lines begin, in the order of the cells; one more than there are lines.
  private var firsts: [Int] = []

  private struct Piece: BitwiseCopyable {
    var from: SIMD2<Float>
    var to: SIMD2<Float>
    var color: UInt32
    var rest: UInt32 = 0
  }

  private struct Corner: BitwiseCopyable {
    var place: SIMD2<Float>
    /// From the line's middle to its right edge, in half widths.
    var aside: SIMD2<Float>
    var color: UInt32
    var rest: UInt32 = 0
  }

  init(_ device: GPUDevice, _ lines: [[WorldPoint]], _ variant: Variant) throws(GPUError) {
    self.device = device
    self.variant = variant
    let ground = BareGround(lines.flatMap { $0 })
    self.ground = ground
    name = variant == .pieces ? "instanced quads, one a piece" : "triangle strips culled by a grid"
    program = BareProgram(
      device, ground, vertex: variant == .pieces ? Self.pieceShader : Self.stripShader, fragment: Self.fragmentShader)
    vertices = GPUVertexArray(device)
    buffer = GPUBuffer(device, usage: .fixed, label: "bare lines")
    indices = GPUBuffer(device, usage: .fixed, label: "indices of bare lines")
    let places = lines.map { $0.map(ground.place) }
    switch variant {
    case .pieces: try uploadPieces(places)
    case .strips: try uploadStrips(places)
    }
  }

  func draw(_ view: ViewTransform, frame: Int) {
    program.use(view)
    guard let cells else { return device.draw(.triangleStrip, vertices, count: 4, instances: count) }
    cells.forEachRange(in: ground.seen(view, reachPoints: 2)) { range in
      let first = firsts[range.lowerBound]
      device.drawIndexed(.triangleStrip, vertices, firstIndex: first, count: firsts[range.upperBound] - first)
    }
  }

  private func uploadPieces(_ lines: [[SIMD2<Float>]]) throws(GPUError) {
    var pieces: [Piece] = []
    for (number, line) in lines.enumerated() {
      let color = BenchPixels.color(number).packedPremultiplied
      pieces += zip(line, line.dropFirst()).map { Piece(from: $0, to: $1, color: color) }
    }
    count = pieces.count
    try buffer.upload(pieces)
    let layout = VertexLayout(
      stride: MemoryLayout<Piece>.stride, divisor: 1,
      [
        VertexAttribute(0, .float, 2, offset: 0), VertexAttribute(1, .float, 2, offset: 8),
        VertexAttribute(2, .unsignedByteNormalized, 4, offset: 16),
      ])
    vertices.attach(buffer, layout)
  }

  private func uploadStrips(_ lines: [[SIMD2<Float>]]) throws(GPUError) {
    let lines = lines.enumerated().filter { $0.element.count > 1 }
    let sorted = BareCells(lines.map { BareBox($0.element) })
    var (corners, order): ([Corner], [UInt32]) = ([], [])
    for index in sorted.order {
      let (number, line) = lines[index]
      let color = BenchPixels.color(number).packedPremultiplied
      firsts.append(order.count)
      // Twice the first and twice the last: triangles without an area lead from line to line.
      order.append(UInt32(corners.count))
      for (place, aside) in zip(line, Self.miters(line)) {
        for side: Float in [-1, 1] {
          order.append(UInt32(corners.count))
          corners.append(Corner(place: place, aside: side * aside, color: color))
        }
      }
      order.append(UInt32(corners.count - 1))
    }
    firsts.append(order.count)
    cells = sorted
    try buffer.upload(corners)
    try indices.upload(order)
    let layout = VertexLayout(
      stride: MemoryLayout<Corner>.stride,
      [
        VertexAttribute(0, .float, 2, offset: 0), VertexAttribute(1, .float, 2, offset: 8),
        VertexAttribute(2, .unsignedByteNormalized, 4, offset: 16),
      ])
    vertices.attach(buffer, layout)
    vertices.attachIndices(indices)
  }

  /// For each point of a line the way to its right edge, half a width long along its pieces and at most two at sharp bends.
  private static func miters(_ line: [SIMD2<Float>]) -> [SIMD2<Float>] {
    let normals = zip(line, line.dropFirst()).map { from, to -> SIMD2<Float> in
      let along = to - from
      let length = (along * along).sum().squareRoot()
      return length > 0 ? SIMD2(-along.y, along.x) / length : .zero
    }
    return line.indices.map { index in
      let before = normals[max(index - 1, 0)]
      let after = normals[min(index, normals.count - 1)]
      // The sum of two unit vectors, made so long that its part across the line is 1.
      let sum = before + after
      return sum * 2 / max((sum * sum).sum(), 1)
    }
  }

  private nonisolated static let pieceShader = """
    layout(location = 0) in vec2 a_from;
    layout(location = 1) in vec2 a_to;
    layout(location = 2) in vec4 a_color;
    flat out vec4 v_color;
    out float v_side;
    void main() {
      vec2 along = a_to - a_from;
      vec2 aside = vec2(-along.y, along.x) / max(length(along), 1e-12);
      v_side = float(gl_VertexID & 1) * 3.0 - 1.5;
      v_color = a_color;
      gl_Position = clip(((gl_VertexID & 2) == 0 ? a_from : a_to) + aside * v_side / u_origin.z, 0.0);
    }
    """

  private nonisolated static let stripShader = """
    layout(location = 0) in vec2 a_place;
    layout(location = 1) in vec2 a_aside;
    layout(location = 2) in vec4 a_color;
    flat out vec4 v_color;
    out float v_side;
    void main() {
      v_side = float(gl_VertexID & 1) * 3.0 - 1.5;
      v_color = a_color;
      gl_Position = clip(a_place + a_aside * 1.5 / u_origin.z, 0.0);
    }
    """

  private nonisolated static let fragmentShader = """
    flat in vec4 v_color;
    in float v_side;
    out vec4 o_color;
    void main() {
      o_color = v_color * clamp(1.5 - abs(v_side), 0.0, 1.0);
    }
    """
}
