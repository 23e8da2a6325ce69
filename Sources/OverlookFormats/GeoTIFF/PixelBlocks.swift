/// What a block shows.
enum BlockPixels: Sendable {
  /// Premultiplied RGBA.
  case written([UInt8])
  case neverWritten

  /// Bytes of memory, with what it takes to find them.
  fileprivate var byteCount: Int {
    switch self {
    case .written(let pixels): 128 + pixels.count
    case .neverWritten: 128
    }
  }
}

/// Decoded blocks that were needed last, up to a number of bytes.
struct PixelBlocks: Sendable {
  struct Key: Hashable, Sendable {
    var level: Int
    var block: Int
  }

  private struct Entry: Sendable {
    var pixels: BlockPixels
    var lastUse: UInt64
  }

  private let maximumByteCount: Int
  private var entries: [Key: Entry] = [:]
  private var uses: UInt64 = 0
  private var byteCount = 0

  init(maximumByteCount: Int) {
    self.maximumByteCount = maximumByteCount
  }

  /// The pixels of a block; nil when they are not here.
  mutating func pixels(_ key: Key) -> BlockPixels? {
    guard let index = entries.index(forKey: key) else { return nil }
    uses += 1
    entries.values[index].lastUse = uses
    return entries.values[index].pixels
  }

  mutating func insert(_ pixels: BlockPixels, _ key: Key) {
    guard entries[key] == nil else { return }
    uses += 1
    byteCount += pixels.byteCount
    entries[key] = Entry(pixels: pixels, lastUse: uses)
    if byteCount > maximumByteCount { shrink() }
  }

  /// Drops a quarter, so that dropping is rare. The newest stays, however large it is: the next tile is likely to need it.
  private mutating func shrink() {
    for (key, entry) in entries.sorted(by: { $0.value.lastUse < $1.value.lastUse }) {
      if byteCount <= maximumByteCount / 4 * 3 || entries.count == 1 { return }
      byteCount -= entry.pixels.byteCount
      entries[key] = nil
    }
  }
}
