import OverlookCamera
import OverlookGPU
import OverlookGeometry
import OverlookSupport

/// Dots of a radius of 4 points by the plainest means.
@MainActor final class BareDots: BareDrawing {
  enum Variant {
    /// Four corners an instance: the naive loop.
    case quads
    /// A point sprite each.
    case sprites
    /// Sprites, sorted into cells of a grid, of which only those in view are drawn.
    case grid
  }

  let name: String
  private let device: GPUDevice
  private let variant: Variant
  private let places: BarePlaces
  private var program: GPUProgram
  private let matrix: GPUUniform
  private let ground: GPUUniform
  private let viewport: GPUUniform
  private let vertices: GPUVertexArray
  private var buffer: GPUBuffer
  private let count: Int
  private var cells: [Cell] = []

  private struct Cell {
    var first: Int
    var count: Int
    var minimum: SIMD2<Float>
    var maximum: SIMD2<Float>
  }

  private struct Instance: BitwiseCopyable {
    var place: SIMD2<Float>
    var color: UInt32
  }

  /// Cells of the grid, along a side.
  private static let cellsAcross = 64

  init(_ device: GPUDevice, _ places: BarePlaces, _ variant: Variant) throws(GPUError) {
    self.device = device
    self.variant = variant
    self.places = places
    name =
      switch variant {
      case .quads: "instanced quads"
      case .sprites: "point sprites"
      case .grid: "point sprites culled by a grid"
      }
    let library = ShaderLibrary { (file) throws(GPUError) in file == "bare.vert" ? Self.vertexShader : Self.fragmentShader }
    program = GPUProgram(
      device, vertex: "bare.vert", fragment: "bare.frag", library: library, preamble: variant == .quads ? "#define QUADS\n" : "")
    matrix = program.uniform("u_matrix")
    ground = program.uniform("u_ground")
    viewport = program.uniform("u_viewport")
    var instances = (0..<places.offsets.count / 2).map { index in
      Instance(
        place: SIMD2(places.offsets[2 * index], places.offsets[2 * index + 1]),
        color: OverlayPathBench.color(index).packedPremultiplied)
    }
    count = instances.count
    if variant == .grid { cells = Self.sort(&instances) }
    buffer = GPUBuffer(device, usage: .fixed, label: "bare dots")
    try buffer.upload(instances.span)
    vertices = GPUVertexArray(device)
    let layout = VertexLayout(
      stride: MemoryLayout<Instance>.stride, divisor: variant == .quads ? 1 : 0,
      [VertexAttribute(0, .float, 2, offset: 0), VertexAttribute(1, .unsignedByteNormalized, 4, offset: 8)])
    vertices.attach(buffer, layout)
  }

  func draw(_ view: ViewTransform) {
    let ground = places.ground(view)
    program.setMatrix(matrix, view.clipFromCenteredPoints.floats)
    program.set(self.ground, ground)
    program.set(viewport, SIMD2(Float(view.size.width), Float(view.size.height)))
    switch variant {
    case .quads: device.draw(.triangleStrip, vertices, count: 4, instances: count)
    case .sprites: device.draw(.points, vertices, count: count)
    case .grid:
      let seen = view.groundQuad(of: ScreenRect(x: -5, y: -5, width: view.size.width + 10, height: view.size.height + 10)).bounds
      let low = SIMD2(Float(seen.minX - places.middle.x), Float(seen.minY - places.middle.y))
      let high = SIMD2(Float(seen.maxX - places.middle.x), Float(seen.maxY - places.middle.y))
      for cell in cells
      where cell.maximum.x >= low.x && cell.maximum.y >= low.y && cell.minimum.x <= high.x && cell.minimum.y <= high.y {
        device.draw(.points, vertices, first: cell.first, count: cell.count)
      }
    }
  }

  /// Sorts by cell; the order within a cell stays.
  private static func sort(_ instances: inout [Instance]) -> [Cell] {
    let low = instances.reduce(SIMD2<Float>(repeating: .infinity)) { $0.replacing(with: $1.place, where: $1.place .< $0) }
    let high = instances.reduce(SIMD2<Float>(repeating: -.infinity)) { $0.replacing(with: $1.place, where: $1.place .> $0) }
    let size = (high - low) / Float(cellsAcross)
    var byCell = [[Instance]](repeating: [], count: cellsAcross * cellsAcross)
    for instance in instances {
      let cell = (instance.place - low) / size
      let (column, row) = (min(max(Int(cell.x), 0), cellsAcross - 1), min(max(Int(cell.y), 0), cellsAcross - 1))
      byCell[row * cellsAcross + column].append(instance)
    }
    instances = []
    var cells: [Cell] = []
    for members in byCell where !members.isEmpty {
      var cell = Cell(first: instances.count, count: members.count, minimum: members[0].place, maximum: members[0].place)
      for member in members {
        cell.minimum.replace(with: member.place, where: member.place .< cell.minimum)
        cell.maximum.replace(with: member.place, where: member.place .> cell.maximum)
      }
      cells.append(cell)
      instances += members
    }
    return cells
  }

  private nonisolated static let vertexShader = """
    layout(location = 0) in vec2 a_place;
    layout(location = 1) in vec4 a_color;
    uniform mat4 u_matrix;
    uniform vec3 u_ground;
    uniform vec2 u_viewport;
    flat out vec4 v_color;
    out vec2 v_away;
    void main() {
      gl_Position = u_matrix * vec4(a_place * u_ground.z + u_ground.xy, 0.0, 1.0);
      v_color = a_color;
    #ifdef QUADS
      v_away = (vec2(gl_VertexID & 1, gl_VertexID >> 1) * 2.0 - 1.0) * 4.5;
      gl_Position.xy += v_away * 2.0 / u_viewport * gl_Position.w;
    #else
      gl_PointSize = 9.0;
    #endif
    }
    """

  private nonisolated static let fragmentShader = """
    flat in vec4 v_color;
    in vec2 v_away;
    out vec4 o_color;
    void main() {
    #ifdef QUADS
      float distance = length(v_away);
    #else
      float distance = length(gl_PointCoord - 0.5) * 9.0;
    #endif
      o_color = v_color * clamp(4.5 - distance, 0.0, 1.0);
    }
    """
}
