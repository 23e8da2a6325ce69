import OverlookCamera
import OverlookGPU
import OverlookGeometry
import OverlookLayout
import OverlookText

/// The glyphs and icons of a symbol layer in the driver's memory, as a view showed them.
@MainActor final class SymbolGeometry {
  /// What views share in which symbols look alike, but for where they lie.
  struct Look: Equatable {
    private let scale: ViewScale
    private let content: BucketID
    private let placement: BucketID
    private let imagesVersion: Int
    private let zoom: Double

    /// Nil where they look otherwise in each frame: what fades, what changes its paint, what is tilted or lies on a globe.
    @MainActor init?(_ layer: StyleFrameLayer, _ frame: StyleFrame, _ view: ViewTransform) {
      guard let placement = frame.placement, !placement.isFading(now: frame.timeSeconds),
        !layer.properties.isMoving(at: frame.timeSeconds),
        let scale = ViewScale(view, pixelsPerPoint: frame.pixelsPerPoint)
      else { return nil }
      self.scale = scale
      self.placement = placement.id
      content = frame.content
      imagesVersion = frame.images.version
      zoom = frame.zoom
    }
  }

  let array: GPUVertexArray
  private(set) var quadCount = 0
  private(set) var atlas: SDFAtlas?
  private var vertices: GPUBuffer
  private var look: Look?
  private var center = WorldPoint(x: 0, y: 0)
  private var hasHeights = false

  /// How far views may move until symbols that came near have to be drawn as well; points. Those are drawn that lie up to 256
  /// points beside the view.
  private static let maximumShift = 64.0

  private static let layout = VertexLayout(
    stride: MemoryLayout<SymbolVertex>.stride,
    [
      VertexAttribute(0, .float, 4, offset: 0), VertexAttribute(1, .float, 2, offset: 16),
      VertexAttribute(2, .float, 2, offset: 24), VertexAttribute(3, .unsignedShortNormalized, 4, offset: 32),
      VertexAttribute(4, .float, 2, offset: 40), VertexAttribute(5, .float, 1, offset: 48),
      VertexAttribute(6, .unsignedInteger, 1, offset: 52), VertexAttribute(7, .unsignedShort, 4, offset: 56),
    ])

  init(_ device: GPUDevice) {
    vertices = GPUBuffer(device, usage: .stream, label: "symbol vertices")
    array = GPUVertexArray(device)
    array.attach(vertices, Self.layout)
  }

  /// Brings symbols to the driver as `view` shows them; `look` nil: for this frame alone.
  func take(_ symbols: SymbolVertices, _ look: Look?, _ view: ViewTransform) throws(GPUError) {
    self.look = nil
    quadCount = 0
    if symbols.quadCount > 0 { try vertices.replace(symbols.vertices.span) }
    quadCount = symbols.quadCount
    atlas = symbols.atlas
    center = view.center
    hasHeights = symbols.hasHeights
    self.look = look
  }

  /// Whether they are what `view` shows, moved by no more than is drawn beside the view.
  func shows(_ look: Look, _ view: ViewTransform) -> Bool {
    guard self.look == look else { return false }
    let points = points(to: view)
    if hasHeights { return points == .zero }
    return abs(points.x) <= Self.maximumShift && abs(points.y) <= Self.maximumShift
  }

  /// How far they move in `view`, on a target of 2 x 2, y up.
  func shift(to view: ViewTransform) -> SIMD2<Float> {
    guard look != nil else { return .zero }
    let points = points(to: view)
    return SIMD2(Float(2 * points.x / view.size.width), Float(-2 * points.y / view.size.height))
  }

  private func points(to view: ViewTransform) -> SIMD2<Double> {
    if center == view.center { return .zero }
    let place = view.screenPointClamped(for: view.nearestCopy(of: center))
    return SIMD2(place.x - view.focus.x, place.y - view.focus.y)
  }
}
