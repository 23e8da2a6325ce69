import OverlookGPU
import OverlookGeometry
import OverlookSupport

/// What markers are measured against: one instanced draw of textured quads, with nothing that a map adds.
@MainActor final class BareMarkers {
  /// A quad in clip space.
  struct Instance: BitwiseCopyable {
    var x: Float
    var y: Float
    var width: Float
    var height: Float
  }

  private let device: GPUDevice
  private let program: GPUProgram
  private let vertices: GPUVertexArray
  private var buffer: GPUBuffer
  private let texture: GPUTexture
  private let count: Int

  /// `tips` are the points, in points of a view of `size`, that the lower middle of each picture touches.
  init(_ device: GPUDevice, picture: Image, tips: [ScreenPoint], size: ScreenSize) throws(GPUError) {
    self.device = device
    count = tips.count
    let library = ShaderLibrary { (file) throws(GPUError) in file == "bare.vert" ? Self.vertexShader : Self.fragmentShader }
    program = GPUProgram(device, vertex: "bare.vert", fragment: "bare.frag", library: library)
    program.set(program.uniform("u_picture"), 0)
    let width = picture.widthPoints
    let height = picture.heightPoints
    let instances = tips.map { tip in
      Instance(
        x: Float((tip.x - width / 2) / size.width * 2 - 1), y: Float(1 - (tip.y - height) / size.height * 2),
        width: Float(width / size.width * 2), height: Float(-height / size.height * 2))
    }
    buffer = GPUBuffer(device, label: "bare markers")
    try buffer.upload(instances.span)
    vertices = GPUVertexArray(device)
    vertices.attach(
      buffer, VertexLayout(stride: MemoryLayout<Instance>.stride, divisor: 1, [VertexAttribute(0, .float, 4, offset: 0)]))
    texture = try GPUTexture(device, image: picture, isMipmapped: false, filter: .linear, label: "bare picture")
  }

  func draw() {
    program.use()
    texture.bind(unit: 0)
    device.state.setBlend(.premultiplied)
    device.state.setDepthTest(false)
    device.draw(.triangleStrip, vertices, count: 4, instances: count)
  }

  private nonisolated static let vertexShader = """
    layout(location = 0) in vec4 a_quad;
    out vec2 v_uv;
    void main() {
      v_uv = vec2(gl_VertexID & 1, gl_VertexID >> 1);
      gl_Position = vec4(a_quad.xy + v_uv * a_quad.zw, 0.0, 1.0);
    }
    """

  nonisolated static let fragmentShader = """
    in vec2 v_uv;
    uniform sampler2D u_picture;
    out vec4 o_color;
    void main() {
      o_color = texture(u_picture, v_uv);
    }
    """
}
