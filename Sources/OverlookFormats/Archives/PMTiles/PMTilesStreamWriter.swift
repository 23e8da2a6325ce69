package import OverlookGeometry

/// Writes a PMTiles file of any size in bounded memory: tiles come in any order and wait in a file beside the output; `finish`
/// puts them in their order, equal ones once, under leaf directories where the root would grow too large.
///
/// The output appears under its name only when it is whole and on the disk; a program that is ended before leaves at most
/// `path.writing`, which the next writer writes over. Belongs to one thread at a time.
package final class PMTilesStreamWriter {
  private let path: String
  private let header: TileArchiveHeader
  private let compressesDirectories: Bool
  private let rootByteLimit: Int
  private let contents: OutputFile
  private let output: OutputFile
  private let sorter: PMTilesSorter
  private var index = PMTilesContentIndex()
  private var isOver = false

  /// - Parameters:
  ///   - path: Of the file that `finish` makes or replaces.
  ///   - header: What the file says about itself; its zoom range is replaced by that of the tiles.
  package convenience init(path: String, header: TileArchiveHeader) throws(FormatError) {
    try self.init(path: path, header: header, compressesDirectories: true)
  }

  /// - Parameters:
  ///   - compressesDirectories: Whether directories and metadata are compressed by gzip.
  ///   - rootByteLimit: Directories above this size are split. The format wants header and root within the first 16,384 bytes.
  ///   - sortedTileCount: Tiles whose places are sorted in memory at a time.
  package init(
    path: String, header: TileArchiveHeader, compressesDirectories: Bool,
    rootByteLimit: Int = 16_384 - PMTilesHeader.byteCount, sortedTileCount: Int = 1 << 20
  ) throws(FormatError) {
    self.path = path
    self.header = header
    self.compressesDirectories = compressesDirectories
    self.rootByteLimit = rootByteLimit
    output = try OutputFile(replacing: path)
    contents = try OutputFile(scratchBeside: path)
    sorter = PMTilesSorter(path: path, capacity: sortedTileCount)
  }

  deinit {
    abandon()
  }

  /// Adds a tile; the last of several with one address counts.
  ///
  /// - Parameter bytes: As `TileArchive.tile` gives them, 1 byte to 8 MiB; vector tiles are stored compressed by gzip, whether
  ///   they come so or not.
  package func append(_ tile: TileID, _ bytes: [UInt8]) throws(FormatError) {
    guard !isOver else { throw .unwritable(path, fault: "it is finished") }
    let stored = header.tileFormat == .mvt && !Gzip.isGzip(bytes) ? try Gzip.deflate(bytes) : bytes
    guard let number = PMTilesTileID.number(tile), !bytes.isEmpty, stored.count <= ArchiveLimits.storedTileByteCount else {
      throw .malformed("tile \(tile.z)/\(tile.x)/\(tile.y)", fault: "its address, or its size of \(bytes.count) bytes")
    }
    let offset = try index.offset(of: stored, in: contents)
    try sorter.append(PMTilesSorter.Tile(number: number, offset: offset, length: UInt32(clamping: stored.count)))
  }

  /// Writes the file, with the name, attribution, source and vector layers of the header. The writer is of no use afterwards.
  package func finish() throws(FormatError) {
    guard !isOver else { throw .unwritable(path, fault: "it is finished") }
    let leaves = try OutputFile(scratchBeside: path)
    var layout = PMTilesHeader()
    layout.internalCompression = compressesDirectories ? .gzip : .none
    layout.tileCompression = header.tileFormat == .mvt ? .gzip : .none
    layout.isClustered = true
    let root = try plan(&layout, leaves: leaves)
    let words = ArchiveMetadata(header).json
    let metadata = compressesDirectories ? try Gzip.deflate(words) : words
    layout.rootDirectory.length = UInt64(root.count)
    layout.metadata.length = UInt64(metadata.count)
    layout.leafDirectories.length = leaves.byteCount
    layout.describe(header)
    layout.placeSections()

    try output.append(layout.bytes)
    try output.append(root)
    try output.append(metadata)
    try copy(leaves)
    try copyTiles()
    try output.publish()
    isOver = true
  }

  /// Ends without a file; done by itself when the writer goes away unfinished.
  package func abandon() {
    if !isOver { output.abandon() }
    isOver = true
  }

  /// Lays out the tile data and its directories, counts into `layout`, and returns the root directory.
  private func plan(_ layout: inout PMTilesHeader, leaves: OutputFile) throws(FormatError) -> [UInt8] {
    var leafEntryCount = 4096
    while true {
      var builder = PMTilesDirectoryBuilder(
        leaves: leaves, rootByteLimit: rootByteLimit, leafEntryCount: leafEntryCount, isCompressed: compressesDirectories)
      var placing = PMTilesPlacing(shared: index.shared)
      var range: (first: UInt64, last: UInt64)?
      var addressed: UInt64 = 0
      try sorter.forEach { (tile) throws(FormatError) in
        try builder.append(number: tile.number, offset: placing.place(tile).offset, length: tile.length)
        range = (range?.first ?? tile.number, tile.number)
        addressed += 1
      }
      guard let root = try builder.finish() else {
        try leaves.cut(to: 0)
        leafEntryCount *= 2
        continue
      }
      layout.tileData.length = placing.byteCount
      layout.tileContentCount = placing.contentCount
      layout.tileEntryCount = builder.entryCount
      layout.addressedTileCount = addressed
      // Numbers rise with the level.
      layout.minimumZoom = UInt8(clamping: range.flatMap { PMTilesTileID.tile($0.first)?.z } ?? 0)
      layout.maximumZoom = UInt8(clamping: range.flatMap { PMTilesTileID.tile($0.last)?.z } ?? 0)
      return root
    }
  }

  private func copy(_ file: OutputFile) throws(FormatError) {
    var offset: UInt64 = 0
    while offset < file.byteCount {
      let count = Int(min(file.byteCount - offset, 1 << 20))
      try output.append(try file.read(offset: offset, count: count))
      offset += UInt64(count)
    }
  }

  /// Appends every content at its first use, as `plan` laid them out.
  private func copyTiles() throws(FormatError) {
    var placing = PMTilesPlacing(shared: index.shared)
    try sorter.forEach { (tile) throws(FormatError) in
      guard placing.place(tile).isNew else { return }
      try output.append(try contents.read(offset: tile.offset, count: Int(tile.length)))
    }
  }
}

/// Finds contents that were stored before, as far as a bounded memory reaches back.
struct PMTilesContentIndex {
  private struct Content {
    var offset: UInt64
    var length: UInt32
    var isShared: Bool
  }

  private static let capacity = 1 << 19
  /// Of several contents with one hash, one is found again.
  private var contents: [Int: Content] = [:]
  /// Offsets of contents that more than one tile has.
  private(set) var shared: Set<UInt64> = []

  /// Where `bytes` are in `file`, which they are appended to when they are not found.
  mutating func offset(of bytes: [UInt8], in file: OutputFile) throws(FormatError) -> UInt64 {
    // Seeded in every process, so that nobody can prepare contents that all have one hash; equality is what counts.
    var hasher = Hasher()
    // All bytes at once: `hashValue` of an array takes them one by one, which cost more than everything else about a tile.
    bytes.withUnsafeBytes { hasher.combine(bytes: $0) }
    let hash = hasher.finalize()
    if let known = contents[hash], Int(known.length) == bytes.count,
      try file.read(offset: known.offset, count: bytes.count) == bytes
    {
      if !known.isShared {
        shared.insert(known.offset)
        contents[hash]?.isShared = true
      }
      return known.offset
    }
    let offset = try file.append(bytes)
    guard contents[hash] == nil, shared.count < Self.capacity else { return offset }
    if contents.count >= Self.capacity { contents = contents.filter { $0.value.isShared } }
    if contents.count < Self.capacity {
      contents[hash] = Content(offset: offset, length: UInt32(clamping: bytes.count), isShared: false)
    }
    return offset
  }
}

/// Gives contents their places in the tile data, in the order of their first use.
struct PMTilesPlacing {
  private let shared: Set<UInt64>
  private var places: [UInt64: UInt64] = [:]
  private(set) var byteCount: UInt64 = 0
  private(set) var contentCount: UInt64 = 0

  /// `shared`: offsets of contents that come more than once.
  init(shared: Set<UInt64>) {
    self.shared = shared
  }

  mutating func place(_ tile: PMTilesSorter.Tile) -> (offset: UInt64, isNew: Bool) {
    let isShared = shared.contains(tile.offset)
    if isShared, let place = places[tile.offset] { return (place, false) }
    let place = byteCount
    if isShared { places[tile.offset] = place }
    byteCount += UInt64(tile.length)
    contentCount += 1
    return (place, true)
  }
}
