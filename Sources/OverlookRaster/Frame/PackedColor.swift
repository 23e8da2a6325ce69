extension SIMD4<Float> {
  /// The components of a packed colour, red in the lowest byte.
  package init(packedColor packed: UInt32) {
    self = SIMD4(Float(packed & 255), Float(packed >> 8 & 255), Float(packed >> 16 & 255), Float(packed >> 24)) / 255
  }
}
