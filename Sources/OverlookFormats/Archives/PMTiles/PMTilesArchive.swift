package import OverlookGeometry

/// A PMTiles file, version 3, on this machine or in memory. Look-ups from several threads run side by side.
package final class PMTilesArchive: TileArchive {
  /// Where in the file the stored bytes of a tile are.
  package struct Location: Hashable, Sendable {
    /// From the start of the file.
    package let offset: UInt64
    package let length: Int
  }

  package let header: TileArchiveHeader
  private let file: any ArchiveBytes
  private let index: PMTilesIndex
  private let leaves = PMTilesSharedLeaves()

  /// Opens the file and reads its header, root directory and metadata.
  package convenience init(path: String) throws(FormatError) {
    try self.init(file: try ArchiveFile(path: path))
  }

  /// A whole archive in memory; `name` stands for it in errors.
  package convenience init(bytes: [UInt8], name: String) throws(FormatError) {
    try self.init(file: ArchiveInMemory(path: name, bytes: bytes))
  }

  init(file: any ArchiveBytes) throws(FormatError) {
    self.file = file
    // Of a file that is shorter it is still told what it is.
    let headByteCount = Int(min(file.byteCount, UInt64(PMTilesHeader.byteCount)))
    let headBytes = try file.read(offset: 0, count: headByteCount, thing: "PMTiles header")
    let layout = try PMTilesHeader(headBytes, fileByteCount: file.byteCount, thing: "\(file.path): PMTiles header")
    let section = layout.rootDirectory
    guard section.length <= ArchiveLimits.directoryByteCount else {
      throw .tooLarge("\(file.path): PMTiles directory", fault: "\(section.length) bytes")
    }
    let stored = try file.read(offset: section.offset, count: Int(section.length), thing: "PMTiles directory")
    index = try PMTilesIndex(layout: layout, root: stored, name: file.path)
    let metadata = index.metadataRange.flatMap { try? file.read(offset: $0.lowerBound, count: $0.count, thing: "metadata") }
    var header = index.header(metadata: metadata)
    if Self.hasPlainTiles(index, file) {
      header.warnings.append("the header says that tiles are compressed by gzip, and they are not")
    }
    self.header = header
  }

  /// Whether the first tile is stored as it is though the header says otherwise. Nothing is known of tiles in further directories.
  private static func hasPlainTiles(_ index: PMTilesIndex, _ file: any ArchiveBytes) -> Bool {
    guard let range = index.firstTileRange, range.count >= 2,
      let start = try? file.read(offset: range.lowerBound, count: 2, thing: "tile")
    else { return false }
    return !index.layout.tileCompression.isOf(start)
  }

  package var tileCount: Int? { index.tileCount }

  package var byteCount: Int? { Int(exactly: file.byteCount) }

  package func tile(_ id: TileID) throws(FormatError) -> [UInt8]? {
    guard let location = try location(of: id) else { return nil }
    return try content(offset: location.offset, length: location.length, of: id)
  }

  /// Where the tile is, nil when the archive has no such tile. Reads nothing when the directory is
  /// known already.
  package func location(of id: TileID) throws(FormatError) -> Location? {
    guard var search = index.search(for: id) else { return nil }
    try file.checkUnchanged()
    var directory: PMTilesDirectory?
    while true {
      switch try index.step(&search, in: directory) {
      case .tile(let range): return Location(offset: range.lowerBound, length: range.count)
      case .missing: return nil
      case .directory(let range): directory = try leaf(range)
      }
    }
  }

  package func visitRuns(_ body: (TileRun, Result<[UInt8], FormatError>) throws(FormatError) -> Void) throws(FormatError) {
    try visitEntries { (tile, entry) throws(FormatError) in try body(run(tile, entry), try content(entry, of: tile)) }
  }

  package func visitContents(
    _ body: (TileRun, Result<[UInt8], FormatError>) throws(FormatError) -> Void
  ) throws(FormatError) {
    var offsets: Set<UInt64> = []
    var byteCount: UInt64 = 0
    try visitEntries { (tile, entry) throws(FormatError) in
      guard offsets.insert(entry.offset).inserted else { return }
      if offsets.count > Self.rememberedOffsets { offsets.removeAll(keepingCapacity: true) }
      byteCount += UInt64(entry.length)
      // A little more than once, for what was forgotten.
      guard byteCount / 4 <= file.byteCount else {
        throw .malformed(index.directoryThing, fault: "tiles that overlap each other")
      }
      try body(run(tile, entry), try content(entry, of: tile))
    }
  }

  /// Contents that `visitContents` knows again, of the most recent ones.
  private static let rememberedOffsets = 4_000_000

  private func visitEntries(_ body: (TileID, PMTilesDirectory.Entry) throws(FormatError) -> Void) throws(FormatError) {
    var walk = index.walk
    while let entry = try walk.next({ (entry) throws(FormatError) in try leafFromFile(try index.directoryRange(entry)) }) {
      guard let tile = PMTilesTileID.tile(entry.number) else {
        throw .malformed(index.directoryThing, fault: "a tile beyond level \(PMTilesTileID.maximumZoom)")
      }
      try body(tile, entry)
    }
  }

  private func run(_ tile: TileID, _ entry: PMTilesDirectory.Entry) -> TileRun {
    TileRun(first: tile, count: Int(entry.runLength))
  }

  /// Throws when nothing more can be read of the file.
  private func content(_ entry: PMTilesDirectory.Entry, of tile: TileID) throws(FormatError) -> Result<[UInt8], FormatError> {
    do throws(FormatError) {
      let range = try index.tileRange(entry, of: tile)
      return .success(try content(offset: range.lowerBound, length: range.count, of: tile))
    } catch {
      if case .changed = error { throw error }
      return .failure(error)
    }
  }

  private func content(offset: UInt64, length: Int, of id: TileID) throws(FormatError) -> [UInt8] {
    try index.tile(try file.read(offset: offset, count: length, thing: PMTilesIndex.thing(id)), id)
  }

  private func leaf(_ range: Range<UInt64>) throws(FormatError) -> PMTilesDirectory {
    if let cached = leaves.directory(at: range.lowerBound) { return cached }
    let directory = try leafFromFile(range)
    leaves.insert(directory, at: range.lowerBound)
    return directory
  }

  private func leafFromFile(_ range: Range<UInt64>) throws(FormatError) -> PMTilesDirectory {
    try index.directory(try file.read(offset: range.lowerBound, count: range.count, thing: "PMTiles directory"))
  }
}
