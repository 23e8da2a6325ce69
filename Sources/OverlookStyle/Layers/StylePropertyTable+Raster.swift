internal import OverlookFormats

extension StylePropertyTable {
  static let rasterPaint: [Row] = [
    Row(.rasterOpacity, .number, .number(1), takes: .zoom, range: 0...1),
    Row(.rasterHueRotate, .number, .number(0), takes: .zoom),
    Row(.rasterBrightnessMin, .number, .number(0), takes: .zoom, range: 0...1),
    Row(.rasterBrightnessMax, .number, .number(1), takes: .zoom, range: 0...1),
    Row(.rasterSaturation, .number, .number(0), takes: .zoom, range: -1...1),
    Row(.rasterContrast, .number, .number(0), takes: .zoom, range: -1...1),
    Row(.resampling, .string, .string("linear"), takes: .zoom, choices: "linear nearest"),
    Row(.rasterResampling, .string, .string("linear"), takes: .zoom, choices: "linear nearest"),
    Row(.rasterFadeDuration, .number, .number(300), takes: .zoom, range: 0 ... .infinity),
  ]

  static let hillshadePaint: [Row] = [
    Row(.hillshadeIlluminationDirection, .numberArray, .number(335), takes: .zoom, range: 0...359),
    Row(.hillshadeIlluminationAltitude, .numberArray, .number(45), takes: .zoom, range: 0...90),
    Row(.hillshadeIlluminationAnchor, .string, .string("viewport"), takes: .zoom, choices: "map viewport"),
    Row(.hillshadeExaggeration, .number, .number(0.5), takes: .zoom, range: 0...1),
    Row(.hillshadeShadowColor, .colorArray, .string("#000000"), takes: .zoom),
    Row(.hillshadeHighlightColor, .colorArray, .string("#FFFFFF"), takes: .zoom),
    Row(.hillshadeAccentColor, .color, .string("#000000"), takes: .zoom),
    Row(.hillshadeMethod, .string, .string("standard"), takes: .zoom, choices: "standard basic combined igor multidirectional"),
    Row(.resampling, .string, .string("linear"), takes: .zoom, choices: "linear nearest"),
  ]

  static let colorReliefPaint: [Row] = [
    Row(.colorReliefOpacity, .number, .number(1), takes: .zoom, range: 0...1),
    Row(.colorReliefColor, .color, takes: .elevationRamp),
    Row(.resampling, .string, .string("linear"), takes: .zoom, choices: "linear nearest"),
  ]
}
