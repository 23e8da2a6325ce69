/// What a decoded picture may cost; checked against its header, before anything is allocated.
package struct ImageLimits: Hashable, Sendable {
  /// Pixels, for width and for height.
  package var maximumSide: Int
  /// Bytes of the decoded RGBA pixels.
  package var maximumByteCount: Int

  package init(maximumSide: Int, maximumByteCount: Int) {
    self.maximumSide = maximumSide
    self.maximumByteCount = maximumByteCount
  }

  /// For tiles and icons: 4096 x 4096 pixels and 64 MiB.
  package static let tile = ImageLimits(maximumSide: 4096, maximumByteCount: 64 << 20)
  /// For pictures that the user opens: 16384 x 16384 pixels and 512 MiB.
  package static let userImage = ImageLimits(maximumSide: 16_384, maximumByteCount: 512 << 20)

  /// The bytes of a picture of this size, or an error when it is empty or over the budget.
  package func byteCount(width: Int, height: Int, thing: String) throws(FormatError) -> Int {
    guard width > 0, height > 0 else {
      throw .malformed(thing, fault: "a size of \(width) x \(height) pixels")
    }
    let (pixels, overflow) = width.multipliedReportingOverflow(by: height)
    guard width <= maximumSide, height <= maximumSide, !overflow, pixels <= maximumByteCount / 4 else {
      throw .tooLarge(
        thing,
        fault: "\(width) x \(height) pixels, where \(maximumSide) a side and \(maximumByteCount >> 20) MiB in all are allowed")
    }
    return pixels * 4
  }
}
