@testable import OverlookLayout
import OverlookFormats
import OverlookGeometry
import OverlookStyle

/// Features in tile units and a layer that draws them, for tests of layout.
enum ShapeFeatures {
  static func layer(_ json: String) throws -> StyleLayer {
    let document = try StyleDocument(
      Array(
        """
        {"version": 8, "sources": {"s": {"type": "geojson", "data": {"type": "FeatureCollection", "features": []}}}, "layers": [\(json)]}
        """.utf8))
    guard let layer = document.layers.first, document.faults.isEmpty else {
      throw ShapeFault.style(document.faults.map(\.description))
    }
    return layer
  }

  enum ShapeFault: Error { case style([String]) }

  /// Features of one kind, each with parts, and numbers under the name `n`.
  static func features(_ kind: Feature.Kind, _ all: [[[(Int32, Int32)]]], numbers: [Double] = []) -> FeatureLayer {
    var builder = FeatureLayerBuilder(name: "test")
    builder.keys = ["n"]
    for (index, parts) in all.enumerated() {
      for part in parts {
        for point in part { builder.append(SIMD2(Double(point.0), Double(point.1))) }
        builder.endPart()
      }
      if index < numbers.count { builder.addTag(key: 0, value: .number(numbers[index])) }
      builder.endFeature(kind, id: .null)
    }
    return FeatureLayer(builder)
  }

  static let context = LayoutContext(tile: OverscaledTile(TileID(z: 4, x: 3, y: 3)))
}
