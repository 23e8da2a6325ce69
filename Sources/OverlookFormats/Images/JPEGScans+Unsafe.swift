internal import Glibc

/// Walks the markers of a JPEG file (ITU-T T.81, annex B) without decoding anything.
struct JPEGScans {
  /// Start-of-scan segments: 1 in a baseline file, about 10 in a progressive one, thousands in a file made to waste time.
  private(set) var scanCount = 0
  /// Whether the end mark was seen.
  private(set) var isComplete = false

  /// Stops counting above `limit`.
  init(_ bytes: [UInt8], limit: Int) {
    bytes.withUnsafeBufferPointer { read($0, limit: limit) }
  }

  private mutating func read(_ bytes: UnsafeBufferPointer<UInt8>, limit: Int) {
    var position = 2
    // Entropy-coded data, fill bytes and restart marks lie between segments.
    while scanCount <= limit, let mark = Self.nextMark(in: bytes, from: position), mark < bytes.count - 1 {
      position = mark
      let marker = bytes[position + 1]
      switch marker {
      case 0xFF:
        position += 1
      case 0x00, 0x01, 0xD0...0xD8:
        position += 2
      case 0xD9:
        isComplete = true
        return
      default:
        if marker == 0xDA { scanCount += 1 }
        guard position < bytes.count - 3 else { return }
        // A segment's length counts its own two bytes.
        position += 2 + max(Int(bytes[position + 2]) << 8 | Int(bytes[position + 3]), 2)
      }
    }
  }

  /// Where the next byte FF lies.
  private static func nextMark(in bytes: UnsafeBufferPointer<UInt8>, from position: Int) -> Int? {
    // Invariant: the search stays within `bytes`, because position < bytes.count.
    guard position < bytes.count, let base = bytes.baseAddress,
      let found = memchr(base + position, 0xFF, bytes.count - position)
    else { return nil }
    return UnsafeRawPointer(base).distance(to: found)
  }
}
