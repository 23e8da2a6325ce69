import Synchronization

/// Memory of pictures that are gone, to be filled again: fresh memory costs a picture of a tile up to a fifth of its decoding.
///
/// Any thread. Keeps the sizes that were given last, up to a limit of bytes.
package final class PixelPool: Sendable {
  private struct Shelf: Sendable {
    var arrays: [[UInt8]] = []
    var byteCount = 0
  }

  private let shelf = Mutex(Shelf())
  private let limitBytes: Int

  package init(limitBytes: Int = 8 << 20) {
    self.limitBytes = limitBytes
  }

  /// Bytes that wait to be filled again.
  package var byteCount: Int { shelf.withLock { $0.byteCount } }

  /// Gives all of it back to the process.
  package func removeAll() { shelf.withLock { $0 = Shelf() } }

  /// Memory of exactly `byteCount` bytes with whatever content it had; nil when there is none.
  package func take(byteCount: Int) -> [UInt8]? {
    shelf.withLock { shelf in
      guard let index = shelf.arrays.lastIndex(where: { $0.count == byteCount }) else { return nil }
      shelf.byteCount -= byteCount
      return shelf.arrays.remove(at: index)
    }
  }

  /// Hands memory over. Somebody who still reads it keeps it as it is: then it is copied when it is filled.
  package func give(_ pixels: [UInt8]) {
    let count = pixels.count
    guard count > 0, count <= limitBytes else { return }
    shelf.withLock { shelf in
      var dropped = 0
      while shelf.byteCount + count > limitBytes, dropped < shelf.arrays.count {
        shelf.byteCount -= shelf.arrays[dropped].count
        dropped += 1
      }
      shelf.arrays.removeFirst(dropped)
      shelf.arrays.append(pixels)
      shelf.byteCount += count
    }
  }
}
