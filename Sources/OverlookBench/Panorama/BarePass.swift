import OverlookGPU
import OverlookGeometry
import OverlookPlatform
import OverlookSupport

/// A texture over all of a view, about as many texels as pixels, in a context of its own: the least that a frame with a picture can be.
@MainActor final class BarePass {
  let renderer: String
  private let context: HeadlessContext
  private let device: GPUDevice
  private let framebuffer: GPUFramebuffer
  private let picture: GPUTexture
  private let program: GPUProgram
  private let opacity: GPUUniform
  private let corners: GPUVertexArray

  init(size: ScreenSize, picture image: Image) throws {
    let context = try HeadlessContext()
    defer { context.releaseCurrent() }
    self.context = context
    device = try GPUDevice()
    framebuffer = try GPUFramebuffer(device, width: Int(size.width), height: Int(size.height), label: "bare")
    picture = try GPUTexture(device, image: image, label: "bare picture")
    program = GPUProgram(device, vertex: "bare.vert", fragment: "bare.frag", library: Self.library)
    program.set(program.uniform("u_picture"), 0)
    opacity = program.uniform("u_opacity")
    corners = GPUVertexArray(device)
    renderer = device.capabilities.renderer
  }

  /// Draws it, and waits for the pixels.
  func draw() {
    guard context.makeCurrent() else { return }
    defer { context.releaseCurrent() }
    device.beginFrame()
    device.state.reset()
    device.state.bind(target: framebuffer.target)
    device.state.setBlend(.off)
    device.state.setCulling(false)
    device.state.setScissor(nil)
    device.state.setDepthTest(false)
    program.use()
    program.set(opacity, 1)
    picture.bind(unit: 0)
    device.draw(.triangles, corners, count: 3)
    device.finish()
  }

  func throwFault() throws { try device.throwProgramFault() }

  /// The whole target, with places that are a third of the picture.
  private static let library = ShaderLibrary { (file) throws(GPUError) in file.hasSuffix(".vert") ? vertex : fragment }

  private nonisolated static let vertex = """
    out vec2 v_place;
    void main() {
      vec2 corner = vec2(gl_VertexID == 1 ? 3.0 : -1.0, gl_VertexID == 2 ? 3.0 : -1.0);
      v_place = 0.16 * (corner + 1.0);
      gl_Position = vec4(corner, 0.0, 1.0);
    }
    """

  private nonisolated static let fragment = """
    in vec2 v_place;
    uniform sampler2D u_picture;
    uniform float u_opacity;
    out vec4 o_color;
    void main() {
      o_color = texture(u_picture, v_place) * u_opacity;
    }
    """
}
