import Glibc

extension PlacementRun {
  /// What was found for a text.
  private struct PlacedText {
    var box: CollisionIndex.PlacedBox?
    var isVertical = false
    /// In tile units, of texts beside their anchor.
    var shift: LabelPoint?
    var isPlaced: Bool { box?.isPlaced ?? false }
  }

  /// Decides one symbol and takes the room for it.
  mutating func place(_ symbolIndex: Int, _ part: TilePlacement, _ options: SymbolOptions, _ seen: inout Set<UInt32>) {
    let number = part.numbers[symbolIndex]
    guard !seen.contains(number) else { return }
    if part.tile.isLeaving {
      // Another tile may still show the symbol.
      decisions[number] = Decision(text: false, icon: false, skipsFade: false)
      if let height = previous?.heights[number] { result.heights[number] = height }
      return
    }
    seen.insert(number)
    let bucket = part.tile.bucket
    let symbol = bucket.symbols[symbolIndex]
    var anchor = SymbolAnchor(place: symbol.anchor)
    if part.isHiddenByBuildings {
      let place = part.place(of: symbol)
      if part.standsOnRoofs { anchor.height = Float(occlusion.roofHeight(at: place)) }
      if anchor.height > 0 { result.heights[number] = anchor.height }
      if occlusion.hides(place, height: Double(anchor.height)) {
        decisions[number] = Decision(text: false, icon: false, skipsFade: false)
        return
      }
    }
    let edge = part.cutText(wasShown: previous?.opacities[number]?.text.isPlaced == true)
    let owner = CollisionGrid.Owner(bucket: bucket.id, worldCopy: part.tile.worldCopy, symbol: Int32(clamping: symbolIndex))

    let text = symbol.textBox == nil ? PlacedText() : placeText(symbol, anchor, number, part, edge, options)
    var isTextPlaced = text.isPlaced
    var isOffscreen = text.box?.isOffscreen ?? true
    var circles: CollisionIndex.PlacedCircles?
    if symbol.circleDiameter > 0, let run = bucket.runs[safe: symbol.center] {
      let placed = index.placeCircles(
        bucket, run, fontSize: Double(part.textSize.size(of: run.size)), diameter: Double(symbol.circleDiameter),
        padding: options.textPadding, part.text, overlap: options.textOverlap, edge: edge)
      isTextPlaced = options.textOverlap == .always || (!placed.circles.isEmpty && !placed.isHit)
      isOffscreen = isOffscreen && placed.isOffscreen
      circles = placed
    }
    let icon = placeIcon(symbol, anchor, text, part, options)
    var isIconPlaced = icon?.isPlaced ?? false
    if let icon { isOffscreen = isOffscreen && icon.isOffscreen }
    (isTextPlaced, isIconPlaced) = Self.joined(isTextPlaced, isIconPlaced, symbol, options)

    if isTextPlaced, let box = text.box {
      index.insert(box, options.textOverlap, isIgnored: options.textIgnoresPlacement, owner: owner)
    }
    if isIconPlaced, let icon {
      index.insert(icon, options.iconOverlap, isIgnored: options.iconIgnoresPlacement, owner: owner)
    }
    if isTextPlaced, let circles {
      index.insert(circles, options.textOverlap, isIgnored: options.textIgnoresPlacement, owner: owner)
    }
    if isTextPlaced, text.box?.isCut == true || circles?.isCut == true { result.awaitsRest = true }
    // What is always shown is shown beyond the grid too, where nothing can be placed.
    let alwaysText =
      options.textOverlap == .always && (options.iconOverlap == .always || !bucket.hasIcons || options.isIconOptional)
    let alwaysIcon =
      options.iconOverlap == .always && (options.textOverlap == .always || !bucket.hasText || options.isTextOptional)
    decisions[number] = Decision(
      text: isTextPlaced || alwaysText, icon: isIconPlaced || alwaysIcon, skipsFade: isOffscreen || result.fadeSeconds == 0)
  }

  /// A text and its icon are shown together, unless one of them may be missing.
  private static func joined(
    _ text: Bool, _ icon: Bool, _ symbol: SymbolInstance, _ options: SymbolOptions
  ) -> (text: Bool, icon: Bool) {
    let iconAlone = options.isTextOptional || !symbol.hasText
    let textAlone = options.isIconOptional || !symbol.hasIcon
    if !iconAlone, !textAlone { return (text && icon, text && icon) }
    if !textAlone { return (text && icon, icon) }
    if !iconAlone { return (text, text && icon) }
    return (text, icon)
  }

  // MARK: Texts

  private mutating func placeText(
    _ symbol: SymbolInstance, _ anchor: SymbolAnchor, _ number: UInt32, _ part: TilePlacement, _ edge: CutText,
    _ options: SymbolOptions
  ) -> PlacedText {
    var placed = PlacedText()
    let isTwofold = part.tile.bucket.allowsVerticalPlacement && symbol.vertical >= 0 && symbol.verticalTextBox != nil
    for mode in isTwofold ? options.writingModes : [.horizontal] {
      guard let box = mode == .vertical ? symbol.verticalTextBox : symbol.textBox else { continue }
      placed =
        symbol.anchorOffsets.isEmpty
        ? placeFixed(box, anchor, part, edge, options)
        : placeVariable(
          box, mode == .vertical ? symbol.verticalIconBox : symbol.iconBox, symbol, anchor, number, part, edge, options)
      placed.isVertical = mode == .vertical
      if placed.isPlaced {
        result.orientations[number] = mode
        break
      }
    }
    guard !placed.isPlaced, let previous else { return placed }
    // What fades out stays as it was.
    if part.tile.bucket.allowsVerticalPlacement, let mode = previous.orientations[number] { result.orientations[number] = mode }
    if let offset = previous.offsets[number] { result.offsets[number] = offset }
    return placed
  }

  private func placeFixed(
    _ box: CollisionBox, _ anchor: SymbolAnchor, _ part: TilePlacement, _ edge: CutText, _ options: SymbolOptions
  ) -> PlacedText {
    PlacedText(
      box: index.place(
        box, anchor: anchor, part.text, pointsPerUnit: part.pointsPerUnit, overlap: options.textOverlap, edge: edge))
  }

  /// Tries the sides in their order, the one that the text had before first; then again with what the layer lets overlap.
  private mutating func placeVariable(
    _ box: CollisionBox, _ iconBox: CollisionBox?, _ symbol: SymbolInstance, _ anchor: SymbolAnchor, _ number: UInt32,
    _ part: TilePlacement, _ edge: CutText, _ options: SymbolOptions
  ) -> PlacedText {
    let bucket = part.tile.bucket
    var sides = Array(
      bucket.anchorOffsets[Int(symbol.anchorOffsets.lowerBound)..<Int(symbol.anchorOffsets.upperBound)])
    // A text that the edge drove to a side goes back when the view rests: a picture is that of its view, and not of those before.
    var last = previous?.offsets[number]
    if last?.isForced == true {
      if edge == .kept { result.awaitsRest = true } else { last = nil }
    }
    if let last, let index = sides.firstIndex(where: { $0.anchor == last.anchor }), index > 0 {
      sides.insert(sides.remove(at: index), at: 0)
    }
    var isForced = last?.isForced == true
    let size = box.high - box.low
    let fitted = options.hasTextFit && options.iconOverlap == .never ? iconBox : nil
    var placed = PlacedText()
    for overlap in options.textOverlap == .never ? [.never] : [SymbolOptions.Overlap.never, options.textOverlap] {
      for side in sides {
        let shift = Self.shift(side, size: size, scale: symbol.textBoxScale)
        let textBox = index.place(
          box, anchor: anchor, part.text, pointsPerUnit: part.pointsPerUnit, overlap: overlap, shift: shift, edge: edge)
        placed = PlacedText(box: textBox, shift: shift)
        guard textBox.isPlaced else {
          isForced = isForced || textBox.isCut
          continue
        }
        if let fitted {
          let icon = index.place(
            fitted, anchor: anchor, part.icon, pointsPerUnit: part.pointsPerUnit, overlap: overlap, shift: shift)
          guard icon.isPlaced else {
            placed.box?.isPlaced = false
            continue
          }
        }
        result.offsets[number] = PlacementResult.VariableOffset(
          anchor: side.anchor, offset: side.offset, width: size.x, height: size.y, textBoxScale: symbol.textBoxScale,
          isForced: isForced)
        return placed
      }
    }
    placed.shift = nil
    return placed
  }

  /// By which a text whose middle is at the anchor moves to stand at a side of it, in tile units.
  private static func shift(_ side: SymbolAnchorOffset, size: SIMD2<Float>, scale: Float) -> LabelPoint {
    let moved = (SIMD2(repeating: 0.5) - side.anchor.alignment) * size + side.offset * scale
    return LabelPoint(Double(moved.x), Double(moved.y))
  }

  // MARK: Icons

  private func placeIcon(
    _ symbol: SymbolInstance, _ anchor: SymbolAnchor, _ text: PlacedText, _ part: TilePlacement, _ options: SymbolOptions
  ) -> CollisionIndex.PlacedBox? {
    guard let horizontal = symbol.iconBox else { return nil }
    let box = text.isPlaced && text.isVertical ? symbol.verticalIconBox ?? horizontal : horizontal
    return index.place(
      box, anchor: anchor, part.icon, pointsPerUnit: part.pointsPerUnit, overlap: options.iconOverlap,
      shift: options.hasTextFit ? text.shift ?? .zero : .zero)
  }
}

extension SymbolBucket {
  /// Symbols from the top of the screen to its bottom.
  func viewportOrder(bearing: Double) -> [Int] {
    let angle = -bearing * .pi / 180
    let (sine, cosine) = (sin(angle), cos(angle))
    let heights = symbols.map { (sine * Double($0.anchor.x) + cosine * Double($0.anchor.y)).rounded() }
    return symbols.indices.sorted { a, b in
      if heights[a] != heights[b] { return heights[a] < heights[b] }
      return symbols[a].feature == symbols[b].feature ? a < b : symbols[a].feature > symbols[b].feature
    }
  }
}
