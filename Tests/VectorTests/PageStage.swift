import Glibc
import OverlookCamera
import OverlookFormats
import OverlookGeometry
import OverlookLayout
import OverlookStyle
import OverlookText
import OverlookVector

/// A style on one tile that fills the view: 512 points wide, with north up, 8 units of 4096 to a point.
struct PageStage {
  var style: String
  var tile = VectorTileWriter()
  var camera = CameraPosition(latitude: 0, longitude: 0, zoom: 1)
  var size = ScreenSize(width: 512, height: 512)
  /// Rings in units of the tile, on which no building stands.
  var cleared: [[SIMD2<Int32>]] = []

  init(_ layers: String) {
    style = """
      {"version": 8, "sources": {"s": {"type": "vector", "tiles": ["x"]}}, "layers": [\(layers)]}
      """
  }

  var view: ViewTransform { ViewTransform(camera: camera, size: size) }

  /// A square ring in units of the tile, clockwise on a screen.
  static func square(_ x: Int32, _ y: Int32, _ side: Int32) -> [SIMD2<Int32>] {
    [SIMD2(x, y), SIMD2(x + side, y), SIMD2(x + side, y + side), SIMD2(x, y + side)]
  }

  /// Two views of the same tile beside each other, or one.
  func page(worldCopies: [Int] = [0]) throws -> (elements: [PageElement], messages: [String]) {
    let areas = cleared.compactMap { ring in
      let places = ring.map { WorldPoint(x: Double($0.x) / 4096, y: Double($0.y) / 4096).coordinate }
      return ClearedGround.Area(rings: [places])
    }
    let document = try StyleDocument(Array(style.utf8)).clearing(ClearedGround(areas: areas, minimumZoom: 0))
    let id = OverscaledTile(TileID(z: 0, x: 0, y: 0))
    var context = LayoutContext(tile: id)
    context.glyphs = GlyphLibrary()
    let features = try FeatureTile(vectorTile: tile.bytes(), wanted: Set(document.layers.compactMap(\.sourceLayer)))
    let layout = TileLayouter.layout(features, layers: document.layers, context)
    var frame = StyleFrame(zoom: camera.zoom - 1, pixelsPerPoint: 1, timeSeconds: 0)
    frame.fadeSeconds = 0
    var symbols: [SymbolPlacementLayer] = []
    var drawn: [[TileFeatures]] = []
    for layer in document.layers {
      let properties = LayerProperties(layer)
      guard layer.kind != .background else {
        frame.layers.append(StyleFrameLayer(layer: layer, properties: properties, content: .background))
        drawn.append([])
        continue
      }
      guard let bucket = layout.buckets[layer.id] else { continue }
      let draws = worldCopies.map { StyleTileDraw(tile: id, worldCopy: $0, bucket: bucket) }
      frame.layers.append(StyleFrameLayer(layer: layer, properties: properties, content: .tiles(draws)))
      drawn.append(draws.compactMap { TileFeatures($0, of: layer, in: features, context) })
      if case .symbol(let bucket) = bucket {
        symbols.append(
          SymbolPlacementLayer(
            layer: layer, tiles: worldCopies.map { SymbolPlacementLayer.Tile(tile: id, worldCopy: $0, bucket: bucket) }))
      }
    }
    frame.placement = SymbolPlacement.place(symbols, view: view, previous: nil, now: 0, fadeSeconds: 0)
    var page = StylePage(frame, view, millimetersPerPoint: 25.4 / 96, pixelsPerPoint: 1)
    return (try page.elements(drawn), page.messages)
  }
}

extension [PageElement] {
  /// All paths, those of groups too, in order.
  var paths: [PagePath] {
    flatMap { element -> [PagePath] in
      switch element {
      case .path(let path): [path]
      case .group(let group): group.elements.paths
      case .text, .picture: []
      }
    }
  }

  var texts: [PageText] {
    flatMap { element -> [PageText] in
      switch element {
      case .text(let text): [text]
      case .group(let group): group.elements.texts
      case .path, .picture: []
      }
    }
  }
}

extension PageOutline {
  /// How often the outline winds around a point: by the angles that it is seen under.
  func winding(around x: Double, _ y: Double) -> Int {
    var turns = 0.0
    for piece in pieces.indices {
      let range = range(of: piece)
      for index in range {
        let next = index + 1 < range.upperBound ? index + 1 : range.lowerBound
        let a = SIMD2<Double>(points[index]) - SIMD2(x, y)
        let b = SIMD2<Double>(points[next]) - SIMD2(x, y)
        turns += atan2(a.x * b.y - a.y * b.x, a.x * b.x + a.y * b.y)
      }
    }
    return Int((turns / (2 * Double.pi)).rounded())
  }
}
