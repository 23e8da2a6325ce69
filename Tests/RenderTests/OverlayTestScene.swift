import OverlookCamera
import OverlookGPU
import OverlookGeometry
import OverlookOverlayPasses
import OverlookPasses
import OverlookScene
import OverlookShaders
import OverlookSupport
import OverlookTestSupport

/// Overlays of every kind on a plain ground, drawn headless frame by frame as a map draws them.
@MainActor final class OverlayTestScene {
  let store = OverlayStore()
  let surface: TestSurface
  var view: ViewTransform
  private let markerPass: MarkerPass
  private let groundPass: GroundOverlayPass
  private let shapePass: ShapePass
  private let dataPass: DataPass
  private let raster: RasterTools
  private let scale: Double
  private var order = DrawOrder.forShapes()
  private var uniforms: GPUUniformBuffer<ViewUniforms>
  // `allCases` makes an array at each use.
  private static let surfaces = StandingSurfaces.allCases
  private var runs = ContiguousArray<OverlayRun>()

  /// Sizes in points. `maximumTextureSide`: of pictures on the ground, in pixels; nil for what the driver allows.
  init(
    width: Int, height: Int, scale: Double = 1, camera: CameraPosition, renderer: RendererChoice = .automatic,
    maximumTextureSide: Int? = nil
  ) throws {
    surface = try TestSurface(width: Int(Double(width) * scale), height: Int(Double(height) * scale), hasDepth: true)
    view = ViewTransform(camera: camera, size: ScreenSize(width: Double(width), height: Double(height)))
    self.scale = scale
    groundPass = GroundOverlayPass(surface.device, library: .resources, maximumSide: maximumTextureSide)
    shapePass = ShapePass(surface.device, library: .resources)
    raster = RasterTools(surface.device, library: .resources, choice: renderer)
    dataPass = DataPass(surface.device, library: .resources, raster: raster)
    markerPass = MarkerPass(surface.device, library: .resources, raster: raster)
    uniforms = try GPUUniformBuffer(surface.device, bindingPoint: GPUProgram.viewBinding, label: "view")
  }

  /// Who draws from the next frame on.
  var renderer: RendererChoice {
    get { raster.choice }
    set { raster.choice = newValue }
  }

  var statistics: GPUStatistics { surface.device.statistics }
  var waitsForPictures: Bool { groundPass.needsFrame }
  var failedPictures: Int { groundPass.notDrawnCount }
  var pictureBytes: Int { groundPass.textureByteCount }

  func look(from camera: CameraPosition) {
    view = ViewTransform(camera: camera, size: view.size)
  }

  func prepare() throws {
    surface.device.beginFrame()
    order.update(store, visibleRect: shapePass.reachedRect(view, store: store))
    let frame = frame
    groundPass.prepare(store, order: order, in: frame)
    dataPass.prepare(store, order: order, in: frame)
    try dataPass.upload(for: frame)
    try shapePass.prepare(store, order: order, in: frame)
    try markerPass.prepare(store, order: order, in: frame)
    try markerPass.upload(for: frame)
    store.clearChanges()
  }

  private var frame: OverlayFrame {
    OverlayFrame(
      view: view, pixelsPerPoint: scale, size: PixelSize(width: surface.target.width, height: surface.target.height),
      raster: raster.frame(view, pixelsPerPoint: scale))
  }

  func draw() throws {
    try prepare()
    surface.clear(Color(red: 0.96, green: 0.95, blue: 0.92))
    surface.device.clear(depth: true, stencil: false)
    uniforms.update(ViewUniforms(view: view, pixelsPerPoint: scale))
    try drawPrepared()
  }

  /// Draws what was prepared last.
  func drawPrepared() throws {
    OverlayRun.merge(order.entries, into: &runs)
    let frame = frame
    for run in runs {
      groundPass.draw(run, in: frame, to: surface.target)
      shapePass.draw(run, in: frame, to: surface.target)
      for surfaces in Self.surfaces { try dataPass.draw(run, surfaces, in: frame, to: surface.target) }
    }
    markerPass.draw(markerPass.run, in: frame, to: surface.target)
  }

  func picture() throws -> Image {
    try draw()
    return try surface.image(scale: scale)
  }

  @discardableResult
  func add<Kind: Overlay>(_ overlay: Kind) -> Kind {
    store.add(overlay)
    return overlay
  }

  @discardableResult
  func marker(_ latitude: Double, _ longitude: Double, color: Color? = nil) -> Marker {
    let marker = Marker(position: LocationCoordinate(latitude: latitude, longitude: longitude))
    if let color { marker.icon = Marker.markerImage(color: color) }
    return add(marker)
  }

  /// Parallels and meridians, to see where things stand.
  func addGraticule(step: Double) {
    for longitude in stride(from: -180.0, to: 180, by: step) {
      addLine([(-85.05, longitude), (0, longitude), (85.05, longitude)])
    }
    for latitude in stride(from: (-80 / step).rounded(.up) * step, through: 80, by: step) {
      addLine([(latitude, -180), (latitude, -90), (latitude, 0), (latitude, 90), (latitude, 180)])
    }
  }

  func addLine(_ points: [(Double, Double)]) {
    let line = Polyline(path: Path(points.map { LocationCoordinate(latitude: $0.0, longitude: $0.1) }))
    line.strokeColor = Color(red: 0.6, green: 0.65, blue: 0.72)
    line.zIndex = -10
    store.add(line)
  }

  /// Coloured squares with a dark rim; the one in the top left corner is red, the one to its right green.
  static func testCard(width: Int, height: Int, cell: Int = 16, scale: Double = 1) -> Image {
    .testCard(width: width, height: height, cell: cell, scale: scale)
  }

  /// A round icon with an arrow that points up.
  static func arrowIcon(side: Int, scale: Double) -> Image {
    Image(width: side, height: side, scale: scale) { column, row in
      let middle = Double(side) / 2
      let (x, y) = (Double(column) + 0.5 - middle, Double(row) + 0.5 - middle)
      let distance = (x * x + y * y).squareRoot()
      let cover = min(max(middle - 0.5 - distance, 0), 1)
      let isArrow = y > -middle * 0.62 && y < middle * 0.5 && abs(x) < (y + middle * 0.62) * 0.45
      let color = isArrow ? SIMD3(255.0, 255, 255) : SIMD3(30, 110, 200)
      let rgb = SIMD3<UInt8>((color * cover).rounded(.toNearestOrEven))
      return SIMD4(rgb.x, rgb.y, rgb.z, UInt8((cover * 255).rounded()))
    }
  }
}
