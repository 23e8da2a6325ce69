package import OverlookCamera
import OverlookFormats
import OverlookGeometry
package import OverlookStyle
import OverlookSupport

/// One layer of symbols with what it shows.
package struct SymbolPlacementLayer: Sendable {
  package var layer: StyleLayer
  package var tiles: [Tile]
  /// Of the style.
  package var globalState: [String: StyleValue]

  package struct Tile: Sendable {
    package var tile: OverscaledTile
    package var worldCopy: Int
    package var bucket: SymbolBucket
    /// Whether the tile goes away: its symbols fade out.
    package var isLeaving = false

    package init(tile: OverscaledTile, worldCopy: Int, bucket: SymbolBucket) {
      self.tile = tile
      self.worldCopy = worldCopy
      self.bucket = bucket
    }
  }

  package init(layer: StyleLayer, tiles: [Tile], globalState: [String: StyleValue] = [:]) {
    self.layer = layer
    self.tiles = tiles
    self.globalState = globalState
  }
}

/// What becomes of texts that the edge of the view cuts, of layers that ask for whole ones.
package enum ViewEdge: Sendable {
  /// They are shown.
  case cuts
  /// They are not shown.
  case avoided
  /// Those that were shown stay, so that texts go out of a view that moves, and come in; others are not shown.
  case passed
}

/// Decides which symbols are shown. Pure: the same arguments give the same result. Any thread.
///
/// Layers are asked from the top down, tiles from the deepest zoom up, symbols in the order of their keys, and each takes the
/// room that those before it have left. What was shown keeps its side of the anchor as long as there is room. What stands in one of the
/// `buildings` is shown on its roof, what stands behind one is not shown.
package enum SymbolPlacement {
  /// Labels are placed up to so far beside the view, so that they are decided before they are seen.
  package static let marginPoints = CollisionIndex.margin

  /// `layers` from the lowest up, as they are drawn. `fadeSeconds` 0: everything is shown or hidden at once.
  package static func place(
    _ layers: [SymbolPlacementLayer], view: ViewTransform, previous: PlacementResult?, now: Double, fadeSeconds: Double,
    obstacles: [LabelObstacle] = [], buildings: [StyleFrameLayer] = [], edge: ViewEdge = .cuts
  ) -> PlacementResult {
    var run = PlacementRun(view: view, previous: previous, now: now, fadeSeconds: fadeSeconds, buildings)
    run.edge = edge
    run.place(obstacles)
    run.number(layers)
    for layer in layers.reversed() { run.place(layer) }
    return run.finished(layers)
  }
}

/// A placement on its way.
struct PlacementRun {
  /// What is decided for a symbol.
  struct Decision {
    var text: Bool
    var icon: Bool
    /// Out of view: it need not fade in when it comes into view.
    var skipsFade: Bool
  }

  let view: ViewTransform
  let previous: PlacementResult?
  let zoom: Double
  var result = PlacementResult()
  var index: CollisionIndex
  let occlusion: BuildingOcclusion
  var edge = ViewEdge.cuts
  var decisions: [UInt32: Decision] = [:]
  var entries: [String: [CrossTileIndex.TileKey: CrossTileIndex.Entry]] = [:]
  /// Whether symbols of a layer are shown that no placement has looked at yet.
  private var defaults: [String: PlacementResult.Opacities] = [:]

  init(
    view: ViewTransform, previous: PlacementResult?, now: Double, fadeSeconds: Double, _ buildings: [StyleFrameLayer]
  ) {
    self.view = view
    self.previous = previous
    // The style's world is 512 points wide where ours is 256.
    zoom = view.camera.zoom - 1
    index = CollisionIndex(view)
    occlusion = BuildingOcclusion(buildings, view, zoom: zoom)
    result.timeSeconds = now
    result.fadeSeconds = max(fadeSeconds, 0)
    result.zoom = zoom
  }

  mutating func number(_ layers: [SymbolPlacementLayer]) {
    var crossTile = previous?.crossTile ?? CrossTileIndex()
    entries = crossTile.update(layers, centerX: view.center.x)
    result.crossTile = crossTile
  }

  // MARK: Obstacles

  /// What overlays need comes before all labels.
  mutating func place(_ obstacles: [LabelObstacle]) {
    for obstacle in obstacles where obstacle.behavior != .optionalAndHidesLowerPriority {
      result.shownObstacles.insert(obstacle.id)
      if obstacle.behavior == .requiredAndHidesOptional { insert(obstacle) }
    }
    let optional = obstacles.filter { $0.behavior == .optionalAndHidesLowerPriority }
      .sorted { (-$0.priority, $0.id) < (-$1.priority, $1.id) }
    var next = 0
    while next < optional.count {
      let same = optional[next...].prefix { $0.id == optional[next].id }
      next = same.endIndex
      if same.contains(where: isHit) { continue }
      result.shownObstacles.insert(same[same.startIndex].id)
      for obstacle in same { insert(obstacle) }
    }
  }

  private func isHit(_ obstacle: LabelObstacle) -> Bool {
    let box = box(obstacle)
    return index.grid.isHit(low: box.low, high: box.high, .never)
  }

  private mutating func insert(_ obstacle: LabelObstacle) {
    index.insert(box(obstacle), .never, isIgnored: false, owner: nil)
  }

  private func box(_ obstacle: LabelObstacle) -> CollisionIndex.PlacedBox {
    let margin = Float(CollisionIndex.margin)
    let low = SIMD2(Float(obstacle.rect.origin.x), Float(obstacle.rect.origin.y)) + margin
    let size = SIMD2(Float(obstacle.rect.size.width), Float(obstacle.rect.size.height))
    return CollisionIndex.PlacedBox(low: low, high: low + size, isPlaced: true)
  }

  // MARK: Layers

  mutating func place(_ layer: SymbolPlacementLayer) {
    let properties = LayerProperties(layer.layer, globalState: layer.globalState)
    let options = SymbolOptions(properties, zoom: zoom)
    let tiles = layer.tiles.sorted {
      ($1.tile.overscaledZ, $0.worldCopy, $0.tile.canonical.x, $0.tile.canonical.y)
        < ($0.tile.overscaledZ, $1.worldCopy, $1.tile.canonical.x, $1.tile.canonical.y)
    }
    var seen: Set<UInt32> = []
    var parts: [TilePlacement] = []
    for tile in tiles {
      guard
        let entry = entries[layer.layer.id]?[CrossTileIndex.TileKey(tile: tile.tile, worldCopy: tile.worldCopy)]
      else { continue }
      parts.append(
        TilePlacement(
          tile, entry.numbers, view, properties, options, zoom: zoom,
          isHiddenByBuildings: !layer.layer.isShownBehindBuildings, edge: layer.layer.avoidsEdges ? edge : .cuts))
    }
    if options.sortsByKey {
      let ordered = parts.indices.flatMap { part in parts[part].tile.bucket.symbols.indices.map { (part, $0) } }.sorted { a, b in
        let keys = (parts[a.0].tile.bucket.symbols[a.1].sortKey, parts[b.0].tile.bucket.symbols[b.1].sortKey)
        return keys.0 == keys.1 ? a < b : keys.0 < keys.1
      }
      for (part, symbol) in ordered { place(symbol, parts[part], options, &seen) }
    } else {
      for part in parts {
        for symbol in part.order(options, view) { place(symbol, part, options, &seen) }
      }
    }
  }

  // MARK: The result

  mutating func finished(_ layers: [SymbolPlacementLayer]) -> PlacementResult {
    let now = result.timeSeconds
    var increment: Float = 1
    var hasChanged = false
    if let previous {
      // Labels lie on each other when the map is zoomed out fast: they go faster then.
      result.zoomAdjustment = max(0, (previous.zoom - zoom) / 1.5)
      increment =
        result.fadeSeconds > 0
        ? Float((now - previous.timeSeconds) / result.fadeSeconds + previous.zoomAdjustment) : 1
    }
    let old = previous?.opacities ?? [:]
    for (number, decision) in decisions {
      let before = old[number]
      result.opacities[number] = PlacementResult.Opacities(
        text: Self.opacity(before?.text, increment, decision.text, decision.skipsFade),
        icon: Self.opacity(before?.icon, increment, decision.icon, decision.skipsFade))
      hasChanged =
        hasChanged
        || (before.map { $0.text.isPlaced != decision.text || $0.icon.isPlaced != decision.icon }
          ?? (decision.text || decision.icon))
    }
    for (number, before) in old where decisions[number] == nil {
      let opacities = PlacementResult.Opacities(
        text: Self.opacity(before.text, increment, false, false), icon: Self.opacity(before.icon, increment, false, false))
      guard !opacities.isHidden else { continue }
      result.opacities[number] = opacities
      hasChanged = hasChanged || before.text.isPlaced || before.icon.isPlaced
    }
    for (number, offset) in previous?.offsets ?? [:] where result.offsets[number] == nil && result.opacities[number] != nil {
      result.offsets[number] = offset
    }
    for (number, mode) in previous?.orientations ?? [:]
    where result.orientations[number] == nil && result.opacities[number] != nil {
      result.orientations[number] = mode
    }
    for (number, height) in previous?.heights ?? [:] where decisions[number] == nil && result.opacities[number] != nil {
      result.heights[number] = height
    }
    result.lastChangeSeconds = hasChanged ? now : previous?.lastChangeSeconds ?? -.infinity
    for layer in layers { setStates(layer) }
    result.grid = index.grid
    result.ignoredGrid = index.ignored
    return result
  }

  private static func opacity(
    _ before: PlacementResult.Opacity?, _ increment: Float, _ isPlaced: Bool, _ skipsFade: Bool
  ) -> PlacementResult.Opacity {
    guard let before else { return PlacementResult.Opacity(value: skipsFade && isPlaced ? 1 : 0, isPlaced: isPlaced) }
    return PlacementResult.Opacity(value: before.moved(increment).value, isPlaced: isPlaced)
  }

  private mutating func setStates(_ layer: SymbolPlacementLayer) {
    var seen: Set<UInt32> = []
    for tile in layer.tiles {
      let key = CrossTileIndex.TileKey(tile: tile.tile, worldCopy: tile.worldCopy)
      guard let entry = entries[layer.layer.id]?[key] else { continue }
      var states: [PlacementResult.SymbolState] = []
      states.reserveCapacity(entry.numbers.count)
      for number in entry.numbers {
        // The same symbol in another tile is drawn there.
        let isFirst = seen.insert(number).inserted
        let hidden = PlacementResult.Opacities(text: .hidden, icon: .hidden)
        let opacities = isFirst ? result.opacities[number] ?? hidden : hidden
        if opacities.text.isPlaced || opacities.icon.isPlaced { result.shownCount += 1 }
        states.append(
          PlacementResult.SymbolState(
            opacities: opacities, orientation: result.orientations[number], offset: result.offsets[number],
            height: result.heights[number] ?? 0))
      }
      result.tiles[PlacementResult.TileKey(bucket: tile.bucket.id, worldCopy: tile.worldCopy)] = states
    }
  }
}

/// A tile of a layer while it is placed.
struct TilePlacement {
  let tile: SymbolPlacementLayer.Tile
  /// Of the symbols, across tiles.
  let numbers: [UInt32]
  let text: SymbolProjection
  let icon: SymbolProjection
  let textSize: SymbolSize.Frame
  /// Whether buildings hide what stands behind them.
  let isHiddenByBuildings: Bool
  /// Whether its symbols stand on the roofs of buildings.
  let standsOnRoofs: Bool
  let edge: ViewEdge
  /// Points for a tile unit at the tile's own zoom.
  let pointsPerUnit: Double
  private let origin: WorldPoint
  private let worldPerUnit: Double

  init(
    _ tile: SymbolPlacementLayer.Tile, _ numbers: [UInt32], _ view: ViewTransform, _ properties: LayerProperties,
    _ options: SymbolOptions, zoom: Double, isHiddenByBuildings isHidden: Bool, edge: ViewEdge
  ) {
    self.tile = tile
    self.numbers = numbers
    func projection(
      _ alignment: SymbolOptions.Alignment, _ translate: StylePropertyName, _ anchor: StylePropertyName
    ) -> SymbolProjection {
      SymbolProjection(
        view, tile: tile.tile, worldCopy: tile.worldCopy, alignment,
        translation: SymbolProjection.translation(
          properties.pair(translate, zoom: zoom), anchor: properties.choice(anchor, zoom: zoom), view, tile.tile))
    }
    text = projection(options.text, .textTranslate, .textTranslateAnchor)
    // Boxes of icons turn as their texts do.
    var alignment = options.text
    alignment.isAlongLine = false
    icon = projection(alignment, .iconTranslate, .iconTranslateAnchor)
    textSize = tile.bucket.textSize.at(zoom: zoom, properties)
    pointsPerUnit = 512 * tile.tile.overscaleFactor / 8192
    isHiddenByBuildings = isHidden
    // What is painted on the ground lies there.
    standsOnRoofs = isHidden && options.placement == .point && !options.text.pitchesWithMap && !options.icon.pitchesWithMap
    self.edge = edge
    let square = tile.tile.canonical.worldRect
    origin = WorldPoint(x: square.minX + Double(tile.worldCopy), y: square.minY)
    worldPerUnit = (square.maxX - square.minX) / Double(FeatureLayer.extent)
  }

  /// Where a symbol stands, in the copy of the world that the tile is drawn in.
  func place(of symbol: SymbolInstance) -> WorldPoint {
    WorldPoint(
      x: origin.x + Double(symbol.anchor.x) * worldPerUnit, y: origin.y + Double(symbol.anchor.y) * worldPerUnit)
  }

  /// What becomes of a text that the edge of the view cuts.
  func cutText(wasShown: Bool) -> CutText {
    switch edge {
    case .cuts: .shown
    case .avoided: .hidden
    case .passed: wasShown ? .kept : .hidden
    }
  }

  /// The symbols in the order in which they are placed.
  func order(_ options: SymbolOptions, _ view: ViewTransform) -> [Int] {
    guard options.sortsByViewportY else { return Array(tile.bucket.symbols.indices) }
    return tile.bucket.viewportOrder(bearing: view.camera.bearing).reversed()
  }
}

extension StyleLayer {
  /// Whether pictures and views at rest show the layer's texts whole or not at all, as its metadata say: `"overlook:picture-edge": "avoid"`.
  var avoidsEdges: Bool { metadata?["overlook:picture-edge"]?.string == "avoid" }
}
