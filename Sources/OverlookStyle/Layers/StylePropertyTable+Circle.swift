internal import OverlookFormats

extension StylePropertyTable {
  static let circleLayout: [Row] = [
    Row(.circleSortKey, .number, takes: .data)
  ]

  static let circlePaint: [Row] = [
    Row(.circleRadius, .number, .number(5), takes: .states, range: 0 ... .infinity),
    Row(.circleColor, .color, .string("#000000"), takes: .states),
    Row(.circleBlur, .number, .number(0), takes: .states),
    Row(.circleOpacity, .number, .number(1), takes: .states, range: 0...1),
    Row(.circleTranslate, .array(of: .number, count: 2), .array([.number(0), .number(0)]), takes: .zoom),
    Row(.circleTranslateAnchor, .string, .string("map"), takes: .zoom, choices: "map viewport"),
    Row(.circlePitchScale, .string, .string("map"), takes: .zoom, choices: "map viewport"),
    Row(.circlePitchAlignment, .string, .string("viewport"), takes: .zoom, choices: "map viewport"),
    Row(.circleStrokeWidth, .number, .number(0), takes: .states, range: 0 ... .infinity),
    Row(.circleStrokeColor, .color, .string("#000000"), takes: .states),
    Row(.circleStrokeOpacity, .number, .number(1), takes: .states, range: 0...1),
  ]

  static let heatmapPaint: [Row] = [
    Row(.heatmapRadius, .number, .number(30), takes: .states, range: 1 ... .infinity),
    Row(.heatmapWeight, .number, .number(1), takes: .states, range: 0 ... .infinity),
    Row(.heatmapIntensity, .number, .number(1), takes: .zoom, range: 0 ... .infinity),
    Row(.heatmapColor, .color, heatmapRamp, takes: .heatmapRamp),
    Row(.heatmapOpacity, .number, .number(1), takes: .zoom, range: 0...1),
  ]
}
