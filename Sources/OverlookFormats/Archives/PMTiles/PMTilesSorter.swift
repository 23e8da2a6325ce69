/// Puts any number of tiles into the order of their numbers in bounded memory: what does not fit waits in sorted runs on the
/// disk, which are merged when they are read.
final class PMTilesSorter {
  /// A tile whose content lies in a scratch file.
  struct Tile {
    var number: UInt64
    /// In the scratch file.
    var offset: UInt64
    var length: UInt32
    /// Counts up; of two tiles with one number the later one counts.
    fileprivate var sequence: UInt32 = 0

    init(number: UInt64, offset: UInt64, length: UInt32) {
      self.number = number
      self.offset = offset
      self.length = length
    }

    fileprivate static let byteCount = 20

    fileprivate func precedes(_ other: Tile) -> Bool {
      number != other.number ? number < other.number : sequence < other.sequence
    }
  }

  /// Tiles added so far; several of one number count several times.
  private(set) var count = 0
  private let path: String
  /// Tiles in memory, and in a run.
  private let capacity: Int
  private var recent: [Tile] = []
  private var scratch: OutputFile?
  /// Tiles in each run; they lie one behind the other in the scratch file.
  private var runs: [Int] = []

  /// `path` names what is sorted in errors; scratch files lie beside it.
  init(path: String, capacity: Int = 1 << 20) {
    self.path = path
    self.capacity = max(capacity, 1)
  }

  func append(_ tile: Tile) throws(FormatError) {
    if recent.count == capacity { try spill() }
    var tile = tile
    tile.sequence = UInt32(clamping: recent.count)
    recent.append(tile)
    count += 1
  }

  /// Calls `body` for every tile, the last of those that share a number; can be called again.
  func forEach(_ body: (Tile) throws(FormatError) -> Void) throws(FormatError) {
    recent.sort { $0.precedes($1) }
    var merge = RunMerge(recent: recent, path: path)
    var start: UInt64 = 0
    if let scratch {
      for run in runs {
        try merge.add(scratch, offset: start, count: run)
        start += UInt64(run * Tile.byteCount)
      }
    }
    var last: Tile?
    while let tile = try merge.next() {
      if let last, last.number != tile.number { try body(last) }
      last = tile
    }
    if let last { try body(last) }
  }

  private func spill() throws(FormatError) {
    recent.sort { $0.precedes($1) }
    if scratch == nil { scratch = try OutputFile(scratchBeside: path) }
    for start in stride(from: 0, to: recent.count, by: 4096) {
      var writer = ByteWriter()
      for tile in recent[start..<min(start + 4096, recent.count)] {
        writer.write(tile.number)
        writer.write(tile.offset)
        writer.write(tile.length)
      }
      try scratch?.append(writer.bytes)
    }
    runs.append(recent.count)
    recent.removeAll(keepingCapacity: true)
  }

  /// The smallest tile of several sorted runs, again and again.
  private struct RunMerge {
    /// A run that is read piece by piece.
    private struct Cursor {
      var tiles: ArraySlice<Tile>
      var file: OutputFile?
      var offset: UInt64 = 0
      var left = 0
      /// Runs that were written later win.
      var age: Int
    }

    private static let pieceCount = 4096
    private let path: String
    private var cursors: [Cursor]
    /// Indices of cursors that have tiles, as a heap with the smallest tile first.
    private var heap: [Int] = []

    init(recent: [Tile], path: String) {
      self.path = path
      // What is in memory came last.
      cursors = [Cursor(tiles: recent[...], age: .max)]
      if !recent.isEmpty { push(0) }
    }

    mutating func add(_ file: OutputFile, offset: UInt64, count: Int) throws(FormatError) {
      cursors.append(Cursor(tiles: [], file: file, offset: offset, left: count, age: cursors.count))
      try refill(cursors.count - 1)
      push(cursors.count - 1)
    }

    mutating func next() throws(FormatError) -> Tile? {
      guard let top = heap.first, let tile = cursors[top].tiles.first else { return nil }
      cursors[top].tiles.removeFirst()
      if cursors[top].tiles.isEmpty { try refill(top) }
      if cursors[top].tiles.isEmpty {
        heap.swapAt(0, heap.count - 1)
        heap.removeLast()
      }
      sink()
      return tile
    }

    private mutating func refill(_ index: Int) throws(FormatError) {
      guard let file = cursors[index].file, cursors[index].left > 0 else { return }
      let count = min(cursors[index].left, Self.pieceCount)
      let bytes = try file.read(offset: cursors[index].offset, count: count * Tile.byteCount)
      var reader = ByteReader(bytes, thing: path)
      var tiles: [Tile] = []
      tiles.reserveCapacity(count)
      for _ in 0..<count {
        tiles.append(
          Tile(number: try reader.readUInt64(), offset: try reader.readUInt64(), length: try reader.readUInt32()))
      }
      cursors[index].tiles = tiles[...]
      cursors[index].offset += UInt64(bytes.count)
      cursors[index].left -= count
    }

    private func precedes(_ a: Int, _ b: Int) -> Bool {
      guard let first = cursors[a].tiles.first, let second = cursors[b].tiles.first else { return false }
      return first.number != second.number ? first.number < second.number : cursors[a].age < cursors[b].age
    }

    private mutating func push(_ index: Int) {
      heap.append(index)
      var child = heap.count - 1
      while child > 0, precedes(heap[child], heap[(child - 1) / 2]) {
        heap.swapAt(child, (child - 1) / 2)
        child = (child - 1) / 2
      }
    }

    private mutating func sink() {
      var parent = 0
      while 2 * parent + 1 < heap.count {
        var child = 2 * parent + 1
        if child + 1 < heap.count, precedes(heap[child + 1], heap[child]) { child += 1 }
        guard precedes(heap[child], heap[parent]) else { return }
        heap.swapAt(parent, child)
        parent = child
      }
    }
  }
}
