/// What one cache of a map takes.
public struct MemoryUse: Hashable, Sendable {
  /// What it keeps, for people: "pictures of tiles".
  public let name: String
  /// Bytes, in memory of the process or of the graphics card.
  public let byteCount: Int

  /// A cache of that name and size.
  public init(_ name: String, byteCount: Int) {
    self.name = name
    self.byteCount = byteCount
  }
}
