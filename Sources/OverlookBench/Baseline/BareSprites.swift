import OverlookCamera
import OverlookGPU
import OverlookGeometry
import OverlookSupport

/// Dots or icons by the plainest means.
@MainActor final class BareSprites: BareDrawing {
  enum Variant {
    /// Four corners an instance: the naive loop.
    case quads
    /// A point sprite each; icons must be square and lie about their places.
    case sprites
    /// Sprites, of which only the cells in view are drawn.
    case grid
  }

  /// What stands at the places.
  enum Look {
    /// Of a radius of 4 points, each of its own colour.
    case dots
    /// `above`: the middle of its lower edge is the place, not its own middle.
    case icon(Image, above: Bool)

    /// Left, top, width and height about the place, in points.
    var box: SIMD4<Float> {
      switch self {
      case .dots: return SIMD4(-4.5, -4.5, 9, 9)
      case .icon(let image, let above):
        let (width, height) = (Float(image.widthPoints), Float(image.heightPoints))
        return SIMD4(-width / 2, above ? -height : -height / 2, width, height)
      }
    }
  }

  let name: String
  private let device: GPUDevice
  private let variant: Variant
  private let ground: BareGround
  private let box: SIMD4<Float>
  private let program: BareProgram
  private let vertices: GPUVertexArray
  private var buffer: GPUBuffer
  private var colors: GPUBuffer
  private var picture: GPUTexture?
  private let count: Int
  private let cells: BareCells?
  /// The places of even and of odd frames; none where all stay.
  private let moves: [[SIMD2<Float>]]

  /// `movedPoints`: where the places lie in every other frame; nil where they stay.
  init(
    _ device: GPUDevice, _ points: [WorldPoint], _ variant: Variant, _ look: Look, movedPoints: [WorldPoint]? = nil
  ) throws(GPUError) {
    self.device = device
    self.variant = variant
    let ground = BareGround(points)
    self.ground = ground
    box = look.box
    name =
      switch variant {
      case .quads: "instanced quads"
      case .sprites: "point sprites"
      case .grid: "point sprites culled by a grid"
      }
    var places = points.map(ground.place)
    let cells = variant == .grid ? BareCells(places.map { BareBox(low: $0, high: $0) }) : nil
    if let cells { places = cells.order.map { places[$0] } }
    self.cells = cells
    count = places.count
    moves = movedPoints.map { [$0.map(ground.place), places] } ?? []
    program = Self.program(device, ground, variant, look)
    buffer = GPUBuffer(device, usage: moves.isEmpty ? .fixed : .stream, label: "bare places")
    try buffer.upload(places)
    vertices = GPUVertexArray(device)
    let divisor = variant == .quads ? 1 : 0
    vertices.attach(buffer, VertexLayout(stride: 8, divisor: divisor, [VertexAttribute(0, .float, 2, offset: 0)]))
    colors = GPUBuffer(device, usage: .fixed, label: "bare colours")
    switch look {
    case .dots:
      let order = cells?.order ?? Array(places.indices)
      try colors.upload(order.map { BenchPixels.color($0).packedPremultiplied })
      vertices.attach(
        colors, VertexLayout(stride: 4, divisor: divisor, [VertexAttribute(1, .unsignedByteNormalized, 4, offset: 0)]))
    case .icon(let image, _): picture = try GPUTexture(device, image: image, label: "bare picture")
    }
  }

  func draw(_ view: ViewTransform, frame: Int) throws(GPUError) {
    var count = count
    if !moves.isEmpty {
      try buffer.replace(moves[frame % 2])
      count = moves[frame % 2].count
    }
    program.use(view)
    picture?.bind(unit: 0)
    switch variant {
    case .quads: device.draw(.triangleStrip, vertices, count: 4, instances: count)
    case .sprites: device.draw(.points, vertices, count: count)
    case .grid:
      cells?.forEachRange(in: ground.seen(view, reachPoints: Double(box.w))) { range in
        device.draw(.points, vertices, first: range.lowerBound, count: range.count)
      }
    }
  }

  private static func program(
    _ device: GPUDevice, _ ground: BareGround, _ variant: Variant, _ look: Look
  ) -> BareProgram {
    let box = look.box
    var preamble = "const vec4 c_box = vec4(\(box.x), \(box.y), \(box.z), \(box.w));\n"
    if case .quads = variant { preamble += "#define QUADS\n" }
    if case .icon = look { preamble += "#define PICTURE\n" }
    return BareProgram(device, ground, vertex: vertexShader, fragment: fragmentShader, preamble: preamble)
  }

  private nonisolated static let vertexShader = """
    layout(location = 0) in vec2 a_place;
    layout(location = 1) in vec4 a_color;
    flat out vec4 v_color;
    out vec2 v_uv;
    void main() {
      gl_Position = clip(a_place, 0.0);
      v_color = a_color;
    #ifdef QUADS
      v_uv = vec2(gl_VertexID & 1, gl_VertexID >> 1);
      gl_Position.xy += (c_box.xy + v_uv * c_box.zw) * vec2(2.0, -2.0) / u_viewport * gl_Position.w;
    #else
      gl_PointSize = c_box.z;
    #endif
    }
    """

  private nonisolated static let fragmentShader = """
    flat in vec4 v_color;
    in vec2 v_uv;
    uniform sampler2D u_picture;
    out vec4 o_color;
    void main() {
    #ifdef QUADS
      vec2 uv = v_uv;
    #else
      vec2 uv = gl_PointCoord;
    #endif
    #ifdef PICTURE
      o_color = texture(u_picture, uv);
    #else
      o_color = v_color * clamp(4.5 - length(uv - 0.5) * 9.0, 0.0, 1.0);
    #endif
    }
    """
}
