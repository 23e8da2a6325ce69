import OverlookLayout
import OverlookRaster

/// How the layers of a frame look that the processor may draw, by their place in the frame. Computed once while neither what is drawn
/// nor the zoom changes: several parts of a frame ask for it, and expressions of a style cost a tenth of the main thread.
struct GroundPaints {
  private enum Look {
    /// The driver draws the layer.
    case driven
    case unseen
    case seen(GroundPaint)
  }

  private var looks: [Look] = []
  private var content: BucketID?
  private var paint: BucketID?
  private var zoom = 0.0
  /// Whether colours or lengths were on their way to other ones.
  private var isMoving = false
  /// How often the looks of all layers were computed.
  private(set) var computationCount = 0

  /// Brings everything up to date for a frame; called before anything is asked for.
  mutating func follow(_ frame: StyleFrame) {
    let moves = frame.layers.contains { $0.properties.isMoving(at: frame.timeSeconds) }
    defer { isMoving = moves }
    let isSame = content == frame.content && paint == frame.paint && zoom == frame.zoom
    if !moves, !isMoving, isSame, looks.count == frame.layers.count { return }
    (content, paint, zoom) = (frame.content, frame.paint, frame.zoom)
    computationCount += 1
    looks.removeAll(keepingCapacity: true)
    for layer in frame.layers { looks.append(Self.look(of: layer, zoom: frame.zoom)) }
  }

  private static func look(of layer: StyleFrameLayer, zoom: Double) -> Look {
    guard layer.canBeRasterized(zoom: zoom) else { return .driven }
    return GroundPaint(layer, zoom: zoom).map(Look.seen) ?? .unseen
  }

  /// Whether a layer has nothing but plain fills or lines.
  func canBeRasterized(_ index: Int) -> Bool {
    guard looks.indices.contains(index) else { return false }
    if case .driven = looks[index] { return false }
    return true
  }

  /// How a layer that can be rasterized looks; nil for what is not seen.
  func paint(_ index: Int) -> GroundPaint? {
    guard looks.indices.contains(index), case .seen(let paint) = looks[index] else { return nil }
    return paint
  }
}
