internal import OverlookFormats

extension StylePropertyTable {
  static let lineLayout: [Row] = [
    Row(.lineCap, .string, .string("butt"), takes: .data, choices: "butt round square"),
    Row(.lineJoin, .string, .string("miter"), takes: .data, choices: "bevel round miter"),
    Row(.lineMiterLimit, .number, .number(2), takes: .data),
    Row(.lineRoundLimit, .number, .number(1.05), takes: .data),
    Row(.lineSortKey, .number, takes: .data),
  ]

  static let linePaint: [Row] = [
    Row(.lineOpacity, .number, .number(1), takes: .states, range: 0...1),
    Row(.lineLayerOpacity, .number, .number(1), takes: .zoom, range: 0...1),
    Row(.lineColor, .color, .string("#000000"), takes: .states),
    Row(.lineTranslate, .array(of: .number, count: 2), .array([.number(0), .number(0)]), takes: .zoom),
    Row(.lineTranslateAnchor, .string, .string("map"), takes: .zoom, choices: "map viewport"),
    Row(.lineWidth, .number, .number(1), takes: .states, range: 0 ... .infinity),
    Row(.lineGapWidth, .number, .number(0), takes: .states, range: 0 ... .infinity),
    Row(.lineOffset, .number, .number(0), takes: .states),
    Row(.lineBlur, .number, .number(0), takes: .states, range: 0 ... .infinity),
    Row(.lineDasharray, .array(of: .number, count: nil), takes: .crossFadedData),
    Row(.linePattern, .resolvedImage, takes: .crossFadedData),
    Row(.lineGradient, .color, takes: .lineRamp),
  ]
}
