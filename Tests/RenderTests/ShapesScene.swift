import OverlookCamera
import OverlookGPU
import OverlookGeometry
import OverlookOverlayPasses
import OverlookPasses
import OverlookScene
import OverlookShaders
import OverlookSupport
import OverlookTestSupport

/// Shapes on a plain ground, drawn headless frame by frame as a map draws them.
@MainActor final class ShapesScene {
  let store = OverlayStore()
  let surface: TestSurface
  let pass: ShapePass
  var view: ViewTransform
  private let scale: Double
  private let background: Color
  private var order = DrawOrder.forShapes()
  private var uniforms: GPUUniformBuffer<ViewUniforms>
  private var runs = ContiguousArray<OverlayRun>()

  /// Sizes in points.
  init(
    width: Int, height: Int, scale: Double = 1, camera: CameraPosition, background: Color = .white
  ) throws {
    surface = try TestSurface(width: Int(Double(width) * scale), height: Int(Double(height) * scale))
    view = ViewTransform(camera: camera, size: ScreenSize(width: Double(width), height: Double(height)))
    self.scale = scale
    self.background = background
    pass = ShapePass(surface.device, library: .resources)
    uniforms = try GPUUniformBuffer(surface.device, bindingPoint: GPUProgram.viewBinding, label: "view")
  }

  func look(from camera: CameraPosition) {
    view = ViewTransform(camera: camera, size: view.size)
  }

  /// One frame.
  func draw() throws {
    surface.device.beginFrame()
    surface.clear(background)
    uniforms.update(ViewUniforms(view: view, pixelsPerPoint: scale))
    order.update(store, visibleRect: pass.reachedRect(view, store: store))
    let frame = OverlayFrame(
      view: view, pixelsPerPoint: scale, size: PixelSize(width: surface.target.width, height: surface.target.height))
    try pass.prepare(store, order: order, in: frame)
    store.clearChanges()
    OverlayRun.merge(order.entries, into: &runs)
    for run in runs { pass.draw(run, in: frame, to: surface.target) }
  }

  func picture() throws -> Image {
    try draw()
    return try surface.image(scale: scale)
  }

  @discardableResult
  func add<Shape: Overlay>(_ overlay: Shape) -> Shape {
    store.add(overlay)
    return overlay
  }

  /// The place that is seen at a point of the view.
  func place(_ x: Double, _ y: Double) -> LocationCoordinate {
    view.worldPoint(at: ScreenPoint(x: x, y: y))?.coordinate ?? .invalid
  }

  func path(_ points: [(Double, Double)]) -> Path {
    Path(points.map { place($0.0, $0.1) })
  }

  func line(_ points: [(Double, Double)], width: Double, color: Color) -> Polyline {
    let line = Polyline(path: path(points))
    line.strokeWidth = width
    line.strokeColor = color
    return line
  }
}

extension Color {
  static let ink = Color(red: 0.13, green: 0.15, blue: 0.19)
  static let sea = Color(red: 0.16, green: 0.44, blue: 0.87)
  static let sun = Color(red: 0.95, green: 0.52, blue: 0.16)
  static let leaf = Color(red: 0.18, green: 0.62, blue: 0.42)
  static let paper = Color(red: 0.96, green: 0.95, blue: 0.92)
}
