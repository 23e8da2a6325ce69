import Glibc
import OverlookCamera
import OverlookGeometry
package import OverlookLayout
import OverlookStyle
import OverlookTiles

/// What was made for the last frame, while nothing but the camera changes.
struct StyleFrameCache {
  struct Key: Hashable {
    var content: Int
    var layout: Int
    var sources: [Int]
    var visibleLayers: [Int]
  }

  var key: Key
  /// As in `StyleFrame`.
  var content = BucketID()
  var paint = BucketID()
  var layers: [StyleFrameLayer]
  var buckets: Set<BucketID>
  var symbols: [SymbolPlacementLayer]
  /// Extrusions that hide labels.
  var buildings: [StyleFrameLayer] = []
  var bearing: Double
  /// What sources held when `buckets` was made, as they count it.
  var held = -1
  /// When the last of the pictures will have come in, in monotonic seconds.
  var fadesUntil = -Double.infinity
}

extension StyledMap {
  /// All that is drawn for the view of the last `update`; nil before the first.
  package func frame(now: Double) -> StyleFrame? {
    guard let view else { return nil }
    let zoom = styleZoom(view)
    var cache = cachedContent(view, zoom)
    let held = sources.values.reduce(0) { $0 + $1.heldVersion }
    if cache.held != held {
      cache.held = held
      keepBuckets(&cache)
      frameCache = cache
    }
    var frame = StyleFrame(zoom: zoom, pixelsPerPoint: pixelsPerPoint, timeSeconds: now)
    if isStill { frame.fadeSeconds = 0 }
    frame.scrolls = !isStill
    frame.content = cache.content
    frame.paint = cache.paint
    frame.layers = cache.layers
    for index in frame.layers.indices where frame.layers[index].properties.isMoving(at: -.infinity) {
      frame.layers[index].properties.timeSeconds = now
    }
    frame.light = light
    frame.sky = sky
    frame.images = resources.images
    frame.liveBuckets = cache.buckets
    frame.placement = placement(of: cache, view, now: now)
    return frame
  }

  private func contentVersion(of source: StyleSource) -> Int { sources[source.id]?.contentVersion ?? -1 }

  /// Whether a frame at `zoom` has this key. Allocates nothing.
  private func isCurrent(_ key: StyleFrameCache.Key, _ zoom: Double) -> Bool {
    guard key.content == contentVersion, key.layout == layoutVersion, key.sources.count == document.sources.count else {
      return false
    }
    for (index, source) in document.sources.enumerated() where key.sources[index] != contentVersion(of: source) { return false }
    var shown = 0
    for (index, layer) in document.layers.enumerated() where isShown(layer, atZoom: zoom) {
      guard shown < key.visibleLayers.count, key.visibleLayers[shown] == index else { return false }
      shown += 1
    }
    return shown == key.visibleLayers.count
  }

  private func cachedContent(_ view: ViewTransform, _ zoom: Double) -> StyleFrameCache {
    let bearing = view.camera.bearing
    if let frameCache, isCurrent(frameCache.key, zoom),
      frameCache.bearing == bearing || Self.isOrdered(frameCache.symbols, bearing)
    {
      return frameCache
    }
    let visible = document.layers.indices.filter { isShown(document.layers[$0], atZoom: zoom) }
    let key = StyleFrameCache.Key(
      content: contentVersion, layout: layoutVersion, sources: document.sources.map(contentVersion(of:)), visibleLayers: visible)
    var cache = StyleFrameCache(key: key, layers: [], buckets: [], symbols: [], bearing: bearing)
    var shown: [String: [ShownTile]] = [:]
    for index in visible {
      let layer = document.layers[index]
      guard var properties = layerProperties[layer.id] else { continue }
      properties.availableImages = resources.images.names
      guard let content = content(of: layer, bearing, &shown, &cache) else { continue }
      cache.layers.append(StyleFrameLayer(layer: layer, properties: properties, content: content))
    }
    if buildingsHideLabels { cache.buildings = cache.layers.filter { $0.layer.kind == .fillExtrusion } }
    if let old = frameCache?.key, (old.content, old.layout, old.visibleLayers) == (key.content, key.layout, key.visibleLayers) {
      cache.paint = frameCache?.paint ?? cache.paint
    }
    frameCache = cache
    return cache
  }

  func isShown(_ layer: StyleLayer, atZoom zoom: Double) -> Bool {
    layer.isShown(atZoom: zoom) && (showsBuildings || layer.kind != .fillExtrusion)
  }

  private func content(
    of layer: StyleLayer, _ bearing: Double, _ shown: inout [String: [ShownTile]], _ cache: inout StyleFrameCache
  ) -> StyleFrameLayer.Content? {
    if layer.kind == .background { return .background }
    guard let id = layer.source, let source = sources[id] else { return nil }
    if case .image(_, let corners) = source.source.kind {
      guard case .ready(.picture(let raster)) = source.state else { return nil }
      return .image(corners.map { WorldPoint($0) }, raster)
    }
    let tiles = shown[id] ?? source.shownTiles()
    shown[id] = tiles
    guard !tiles.isEmpty else { return nil }
    switch source.source.kind {
    case .raster: return .raster(rasterDraws(layer, tiles, of: source, &cache))
    case .rasterDEM(_, let encoding):
      return .dem(tiles.compactMap { demDraw($0, of: source, StyleDEMDraw.Encoding(encoding)) })
    case .vector, .geoJSON: return features(of: layer, tiles, bearing, &cache)
    case .image: return nil
    }
  }

  private func features(
    of layer: StyleLayer, _ tiles: [ShownTile], _ bearing: Double, _ cache: inout StyleFrameCache
  ) -> StyleFrameLayer.Content? {
    var draws: [StyleTileDraw] = []
    let isCut = layer.kind == .fill || layer.kind == .line
    for shown in tiles {
      guard let layout = shown.content.layout, let bucket = layout.buckets[layer.id] else { continue }
      // What is not cut to squares is drawn once, however many squares its tile stands in for.
      if !isCut, draws.contains(where: { $0.bucket.id == bucket.id && $0.worldCopy == shown.worldCopy }) { continue }
      draws.append(StyleTileDraw(tile: shown.tile, worldCopy: shown.worldCopy, clip: shown.clip, bucket: bucket))
    }
    guard !draws.isEmpty else { return nil }
    if layer.kind == .circle || layer.kind == .heatmap || layer.kind == .symbol { draws += Self.touchingCopies(draws, view) }
    guard layer.kind == .symbol else { return .tiles(draws) }
    // Labels are placed from the bottom of the screen up, and drawn from its top down.
    let ordered = Self.placementOrder(draws, bearing: bearing)
    cache.symbols.append(
      SymbolPlacementLayer(
        layer: layer,
        tiles: ordered.compactMap { draw in
          guard case .symbol(let bucket) = draw.bucket else { return nil }
          return SymbolPlacementLayer.Tile(tile: draw.tile, worldCopy: draw.worldCopy, bucket: bucket)
        }, globalState: document.globalState))
    return .tiles(ordered.reversed())
  }

  /// The tiles on the other side of the antimeridian where the view ends there or shortly before: it does not show them, but what
  /// stands at their edge reaches into it.
  private static func touchingCopies(_ draws: [StyleTileDraw], _ view: ViewTransform?) -> [StyleTileDraw] {
    guard let view else { return [] }
    let bounds = view.visibleRect
    let reach = reachPoints / view.pointsPerWorld
    /// Whether the view ends at most so far before the seam.
    func touches(_ distance: Double) -> Bool { distance >= -1e-9 && distance <= reach }
    var copies: [StyleTileDraw] = []
    for draw in draws {
      let tile = draw.tile.canonical
      if tile.x == 0, touches(Double(draw.worldCopy + 1) - bounds.maxX) { copies.append(draw.moved(by: 1)) }
      if tile.x == (1 << tile.z) - 1, touches(bounds.minX - Double(draw.worldCopy)) { copies.append(draw.moved(by: -1)) }
    }
    return copies.filter { copy in
      !draws.contains { $0.bucket.id == copy.bucket.id && $0.worldCopy == copy.worldCopy }
    }
  }

  /// How far labels and circles reach from where they stand, as a rule.
  private static let reachPoints = 128.0

  /// The order in which tiles take room for their symbols: by level, then what is lower and farther right on the screen.
  private static func placementOrder(_ draws: [StyleTileDraw], bearing: Double) -> [StyleTileDraw] {
    let axes = screenAxes(bearing)
    return draws.sorted { placementKey($0.tile, axes) < placementKey($1.tile, axes) }
  }

  /// Whether tiles take room in the same order when the map is turned so: a camera that turns a little changes nothing. Allocates nothing.
  private static func isOrdered(_ symbols: [SymbolPlacementLayer], _ bearing: Double) -> Bool {
    let axes = screenAxes(bearing)
    for layer in symbols {
      for index in layer.tiles.indices.dropFirst()
      where placementKey(layer.tiles[index].tile, axes) < placementKey(layer.tiles[index - 1].tile, axes) {
        return false
      }
    }
    return true
  }

  /// Sine and cosine of a bearing.
  private static func screenAxes(_ bearing: Double) -> SIMD2<Double> {
    let angle = bearing * .pi / 180
    return SIMD2(sin(angle), cos(angle))
  }

  private static func placementKey(_ tile: OverscaledTile, _ axes: SIMD2<Double>) -> (Int, Double, Double) {
    let (x, y) = (Double(tile.canonical.x), Double(tile.canonical.y))
    return (tile.overscaledZ, -(axes.y * y - axes.x * x), -(axes.y * x + axes.x * y))
  }

  /// The pictures of a layer. Those that came a moment ago come in over what was seen in their place before.
  private func rasterDraws(
    _ layer: StyleLayer, _ tiles: [ShownTile], of source: StyleSourceRuntime, _ cache: inout StyleFrameCache
  ) -> [StyleRasterDraw] {
    let zoom = view.map(styleZoom) ?? 0
    let seconds = isStill ? 0 : layerProperties[layer.id]?.rasterFadeSeconds(zoom: zoom) ?? 0
    return tiles.flatMap { shown -> [StyleRasterDraw] in
      guard let draw = rasterDraw(shown) else { return [] }
      let end = shown.arrival + seconds
      guard lastUpdate < end else { return [draw] }
      let before = source.standIns(for: shown.clip, before: shown.arrival)
      guard !before.isEmpty else {
        cache.fadesUntil = max(cache.fadesUntil, end)
        var draw = draw
        draw.arrival = shown.arrival
        return [draw]
      }
      // Where only a part of the square was seen before, the rest would flash.
      guard before.reduce(0, { $0 + exp2(Double(2 * (shown.clip.z - $1.clip.z))) }) == 1 else { return [draw] }
      cache.fadesUntil = max(cache.fadesUntil, end)
      return before.map { tile, clip in
        var draw = draw
        (draw.tile, draw.arrival) = (clip, shown.arrival)
        if let raster = source.tiles.store.shown(tile)?.content.raster {
          draw.before = StyleRasterDraw.Picture(tile: tile, raster: raster)
        }
        return draw
      }
    }
  }

  private func rasterDraw(_ shown: ShownTile) -> StyleRasterDraw? {
    guard let raster = shown.content.raster else { return nil }
    return StyleRasterDraw(tile: shown.clip, worldCopy: shown.worldCopy, source: shown.tile.canonical, raster: raster)
  }

  func demDraw(
    _ shown: ShownTile, of source: StyleSourceRuntime, _ encoding: StyleDEMDraw.Encoding
  ) -> StyleDEMDraw? {
    guard let raster = shown.content.raster else { return nil }
    let place = shown.tile.canonical
    let count = 1 << place.z
    let offsets = [(-1, -1), (0, -1), (1, -1), (-1, 0), (1, 0), (-1, 1), (0, 1), (1, 1)]
    let neighbours = offsets.map { dx, dy -> StyleRaster? in
      let tile = TileID(z: place.z, x: (place.x + dx + count) % count, y: place.y + dy)
      return tile.isValid ? source.tiles.store.shown(tile)?.content.raster : nil
    }
    return StyleDEMDraw(
      tile: shown.clip, worldCopy: shown.worldCopy, source: place, raster: raster, encoding: encoding, neighbours: neighbours)
  }

  /// All that is in memory may be drawn again soon.
  private func keepBuckets(_ cache: inout StyleFrameCache) {
    cache.buckets.removeAll(keepingCapacity: true)
    for source in sources.values {
      if case .ready(.picture(let raster)) = source.state { cache.buckets.insert(raster.id) }
      source.tiles.store.forEach { _, content in
        if let layout = content.layout { for bucket in layout.buckets.values { cache.buckets.insert(bucket.id) } }
        if let raster = content.raster { cache.buckets.insert(raster.id) }
      }
    }
  }
}

extension StyleDEMDraw.Encoding {
  init(_ encoding: StyleSource.DEMEncoding) {
    self =
      switch encoding {
      case .mapbox: .mapbox
      case .terrarium: .terrarium
      case .custom(let red, let green, let blue, let base): StyleDEMDraw.Encoding(red: red, green: green, blue: blue, base: base)
      }
  }
}

extension StyleTileDraw {
  /// The same in another copy of the world.
  fileprivate func moved(by copies: Int) -> StyleTileDraw {
    StyleTileDraw(tile: tile, worldCopy: worldCopy + copies, clip: clip, bucket: bucket)
  }
}
