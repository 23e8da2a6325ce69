import OverlookCamera
import OverlookGPU
import OverlookGeometry
import OverlookSupport

/// Areas of an opacity of 0.6 by the plainest means, cut into triangles beforehand; flat, or with walls and roofs.
@MainActor final class BareAreas: BareDrawing {
  let name: String
  private let device: GPUDevice
  private let ground: BareGround
  private let heightMeters: Double
  private let program: BareProgram
  private let vertices: GPUVertexArray
  private var buffer: GPUBuffer
  private var indexBuffer: GPUBuffer
  /// Nil where everything is one draw.
  private let cells: BareCells?
  /// What is drawn one after the other: for each where the indices of the areas begin, in the order of the cells, one more than
  /// there are areas.
  private var sections: [[Int]] = []

  private struct Corner: BitwiseCopyable {
    var place: SIMD2<Float>
    var color: UInt32
    var meters: Float
  }

  private static let opacity: Float = 0.6

  /// `isCulled`: only the cells of a grid that are in view are drawn. A height of 0 is flat.
  init(_ device: GPUDevice, _ rings: [[WorldPoint]], heightMeters: Double, isCulled: Bool) throws(GPUError) {
    self.device = device
    self.heightMeters = heightMeters
    let ground = BareGround(rings.flatMap { $0 })
    self.ground = ground
    name = isCulled ? "triangles culled by a grid" : "triangles, one draw"
    program = BareProgram(device, ground, vertex: Self.vertexShader, fragment: Self.fragmentShader)
    vertices = GPUVertexArray(device)
    buffer = GPUBuffer(device, usage: .fixed, label: "bare areas")
    indexBuffer = GPUBuffer(device, usage: .fixed, label: "indices of bare areas")
    cells = isCulled ? BareCells(rings.map { BareBox($0.map(ground.place)) }) : nil
    try upload(rings)
  }

  func draw(_ view: ViewTransform, frame: Int) {
    program.use(view)
    if heightMeters > 0 {
      // On a clear target colours of 0.6 that hide each other look as an opaque layer does that is laid over it with that
      // opacity.
      device.clear(depth: true, stencil: false)
      device.state.setDepthTest(true)
      device.state.setBlend(.off)
    }
    defer {
      device.state.setCulling(false)
      device.state.setDepthWrite(false)
      device.state.setDepthTest(false)
      device.state.setBlend(.premultiplied)
    }
    for (number, firsts) in sections.enumerated() {
      guard let cells else { return device.drawIndexed(.triangles, vertices, count: firsts[firsts.count - 1]) }
      // Of the walls only those that face the eye.
      device.state.setCulling(number == 1)
      cells.forEachRange(in: ground.seen(view, reachPoints: reachPoints(view))) { range in
        let first = firsts[range.lowerBound]
        device.drawIndexed(.triangles, vertices, firstIndex: first, count: firsts[range.upperBound] - first)
      }
    }
  }

  /// How far beside the view something may stand that looks into it: roofs are seen about their height above their places.
  private func reachPoints(_ view: ViewTransform) -> Double { heightMeters * ground.pointsPerMeter(view) }

  private func upload(_ rings: [[WorldPoint]]) throws(GPUError) {
    var (corners, indices): ([Corner], [UInt32]) = ([], [])
    // Roofs hide most of the walls: drawn before them, those pixels cost a comparison.
    let passes: [(roofs: Bool, walls: Bool)] = cells == nil ? [(true, true)] : [(true, false), (false, true)]
    for pass in passes {
      var firsts: [Int] = []
      for number in cells?.order ?? Array(rings.indices) {
        firsts.append(indices.count)
        let color = BenchPixels.color(number)
        if pass.roofs { addRoof(of: rings[number], color, &corners, &indices) }
        if pass.walls, heightMeters > 0 { addWalls(of: rings[number], color, &corners, &indices) }
      }
      sections.append(firsts + [indices.count])
    }
    try buffer.upload(corners)
    try indexBuffer.upload(indices)
    let layout = VertexLayout(
      stride: MemoryLayout<Corner>.stride,
      [
        VertexAttribute(0, .float, 2, offset: 0), VertexAttribute(1, .unsignedByteNormalized, 4, offset: 8),
        VertexAttribute(2, .float, 1, offset: 12),
      ])
    vertices.attach(buffer, layout)
    vertices.attachIndices(indexBuffer)
  }

  private func addRoof(of ring: [WorldPoint], _ color: Color, _ corners: inout [Corner], _ indices: inout [UInt32]) {
    let triangles = Triangulator.triangulation(of: ring, ringStarts: [0])
    let first = UInt32(corners.count)
    let packed = color.withAlpha(Self.opacity).packedPremultiplied
    corners += (ring + triangles.addedPoints).map {
      Corner(place: ground.place($0), color: packed, meters: Float(heightMeters))
    }
    indices += triangles.indices.map { first + $0 }
  }

  private func addWalls(of ring: [WorldPoint], _ color: Color, _ corners: inout [Corner], _ indices: inout [UInt32]) {
    let outline = outline(of: ring)
    for (a, b) in zip(outline, outline.dropFirst()) {
      let along = b - a
      let length = (along * along).sum().squareRoot()
      // Darker the more a wall faces north or south.
      let light = length > 0 ? 0.6 + 0.3 * abs(along.y) / length : 0.6
      let shaded = Color(red: color.red * light, green: color.green * light, blue: color.blue * light, alpha: Self.opacity)
      let first = UInt32(corners.count)
      for (place, meters) in [(a, 0), (b, 0), (a, Float(heightMeters)), (b, Float(heightMeters))] {
        corners.append(Corner(place: place, color: shaded.packedPremultiplied, meters: meters))
      }
      indices += [0, 1, 2, 2, 1, 3].map { first + $0 }
    }
  }

  /// A ring counter-clockwise on the map, and its first corner once more: its walls turn so too for who sees them from outside.
  private func outline(of ring: [WorldPoint]) -> [SIMD2<Float>] {
    guard let first = ring.first else { return [] }
    let (origin, closed) = (ground.place(first), (ring + [first]).map(ground.place))
    let area = zip(closed, closed.dropFirst()).reduce(Float(0)) { area, edge in
      let (a, b) = (edge.0 - origin, edge.1 - origin)
      return area + a.x * b.y - b.x * a.y
    }
    // y is south.
    return area > 0 ? closed.reversed() : closed
  }

  private nonisolated static let vertexShader = """
    layout(location = 0) in vec2 a_place;
    layout(location = 1) in vec4 a_color;
    layout(location = 2) in float a_metres;
    flat out vec4 v_color;
    void main() {
      v_color = a_color;
      gl_Position = clip(a_place, a_metres);
    }
    """

  private nonisolated static let fragmentShader = """
    flat in vec4 v_color;
    out vec4 o_color;
    void main() {
      o_color = v_color;
    }
    """
}
