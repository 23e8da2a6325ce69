package import OverlookGeometry

/// Makes small PMTiles files in memory: clustered, equal tiles stored once, directories as they are, the same bytes for the same
/// tiles in whatever order they come. `PMTilesStreamWriter` makes those of any size.
package struct PMTilesWriter {
  private let header: TileArchiveHeader
  /// Whether the tiles are handed in compressed by gzip.
  private let holdsGzipTiles: Bool
  private let rootByteLimit: Int
  private var tiles: [UInt64: [UInt8]] = [:]

  /// - Parameters:
  ///   - header: What the file says about itself; its zoom range is replaced by that of the tiles.
  ///   - rootByteLimit: Directories above this size are split. The format wants header and root within the first 16,384 bytes.
  package init(header: TileArchiveHeader, holdsGzipTiles: Bool = false, rootByteLimit: Int = 16_384 - PMTilesHeader.byteCount) {
    self.header = header
    self.holdsGzipTiles = holdsGzipTiles
    self.rootByteLimit = rootByteLimit
  }

  /// Adds or replaces a tile.
  package mutating func add(_ bytes: [UInt8], at id: TileID) throws(FormatError) {
    guard let number = PMTilesTileID.number(id), !bytes.isEmpty, bytes.count <= ArchiveLimits.storedTileByteCount else {
      throw .malformed("tile \(id.z)/\(id.x)/\(id.y)", fault: "its address, or its size of \(bytes.count) bytes")
    }
    tiles[number] = bytes
  }

  /// The whole file.
  package func file() -> [UInt8] {
    let (entries, data, contentCount) = clustered()
    let (root, leaves) = Self.split(entries, rootByteLimit: rootByteLimit)
    let metadata = ArchiveMetadata(header).json

    var layout = PMTilesHeader()
    layout.rootDirectory.length = UInt64(root.count)
    layout.metadata.length = UInt64(metadata.count)
    layout.leafDirectories.length = UInt64(leaves.count)
    layout.tileData.length = UInt64(data.count)
    layout.placeSections()
    layout.addressedTileCount = UInt64(tiles.count)
    layout.tileEntryCount = UInt64(entries.count)
    layout.tileContentCount = UInt64(contentCount)
    layout.isClustered = true
    layout.tileCompression = holdsGzipTiles ? .gzip : .none
    let zooms = tiles.keys.compactMap { PMTilesTileID.tile($0)?.z }
    layout.minimumZoom = UInt8(zooms.min() ?? 0)
    layout.maximumZoom = UInt8(zooms.max() ?? 0)
    layout.describe(header)
    return layout.bytes + root + metadata + leaves + data
  }

  /// Entries in the order of the tile numbers, runs of equal tiles as one, and the contents in the order of their first use.
  private func clustered() -> (entries: [PMTilesDirectory.Entry], data: [UInt8], contentCount: Int) {
    var entries: [PMTilesDirectory.Entry] = []
    var data: [UInt8] = []
    var offsets: [[UInt8]: UInt64] = [:]
    for (number, bytes) in tiles.sorted(by: { $0.key < $1.key }) {
      let offset = offsets[bytes] ?? UInt64(data.count)
      if offsets[bytes] == nil {
        offsets[bytes] = offset
        data += bytes
      }
      if let last = entries.last, last.offset == offset, last.number + UInt64(last.runLength) == number {
        entries[entries.count - 1].runLength += 1
        continue
      }
      entries.append(PMTilesDirectory.Entry(number: number, offset: offset, length: UInt32(bytes.count), runLength: 1))
    }
    return (entries, data, offsets.count)
  }

  /// One directory when it is small enough, else a root over leaves of as many entries as keep the root small.
  private static func split(_ entries: [PMTilesDirectory.Entry], rootByteLimit: Int) -> (root: [UInt8], leaves: [UInt8]) {
    let whole = PMTilesDirectory(entries: entries).bytes
    if whole.count <= rootByteLimit { return (whole, []) }
    var leafEntryCount = 4096
    while true {
      var rootEntries: [PMTilesDirectory.Entry] = []
      var leaves: [UInt8] = []
      for start in stride(from: 0, to: entries.count, by: leafEntryCount) {
        let part = Array(entries[start..<min(start + leafEntryCount, entries.count)])
        let leaf = PMTilesDirectory(entries: part).bytes
        let entry = PMTilesDirectory.Entry(
          number: part[0].number, offset: UInt64(leaves.count), length: UInt32(leaf.count), runLength: 0)
        rootEntries.append(entry)
        leaves += leaf
      }
      let root = PMTilesDirectory(entries: rootEntries).bytes
      if root.count <= rootByteLimit || leafEntryCount >= entries.count { return (root, leaves) }
      leafEntryCount *= 2
    }
  }
}
