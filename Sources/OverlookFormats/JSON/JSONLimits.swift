/// What a JSON document may cost, checked while it is read.
package struct JSONLimits: Hashable, Sendable {
  package var byteCount: Int
  /// Levels of arrays and objects inside each other, at most 512.
  package var depth: Int
  /// Of one string, in bytes as written.
  package var stringByteCount: Int

  package init(byteCount: Int = 32 << 20, depth: Int = 256, stringByteCount: Int = 1 << 20) {
    self.byteCount = byteCount
    self.depth = min(depth, 512)
    self.stringByteCount = stringByteCount
  }

  /// Styles, TileJSON and other documents: 32 MiB, 256 levels, strings of 1 MiB.
  package static let document = JSONLimits()
}
