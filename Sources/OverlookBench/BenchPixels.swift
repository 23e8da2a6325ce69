import OverlookSupport

/// What overlays and bare loops are both drawn with, and how much of a picture they cover.
enum BenchPixels {
  /// One of 64 colours.
  static func color(_ index: Int) -> Color {
    func part(_ shift: Int) -> Float { Float((index &* 0x9E37 >> shift) & 3) / 3 }
    return Color(red: part(4), green: part(6), blue: part(8))
  }

  /// The share of RGBA pixels that something was drawn on.
  static func coveredShare(_ pixels: [UInt8]) -> Double {
    let drawn = stride(from: 3, to: pixels.count, by: 4).count { pixels[$0] != 0 }
    return Double(drawn) / Double(max(pixels.count / 4, 1))
  }
}
