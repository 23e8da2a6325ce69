import Glibc
package import OverlookCamera
import OverlookGeometry
import OverlookStyle

/// Puts the symbols of a layer where they are seen in a frame.
package struct SymbolVertexBuilder {
  private let view: ViewTransform
  private let frame: StyleFrame
  private let placement: PlacementResult
  private let properties: LayerProperties
  private let options: SymbolOptions
  private let fadeChange: Float
  private var memory = SymbolVertexMemory()
  /// What is seen, for those who draw it otherwise than by vertices; nil: for vertices.
  private var placed: [PlacedQuad]?

  /// Symbols farther from the view are not drawn.
  private static let reachPoints = 1500.0

  /// Fills `memory` with the vertices of a symbol layer: icons first, then texts.
  package static func build(
    _ layer: StyleFrameLayer, _ frame: StyleFrame, _ view: ViewTransform, into memory: inout SymbolVertexMemory
  ) {
    memory.symbols.vertices.removeAll(keepingCapacity: true)
    memory.symbols.atlas = nil
    memory.symbols.hasHeights = false
    guard case .tiles(let tiles) = layer.content, let placement = frame.placement else { return }
    var builder = SymbolVertexBuilder(layer, frame, view, placement)
    swap(&builder.memory, &memory)
    builder.add(tiles, isText: false)
    builder.add(tiles, isText: true)
    swap(&builder.memory, &memory)
  }

  /// The glyphs and icons of a symbol layer where they are seen: icons first, then texts.
  package static func quads(_ layer: StyleFrameLayer, _ frame: StyleFrame, _ view: ViewTransform) -> [PlacedQuad] {
    guard case .tiles(let tiles) = layer.content, let placement = frame.placement else { return [] }
    var builder = SymbolVertexBuilder(layer, frame, view, placement)
    builder.placed = []
    builder.add(tiles, isText: false)
    builder.add(tiles, isText: true)
    return builder.placed ?? []
  }

  private init(_ layer: StyleFrameLayer, _ frame: StyleFrame, _ view: ViewTransform, _ placement: PlacementResult) {
    self.view = view
    self.frame = frame
    self.placement = placement
    properties = layer.properties
    options = SymbolOptions(layer.properties, zoom: frame.zoom)
    fadeChange = placement.fadeChange(now: frame.timeSeconds)
  }

  /// A tile with all that its symbols share.
  private struct Tile {
    let bucket: SymbolBucket
    let worldCopy: Int
    let states: [PlacementResult.SymbolState]
    let projection: SymbolProjection
    let paint: SymbolPaint
    let size: SymbolSize.Frame
    let isSharp: Bool
  }

  private mutating func add(_ draws: [StyleTileDraw], isText: Bool) {
    guard options.sortsByKey, options.canOverlap else {
      for draw in draws {
        guard let tile = tile(draw, isText: isText) else { continue }
        takeAtlas(of: tile)
        if options.drawsByViewportY {
          add(tile.bucket.viewportOrder(bearing: view.camera.bearing), tile, isText: isText)
        } else {
          add(tile.bucket.symbols.indices, tile, isText: isText)
        }
      }
      return
    }
    let tiles = draws.compactMap { tile($0, isText: isText) }
    for tile in tiles { takeAtlas(of: tile) }
    // Symbols of all tiles by their keys; halos below the letters of their own key only.
    var order: [(key: Double, tile: Int, symbol: Int)] = []
    for (index, tile) in tiles.enumerated() {
      for symbol in tile.bucket.symbols.indices { order.append((tile.bucket.symbols[symbol].sortKey, index, symbol)) }
    }
    order.sort { ($0.key, $0.tile, $0.symbol) < ($1.key, $1.tile, $1.symbol) }
    var start = 0
    while start < order.count {
      var end = start + 1
      while end < order.count, order[end].key == order[start].key, order[end].tile == order[start].tile { end += 1 }
      add(order[start..<end].lazy.map(\.symbol), tiles[order[start].tile], isText: isText)
      start = end
    }
  }

  /// All tiles have the same.
  private mutating func takeAtlas(of tile: Tile) {
    if memory.symbols.atlas == nil { memory.symbols.atlas = tile.bucket.atlas }
  }

  private func tile(_ draw: StyleTileDraw, isText: Bool) -> Tile? {
    guard case .symbol(let bucket) = draw.bucket, isText ? bucket.hasText : bucket.hasIcons,
      let states = placement.tiles[PlacementResult.TileKey(bucket: bucket.id, worldCopy: draw.worldCopy)],
      states.count == bucket.symbols.count
    else { return nil }
    let paint = SymbolPaint(properties, bucket, isText: isText, zoom: frame.zoom)
    guard paint.isVisible else { return nil }
    let alignment = isText ? options.text : options.icon
    // An icon around a text that may lie on any side of its anchor goes where that text goes.
    let movesAsText = isText || options.hasTextFit && options.hasVariableAnchors && bucket.hasText
    let translation = SymbolProjection.translation(
      properties.pair(movesAsText ? .textTranslate : .iconTranslate, zoom: frame.zoom),
      anchor: properties.choice(movesAsText ? .textTranslateAnchor : .iconTranslateAnchor, zoom: frame.zoom), view, draw.tile)
    let isTilted = alignment.pitchesWithMap || !view.isFromAbove
    let hasOwnSize = properties.isConstant(.iconSize) && properties.number(.iconSize, zoom: frame.zoom) == 1
    return Tile(
      bucket: bucket, worldCopy: draw.worldCopy, states: states,
      projection: SymbolProjection(view, tile: draw.tile, worldCopy: draw.worldCopy, alignment, translation: translation),
      paint: paint, size: (isText ? bucket.textSize : bucket.iconSize).at(zoom: frame.zoom, properties),
      isSharp: !isTilted
        && (isText
          ? properties.isConstant(.textSize) || properties.program(.textSize)?.isZoomConstant ?? true
          : hasOwnSize && !bucket.iconsNeedSmoothing)
    )
  }

  // MARK: Symbols

  /// A quad that is seen, until it is known whether it is drawn once or with its halo.
  fileprivate struct Seen {
    var quad: SymbolQuad
    var point: LabelPoint
    var angle: Float
    var scale: Float
    var opacity: Float
  }

  /// What is found of a tile.
  fileprivate struct Scratch {
    var seen: [Seen] = []
    var distances: [Double] = []
    var path = LabelPath.Memory()
  }

  private mutating func add(_ symbols: some Sequence<Int>, _ tile: Tile, isText: Bool) {
    var scratch = Scratch()
    swap(&scratch, &memory.scratch)
    scratch.seen.removeAll(keepingCapacity: true)
    for index in symbols {
      let state = tile.states[index]
      let opacity = (isText ? state.opacities.text : state.opacities.icon).moved(fadeChange).value
      guard opacity > 0 else { continue }
      if state.height > 0 { memory.symbols.hasHeights = true }
      if isText {
        addText(index, state, opacity, tile, &scratch)
      } else {
        addIcon(index, state, opacity, tile, &scratch)
      }
      if placed != nil {
        for item in scratch.seen { collect(item, of: index, tile, isText: isText) }
        scratch.seen.removeAll(keepingCapacity: true)
      }
    }
    if tile.paint.hasHalo { for item in scratch.seen { emit(item, tile, isHalo: true) } }
    for item in scratch.seen { emit(item, tile, isHalo: false) }
    swap(&scratch, &memory.scratch)
  }

  private func addText(
    _ index: Int, _ state: PlacementResult.SymbolState, _ opacity: Float, _ tile: Tile, _ scratch: inout Scratch
  ) {
    let symbol = tile.bucket.symbols[index]
    if options.text.isAlongLine {
      addAlongLine(symbol, opacity, tile, isText: true, &scratch)
      return
    }
    let isVertical = tile.bucket.allowsVerticalPlacement && state.orientation == .vertical && symbol.vertical >= 0
    guard isVariable(symbol) else {
      let number = isVertical ? symbol.vertical : max(symbol.center, max(symbol.left, symbol.right))
      add(
        tile.bucket.runs[safe: number], nil, state.height, opacity, tile, angle: isVertical ? .pi / 2 : 0, isText: true, &scratch)
      return
    }
    guard let offset = state.offset else { return }
    var number = isVertical ? symbol.vertical : symbol.run(offset.anchor.justification)
    if number < 0 { number = max(symbol.center, max(symbol.left, symbol.right)) }
    guard let run = tile.bucket.runs[safe: number] else { return }
    let place = shiftedAnchor(symbol, state.height, offset, tile.size.size(of: run.size), tile.projection)
    add(run, place, state.height, opacity, tile, angle: isVertical ? .pi / 2 : 0, isText: true, &scratch)
  }

  private func isVariable(_ symbol: SymbolInstance) -> Bool { options.hasVariableAnchors && !symbol.anchorOffsets.isEmpty }

  private func addIcon(
    _ index: Int, _ state: PlacementResult.SymbolState, _ opacity: Float, _ tile: Tile, _ scratch: inout Scratch
  ) {
    let symbol = tile.bucket.symbols[index]
    if options.icon.isAlongLine, options.placement != .point, options.icon.rotatesWithMap {
      addAlongLine(symbol, opacity, tile, isText: false, &scratch)
      return
    }
    let isVertical = options.hasTextFit && symbol.verticalIcon >= 0 && state.orientation == .vertical
    guard let run = tile.bucket.runs[safe: isVertical ? symbol.verticalIcon : symbol.icon] else { return }
    guard options.hasTextFit, isVariable(symbol), tile.bucket.hasText else {
      add(run, nil, state.height, opacity, tile, angle: isVertical ? .pi / 2 : 0, isText: false, &scratch)
      return
    }
    // The icon goes where its text goes.
    guard let offset = state.offset,
      let text = tile.bucket.runs[safe: max(symbol.center, max(symbol.left, max(symbol.right, symbol.vertical)))]
    else { return }
    let textSize = tile.bucket.textSize.at(zoom: frame.zoom, properties).size(of: text.size)
    let place = shiftedAnchor(symbol, state.height, offset, textSize, tile.projection)
    add(run, place, state.height, opacity, tile, angle: isVertical ? .pi / 2 : 0, isText: false, &scratch)
  }

  /// Where a text beside its anchor is laid out from, in the label plane.
  private func shiftedAnchor(
    _ symbol: SymbolInstance, _ height: Float, _ offset: PlacementResult.VariableOffset, _ size: Float,
    _ projection: SymbolProjection
  ) -> LabelPoint {
    let anchor = LabelPoint(Double(symbol.anchor.x), Double(symbol.anchor.y))
    let (point, distance) = projection.screen(anchor, height: height)
    var scale = Double(size) * projection.perspectiveRatio(distance: distance) / 24
    if projection.pitchesWithMap { scale *= projection.unitsPerPoint }
    let moved =
      (SIMD2(repeating: 0.5) - offset.anchor.alignment) * SIMD2(offset.width, offset.height) / offset.textBoxScale
      + offset.offset
    let shift = LabelPoint(Double(moved.x), Double(moved.y)) * scale
    func turned(_ angle: Double) -> LabelPoint {
      LabelPoint(shift.x * cos(angle) - shift.y * sin(angle), shift.x * sin(angle) + shift.y * cos(angle))
    }
    if projection.pitchesWithMap {
      return projection.labelPlane(anchor + (projection.rotatesWithMap ? shift : turned(-projection.angle))).point
    }
    return point + (projection.rotatesWithMap ? turned(projection.eastAngle(anchor)) : shift)
  }

  /// All quads of a run around one place; `place` nil: its anchor, `height` metres above the ground.
  private func add(
    _ run: SymbolRun?, _ place: LabelPoint?, _ height: Float, _ opacity: Float, _ tile: Tile, angle: Float, isText: Bool,
    _ scratch: inout Scratch
  ) {
    guard let run else { return }
    let anchor = LabelPoint(Double(run.anchor.x), Double(run.anchor.y))
    let projection = tile.projection
    let (point, distance) = projection.screen(anchor, height: height)
    guard distance > 0, isNear(point) else { return }
    var angle = angle
    if projection.rotatesWithMap, !projection.pitchesWithMap { angle += Float(projection.eastAngle(anchor)) }
    let scale = scale(tile.size.size(of: run.size), distance: distance, projection, isText: isText)
    let origin = place ?? (projection.pitchesWithMap ? projection.labelPlane(anchor).point : point)
    for quad in run.quads {
      scratch.seen.append(
        Seen(quad: tile.bucket.quads[Int(quad)], point: origin, angle: angle, scale: scale, opacity: opacity))
    }
  }

  private func isNear(_ point: LabelPoint) -> Bool {
    point.x > -Self.reachPoints && point.y > -Self.reachPoints && point.x < view.size.width + Self.reachPoints
      && point.y < view.size.height + Self.reachPoints
  }

  /// Points for a unit of a quad. Half of the perspective is undone, in either direction.
  private func scale(_ size: Float, distance: Double, _ projection: SymbolProjection, isText: Bool) -> Float {
    let ratio = projection.pitchesWithMap ? distance / projection.eyeDistance : projection.eyeDistance / distance
    return size * Float(min(max(0.5 + 0.5 * ratio, 0), 4)) / (isText ? 24 : 1)
  }

  // MARK: Along lines

  private func addAlongLine(_ symbol: SymbolInstance, _ opacity: Float, _ tile: Tile, isText: Bool, _ scratch: inout Scratch) {
    let alignment = isText ? options.text : options.icon
    let horizontal = isText ? max(symbol.center, max(symbol.left, symbol.right)) : symbol.icon
    guard let run = tile.bucket.runs[safe: horizontal] else { return }
    switch placed(run, tile, alignment, isText: isText, &scratch, opacity) {
    case .useVertical:
      if isText, let vertical = tile.bucket.runs[safe: symbol.vertical] {
        _ = placed(vertical, tile, alignment, isText: isText, &scratch, opacity)
      }
    case .glyphs, .noRoom, .needsFlip: break
    }
  }

  private func placed(
    _ run: SymbolRun, _ tile: Tile, _ alignment: SymbolOptions.Alignment, isText: Bool, _ scratch: inout Scratch, _ opacity: Float
  ) -> LabelPath.Outcome {
    let projection = tile.projection
    let anchor = LabelPoint(Double(run.anchor.x), Double(run.anchor.y))
    let (point, distance) = projection.screen(anchor)
    guard distance > 0, point.x > -256, point.y > -256, point.x < view.size.width + 256, point.y < view.size.height + 256,
      run.line.count > 1, !run.quads.isEmpty
    else { return .noRoom }
    let size = tile.size.size(of: run.size)
    let ratio = projection.perspectiveRatio(distance: distance)
    let lineScale = Double(size) * (projection.pitchesWithMap ? 1 / ratio : ratio) / 24
    var path = LabelPath(projection, tile.bucket, run, reusing: &scratch.path)
    defer { scratch.path = path.memory }
    scratch.distances.removeAll(keepingCapacity: true)
    for quad in run.quads { scratch.distances.append(Double(tile.bucket.quads[Int(quad)].glyphOffset) * lineScale) }
    let offset = LabelPoint(Double(run.lineOffset.x), Double(run.lineOffset.y)) * lineScale
    func glyphs(_ path: inout LabelPath, isFlipped: Bool) -> LabelPath.Outcome {
      path.glyphs(
        scratch.distances, offset: offset, isFlipped: isFlipped, keepsUpright: alignment.keepsUpright,
        writingMode: run.writingMode, rotatesToLine: options.text.rotatesToLine)
    }
    var outcome = glyphs(&path, isFlipped: false)
    if case .needsFlip = outcome { outcome = glyphs(&path, isFlipped: true) }
    guard case .glyphs = outcome else { return outcome }
    let scale = scale(size, distance: distance, projection, isText: isText)
    for (quad, place) in zip(run.quads, path.placed) {
      scratch.seen.append(
        Seen(
          quad: tile.bucket.quads[Int(quad)], point: place.point, angle: Float(place.angle), scale: scale, opacity: opacity))
    }
    return outcome
  }

  // MARK: Quads

  private mutating func collect(_ seen: Seen, of symbol: Int, _ tile: Tile, isText: Bool) {
    let quad = seen.quad
    let values = tile.paint.values(row: quad.row)
    var color = values.color
    if quad.color >= 0, Int(quad.color) < tile.bucket.sectionColors.count { color = tile.bucket.sectionColors[Int(quad.color)] }
    let opacity = values.opacity * seen.opacity
    guard opacity > 0 else { return }
    let scales = pointwiseMax(SIMD2(repeating: seen.scale), quad.minimumScale)
    let (sine, cosine) = (sin(seen.angle), cos(seen.angle))
    func place(_ corner: SIMD2<Float>, _ fixed: SIMD2<Float>) -> SIMD2<Double> {
      let moved = corner * scales + fixed
      let turned = LabelPoint(Double(cosine * moved.x - sine * moved.y), Double(sine * moved.x + cosine * moved.y))
      let clip = tile.projection.clip(labelPlane: seen.point + turned)
      return SIMD2((clip.x / clip.w + 1) / 2 * view.size.width, (1 - clip.y / clip.w) / 2 * view.size.height)
    }
    placed?.append(
      PlacedQuad(
        kind: PlacedQuad.Kind(quad.kind), glyph: tile.bucket.glyphs[safe: quad.glyph], character: Int(quad.character),
        topLeft: place(quad.topLeft, SIMD2(quad.fixed.x, quad.fixed.y)),
        topRight: place(quad.topRight, SIMD2(quad.fixed.z, quad.fixed.y)),
        bottomLeft: place(quad.bottomLeft, SIMD2(quad.fixed.x, quad.fixed.w)), texture: quad.texture, color: color,
        haloColor: values.haloColor, haloWidthPoints: Double(values.haloWidth), opacity: Double(opacity), isText: isText,
        bucket: tile.bucket.id, worldCopy: tile.worldCopy, symbol: symbol))
  }

  // MARK: Vertices

  private mutating func emit(_ seen: Seen, _ tile: Tile, isHalo: Bool) {
    let quad = seen.quad
    let values = tile.paint.values(row: quad.row)
    let kind: SymbolVertex.Kind
    switch quad.kind {
    case .glyph: kind = isHalo ? .glyphHalo : .glyph
    case .colorGlyph:
      if isHalo { return }
      kind = .colorGlyph
    case .sdfIcon: kind = isHalo ? .sdfIconHalo : .sdfIcon
    case .icon:
      // Pictures in texts are drawn with the halos too; on their own they have none.
      if isHalo, !tile.bucket.hasImagesInText { return }
      kind = tile.isSharp ? .sharpIcon : .icon
    }
    var color = isHalo ? values.haloColor : values.color
    if !isHalo, quad.color >= 0, Int(quad.color) < tile.bucket.sectionColors.count {
      color = tile.bucket.sectionColors[Int(quad.color)]
    }
    let opacity = values.opacity * seen.opacity
    guard opacity > 0 else { return }
    color.replace(with: 0, where: color .!= color)
    let packed = SIMD4<UInt16>((color.clamped(lowerBound: .zero, upperBound: .one) * 65535).rounded(.toNearestOrEven))
    let groundScale =
      tile.projection.pitchesWithMap ? Float(cos(view.camera.viewingAngle * .pi / 180) * view.eyeDistancePoints) : 1
    let scales = pointwiseMax(SIMD2(repeating: seen.scale), quad.minimumScale)
    let (sine, cosine) = (sin(seen.angle), cos(seen.angle))
    let texture = quad.texture
    func add(_ corner: SIMD2<Float>, _ fixed: SIMD2<Float>, _ u: Float, _ v: Float) {
      let moved = corner * scales + fixed
      let turned = LabelPoint(
        Double(cosine * moved.x - sine * moved.y), Double(sine * moved.x + cosine * moved.y))
      let clip = tile.projection.clip(labelPlane: seen.point + turned)
      memory.symbols.vertices.append(
        SymbolVertex(
          position: SIMD4<Float>(clip), texture: SIMD2(u, v), scale: seen.scale, opacity: opacity, color: packed,
          haloWidth: values.haloWidth, haloBlur: values.haloBlur, gammaScale: seen.scale * groundScale, kind: kind,
          bounds: quad.bounds))
    }
    add(quad.topLeft, SIMD2(quad.fixed.x, quad.fixed.y), texture.x, texture.y)
    add(quad.topRight, SIMD2(quad.fixed.z, quad.fixed.y), texture.z, texture.y)
    add(quad.bottomRight, SIMD2(quad.fixed.z, quad.fixed.w), texture.z, texture.w)
    add(quad.bottomLeft, SIMD2(quad.fixed.x, quad.fixed.w), texture.x, texture.w)
  }
}

/// The vertices of a symbol layer, and arrays that are used again for the next one.
package struct SymbolVertexMemory {
  package fileprivate(set) var symbols = SymbolVertices()
  fileprivate var scratch = SymbolVertexBuilder.Scratch()

  package init() {}
}
