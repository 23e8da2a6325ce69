import OverlookGeometry
package import OverlookLayout
import OverlookStyle
package import OverlookTiles

// What of the style's tiles is not on the screen yet.
extension StyledMap {
  /// Whether something that the view needs waits for the renderer.
  package var hasArrivals: Bool { waitsForRenderer && sources.values.contains { $0.hasArrivals } }

  /// What the renderer should bring to the driver, the most needed first; at the end what lies around the view.
  package func arrivals() -> [StyleArrival] {
    guard waitsForRenderer, let view, sources.values.contains(where: \.hasIncoming) else { return [] }
    let zoom = styleZoom(view)
    var arrivals: [StyleArrival] = []
    for isAhead in [false, true] {
      for source in document.sources {
        guard let runtime = sources[source.id] else { continue }
        for tile in isAhead ? runtime.tiles.plan.aheadIncoming : runtime.tiles.plan.incoming {
          guard let item = runtime.tiles.store.incoming(tile), item.content.isDrawable else { continue }
          let layers = layers(of: runtime, drawing: item.content, tile, zoom)
          arrivals.append(StyleArrival(id: item.id.rawValue, layers: layers, isAhead: isAhead))
        }
      }
    }
    return arrivals
  }

  /// The layers that draw a tile at `zoom`, each with nothing else.
  private func layers(
    of source: StyleSourceRuntime, drawing content: SourceContent, _ tile: TileID, _ zoom: Double
  ) -> [StyleFrameLayer] {
    document.layers.compactMap { layer in
      guard layer.source == source.source.id, isShown(layer, atZoom: zoom), let properties = layerProperties[layer.id] else {
        return nil
      }
      let drawn = self.content(of: layer, source, content, tile)
      return drawn.map { StyleFrameLayer(layer: layer, properties: properties, content: $0) }
    }
  }

  private func content(
    of layer: StyleLayer, _ source: StyleSourceRuntime, _ content: SourceContent, _ tile: TileID
  ) -> StyleFrameLayer.Content? {
    if let bucket = content.layout?.buckets[layer.id] {
      let overscaled = OverscaledTile(canonical: tile, overscaledZ: content.zoom)
      return .tiles([StyleTileDraw(tile: overscaled, worldCopy: 0, bucket: bucket)])
    }
    guard let raster = content.raster else { return nil }
    let shown = ShownTile(tile: OverscaledTile(tile), worldCopy: 0, clip: tile, content: content, arrival: 0)
    switch source.source.kind {
    case .raster: return .raster([StyleRasterDraw(tile: tile, worldCopy: 0, source: tile, raster: raster)])
    case .rasterDEM(_, let encoding):
      return demDraw(shown, of: source, StyleDEMDraw.Encoding(encoding)).map { .dem([$0]) }
    case .vector, .geoJSON, .image: return nil
    }
  }

  /// Takes what became of them, for the frame that is about to be drawn.
  package func take(_ result: TileUploadResult, now: Double) {
    for id in result.uploaded {
      sources.values.first { $0.surroundings.number == id.sourceNumber }?.didUpload(id, now: now)
    }
  }
}
