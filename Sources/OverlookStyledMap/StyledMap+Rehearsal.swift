import OverlookGeometry
package import OverlookLayout
import OverlookStyle
import OverlookTiles

/// Which layers of a style the driver was made ready for.
struct StyleRehearsal {
  /// Layers are drawn alike that have the same properties and find the same of them in features.
  struct Look: Hashable {
    let kind: StyleLayer.Kind
    let properties: Set<StylePropertyName>
    let dataDriven: Set<StylePropertyName>

    init(_ layer: StyleLayer, _ properties: LayerProperties) {
      kind = layer.kind
      self.properties = Set(layer.properties.keys)
      dataDriven = self.properties.filter { properties.isDataDriven($0) }
    }
  }

  /// The first layer of the document that was not looked at.
  var next = 0
  var looks: Set<Look> = []
  /// The first layer of the document that the driver was not made ready for ahead of its time.
  var ahead = 0
  /// The number of the zoom at which it is looked at next.
  var aheadZoom = 0
}

extension StyledMap {
  /// The next layer that the driver can be made ready for while its tiles are on their way: a frame of that layer alone, with a
  /// shape in the nearest of them. Nil when there is none, or nothing is known of its source yet.
  package func nextRehearsal() -> StyleFrame? {
    guard let view, resources.isReadyForLayout else { return nil }
    let zoom = styleZoom(view)
    while rehearsal.next < document.layers.count {
      let layer = document.layers[rehearsal.next]
      if isShown(layer, atZoom: zoom), let source = layer.source.flatMap({ sources[$0] }), source.isAwaited {
        guard let square = source.squares.first else { return nil }
        rehearsal.next += 1
        if let frame = rehearsal(of: layer, in: square, zoom: zoom) { return frame }
      } else {
        rehearsal.next += 1
      }
    }
    return nil
  }

  /// The next layer of those that are shown at some zoom, as it will be drawn there, or at another zoom than before: for a map that nothing is asked of. Nil when
  /// the driver was made ready for all of them.
  package func nextRehearsalAhead() -> StyleFrame? {
    guard let view, resources.isReadyForLayout else { return nil }
    let zoom = styleZoom(view)
    while rehearsal.ahead < document.layers.count {
      let layer = document.layers[rehearsal.ahead]
      let zooms = Self.zoomsAhead(layer, zoom)
      guard layer.isVisible, rehearsal.aheadZoom < zooms.count, let square = layer.source.flatMap({ sources[$0] })?.squares.first,
        let properties = layerProperties[layer.id]
      else {
        rehearsal.ahead += 1
        rehearsal.aheadZoom = 0
        continue
      }
      let shown = zooms[rehearsal.aheadZoom]
      rehearsal.aheadZoom += 1
      if let frame = rehearsal(of: layer, properties, in: square, zoom: shown) { return frame }
    }
    return nil
  }

  /// Where a layer is looked at ahead. Many come in from their first zoom on, where nothing of them is seen: they are drawn otherwise while
  /// more shows through them than later.
  private static func zoomsAhead(_ layer: StyleLayer, _ zoom: Double) -> [Double] {
    let (first, last) = (layer.minimumZoom, max(layer.maximumZoom, layer.minimumZoom))
    if zoom >= first { return [min(zoom, last)] }
    return [min(first + 0.3, last), min(first + 1, last)]
  }

  private func rehearsal(of layer: StyleLayer, in square: TileCover.Square, zoom: Double) -> StyleFrame? {
    guard let properties = layerProperties[layer.id],
      rehearsal.looks.insert(StyleRehearsal.Look(layer, properties)).inserted
    else { return nil }
    return rehearsal(of: layer, properties, in: square, zoom: zoom)
  }

  private func rehearsal(
    of layer: StyleLayer, _ properties: LayerProperties, in square: TileCover.Square, zoom: Double
  ) -> StyleFrame? {
    let tile = OverscaledTile(canonical: square.quad, overscaledZ: square.zoom)
    var properties = properties
    properties.availableImages = resources.images.names
    var context = LayoutContext(tile: tile, pixelsPerPoint: pixelsPerPoint)
    context.images = resources.images
    context.globalState = document.globalState
    guard let bucket = TileLayouter.sample(of: layer, context) else { return nil }
    var frame = StyleFrame(zoom: zoom, pixelsPerPoint: pixelsPerPoint, timeSeconds: lastUpdate)
    let draw = StyleTileDraw(tile: tile, worldCopy: square.worldCopy, bucket: bucket)
    frame.layers = [StyleFrameLayer(layer: layer, properties: properties, content: .tiles([draw]))]
    frame.light = light
    frame.images = resources.images
    return frame
  }
}
