import Glibc
package import OverlookCamera
package import OverlookGeometry
import OverlookStyle

/// Says of the symbols of a layer what is drawn of them, and where they stand.
package struct SymbolRecordBuilder {
  private let view: ViewTransform
  private let frame: StyleFrame
  private let placement: PlacementResult
  private let properties: LayerProperties
  private let options: SymbolOptions
  private let fadeChange: Float
  /// The origin of records, in points from the middle of the view.
  private let origin: LabelPoint
  private var memory = SymbolRecordMemory()
  /// What is seen, for those who draw it otherwise than by records; nil: for records.
  private var placed: [PlacedQuad]?

  /// Symbols farther from the view are not drawn.
  private static let reachPoints = 1500.0

  /// Fills `memory` with the records of a symbol layer: icons first, then texts. Places are counted from `origin`.
  package static func build(
    _ layer: StyleFrameLayer, _ frame: StyleFrame, _ view: ViewTransform, origin: WorldPoint,
    into memory: inout SymbolRecordMemory
  ) {
    memory.symbols.removeAll()
    append(layer, frame, view, origin: origin, to: &memory)
  }

  /// The same behind the records of the layers below it. Says whether those of this layer are right in views of one bearing alone, or in a
  /// single view.
  @discardableResult package static func append(
    _ layer: StyleFrameLayer, _ frame: StyleFrame, _ view: ViewTransform, origin: WorldPoint,
    to memory: inout SymbolRecordMemory
  ) -> Bool {
    guard case .tiles(let tiles) = layer.content, let placement = frame.placement else { return false }
    let wasBound = memory.symbols.isBoundToBearing
    memory.symbols.isBoundToBearing = false
    var builder = SymbolRecordBuilder(layer, frame, view, placement, origin: origin)
    swap(&builder.memory, &memory)
    builder.add(tiles, isText: false)
    builder.add(tiles, isText: true)
    swap(&builder.memory, &memory)
    let isBound = memory.symbols.isBoundToBearing
    memory.symbols.isBoundToBearing = isBound || wasBound
    return isBound
  }

  /// The glyphs and icons of a symbol layer where they are seen: icons first, then texts.
  package static func quads(_ layer: StyleFrameLayer, _ frame: StyleFrame, _ view: ViewTransform) -> [PlacedQuad] {
    guard case .tiles(let tiles) = layer.content, let placement = frame.placement else { return [] }
    var builder = SymbolRecordBuilder(layer, frame, view, placement, origin: view.center)
    builder.placed = []
    builder.add(tiles, isText: false)
    builder.add(tiles, isText: true)
    return builder.placed ?? []
  }

  private init(
    _ layer: StyleFrameLayer, _ frame: StyleFrame, _ view: ViewTransform, _ placement: PlacementResult, origin: WorldPoint
  ) {
    self.view = view
    let (x, y) = view.centeredPoints(for: origin)
    self.origin = LabelPoint(x, y)
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
          memory.symbols.isBoundToBearing = true
          add(tile.bucket.viewportOrder(bearing: view.camera.bearing), tile, isText: isText)
        } else {
          add(tile.bucket.symbols.indices, tile, isText: isText)
        }
      }
      return
    }
    var tiles: [Tile] = []
    for draw in draws { if let tile = tile(draw, isText: isText) { tiles.append(tile) } }
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

  private mutating func tile(_ draw: StyleTileDraw, isText: Bool) -> Tile? {
    guard case .symbol(let bucket) = draw.bucket, isText ? bucket.hasText : bucket.hasIcons,
      let states = placement.tiles[PlacementResult.TileKey(bucket: bucket.id, worldCopy: draw.worldCopy)],
      states.count == bucket.symbols.count
    else { return nil }
    let paint = SymbolPaint(properties, bucket, isText: isText, zoom: frame.zoom)
    guard paint.isVisible else { return nil }
    let alignment = isText ? options.text : options.icon
    // An icon around a text that may lie on any side of its anchor goes where that text goes.
    let movesAsText = isText || options.hasTextFit && options.hasVariableAnchors && bucket.hasText
    let points = properties.pair(movesAsText ? .textTranslate : .iconTranslate, zoom: frame.zoom)
    let anchor = properties.choice(movesAsText ? .textTranslateAnchor : .iconTranslateAnchor, zoom: frame.zoom)
    if points != .zero, anchor == "viewport" { memory.symbols.isBoundToBearing = true }
    let translation = SymbolProjection.translation(points, anchor: anchor, view, draw.tile)
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
    /// In this view: in the label plane.
    var point: LabelPoint
    var angle: Float
    var scale: Float
    var stand: Stand
    /// On a line.
    var path: SymbolRecord.Path?
  }

  /// Where something stands, whatever the view.
  fileprivate struct Stand {
    /// In tile units.
    var anchor: LabelPoint
    var height: Float
    var fade: PlacementResult.Opacity
    /// Points per unit at a ratio of 1.
    var size: Float = 0
    var angle: Float = 0
    /// Points at a ratio of 1.
    var shift = SIMD2<Float>.zero
    var flags: SymbolRecord.Flags = []
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
      let fade = isText ? state.opacities.text : state.opacities.icon
      // What is still to come in is not seen, but has its record.
      guard fade.moved(fadeChange).value > 0 || placed == nil && fade.isPlaced else { continue }
      if isText {
        addText(index, state, fade, tile, &scratch)
      } else {
        addIcon(index, state, fade, tile, &scratch)
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

  private mutating func addText(
    _ index: Int, _ state: PlacementResult.SymbolState, _ fade: PlacementResult.Opacity, _ tile: Tile, _ scratch: inout Scratch
  ) {
    let symbol = tile.bucket.symbols[index]
    if options.text.isAlongLine {
      addAlongLine(symbol, fade, tile, isText: true, &scratch)
      return
    }
    let isVertical = tile.bucket.allowsVerticalPlacement && state.orientation == .vertical && symbol.vertical >= 0
    guard isVariable(symbol) else {
      let number = isVertical ? symbol.vertical : max(symbol.center, max(symbol.left, symbol.right))
      add(
        tile.bucket.runs[safe: number], nil, state.height, fade, tile, angle: isVertical ? .pi / 2 : 0, isText: true, &scratch)
      return
    }
    guard let offset = state.offset else { return }
    var number = isVertical ? symbol.vertical : symbol.run(offset.anchor.justification)
    if number < 0 { number = max(symbol.center, max(symbol.left, symbol.right)) }
    guard let run = tile.bucket.runs[safe: number] else { return }
    let place = shiftedAnchor(symbol, state.height, offset, tile.size.size(of: run.size), tile.projection)
    add(run, place, state.height, fade, tile, angle: isVertical ? .pi / 2 : 0, isText: true, &scratch)
  }

  private func isVariable(_ symbol: SymbolInstance) -> Bool { options.hasVariableAnchors && !symbol.anchorOffsets.isEmpty }

  private mutating func addIcon(
    _ index: Int, _ state: PlacementResult.SymbolState, _ fade: PlacementResult.Opacity, _ tile: Tile, _ scratch: inout Scratch
  ) {
    let symbol = tile.bucket.symbols[index]
    if options.icon.isAlongLine, options.placement != .point, options.icon.rotatesWithMap {
      addAlongLine(symbol, fade, tile, isText: false, &scratch)
      return
    }
    let isVertical = options.hasTextFit && symbol.verticalIcon >= 0 && state.orientation == .vertical
    guard let run = tile.bucket.runs[safe: isVertical ? symbol.verticalIcon : symbol.icon] else { return }
    guard options.hasTextFit, isVariable(symbol), tile.bucket.hasText else {
      add(run, nil, state.height, fade, tile, angle: isVertical ? .pi / 2 : 0, isText: false, &scratch)
      return
    }
    // The icon goes where its text goes.
    guard let offset = state.offset,
      let text = tile.bucket.runs[safe: max(symbol.center, max(symbol.left, max(symbol.right, symbol.vertical)))]
    else { return }
    let textSize = tile.bucket.textSize.at(zoom: frame.zoom, properties).size(of: text.size)
    let place = shiftedAnchor(symbol, state.height, offset, textSize, tile.projection)
    add(run, place, state.height, fade, tile, angle: isVertical ? .pi / 2 : 0, isText: false, &scratch)
  }

  /// Where a text beside its anchor is laid out from.
  private struct Shifted {
    /// In the label plane.
    var point: LabelPoint
    /// As in `SymbolRecord`.
    var shift: SIMD2<Float>
  }

  private func shiftedAnchor(
    _ symbol: SymbolInstance, _ height: Float, _ offset: PlacementResult.VariableOffset, _ size: Float,
    _ projection: SymbolProjection
  ) -> Shifted {
    let anchor = LabelPoint(Double(symbol.anchor.x), Double(symbol.anchor.y))
    let (point, distance) = projection.screen(anchor, height: height)
    let ratio = projection.perspectiveRatio(distance: distance)
    var scale = Double(size) * ratio / 24
    if projection.pitchesWithMap { scale *= projection.unitsPerPoint }
    let moved =
      (SIMD2(repeating: 0.5) - offset.anchor.alignment) * SIMD2(offset.width, offset.height) / offset.textBoxScale
      + offset.offset
    let shift = LabelPoint(Double(moved.x), Double(moved.y)) * scale
    func turned(_ angle: Double) -> LabelPoint {
      LabelPoint(shift.x * cos(angle) - shift.y * sin(angle), shift.x * sin(angle) + shift.y * cos(angle))
    }
    func shifted(_ point: LabelPoint) -> Shifted { Shifted(point: point, shift: moved * (size / 24)) }
    if projection.pitchesWithMap {
      return shifted(
        projection.labelPlane(anchor + (projection.rotatesWithMap ? shift : turned(-projection.angle))).point)
    }
    return shifted(point + (projection.rotatesWithMap ? turned(projection.eastAngle(anchor)) : shift))
  }

  /// All quads of a run around one place; `place` nil: its anchor, `height` metres above the ground.
  private mutating func add(
    _ run: SymbolRun?, _ place: Shifted?, _ height: Float, _ fade: PlacementResult.Opacity, _ tile: Tile, angle: Float,
    isText: Bool, _ scratch: inout Scratch
  ) {
    guard let run else { return }
    let anchor = LabelPoint(Double(run.anchor.x), Double(run.anchor.y))
    let projection = tile.projection
    let (point, distance) = projection.screen(anchor, height: height)
    guard distance > 0, isNear(point) else { return }
    let size = tile.size.size(of: run.size)
    var stand = Stand(anchor: anchor, height: height, fade: fade, size: size / (isText ? 24 : 1), angle: angle)
    if projection.pitchesWithMap { stand.flags.insert(.onGround) }
    // What does not turn with the plane that it lies in.
    if projection.pitchesWithMap != projection.rotatesWithMap { stand.flags.formUnion([.turns, .turnsShift]) }
    if let place { stand.shift = place.shift }
    var angle = angle
    if projection.rotatesWithMap, !projection.pitchesWithMap { angle += Float(projection.eastAngle(anchor)) }
    let scale = scale(size, distance: distance, projection, isText: isText)
    let origin = place?.point ?? (projection.pitchesWithMap ? projection.labelPlane(anchor).point : point)
    for quad in run.quads {
      scratch.seen.append(
        Seen(quad: tile.bucket.quads[Int(quad)], point: origin, angle: angle, scale: scale, stand: stand))
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

  private mutating func addAlongLine(
    _ symbol: SymbolInstance, _ fade: PlacementResult.Opacity, _ tile: Tile, isText: Bool, _ scratch: inout Scratch
  ) {
    let alignment = isText ? options.text : options.icon
    let horizontal = isText ? max(symbol.center, max(symbol.left, symbol.right)) : symbol.icon
    guard let run = tile.bucket.runs[safe: horizontal] else { return }
    switch placed(run, tile, alignment, isText: isText, &scratch, fade) {
    case .useVertical:
      if isText, let vertical = tile.bucket.runs[safe: symbol.vertical] {
        _ = placed(vertical, tile, alignment, isText: isText, &scratch, fade)
      }
    case .glyphs, .noRoom, .needsFlip: break
    }
  }

  private mutating func placed(
    _ run: SymbolRun, _ tile: Tile, _ alignment: SymbolOptions.Alignment, isText: Bool, _ scratch: inout Scratch,
    _ fade: PlacementResult.Opacity
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
    var along = offset.x
    if case .needsFlip = outcome {
      outcome = glyphs(&path, isFlipped: true)
      along = -along
    }
    guard case .glyphs = outcome else { return outcome }
    let scale = scale(size, distance: distance, projection, isText: isText)
    let stand = Stand(anchor: anchor, height: 0, fade: fade, size: size / (isText ? 24 : 1))
    let origin = projection.labelPlane(anchor).point
    memory.symbols.hasPaths = true
    for (index, place) in path.placed.enumerated() where index < run.quads.count {
      let quad = tile.bucket.quads[Int(run.quads.lowerBound) + index]
      var seen = Seen(quad: quad, point: place.point, angle: Float(place.angle), scale: scale, stand: stand)
      if placed == nil {
        follow(&seen, place, from: origin, projection, rotatesToLine: options.text.rotatesToLine)
        seen.path?.distance = Float(scratch.distances[index] + along)
        seen.path?.ratio = Float(ratio)
      }
      scratch.seen.append(seen)
    }
    return outcome
  }

  /// Says where on the ground a place of the label plane is, and in which direction its line goes on there, so that both are found again in
  /// other views.
  private mutating func follow(
    _ seen: inout Seen, _ place: LabelPath.Placed, from anchor: LabelPoint, _ projection: SymbolProjection, rotatesToLine: Bool
  ) {
    let way = LabelPoint(cos(place.angle), sin(place.angle))
    let shift = place.point - anchor
    let chord = Float((shift.x * shift.x + shift.y * shift.y).squareRoot())
    func path(_ place: LabelPoint, _ way: LabelPoint) -> SymbolRecord.Path {
      SymbolRecord.Path(place: SIMD2<Float>(place), way: SIMD2<Float>(way), distance: 0, chord: chord, ratio: 1)
    }
    guard !projection.pitchesWithMap else {
      seen.stand.flags.formUnion([.onGround, .onPath])
      seen.stand.angle = Float(place.angle)
      if !projection.rotatesWithMap { seen.stand.flags.insert(.turns) }
      // Letters that stay upright do not say where their line goes.
      seen.path = path(projection.ground(labelPlane: shift), rotatesToLine ? projection.ground(labelPlane: way) : .zero)
      return
    }
    let start = projection.points(seen.stand.anchor)
    guard rotatesToLine, let there = ground(place.point, projection), let next = ground(place.point + way, projection) else {
      // Beyond the horizon, say.
      seen.stand.flags.insert(.fixedShift)
      seen.stand.angle = Float(place.angle)
      seen.stand.shift = SIMD2<Float>(shift)
      memory.symbols.isBoundToBearing = true
      memory.symbols.isBoundToView = true
      return
    }
    seen.stand.flags.formUnion([.onPath, .turnsToPath])
    seen.path = path(there - start, next - there)
  }

  /// What is seen at a point of the screen, in points from the middle of the view.
  private func ground(_ point: LabelPoint, _ projection: SymbolProjection) -> LabelPoint? {
    guard let place = view.worldPoint(at: ScreenPoint(x: point.x, y: point.y)) else { return nil }
    let (x, y) = view.centeredPoints(for: place)
    return LabelPoint(x, y)
  }

  // MARK: Quads

  private mutating func collect(_ seen: Seen, of symbol: Int, _ tile: Tile, isText: Bool) {
    let quad = seen.quad
    let values = tile.paint.values(row: quad.row)
    var color = values.color
    if quad.color >= 0, Int(quad.color) < tile.bucket.sectionColors.count { color = tile.bucket.sectionColors[Int(quad.color)] }
    let opacity = values.opacity * seen.stand.fade.moved(fadeChange).value
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

  // MARK: Records

  private mutating func emit(_ seen: Seen, _ tile: Tile, isHalo: Bool) {
    let quad = seen.quad
    let values = tile.paint.values(row: quad.row)
    let kind: SymbolRecord.Kind
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
    guard values.opacity > 0 else { return }
    color.replace(with: 0, where: color .!= color)
    let packed = SIMD4<UInt16>((color.clamped(lowerBound: .zero, upperBound: .one) * 65535).rounded(.toNearestOrEven))
    let stand = seen.stand
    let anchor = SIMD2<Float>(tile.projection.points(stand.anchor) - origin)
    let flags = stand.flags
    var record = SymbolRecord(
      anchor: SymbolRecord.SIMD3Packed(x: anchor.x, y: anchor.y, meters: flags.contains(.onGround) ? 0 : stand.height),
      opacity: values.opacity, topLeft: quad.topLeft, topRight: quad.topRight, bottomLeft: quad.bottomLeft, angle: stand.angle,
      size: stand.size, texture: quad.texture, bounds: quad.bounds, color: packed, haloWidth: values.haloWidth,
      haloBlur: values.haloBlur, flags: kind.rawValue | flags.rawValue, extra: quad.fixed,
      shift: SIMD4(lowHalf: quad.minimumScale, highHalf: stand.shift))
    if let path = seen.path {
      // What does not grow with the size is taken as it is in this view.
      let scales = pointwiseMax(SIMD2(repeating: seen.scale), quad.minimumScale)
      if seen.scale > 0, quad.fixed != .zero || quad.minimumScale != .zero {
        record.topLeft = (quad.topLeft * scales + SIMD2(quad.fixed.x, quad.fixed.y)) / seen.scale
        record.topRight = (quad.topRight * scales + SIMD2(quad.fixed.z, quad.fixed.y)) / seen.scale
        record.bottomLeft = (quad.bottomLeft * scales + SIMD2(quad.fixed.x, quad.fixed.w)) / seen.scale
      }
      record.stand(on: path)
    }
    memory.symbols.records.append(record)
    memory.symbols.fades.append(Float(signOf: stand.fade.isPlaced ? 1 : -1, magnitudeOf: stand.fade.value))
  }
}

/// The records of a symbol layer, and arrays that are used again for the next one.
package struct SymbolRecordMemory {
  package var symbols = SymbolRecords()
  fileprivate var scratch = SymbolRecordBuilder.Scratch()

  package init() {}
}
