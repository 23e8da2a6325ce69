import OverlookGeometry
package import OverlookStyle
package import OverlookText

/// Lays out symbol layers: labels and icons at points and along lines.
package enum SymbolLayout {
  /// What `bucket` will ask the glyph library for; request it first, or letters are missing.
  package static func needs(
    _ layer: StyleLayer, _ features: FeatureLayer, selected: [Int32], _ context: LayoutContext
  ) -> GlyphNeeds {
    guard let glyphs = context.glyphs, !glyphs.isLocal else { return GlyphNeeds() }
    let properties = LayerProperties(layer, context)
    let options = SymbolOptions(properties, zoom: context.zoom)
    return SymbolFeatures(properties, options, features, context).needs(selected)
  }

  /// The symbols of the selected features of a tile; nil when there are none.
  package static func bucket(
    _ layer: StyleLayer, _ features: FeatureLayer, selected: [Int32], _ context: LayoutContext
  ) -> SymbolBucket? {
    let properties = LayerProperties(layer, context)
    let options = SymbolOptions(properties, zoom: context.zoom)
    let source = SymbolFeatures(properties, options, features, context)
    var layout = SymbolTileLayout(source)
    for feature in source.collected(selected) { layout.add(feature) }
    return layout.builder.symbols.isEmpty ? nil : SymbolBucket(layout.builder)
  }
}

/// Shapes features and finds their places in one tile.
struct SymbolTileLayout {
  let source: SymbolFeatures
  private(set) var builder: SymbolBucketBuilder
  private let glyphs: GlyphSource?
  /// Tile units for a point.
  private let unitsPerPoint: Float
  /// Where each text stands along lines already.
  private var lineTexts: [String: [LabelPoint]] = [:]

  private static let extent = 8192.0

  init(_ source: SymbolFeatures) {
    self.source = source
    builder = SymbolBucketBuilder(source.properties, source.options, source.context)
    glyphs = source.context.glyphs.map(GlyphSource.init)
    unitsPerPoint = Float(Self.extent / (512 * source.context.tile.overscaleFactor))
  }

  private var options: SymbolOptions { source.options }

  private func number(_ name: StylePropertyName, _ feature: SymbolFeature) -> Double {
    source.value(name, feature.expression).number ?? 0
  }

  /// At another zoom than the tile's.
  private func number(_ name: StylePropertyName, _ feature: SymbolFeature, zoom: Double) -> Double {
    source.properties.value(name, zoom: zoom, feature: feature.expression).number ?? 0
  }

  private func pair(_ name: StylePropertyName, _ feature: SymbolFeature) -> SIMD2<Float> {
    guard case .array(let items) = source.value(name, feature.expression), items.count == 2 else { return .zero }
    return SIMD2(Float(items[0].number ?? 0), Float(items[1].number ?? 0))
  }

  private func anchor(_ name: StylePropertyName, _ feature: SymbolFeature) -> LabelAnchor {
    LabelAnchor(source.value(name, feature.expression).string ?? "")
  }

  private func image(_ name: String) -> LabelImage? {
    guard let image = source.context.images[name] else {
      source.context.missingImages?.note(name)
      return nil
    }
    guard let placement = source.context.images.placement(name), image.pixelRatio > 0 else { return nil }
    return LabelImage(
      size: SIMD2(Float(image.displayWidth), Float(image.displayHeight)), image: image, rect: placement.icon, name: name)
  }

  // MARK: A feature

  mutating func add(_ feature: SymbolFeature) {
    guard builder.symbols.count < SymbolBucketBuilder.maximumSymbols else { return }
    let zoom = source.context.zoom
    var shaped = ShapedFeature(feature)
    shaped.layoutTextSize = Float(number(.textSize, feature, zoom: zoom + 1))
    shaped.maximumTextSize = Float(number(.textSize, feature, zoom: 18))
    shaped.layoutIconSize = Float(number(.iconSize, feature, zoom: zoom + 1))
    shapeText(&shaped)
    if let name = feature.icon, let image = image(name) { shapeIcon(image, &shaped) }
    guard shaped.label.any != nil || shaped.icon != nil else { return }
    fitIcon(&shaped)
    let template = template(shaped)
    for place in places(shaped) { add(template, shaped, at: place) }
  }

  /// A feature on its way to symbols.
  private struct ShapedFeature {
    let feature: SymbolFeature
    var label = LabelVersions()
    var icon: ShapedIcon?
    var verticalIcon: ShapedIcon?
    var anchorOffsets: [SymbolAnchorOffset] = []
    /// 24ths of an em.
    var textOffset = SIMD2<Float>.zero
    var iconOffset = SIMD2<Float>.zero
    var layoutTextSize: Float = 16
    var maximumTextSize: Float = 16
    var layoutIconSize: Float = 1

    init(_ feature: SymbolFeature) {
      self.feature = feature
    }
  }

  private func shapeText(_ shaped: inout ShapedFeature) {
    let feature = shaped.feature
    guard let text = feature.text, let glyphs else { return }
    let em = LabelShaper.em
    var setting = LabelSetting(
      lineHeight: Float(options.lineHeight) * em, layoutSize: shaped.layoutTextSize,
      sizeAtZoom: Float(number(.textSize, feature)))
    setting.anchor = anchor(.textAnchor, feature)
    if text.text.unicodeScalars.allSatisfy({ ScriptTables.allowsLetterSpacing($0.value) }) {
      setting.spacing = Float(number(.textLetterSpacing, feature)) * em
    }
    if options.placement == .point { setting.maximumWidth = Float(number(.textMaxWidth, feature)) * em }
    shaped.anchorOffsets = variableAnchors(feature)
    if shaped.anchorOffsets.isEmpty {
      let radial = Float(number(.textRadialOffset, feature)) * em
      shaped.textOffset =
        radial != 0 ? VariableAnchors.offset(setting.anchor, radial: radial) : pair(.textOffset, feature) * em
    }
    setting.offset = shaped.textOffset
    let justify = source.value(.textJustify, feature.expression).string ?? "center"
    let fontStack = source.fontStack(feature.expression)
    let images: (String) -> LabelImage? = { self.image($0) }
    let horizontal = LabelCharacters(text, fontStack: fontStack, isVertical: false, source: glyphs, images: images)
    let isVariable = !options.text.isAlongLine && !shaped.anchorOffsets.isEmpty
    if isVariable { setting.anchor = .center }
    for justification in justifications(justify, setting.anchor, isVariable ? shaped.anchorOffsets : []) {
      shaped.label.justifications.append(justification)
      // One line is the same however it is justified.
      if shaped.label.horizontal.first?.label.lines.count == 1 { continue }
      setting.justification = justification
      if let label = LabelShaper.shape(horizontal, setting) { shaped.label.horizontal.append((justification, label)) }
    }
    guard horizontal.units.contains(where: { ScriptTables.isUpright($0.codePoint) }) else { return }
    let isVerticalLine = options.text.isAlongLine && options.text.keepsUpright
    guard options.allowsVerticalPlacement || isVerticalLine else { return }
    setting.anchor = anchor(.textAnchor, feature)
    setting.writingMode = .vertical
    setting.allowsVerticalPlacement = options.allowsVerticalPlacement
    if options.allowsVerticalPlacement { setting.justification = .left }
    let vertical = LabelCharacters(text, fontStack: fontStack, isVertical: true, source: glyphs, images: images)
    shaped.label.vertical = LabelShaper.shape(vertical, setting)
  }

  private func justifications(
    _ name: String, _ anchor: LabelAnchor, _ offsets: [SymbolAnchorOffset]
  ) -> [LabelJustification] {
    if options.text.isAlongLine { return [.center] }
    switch name {
    case "left": return [.left]
    case "right": return [.right]
    case "auto":
      guard !offsets.isEmpty else { return [anchor.justification] }
      var list: [LabelJustification] = []
      for offset in offsets where !list.contains(offset.anchor.justification) { list.append(offset.anchor.justification) }
      return list
    default: return [.center]
    }
  }

  private func variableAnchors(_ feature: SymbolFeature) -> [SymbolAnchorOffset] {
    guard options.hasVariableAnchors else { return [] }
    let em = LabelShaper.em
    if case .anchorOffsets(let offsets) = source.value(.textVariableAnchorOffset, feature.expression), !offsets.isEmpty {
      return offsets.map { VariableAnchors.own(LabelAnchor($0.anchor), SIMD2(Float($0.x), Float($0.y)) * em) }
    }
    guard case .array(let names) = source.value(.textVariableAnchor, feature.expression) else { return [] }
    let anchors = names.compactMap(\.string).map { LabelAnchor($0) }
    if source.properties.isGiven(.textRadialOffset) {
      let radial = Float(number(.textRadialOffset, feature)) * em
      return anchors.map { SymbolAnchorOffset(anchor: $0, offset: VariableAnchors.offset($0, radial: radial)) }
    }
    let offset = pair(.textOffset, feature) * em
    return anchors.map { SymbolAnchorOffset(anchor: $0, offset: VariableAnchors.offset($0, sides: offset)) }
  }

  private mutating func shapeIcon(_ image: LabelImage, _ shaped: inout ShapedFeature) {
    let feature = shaped.feature
    shaped.iconOffset = pair(.iconOffset, feature)
    shaped.icon = ShapedIcon(image, offset: shaped.iconOffset, anchor: anchor(.iconAnchor, feature))
    let rotates = source.properties.isDataDriven(.iconRotate) || number(.iconRotate, feature) != 0
    if image.image.pixelRatio != source.context.pixelsPerPoint || rotates { builder.iconsNeedSmoothing = true }
  }

  private func fitIcon(_ shaped: inout ShapedFeature) {
    guard let icon = shaped.icon, options.hasTextFit else { return }
    let fontScale = shaped.layoutTextSize / LabelShaper.em
    func fitted(_ label: ShapedLabel) -> ShapedIcon {
      icon.fitted(
        to: label, options.textFit, padding: options.textFitPadding, offset: shaped.iconOffset, fontScale: fontScale)
    }
    if options.allowsVerticalPlacement, let vertical = shaped.label.vertical { shaped.verticalIcon = fitted(vertical) }
    if let horizontal = shaped.label.horizontal.first?.label { shaped.icon = fitted(horizontal) }
  }

  // MARK: Places

  /// Where a feature's symbols stand: the anchor and the line that it lies on.
  private struct Place {
    var point: LabelPoint
    var line: Range<Int32>
    var segment: Int
  }

  private mutating func places(_ shaped: ShapedFeature) -> [Place] {
    let feature = shaped.feature
    switch options.placement {
    case .line: return linePlaces(shaped)
    case .lineCenter:
      let anchors = lineAnchors(shaped)
      var places: [Place] = []
      for line in feature.parts where line.count > 1 {
        if let anchor = anchors.center(line) { places.append(place(anchor, on: builder.addLine(line))) }
      }
      return places.filter(isInside)
    case .point: return pointPlaces(feature).map { Place(point: $0, line: 0..<0, segment: 0) }.filter(isInside)
    }
  }

  private func place(_ anchor: LineAnchor, on line: Range<Int32>) -> Place {
    Place(point: anchor.point, line: line, segment: anchor.segment)
  }

  /// Symbols beyond the tile's edges are its neighbours'.
  private func isInside(_ place: Place) -> Bool {
    place.point.x >= 0 && place.point.x < Self.extent && place.point.y >= 0 && place.point.y < Self.extent
  }

  private func pointPlaces(_ feature: SymbolFeature) -> [LabelPoint] {
    switch feature.kind {
    case .point: return feature.parts.flatMap { $0 }
    case .line: return feature.parts.compactMap(\.first)
    case .polygon:
      var polygons: [[[LabelPoint]]] = []
      for (part, ring) in zip(source.layer.features[Int(feature.row)].parts, feature.parts) {
        if source.layer.doubledArea(ofPart: part) > 0 || polygons.isEmpty {
          polygons.append([ring])
        } else {
          polygons[polygons.count - 1].append(ring)
        }
      }
      // 16 units are a point at the tile's own zoom.
      return polygons.compactMap { PolygonCenter.of($0, precision: 16)?.rounded(.towardZero) }
    }
  }

  private func lineAnchors(_ shaped: ShapedFeature) -> LineAnchors {
    let label = shaped.label.vertical ?? shaped.label.horizontal.first?.label
    return LineAnchors(
      spacing: Double(unitsPerPoint) * options.spacing, maximumAngle: options.maximumAngle,
      textWidth: label.map { $0.right - $0.left }, iconWidth: shaped.icon.map { $0.right - $0.left },
      // The same at all zooms, so that labels do not jump when the map is zoomed.
      boxScale: Double(unitsPerPoint) * Double(shaped.maximumTextSize) / 24,
      overscaleFactor: source.context.tile.overscaleFactor)
  }

  private mutating func linePlaces(_ shaped: ShapedFeature) -> [Place] {
    let anchors = lineAnchors(shaped)
    let text = shaped.label.horizontal.first?.label.text
    let limit = LabelPoint(Self.extent, Self.extent)
    var places: [Place] = []
    for line in LabelLineClipper.clip(shaped.feature.parts, low: .zero, high: limit) {
      let found = anchors.anchors(line)
      if found.isEmpty { continue }
      let range = builder.addLine(line)
      for anchor in found {
        if let text, isTooClose(text, anchor.point, distance: anchors.spacing / 2) { continue }
        places.append(place(anchor, on: range))
      }
    }
    return places.filter(isInside)
  }

  /// Whether the same text stands near already; remembers it otherwise.
  private mutating func isTooClose(_ text: String, _ point: LabelPoint, distance: Double) -> Bool {
    if let others = lineTexts[text], others.contains(where: { $0.distance(to: point) < distance }) { return true }
    lineTexts[text, default: []].append(point)
    return false
  }

  // MARK: Symbols

  /// What all symbols of a feature share.
  private struct Template {
    var symbol: SymbolInstance
    var horizontal: [(justification: LabelJustification, quads: SymbolBucketBuilder.QuadRange)] = []
    var vertical: SymbolBucketBuilder.QuadRange?
    var icon: SymbolBucketBuilder.QuadRange?
    var verticalIcon: SymbolBucketBuilder.QuadRange?
  }

  private mutating func template(_ shaped: ShapedFeature) -> Template {
    let feature = shaped.feature
    let zoom = source.context.zoom
    let textRotation = number(.textRotate, feature)
    let iconRotation = number(.iconRotate, feature)
    let textBoxScale = unitsPerPoint * shaped.layoutTextSize / LabelShaper.em
    let row = builder.paint.append(feature.row, of: source.layer)
    var template = Template(
      symbol: SymbolInstance(
        anchor: .zero, key: StableHash.of(shaped.label.horizontal.first?.label.text ?? ""), feature: feature.row,
        sortKey: feature.sortKey, textBoxScale: textBoxScale))
    if let icon = shaped.icon {
      template.icon = builder.addIcon(icon, feature, rotation: iconRotation, row: row, zoom: zoom)
    }
    if let icon = shaped.verticalIcon {
      template.verticalIcon = builder.addIcon(icon, feature, rotation: iconRotation, row: row, zoom: zoom)
    }
    for (justification, label) in shaped.label.horizontal {
      let quads = builder.addText(label, feature, offset: shaped.textOffset, rotation: textRotation, row: row, zoom: zoom)
      template.horizontal.append((justification, quads))
    }
    if let label = shaped.label.vertical {
      template.vertical = builder.addText(
        label, feature, offset: shaped.textOffset, rotation: textRotation, row: row, zoom: zoom)
    }
    template.symbol.anchorOffsets = builder.addAnchorOffsets(shaped.anchorOffsets)
    setBoxes(&template.symbol, shaped, textRotation: textRotation, iconRotation: iconRotation)
    return template
  }

  private func setBoxes(_ symbol: inout SymbolInstance, _ shaped: ShapedFeature, textRotation: Double, iconRotation: Double) {
    let textScale = symbol.textBoxScale
    let iconScale = unitsPerPoint * shaped.layoutIconSize
    let textPadding = SIMD4<Float>(repeating: Float(options.textPadding) * unitsPerPoint)
    let iconPadding = iconPadding(shaped.feature) * unitsPerPoint
    var height: Float = 0
    if let label = shaped.label.horizontal.first?.label {
      if options.text.isAlongLine {
        height = max(height, label.bottom - label.top)
      } else {
        symbol.textBox = CollisionShape.box(label, scale: textScale, padding: textPadding, rotation: textRotation)
      }
    }
    if let label = shaped.label.vertical, options.allowsVerticalPlacement {
      symbol.verticalTextBox = CollisionShape.box(
        label, scale: textScale, padding: textPadding, rotation: textRotation + 90)
      symbol.verticalIconBox = shaped.verticalIcon.map {
        CollisionShape.box($0, scale: iconScale, padding: iconPadding, rotation: textRotation + 90)
      }
    }
    symbol.iconBox = shaped.icon.map {
      CollisionShape.box($0, scale: iconScale, padding: iconPadding, rotation: iconRotation)
    }
    // Very small circles would be very many.
    if height > 0 { symbol.circleDiameter = max(height, 10) * shaped.layoutTextSize / LabelShaper.em }
  }

  /// Top, right, bottom, left, in points.
  private func iconPadding(_ feature: SymbolFeature) -> SIMD4<Float> {
    switch source.value(.iconPadding, feature.expression) {
    case .padding(let padding):
      return SIMD4(Float(padding.top), Float(padding.right), Float(padding.bottom), Float(padding.left))
    case .number(let side): return SIMD4(repeating: Float(side))
    default: return SIMD4(repeating: 2)
    }
  }

  private mutating func add(_ template: Template, _ shaped: ShapedFeature, at place: Place) {
    guard builder.symbols.count < SymbolBucketBuilder.maximumSymbols else { return }
    var symbol = template.symbol
    symbol.anchor = SIMD2(Float(place.point.x), Float(place.point.y))
    func run(_ quads: SymbolBucketBuilder.QuadRange, _ mode: WritingMode, isIcon: Bool) -> SymbolRun {
      SymbolRun(
        isIcon: isIcon, writingMode: mode, quads: quads.range, anchor: symbol.anchor, line: place.line,
        segment: Int32(clamping: place.segment), size: quads.size, lineOffset: isIcon ? shaped.iconOffset : shaped.textOffset)
    }
    if let icon = template.icon { symbol.icon = builder.addRun(run(icon, .none, isIcon: true)) }
    if let icon = template.verticalIcon { symbol.verticalIcon = builder.addRun(run(icon, .vertical, isIcon: true)) }
    let mode: WritingMode = template.vertical == nil ? .horizontalOnly : .horizontal
    let isOneLine = shaped.label.horizontal.first?.label.lines.count == 1
    for (justification, quads) in template.horizontal {
      let index = builder.addRun(run(quads, mode, isIcon: false))
      for used in isOneLine ? shaped.label.justifications : [justification] {
        switch used {
        case .left: symbol.left = index
        case .center: symbol.center = index
        case .right: symbol.right = index
        }
      }
    }
    if let vertical = template.vertical { symbol.vertical = builder.addRun(run(vertical, .vertical, isIcon: false)) }
    builder.symbols.append(symbol)
  }
}
