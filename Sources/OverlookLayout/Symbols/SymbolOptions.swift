import OverlookStyle

/// What a symbol layer says for all its features alike, at one zoom.
struct SymbolOptions: Sendable {
  enum Placement: Sendable {
    case point, line, lineCenter
  }

  enum Overlap: UInt8, Sendable {
    case never, cooperative, always
  }

  enum TextFit: Sendable {
    case none, width, height, both

    var fitsWidth: Bool { self == .width || self == .both }
    var fitsHeight: Bool { self == .height || self == .both }
  }

  /// How labels or icons of the layer turn and tilt.
  struct Alignment: Sendable {
    var rotatesWithMap: Bool
    var pitchesWithMap: Bool
    /// Whether each glyph lies on the line that is labelled.
    var isAlongLine: Bool
    /// Whether glyphs turn with their line; they stay upright otherwise.
    var rotatesToLine: Bool
    var keepsUpright: Bool
  }

  var placement: Placement
  var text: Alignment
  var icon: Alignment
  var textOverlap: Overlap
  var iconOverlap: Overlap
  var isTextOptional: Bool
  var isIconOptional: Bool
  var textIgnoresPlacement: Bool
  var iconIgnoresPlacement: Bool
  /// Points.
  var spacing: Double
  var textPadding: Double
  /// Radians.
  var maximumAngle: Double
  /// In ems.
  var lineHeight: Double
  var textFit: TextFit
  /// Top, right, bottom, left, in points.
  var textFitPadding: SIMD4<Float>
  /// In the order of preference.
  var writingModes: [WritingMode]
  var sortsByViewportY: Bool
  var hasSortKey: Bool
  var hasVariableAnchors: Bool

  var allowsVerticalPlacement: Bool { writingModes.contains(.vertical) }
  var hasTextFit: Bool { textFit != .none }

  /// Whether symbols of the layer can lie on each other, so that their order shows.
  var canOverlap: Bool {
    textOverlap != .never || iconOverlap != .never || textIgnoresPlacement || iconIgnoresPlacement
  }

  /// Whether symbols lower in the view are drawn above others.
  var drawsByViewportY: Bool { (sortsByViewportY || (isOrderAutomatic && !hasSortKey)) && canOverlap }
  var sortsByKey: Bool { !sortsByViewportY && hasSortKey }
  private var isOrderAutomatic: Bool

  init(_ properties: LayerProperties, zoom: Double) {
    placement =
      switch properties.choice(.symbolPlacement, zoom: zoom) {
      case "line": .line
      case "line-center": .lineCenter
      default: .point
      }
    text = Self.alignment(properties, zoom, placement, .textRotationAlignment, .textPitchAlignment, .textKeepUpright)
    icon = Self.alignment(properties, zoom, placement, .iconRotationAlignment, .iconPitchAlignment, .iconKeepUpright)
    textOverlap = Self.overlap(properties, zoom, .textOverlap, .textAllowOverlap)
    iconOverlap = Self.overlap(properties, zoom, .iconOverlap, .iconAllowOverlap)
    isTextOptional = properties.bool(.textOptional, zoom: zoom)
    isIconOptional = properties.bool(.iconOptional, zoom: zoom)
    textIgnoresPlacement = properties.bool(.textIgnorePlacement, zoom: zoom)
    iconIgnoresPlacement = properties.bool(.iconIgnorePlacement, zoom: zoom)
    spacing = properties.number(.symbolSpacing, zoom: zoom)
    textPadding = properties.number(.textPadding, zoom: zoom)
    maximumAngle = properties.number(.textMaxAngle, zoom: zoom) / 180 * .pi
    lineHeight = properties.number(.textLineHeight, zoom: zoom)
    textFit =
      switch properties.choice(.iconTextFit, zoom: zoom) {
      case "width": .width
      case "height": .height
      case "both": .both
      default: .none
      }
    textFitPadding = .zero
    if case .array(let sides) = properties.value(.iconTextFitPadding, zoom: zoom), sides.count == 4 {
      for (index, side) in sides.enumerated() { textFitPadding[index] = Float(side.number ?? 0) }
    }
    writingModes = placement == .point ? Self.writingModes(properties, zoom) : Self.horizontal
    let order = properties.choice(.symbolZOrder, zoom: zoom)
    sortsByViewportY = order == "viewport-y"
    isOrderAutomatic = order != "viewport-y" && order != "source"
    hasSortKey = !properties.isConstant(.symbolSortKey)
    hasVariableAnchors = properties.isSet(.textVariableAnchor) || properties.isSet(.textVariableAnchorOffset)
  }

  private static func alignment(
    _ properties: LayerProperties, _ zoom: Double, _ placement: Placement, _ rotation: StylePropertyName,
    _ pitch: StylePropertyName, _ upright: StylePropertyName
  ) -> Alignment {
    var rotationName = properties.choice(rotation, zoom: zoom)
    if rotationName == "auto" || rotationName.isEmpty { rotationName = placement == .point ? "viewport" : "map" }
    var pitchName = properties.choice(pitch, zoom: zoom)
    if pitchName == "auto" || pitchName.isEmpty { pitchName = rotationName }
    return Alignment(
      rotatesWithMap: rotationName == "map", pitchesWithMap: pitchName == "map",
      isAlongLine: rotationName != "viewport" && placement != .point, rotatesToLine: rotationName == "map",
      keepsUpright: properties.bool(upright, zoom: zoom))
  }

  private static func overlap(
    _ properties: LayerProperties, _ zoom: Double, _ mode: StylePropertyName, _ older: StylePropertyName
  ) -> Overlap {
    switch properties.choice(mode, zoom: zoom) {
    case "always": .always
    case "cooperative": .cooperative
    case "never": .never
    default: properties.bool(older, zoom: zoom) ? .always : .never
    }
  }

  /// Kept, so that no array is made for each layer of a frame.
  private static let horizontal: [WritingMode] = [.horizontal]

  private static func writingModes(_ properties: LayerProperties, _ zoom: Double) -> [WritingMode] {
    guard case .array(let names) = properties.value(.textWritingMode, zoom: zoom) else { return horizontal }
    var modes: [WritingMode] = []
    for name in names {
      let mode: WritingMode = name.string == "vertical" ? .vertical : .horizontal
      if !modes.contains(mode) { modes.append(mode) }
    }
    return modes.isEmpty ? horizontal : modes
  }
}
