internal import OverlookFormats

extension StylePropertyTable {
  static let backgroundPaint: [Row] = [
    Row(.backgroundColor, .color, .string("#000000"), takes: .zoom),
    Row(.backgroundPattern, .resolvedImage, takes: .crossFaded),
    Row(.backgroundOpacity, .number, .number(1), takes: .zoom, range: 0...1),
  ]
}
