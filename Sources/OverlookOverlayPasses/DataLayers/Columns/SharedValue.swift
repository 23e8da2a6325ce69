import OverlookRaster
/// Values of a layer's style as uniforms: what all elements have, or a sign that each has its own.
enum SharedValue {
  /// Red, green, blue and alpha of a packed colour, premultiplied, each 0 ... 1; alpha below 0 where each element has its own.
  static func color(_ packed: UInt32?) -> SIMD4<Float> {
    packed.map(SIMD4.init(packedColor:)) ?? SIMD4(0, 0, 0, -1)
  }

  /// A length or scale; below 0 where each element has its own.
  static func length(_ length: Float?) -> Float {
    // What is not a number would be taken from the column.
    length.map { $0 > 0 ? $0 : 0 } ?? -1
  }
}
