package import OverlookLayout
import OverlookStyle

/// How a layer looks in a frame, where that depends neither on features nor on tiles.
package enum GroundPaint {
  case fill(FillPaint)
  case line(LinePaint)

  /// Nil for what is not seen.
  package init?(_ layer: StyleFrameLayer, zoom: Double) {
    switch layer.layer.kind {
    case .fill:
      let paint = FillPaint(layer.properties, zoom: zoom)
      guard paint.opacity > 0 else { return nil }
      self = .fill(paint)
    case .line:
      let paint = LinePaint(layer.properties, zoom: zoom)
      guard paint.isVisible else { return nil }
      self = .line(paint)
    default: return nil
    }
  }

  /// In points of the screen, and what its directions are those of.
  package var translation: (SIMD2<Double>, anchor: String) {
    switch self {
    case .fill(let paint): (paint.translation, paint.translationAnchor)
    case .line(let paint): (paint.translation, paint.translationAnchor)
    }
  }

  /// How far from its place something of a bucket is drawn.
  package func reachPoints(_ bucket: StyleBucket) -> Double {
    switch (self, bucket) {
    case (.fill(let paint), _): paint.reachPoints
    case (.line(let paint), .line(let bucket)): paint.reachPoints + bucket.reachPoints
    case (.line(let paint), _): paint.reachPoints
    }
  }

  /// What is drawn of a bucket: triangles, and edges.
  package func chunks(_ bucket: StyleBucket) -> ([TileChunk], edges: [TileChunk]) {
    switch (self, bucket) {
    case (.fill(let paint), .fill(let bucket)): (bucket.triangleChunks, paint.hasEdges ? bucket.lineChunks : [])
    case (.line, .line(let bucket)): (bucket.chunks, [])
    default: ([], [])
    }
  }
}

extension StyleFrameLayer {
  /// Whether it has nothing but plain fills or lines, which `GroundRasterizer` draws.
  package func canBeRasterized(zoom: Double) -> Bool {
    guard case .tiles = content, opacityAsWhole(zoom: zoom) == 1 else { return false }
    switch layer.kind {
    case .fill: return !properties.isSet(.fillPattern)
    case .line: return !properties.isSet(.linePattern) && !properties.isSet(.lineDasharray) && !properties.isSet(.lineGradient)
    default: return false
    }
  }

  /// The opacity of the layer as a whole, whatever overlaps in it.
  package func opacityAsWhole(zoom: Double) -> Double {
    switch layer.kind {
    case .fill: properties.number(.fillLayerOpacity, zoom: zoom)
    case .line: properties.number(.lineLayerOpacity, zoom: zoom)
    default: 1
    }
  }
}
