import Glibc
import OverlookCamera
package import OverlookGeometry
package import OverlookLayout
package import OverlookStyle

/// A feature that is drawn, as it was found.
package struct DrawnFeature: Sendable {
  package var layer: StyleLayer
  package var features: FeatureLayer
  package var row: Int32
  package var tile: OverscaledTile
  package var worldCopy: Int

  /// Where a point feature lies; the first point of others.
  package var place: WorldPoint? {
    let feature = features.features[Int(row)]
    guard let part = feature.parts.first, let index = features.points(ofPart: part).first else { return nil }
    let rect = tile.canonical.worldRect
    let unit = (rect.maxX - rect.minX) / Double(FeatureLayer.extent)
    let point = features.point(index)
    return WorldPoint(x: rect.minX + Double(point.x) * unit + Double(worldCopy), y: rect.minY + Double(point.y) * unit)
  }
}

extension StyledMap {
  /// Features that are drawn at a point, or in a rectangle of no more than the view, from the topmost layer down.
  ///
  /// - Parameter asPlaced: Whether labels and icons are found by the boxes that they were given, or else by their places, whether
  ///   or not others left them room.
  package func features(in rect: ScreenRect, layers wanted: Set<String>? = nil, asPlaced: Bool = true) -> [DrawnFeature] {
    guard let view else { return [] }
    let zoom = styleZoom(view)
    var found: [DrawnFeature] = []
    var shown: [String: [ShownTile]] = [:]
    for layer in document.layers.reversed() where layer.kind.drawsFeatures && isShown(layer, atZoom: zoom) {
      if let wanted, !wanted.contains(layer.id) { continue }
      guard let id = layer.source, let source = sources[id], let properties = layerProperties[layer.id] else { continue }
      let tiles = shown[id] ?? source.shownTiles()
      shown[id] = tiles
      if layer.kind == .symbol, asPlaced {
        collectSymbols(layer, tiles, rect, &found)
        continue
      }
      var seen: Set<FeatureName> = []
      for tile in tiles { collect(layer, properties, tile, rect, view, &seen, &found) }
    }
    return found
  }

  /// What the label of a feature says, in the language of the labels; empty for one without words.
  package func labelText(of drawn: DrawnFeature) -> String {
    guard let view, let properties = layerProperties[drawn.layer.id] else { return "" }
    let feature = drawn.features.expressionFeature(drawn.row, in: drawn.tile.canonical)
    return properties.value(.textField, zoom: styleZoom(view), feature: feature).text
  }

  /// Whether a layer is drawn at the zoom of the view.
  package func isDrawn(_ layer: String) -> Bool {
    guard let view else { return false }
    return document.layers.contains { $0.id == layer && isShown($0, atZoom: styleZoom(view)) }
  }

  /// A feature that lies in several tiles is found once.
  private struct FeatureName: Hashable {
    var id: StyleValue
    var tile: OverscaledTile?
    var row: Int32

    init(_ features: FeatureLayer, _ row: Int32, _ tile: OverscaledTile) {
      id = features.id(of: row)
      (self.tile, self.row) = id == .null ? (tile, row) : (nil, 0)
    }
  }

  private func collect(
    _ layer: StyleLayer, _ properties: LayerProperties, _ shown: ShownTile, _ rect: ScreenRect, _ view: ViewTransform,
    _ seen: inout Set<FeatureName>, _ found: inout [DrawnFeature]
  ) {
    guard let layout = shown.content.layout, layout.buckets[layer.id] != nil, let tile = layout.features,
      let features = tile.layer(of: layer)
    else { return }
    let square = shown.tile.canonical.worldRect
    let units = Double(FeatureLayer.extent) / (square.maxX - square.minX)
    let unitsPerPoint = units / view.pointsPerWorld
    let probe = probe(rect, view, square, shown.worldCopy, units)
    // Coordinates reach into the neighbours, so that tiles around a point are looked at too; far ones are not.
    guard probe.corners.contains(where: { abs($0.x - 4096) < 3 * 8192 && abs($0.y - 4096) < 3 * 8192 }) else { return }
    var context = LayoutContext(tile: shown.tile, pixelsPerPoint: pixelsPerPoint)
    context.images = resources.images
    context.globalState = document.globalState
    // Most layers clear no ground, and most of a tile is not asked about.
    var clearing: TileClearing??
    for row in FeatureSelection.rows(of: features, layer, context) {
      let reach = reachPoints(layer, properties, features, row, styleZoom(view)) * unitsPerPoint
      guard probe.touches(features, row, reach: reach) else { continue }
      let known = clearing ?? TileClearing(layer, context)
      clearing = .some(known)
      if known?.holds(features, features.features[Int(row)]) == true { continue }
      guard seen.insert(FeatureName(features, row, shown.tile)).inserted else { continue }
      found.append(DrawnFeature(layer: layer, features: features, row: row, tile: shown.tile, worldCopy: shown.worldCopy))
    }
  }

  /// Labels and icons that are shown, by the boxes that they take.
  private func collectSymbols(_ layer: StyleLayer, _ tiles: [ShownTile], _ rect: ScreenRect, _ found: inout [DrawnFeature]) {
    guard let placement = placementState?.result else { return }
    var seen: Set<FeatureName> = []
    for hit in placement.symbols(in: rect).reversed() {
      let owner = tiles.first { shown in
        guard shown.worldCopy == hit.worldCopy, let layout = shown.content.layout else { return false }
        return layout.buckets[layer.id]?.id == hit.bucket
      }
      guard let owner, let layout = owner.content.layout, case .symbol(let bucket)? = layout.buckets[layer.id],
        hit.symbol < bucket.symbolCount, let tile = layout.features,
        let features = tile.layer(of: layer)
      else { continue }
      let row = bucket.feature(ofSymbol: hit.symbol)
      guard features.features.indices.contains(Int(row)), seen.insert(FeatureName(features, row, owner.tile)).inserted
      else { continue }
      found.append(DrawnFeature(layer: layer, features: features, row: row, tile: owner.tile, worldCopy: owner.worldCopy))
    }
  }

  private func probe(
    _ rect: ScreenRect, _ view: ViewTransform, _ square: WorldRect, _ worldCopy: Int, _ units: Double
  ) -> FeatureProbe {
    func place(_ point: WorldPoint) -> SIMD2<Double> {
      SIMD2((point.x - Double(worldCopy) - square.minX) * units, (point.y - square.minY) * units)
    }
    let quad = view.groundQuad(of: rect)
    if rect.size.width == 0, rect.size.height == 0 { return FeatureProbe(corners: [place(quad.nearLeft)]) }
    return FeatureProbe(corners: [place(quad.nearLeft), place(quad.nearRight), place(quad.farRight), place(quad.farLeft)])
  }

  /// How far from its place a feature is drawn, in points.
  private func reachPoints(
    _ layer: StyleLayer, _ properties: LayerProperties, _ features: FeatureLayer, _ row: Int32, _ zoom: Double
  ) -> Double {
    func number(_ name: StylePropertyName) -> Double {
      guard properties.isDataDriven(name) else { return properties.number(name, zoom: zoom) }
      let feature = features.expressionFeature(row, in: TileID(z: 0, x: 0, y: 0))
      return properties.value(name, zoom: zoom, feature: feature).number ?? 0
    }
    switch layer.kind {
    case .line:
      let gap = number(.lineGapWidth)
      return (gap > 0 ? gap / 2 + number(.lineWidth) : number(.lineWidth) / 2) + abs(number(.lineOffset))
    case .circle: return number(.circleRadius) + number(.circleStrokeWidth)
    // About as large as icons and short names are.
    case .symbol: return 14
    case .heatmap: return number(.heatmapRadius) / 2
    default: return 0
    }
  }
}
