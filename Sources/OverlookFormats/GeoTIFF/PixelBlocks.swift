internal import Synchronization

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

/// Decoded blocks that were needed last, of any number of files together, up to a number of bytes. Thread-safe.
final class PixelBlocks: Sendable {
  struct Key: Hashable, Sendable {
    var level: Int
    var block: Int
  }

  /// Of all files that are open: memory is one, however many maps there are.
  static let shared = PixelBlocks(maximumByteCount: GeoTIFF.keptByteCount)

  private struct Place: Hashable, Sendable {
    var file: UInt64
    var key: Key
  }

  private struct Entry: Sendable {
    var pixels: BlockPixels
    var lastUse: UInt64
  }

  private struct State: Sendable {
    var entries: [Place: Entry] = [:]
    var uses: UInt64 = 0
    var byteCount = 0
    var lastFile: UInt64 = 0

    /// Drops more than has to go, so that dropping is rare. The newest stays, however large it is: the next tile is likely to
    /// need it.
    mutating func shrink(to limit: Int) {
      for (place, entry) in entries.sorted(by: { $0.value.lastUse < $1.value.lastUse }) {
        if byteCount <= limit || entries.count == 1 { return }
        byteCount -= entry.pixels.byteCount
        entries[place] = nil
      }
    }
  }

  private let maximumByteCount: Int
  private let state = Mutex(State())

  init(maximumByteCount: Int) {
    self.maximumByteCount = maximumByteCount
  }

  /// Room for the blocks of one more file.
  func file() -> FileBlocks {
    FileBlocks(
      self,
      file: state.withLock { state in
        state.lastFile += 1
        return state.lastFile
      })
  }

  /// Of all that is here, with what it takes to find it.
  var byteCount: Int { state.withLock { $0.byteCount } }

  fileprivate func pixels(_ key: Key, of file: UInt64) -> BlockPixels? {
    state.withLock { state in
      guard let index = state.entries.index(forKey: Place(file: file, key: key)) else { return nil }
      state.uses += 1
      state.entries.values[index].lastUse = state.uses
      return state.entries.values[index].pixels
    }
  }

  fileprivate func insert(_ pixels: BlockPixels, _ key: Key, of file: UInt64) {
    state.withLock { state in
      let place = Place(file: file, key: key)
      guard state.entries[place] == nil else { return }
      state.uses += 1
      state.byteCount += pixels.byteCount
      state.entries[place] = Entry(pixels: pixels, lastUse: state.uses)
      if state.byteCount > maximumByteCount { state.shrink(to: maximumByteCount / 4 * 3) }
    }
  }

  fileprivate func removeAll(of file: UInt64) {
    state.withLock { state in
      for (place, entry) in state.entries where place.file == file {
        state.byteCount -= entry.pixels.byteCount
        state.entries[place] = nil
      }
    }
  }
}

/// The decoded blocks of one file among all. They go with the value. Thread-safe.
final class FileBlocks: Sendable {
  private let all: PixelBlocks
  private let file: UInt64

  fileprivate init(_ all: PixelBlocks, file: UInt64) {
    self.all = all
    self.file = file
  }

  deinit {
    all.removeAll(of: file)
  }

  /// The pixels of a block; nil when they are not here.
  func pixels(_ key: PixelBlocks.Key) -> BlockPixels? { all.pixels(key, of: file) }

  func insert(_ pixels: BlockPixels, _ key: PixelBlocks.Key) { all.insert(pixels, key, of: file) }
}
