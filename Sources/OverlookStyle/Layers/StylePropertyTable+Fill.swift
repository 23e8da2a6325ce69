internal import OverlookFormats

extension StylePropertyTable {
  static let fillLayout: [Row] = [
    Row(.fillSortKey, .number, takes: .data)
  ]

  static let fillPaint: [Row] = [
    Row(.fillAntialias, .boolean, .bool(true), takes: .zoom),
    Row(.fillOpacity, .number, .number(1), takes: .states, range: 0...1),
    Row(.fillLayerOpacity, .number, .number(1), takes: .zoom, range: 0...1),
    Row(.fillColor, .color, .string("#000000"), takes: .states),
    Row(.fillOutlineColor, .color, takes: .states),
    Row(.fillTranslate, .array(of: .number, count: 2), .array([.number(0), .number(0)]), takes: .zoom),
    Row(.fillTranslateAnchor, .string, .string("map"), takes: .zoom, choices: "map viewport"),
    Row(.fillPattern, .resolvedImage, takes: .crossFadedData),
  ]

  static let fillExtrusionPaint: [Row] = [
    Row(.fillExtrusionOpacity, .number, .number(1), takes: .zoom, range: 0...1),
    Row(.fillExtrusionColor, .color, .string("#000000"), takes: .states),
    Row(.fillExtrusionTranslate, .array(of: .number, count: 2), .array([.number(0), .number(0)]), takes: .zoom),
    Row(.fillExtrusionTranslateAnchor, .string, .string("map"), takes: .zoom, choices: "map viewport"),
    Row(.fillExtrusionPattern, .resolvedImage, takes: .crossFadedData),
    Row(.fillExtrusionHeight, .number, .number(0), takes: .states, range: 0 ... .infinity),
    Row(.fillExtrusionBase, .number, .number(0), takes: .states, range: 0 ... .infinity),
    Row(.fillExtrusionVerticalGradient, .boolean, .bool(true), takes: .zoom),
  ]
}
