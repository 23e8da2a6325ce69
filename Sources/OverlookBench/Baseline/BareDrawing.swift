import OverlookCamera
import OverlookGPU
import OverlookGeometry
import OverlookSupport

/// A hand-written GL loop that draws what a benchmark's overlays show and nothing else: what they are compared with.
@MainActor protocol BareDrawing: AnyObject {
  /// In the report: "instanced quads".
  var name: String { get }
  /// Draws frame number `frame` into the bound target, which is clear. Blending is that for premultiplied colours, without a
  /// depth test; whoever changes either puts it back.
  func draw(_ view: ViewTransform, frame: Int) throws(GPUError)
}

/// The ground as bare loops know it: Float differences from the middle of their data, which serves views of a city.
struct BareGround {
  let middle: WorldPoint

  init(_ points: [WorldPoint]) {
    let count = Double(max(points.count, 1))
    let sum = points.reduce((0.0, 0.0)) { ($0.0 + $1.x, $0.1 + $1.y) }
    middle = WorldPoint(x: sum.0 / count, y: sum.1 / count)
  }

  func place(_ point: WorldPoint) -> SIMD2<Float> { SIMD2(Float(point.x - middle.x), Float(point.y - middle.y)) }

  /// Points of the ground a metre.
  func pointsPerMeter(_ view: ViewTransform) -> Double {
    view.pointsPerWorld / Mercator.metersPerWorldUnit(atLatitude: middle.coordinate.latitude)
  }

  /// The places that a view shows, and those up to `points` beside it.
  func seen(_ view: ViewTransform, reachPoints points: Double) -> BareBox {
    let rect = ScreenRect(x: -points, y: -points, width: view.size.width + 2 * points, height: view.size.height + 2 * points)
    let bounds = view.groundQuad(of: rect).bounds
    return BareBox(
      low: place(WorldPoint(x: bounds.minX, y: bounds.minY)), high: place(WorldPoint(x: bounds.maxX, y: bounds.maxY)))
  }
}

/// The program of a bare loop.
///
/// Before the text of the vertex shader stands what all have in common: `u_viewport`, the size of the view in points, and
/// `clip(place, metres)`, where something above a place is seen.
@MainActor struct BareProgram: ~Copyable {
  private var program: GPUProgram
  private let ground: BareGround
  private let matrix: GPUUniform
  private let origin: GPUUniform
  private let viewport: GPUUniform

  init(_ device: GPUDevice, _ ground: BareGround, vertex: String, fragment: String, preamble: String = "") {
    let library = ShaderLibrary { (file) throws(GPUError) in file == "bare.vert" ? Self.common + vertex : fragment }
    program = GPUProgram(device, vertex: "bare.vert", fragment: "bare.frag", library: library, preamble: preamble)
    self.ground = ground
    matrix = program.uniform("u_matrix")
    origin = program.uniform("u_origin")
    viewport = program.uniform("u_viewport")
    program.set(program.uniform("u_picture"), 0)
  }

  /// Draws use this program and this view from now on.
  func use(_ view: ViewTransform) {
    let (x, y) = view.centeredPoints(for: ground.middle)
    program.setMatrix(matrix, view.clipFromCenteredPoints.floats)
    program.set(origin, SIMD4(Float(x), Float(y), Float(view.pointsPerWorld), Float(ground.pointsPerMeter(view))))
    program.set(viewport, SIMD2(Float(view.size.width), Float(view.size.height)))
  }

  private nonisolated static let common = """
    uniform mat4 u_matrix;
    // Where places are counted from, in points from the target; points a unit of the world; points a metre.
    uniform vec4 u_origin;
    uniform vec2 u_viewport;
    vec4 clip(vec2 place, float metres) {
      return u_matrix * vec4(place * u_origin.z + u_origin.xy, metres * u_origin.w, 1.0);
    }

    """
}

/// Where bare loops draw, and how long they take.
@MainActor struct BareTarget: ~Copyable {
  private let device: GPUDevice
  private let framebuffer: GPUFramebuffer

  init(_ device: GPUDevice, hasDepth: Bool = false) throws(GPUError) {
    self.device = device
    framebuffer = try GPUFramebuffer(
      device, width: Int(BenchStage.size.width), height: Int(BenchStage.size.height), hasDepth: hasDepth, label: "bare target")
  }

  /// Seconds from an empty target to finished pixels.
  func seconds(of drawing: any BareDrawing, _ view: ViewTransform, frame: Int = 0) throws(GPUError) -> Double {
    let start = MonotonicClock.now()
    device.beginFrame()
    device.state.reset()
    device.state.bind(target: framebuffer.target)
    device.clear(color: .zero)
    try drawing.draw(view, frame: frame)
    device.finish()
    return MonotonicClock.now() - start
  }
  /// The share of its pixels that the last drawing changed.
  func coveredShare() throws(GPUError) -> Double {
    BenchPixels.coveredShare(try GPUReadback.pixels(of: framebuffer.target, device))
  }
}
