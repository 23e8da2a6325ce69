package import OverlookCamera
import OverlookGeometry
package import OverlookLayout
import OverlookStyle
import OverlookSupport
package import OverlookText

/// Makes what a style draws of a view into elements of a page, in points of the view.
package struct StylePage {
  let view: ViewTransform
  let frame: StyleFrame
  /// Points that no paper shows.
  let tolerance: Double
  /// Pixels of a point, of what can only be a picture.
  let pixelsPerPoint: Double
  let icons: IconCutter
  /// Fonts for letters of which only the code point is known.
  let fonts: LocalFonts
  /// One line for each layer that is left out or drawn otherwise than on the screen.
  package private(set) var messages: [String] = []
  /// So many points are more than a file is good for.
  static let maximumPoints = 20_000_000
  var pointCount = 0

  /// `millimetersPerPoint`: on the paper.
  package init(
    _ frame: StyleFrame, _ view: ViewTransform, millimetersPerPoint: Double, pixelsPerPoint: Double,
    fonts: LocalFonts = LocalFonts()
  ) {
    self.frame = frame
    self.view = view
    // Half of a tenth of a millimetre, so that no line is off by more.
    tolerance = 0.05 / max(millimetersPerPoint, 1e-6)
    self.pixelsPerPoint = pixelsPerPoint
    icons = IconCutter(frame.images)
    self.fonts = fonts
  }

  /// The layers of the frame, each a group of its name. `features`: of each layer.
  package mutating func elements(_ features: [[TileFeatures]], progress: PageProgress = PageProgress()) throws(PageError)
    -> [PageElement]
  {
    var elements: [PageElement] = []
    for (index, layer) in frame.layers.enumerated() {
      try progress.check()
      progress.report(Double(index) / Double(max(frame.layers.count, 1)))
      let drawn = self.elements(of: layer, index < features.count ? features[index] : [])
      guard !drawn.isEmpty else { continue }
      elements.append(.group(PageGroup(name: layer.layer.id, opacity: groupOpacity(layer), elements: drawn)))
      guard pointCount <= Self.maximumPoints else {
        throw .unusableSize("more than \(Self.maximumPoints / 1_000_000) million points")
      }
    }
    return elements
  }

  /// What the layer says of all that it draws together.
  private func groupOpacity(_ layer: StyleFrameLayer) -> Double {
    let name: StylePropertyName
    switch layer.layer.kind {
    case .fillExtrusion: name = .fillExtrusionOpacity
    case .fill: name = .fillLayerOpacity
    case .line: name = .lineLayerOpacity
    case .raster: name = .rasterOpacity
    case .heatmap: name = .heatmapOpacity
    default: return 1
    }
    guard layer.properties.isSet(name) else { return 1 }
    return min(max(layer.properties.number(name, zoom: frame.zoom), 0), 1)
  }

  private mutating func elements(of layer: StyleFrameLayer, _ tiles: [TileFeatures]) -> [PageElement] {
    switch layer.layer.kind {
    case .background: return background(layer)
    case .fill: return fills(layer, tiles)
    case .line: return lines(layer, tiles)
    case .circle: return circles(layer, tiles)
    case .fillExtrusion: return extrusions(layer, tiles)
    case .symbol: return symbols(layer, tiles)
    case .raster, .hillshade: return pictures(layer)
    case .heatmap, .colorRelief:
      note("the layer \(layer.layer.id) (\(layer.layer.kind.rawValue)) is left out of the page")
      return []
    }
  }

  mutating func note(_ message: String) {
    if !messages.contains(message) { messages.append(message) }
  }

  private func background(_ layer: StyleFrameLayer) -> [PageElement] {
    var values = LayerValues(layer.properties, zoom: frame.zoom)
    let opacity = values.number(.backgroundOpacity)
    let rect = PageRect(x: 0, y: 0, width: view.size.width, height: view.size.height)
    if let name = values.value(.backgroundPattern, ExpressionFeature()).imageName, let paint = pattern(name, opacity) {
      return [.path(PagePath(PageOutline(rect), fill: paint))]
    }
    guard let color = layer.properties.color(.backgroundColor, zoom: frame.zoom) else { return [] }
    let paint = PageColor(color, opacity: opacity)
    return paint.isVisible ? [.path(PagePath(PageOutline(rect), fill: .color(paint)))] : []
  }

  /// A picture of the style side by side; nil where there is none.
  func pattern(_ name: String, _ opacity: Double) -> PagePaint? {
    guard let image = frame.images[name], opacity > 0 else { return nil }
    return .pattern(icons.whole(name, image), width: image.displayWidth, height: image.displayHeight, opacity: opacity)
  }
}

/// Puts what is painted alike into one path, so that tiles leave no seams and nothing translucent is laid over itself, and keeps the
/// order within each tile.
struct PaintGroups<Paint: Hashable> {
  private(set) var groups: [(paint: Paint, outline: PageOutline)] = []
  private var places: [Paint: [Int]] = [:]
  /// In the groups: what a tile added last.
  private var cursor = 0

  mutating func beginTile() { cursor = 0 }

  mutating func add(_ paint: Paint, _ body: (inout PageOutline) -> Void) {
    let place: Int
    if let known = places[paint]?.first(where: { $0 >= cursor }) {
      place = known
    } else {
      place = groups.count
      groups.append((paint, PageOutline()))
      places[paint, default: []].append(place)
    }
    cursor = place
    body(&groups[place].outline)
  }
}
