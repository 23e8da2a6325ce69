import OverlookCamera
import OverlookGPU
import OverlookGeometry
import OverlookSupport

/// Icons of 24 points as one instanced draw of textured quads.
@MainActor final class BareIcons: BareDrawing {
  let name = "instanced quads"
  private let device: GPUDevice
  private let places: BarePlaces
  private var program: GPUProgram
  private let matrix: GPUUniform
  private let ground: GPUUniform
  private let half: GPUUniform
  private let vertices: GPUVertexArray
  private var buffer: GPUBuffer
  private let texture: GPUTexture

  init(_ device: GPUDevice, _ places: BarePlaces) throws(GPUError) {
    self.device = device
    self.places = places
    let library = ShaderLibrary { (file) throws(GPUError) in file == "bare.vert" ? Self.vertexShader : BareMarkers.fragmentShader
    }
    program = GPUProgram(device, vertex: "bare.vert", fragment: "bare.frag", library: library)
    matrix = program.uniform("u_matrix")
    ground = program.uniform("u_ground")
    half = program.uniform("u_half")
    program.set(program.uniform("u_picture"), 0)
    buffer = GPUBuffer(device, usage: .fixed, label: "bare icons")
    try buffer.upload(places.offsets.span)
    vertices = GPUVertexArray(device)
    vertices.attach(buffer, VertexLayout(stride: 8, divisor: 1, [VertexAttribute(0, .float, 2, offset: 0)]))
    texture = try GPUTexture(device, image: OverlayPathBench.icon, isMipmapped: false, filter: .linear, label: "bare picture")
  }

  func draw(_ view: ViewTransform) {
    program.setMatrix(matrix, view.clipFromCenteredPoints.floats)
    program.set(ground, places.ground(view))
    program.set(half, SIMD2(Float(24 / view.size.width), Float(24 / view.size.height)))
    texture.bind(unit: 0)
    device.draw(.triangleStrip, vertices, count: 4, instances: places.offsets.count / 2)
  }

  private nonisolated static let vertexShader = """
    layout(location = 0) in vec2 a_place;
    uniform mat4 u_matrix;
    uniform vec3 u_ground;
    uniform vec2 u_half;
    out vec2 v_uv;
    void main() {
      v_uv = vec2(gl_VertexID & 1, gl_VertexID >> 1);
      gl_Position = u_matrix * vec4(a_place * u_ground.z + u_ground.xy, 0.0, 1.0);
      gl_Position.xy += (v_uv * 2.0 - 1.0) * vec2(1.0, -1.0) * u_half * gl_Position.w;
    }
    """
}
