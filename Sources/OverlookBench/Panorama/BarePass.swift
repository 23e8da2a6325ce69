import Foundation
import OverlookGPU
import OverlookGeometry
import OverlookPanorama
import OverlookPlatform
import OverlookSupport

/// A texture over all of a view, in a context of its own: about as many texels as pixels, the least that a frame with a picture can be;
/// or those that a panorama shows there, on a grid of triangles, which for views towards a pole lie far apart in the picture.
@MainActor final class BarePass {
  let renderer: String
  private let context: HeadlessContext
  private let device: GPUDevice
  private let framebuffer: GPUFramebuffer
  private let picture: GPUTexture
  private let program: GPUProgram
  private let opacity: GPUUniform
  private let around: GPUProgram
  private let turn, size, bend: GPUUniform
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
    around = GPUProgram(device, vertex: "around.vert", fragment: "bare.frag", library: Self.library)
    around.set(around.uniform("u_picture"), 0)
    (turn, self.size, bend) = (around.uniform("u_turn"), around.uniform("u_size"), around.uniform("u_bend"))
    corners = GPUVertexArray(device)
    renderer = device.capabilities.renderer
  }

  /// Draws it, and waits for the pixels.
  func draw() {
    draw { device in
      program.use()
      program.set(opacity, 1)
      device.draw(.triangles, corners, count: 3)
    }
  }

  /// The same of the texels that a panorama of the picture shows in a view so wide.
  func draw(_ camera: PanoramaCamera, _ projection: PanoramaProjection) {
    let radians = Double.pi / 180
    let half = camera.fov / 2 * radians
    // How far from the middle the edge lies at the right, and what angle a distance stands for.
    let (width, height) = (Double(framebuffer.target.width), Double(framebuffer.target.height))
    let (kind, edge) =
      switch projection {
      case .equidistant: (2, half)
      case .stereographic: (1, 2 * tan(half / 2))
      // Two focal lengths are three eighths of the smaller side.
      case .littlePlanet: (1, 2 * (width / 2) / (min(width, height) * 0.375))
      default: (0, tan(half))
      }
    draw { device in
      around.use()
      around.set(around.uniform("u_opacity"), 1)
      around.set(turn, SIMD2(Float(camera.orientation.heading * radians), Float(camera.orientation.pitch * radians)))
      around.set(size, SIMD2(Float(edge), Float(edge * height / width)))
      around.set(bend, kind)
      device.draw(.triangles, corners, count: 6 * Self.cells.x * Self.cells.y)
    }
  }

  private nonisolated static let cells = SIMD2(40, 24)

  private func draw(_ body: (GPUDevice) -> Void) {
    guard context.makeCurrent() else { return }
    defer { context.releaseCurrent() }
    device.beginFrame()
    device.state.reset()
    device.state.bind(target: framebuffer.target)
    device.state.setBlend(.off)
    device.state.setCulling(false)
    device.state.setScissor(nil)
    device.state.setDepthTest(false)
    picture.bind(unit: 0)
    body(device)
    device.finish()
  }

  func throwFault() throws { try device.throwProgramFault() }

  /// The whole target, with places that are a third of the picture.
  private static let library = ShaderLibrary { (file) throws(GPUError) in
    file.hasSuffix(".frag") ? fragment : file == "around.vert" ? vertexAround : vertex
  }

  /// Six vertices a cell; places go on beyond the picture's edges, so that none of its cells is turned inside out there.
  private nonisolated static let vertexAround = """
    uniform vec2 u_turn;   // heading and pitch
    uniform vec2 u_size;   // of half the view, in the projection's measure
    uniform int u_bend;    // 0 rectilinear, 1 stereographic, 2 equidistant
    out vec2 v_place;
    const ivec2 CELLS = ivec2(\(cells.x), \(cells.y));
    const float PI = 3.14159265;
    vec2 place(vec2 corner) {
      vec2 way = corner * u_size;
      float far = max(length(way), 1e-6);
      float angle = u_bend == 0 ? atan(far) : u_bend == 1 ? 2.0 * atan(0.5 * far) : far;
      vec3 ray = vec3(sin(angle) * way / far, cos(angle));
      float up = ray.y * cos(u_turn.y) + ray.z * sin(u_turn.y);
      float ahead = ray.z * cos(u_turn.y) - ray.y * sin(u_turn.y);
      return vec2((atan(ray.x, ahead) + u_turn.x) / (2.0 * PI) + 0.5, 0.5 - asin(clamp(up, -1.0, 1.0)) / PI);
    }
    void main() {
      int number = gl_VertexID / 6;
      ivec2 cell = ivec2(number % CELLS.x, number / CELLS.x);
      int corner = int[6](0, 1, 2, 2, 1, 3)[gl_VertexID % 6];
      vec2 scale = 2.0 / vec2(CELLS);
      vec2 own = (vec2(cell) + vec2(corner & 1, corner >> 1)) * scale - 1.0;
      v_place = place(own);
      vec2 middle = place((vec2(cell) + 0.5) * scale - 1.0);
      v_place.x += floor(middle.x - v_place.x + 0.5);
      gl_Position = vec4(own, 0.0, 1.0);
    }
    """

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
