/// Files that were dropped on a view: what the other program named, which nobody has looked at. A path may lead to a folder, a
/// FIFO, or nothing any more.
public struct FileDrop: Hashable, Sendable {
  /// Paths, in the order in which they came, not empty and without NUL; none when all were left out.
  public let paths: [String]
  /// How many more there were: beyond the limits, empty, or not UTF-8.
  public let omittedCount: Int

  /// More paths than this are left out.
  public static let maximumCount = 1000
  /// A longer path than this, in bytes, is left out.
  public static let maximumPathBytes = 4096
  /// Once paths have this many bytes together, the others are left out.
  public static let maximumBytes = 262_144

  /// Keeps of `paths` what the limits allow; `omittedCount` is that of paths which were left out before.
  public init(paths: some Sequence<String>, omittedCount: Int = 0) {
    var (kept, bytes, omitted): ([String], Int, Int) = ([], 0, max(omittedCount, 0))
    for path in paths {
      let count = path.utf8.count
      if (1...Self.maximumPathBytes).contains(count), kept.count < Self.maximumCount, bytes + count <= Self.maximumBytes,
        !path.utf8.contains(0)
      {
        kept.append(path)
        bytes += count
      } else if omitted < Int.max {
        omitted += 1
      }
    }
    self.paths = kept
    self.omittedCount = omitted
  }
}
