package import OverlookGeometry
package import OverlookStyle

/// What the features of a tile say of their roofs.
package struct RoofLayout {
  /// Of one feature.
  package struct Look {
    package var form = RoofForm()
    /// Metres between its foot and its top where the layer has grown it to its full height.
    package var span = 0.0
    var color = SIMD4<UInt8>()
    /// Of the whole building, where the edge of the tile cuts it.
    package var outline: RoofOutline?

    /// Of the span, where the eaves lie at the latest; 65535 at the top.
    var eavesShare: UInt16 {
      guard span > 0 else { return 65_535 }
      let height = form.height.flatMap { $0.isFinite ? max($0, 0) : nil } ?? min(Roof.usualRise, span / 2)
      return UInt16(exactly: (max(1 - height / span, 0) * 65_535).rounded()) ?? 65_535
    }
  }

  /// How long a tile unit is.
  package let metersPerUnit: Double
  private let roofs: BuildingRoofs
  private let properties: LayerProperties
  private let features: FeatureLayer
  private let tile: TileID
  private var colors: ExpressionEvaluator?
  private let keys: (shape: Int32?, height: Int32?, direction: Int32?, across: Int32?, outline: Int32?)

  /// Of outlines that are still read: a few bytes of a tile may name one text for a hundred thousand features.
  private var lettersLeft = Self.outlineLetterLimit

  /// Of all outlines of a layer in a tile; a town's tile has a tenth of it.
  static let outlineLetterLimit = 1 << 20

  /// Layers grow buildings while one zooms in; here they are grown.
  private static let fullZoom = 24.0

  /// Nil where the layer has no roofs, or none at the tile's zoom.
  package init?(_ layer: StyleLayer, _ properties: LayerProperties, _ features: FeatureLayer, _ context: LayoutContext) {
    guard let roofs = BuildingRoofs(layer), context.zoom >= roofs.minimumZoom.rounded(.down) else { return nil }
    self.roofs = roofs
    self.properties = properties
    self.features = features
    tile = context.tile.canonical
    let square = tile.worldRect
    let middle = WorldPoint(x: (square.minX + square.maxX) / 2, y: (square.minY + square.maxY) / 2)
    metersPerUnit =
      Mercator.metersPerWorldUnit(atLatitude: middle.coordinate.latitude) * (square.maxX - square.minX)
      / Double(FeatureLayer.extent)
    colors = roofs.color.map { ExpressionEvaluator(program: $0, context: properties.context(zoom: context.zoom)) }
    keys = (
      features.keyIndex(roofs.shape), features.keyIndex(roofs.height), features.keyIndex(roofs.direction),
      features.keyIndex(roofs.across), features.keyIndex(RoofOutline.key)
    )
  }

  package mutating func look(of row: Int32) -> Look {
    var look = Look()
    let seen = features.expressionFeature(row, in: tile)
    if colors != nil {
      colors?.context.feature = seen
      if let color = (try? colors?.evaluate())?.color { look.color = Self.bytes(color) }
    }
    guard let name = value(keys.shape, row)?.string, let shape = RoofForm.Shape(rawValue: name), shape != .flat else {
      return look
    }
    func number(_ name: StylePropertyName) -> Double { properties.value(name, zoom: Self.fullZoom, feature: seen).number ?? 0 }
    look.span = max(number(.fillExtrusionHeight), 0) - max(number(.fillExtrusionBase), 0)
    look.form = RoofForm(
      shape: shape, height: value(keys.height, row)?.number, direction: value(keys.direction, row)?.number,
      isAcross: Self.isTrue(value(keys.across, row)))
    look.outline = outline(of: row)
    return look
  }

  /// Nil for a building that no edge cuts, and where more is said than a tile may say.
  private mutating func outline(of row: Int32) -> RoofOutline? {
    guard let text = value(keys.outline, row)?.string else { return nil }
    let letters = text.utf8.count
    guard letters <= lettersLeft else { return nil }
    lettersLeft -= letters
    return RoofOutline(text: text)
  }

  private func value(_ key: Int32?, _ row: Int32) -> StyleValue? {
    key.flatMap { features.table.value(ofKey: $0, in: features.features[Int(row)].tags) }
  }

  private static func isTrue(_ value: StyleValue?) -> Bool { value?.bool == true || value?.number == 1 }

  private static func bytes(_ color: StyleColor) -> SIMD4<UInt8> {
    func byte(_ value: Double) -> UInt8 { UInt8(exactly: (min(max(value, 0), 1) * 255).rounded()) ?? 0 }
    return SIMD4(byte(color.red), byte(color.green), byte(color.blue), byte(color.alpha))
  }
}
