import OverlookCamera
import OverlookFormats
import OverlookGeometry
import OverlookStyle
import OverlookTestSupport
import OverlookText

@testable import OverlookLayout

/// Glyphs whose measures are easy to reckon with: every letter is 12 units wide, a space 6.
enum TestGlyphs {
  /// A glyph PBF of the 256 code points from `first` on.
  static func file(first: UInt32) -> [UInt8] {
    var stack = Message().text(1, "Test").text(2, "\(first)-\(first + 255)")
    for codePoint in first..<first + 256 where codePoint >= 0x20 { stack = stack.part(3, glyph(codePoint)) }
    return Message().part(1, stack.bytes).bytes
  }

  private static func glyph(_ codePoint: UInt32) -> [UInt8] {
    let isSpace = codePoint == 0x20
    let (width, height) = isSpace ? (0, 0) : (10, 14)
    let bitmap = isSpace ? [] : [UInt8](repeating: 200, count: (width + 6) * (height + 6))
    return Message().varint(1, UInt64(codePoint)).part(2, bitmap).varint(3, UInt64(width)).varint(4, UInt64(height))
      .varint(5, 2).varint(6, 17).varint(7, isSpace ? 6 : 12).bytes
  }

  /// A library in which all blocks of `texts` are loaded.
  static func library(_ texts: String...) -> GlyphLibrary {
    let library = GlyphLibrary(fetch: { _, first, done in done(file(first: first)) })
    var needs = GlyphNeeds()
    for text in texts + [" "] { needs.add(text, fontStack: "Test") }
    library.request(needs) {}
    return library
  }

  static func text(_ text: String) -> LabelCharacters {
    self.text(FormattedText(text))
  }

  static func text(_ formatted: FormattedText, images: @escaping (String) -> LabelImage? = { _ in nil }) -> LabelCharacters {
    let source = GlyphSource(library(formatted.text))
    return LabelCharacters(formatted, fontStack: "Test", isVertical: false, source: source, images: images)
  }
}

/// A symbol layer of GeoJSON features, laid out in tile 0/0/0.
enum TestSymbols {
  static func layer(_ layout: String, paint: String = "{}", id: String = "labels") throws -> StyleLayer {
    let style = """
      {"version": 8, "sources": {"s": {"type": "geojson", "data": {"type": "FeatureCollection", "features": []}}},
       "layers": [{"id": "\(id)", "type": "symbol", "source": "s", "layout": \(layout), "paint": \(paint)}]}
      """
    let document = try StyleDocument(Array(style.utf8))
    return document.layers[0]
  }

  /// Points in tile units with a name each.
  static func features(_ points: [(name: String, x: Int32, y: Int32)]) -> FeatureLayer {
    var builder = FeatureLayerBuilder(name: "test")
    builder.keys = ["name"]
    for point in points {
      builder.append(SIMD2(Double(point.x), Double(point.y)))
      builder.endPart()
      builder.addTag(key: 0, value: .string(point.name))
      builder.endFeature(.point, id: .null)
    }
    return FeatureLayer(builder)
  }

  static func line(_ points: [(x: Int32, y: Int32)], name: String) -> FeatureLayer {
    var builder = FeatureLayerBuilder(name: "test")
    builder.keys = ["name"]
    for point in points { builder.append(SIMD2(Double(point.x), Double(point.y))) }
    builder.endPart()
    builder.addTag(key: 0, value: .string(name))
    builder.endFeature(.line, id: .null)
    return FeatureLayer(builder)
  }

  static func bucket(_ layer: StyleLayer, _ features: FeatureLayer, z: Int = 0) -> SymbolBucket? {
    let library = TestGlyphs.library("abcdefghijklmnopqrstuvwxyz")
    let rows = features.features.indices.map { Int32($0) }
    return SymbolLayout.bucket(layer, features, selected: rows, context(z: z, library: library))
  }

  /// The view of a square of `side` points, straight down on the middle of the world.
  static func view(zoom: Double = 1, side: Double = 512, bearing: Double = 0) -> ViewTransform {
    ViewTransform(
      camera: CameraPosition(latitude: 0, longitude: 0, zoom: zoom, bearing: bearing),
      size: ScreenSize(width: side, height: side))
  }

  static func place(
    _ layers: [(StyleLayer, SymbolBucket)], view: ViewTransform? = nil, previous: PlacementResult? = nil, now: Double = 0,
    fadeSeconds: Double = 0, obstacles: [LabelObstacle] = [], buildings: [StyleFrameLayer] = [], edge: ViewEdge = .cuts
  ) -> PlacementResult {
    SymbolPlacement.place(
      layers.map {
        SymbolPlacementLayer(
          layer: $0.0, tiles: [SymbolPlacementLayer.Tile(tile: $0.1.tile, worldCopy: 0, bucket: $0.1)])
      }, view: view ?? Self.view(), previous: previous, now: now, fadeSeconds: fadeSeconds, obstacles: obstacles,
      buildings: buildings, edge: edge)
  }

  /// Which texts of a bucket are shown.
  static func texts(_ result: PlacementResult, _ bucket: SymbolBucket) -> [Bool] {
    let key = PlacementResult.TileKey(bucket: bucket.id, worldCopy: 0)
    return result.tiles[key]?.map(\.opacities.text.isPlaced) ?? []
  }

  static func context(z: Int = 0, library: GlyphLibrary) -> LayoutContext {
    var context = LayoutContext(tile: OverscaledTile(TileID(z: z, x: 0, y: 0)))
    context.glyphs = library
    return context
  }
}
