import OverlookCamera
import OverlookGPU
import OverlookGeometry
import OverlookSupport

/// A picture on the ground, another in each frame, as an upload and a quad.
@MainActor final class BareGroundPicture: BareDrawing {
  let name = "texture upload and quad"
  private let device: GPUDevice
  private let program: BareProgram
  private let vertices: GPUVertexArray
  private var buffer: GPUBuffer
  private let texture: GPUTexture
  private let pictures: [Image]

  /// `pictures` are of one size; they lie over the bounds of `points`.
  init(_ device: GPUDevice, _ points: [WorldPoint], _ pictures: [Image]) throws(GPUError) {
    self.device = device
    self.pictures = pictures
    let ground = BareGround(points)
    let box = BareBox(points.map(ground.place))
    program = BareProgram(device, ground, vertex: Self.vertexShader, fragment: Self.fragmentShader)
    vertices = GPUVertexArray(device)
    buffer = GPUBuffer(device, usage: .fixed, label: "bare corners")
    try buffer.upload([box.low, SIMD2(box.high.x, box.low.y), SIMD2(box.low.x, box.high.y), box.high])
    vertices.attach(buffer, VertexLayout(stride: 8, [VertexAttribute(0, .float, 2, offset: 0)]))
    texture = try GPUTexture(
      device, width: pictures.first?.width ?? 1, height: pictures.first?.height ?? 1, label: "bare picture")
  }

  func draw(_ view: ViewTransform, frame: Int) {
    guard !pictures.isEmpty else { return }
    let pixels = pictures[frame % pictures.count].pixels
    texture.upload(pixels.span, x: 0, y: 0, width: texture.width, height: texture.height)
    program.use(view)
    texture.bind(unit: 0)
    device.draw(.triangleStrip, vertices, count: 4)
  }

  private nonisolated static let vertexShader = """
    layout(location = 0) in vec2 a_place;
    out vec2 v_uv;
    void main() {
      v_uv = vec2(gl_VertexID & 1, gl_VertexID >> 1);
      gl_Position = clip(a_place, 0.0);
    }
    """

  private nonisolated static let fragmentShader = """
    in vec2 v_uv;
    uniform sampler2D u_picture;
    out vec4 o_color;
    void main() {
      o_color = texture(u_picture, v_uv);
    }
    """
}
