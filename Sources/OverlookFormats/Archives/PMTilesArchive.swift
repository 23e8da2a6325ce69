package import OverlookGeometry
internal import Synchronization

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
  private let layout: PMTilesHeader
  private let root: PMTilesDirectory
  private let leaves = Mutex(PMTilesLeafCache(capacityBytes: 16 << 20))

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
    let headerThing = "\(file.path): PMTiles header"
    let headBytes = try file.read(offset: 0, count: PMTilesHeader.byteCount, thing: "PMTiles header")
    layout = try PMTilesHeader(headBytes, fileByteCount: file.byteCount, thing: headerThing)
    root = try Self.directory(layout.rootDirectory, of: file, layout.internalCompression)
    header = layout.archiveHeader(Self.metadata(of: file, layout))
  }

  package var tileCount: Int? { layout.addressedTileCount > 0 ? Int(exactly: layout.addressedTileCount) : nil }

  package var byteCount: Int? { Int(exactly: file.byteCount) }

  package func tile(_ id: TileID) throws(FormatError) -> [UInt8]? {
    guard let location = try location(of: id) else { return nil }
    return try content(location, of: id)
  }

  /// Where the tile is stored, nil when the archive has no such tile. Reads nothing when the directory is known already.
  package func location(of id: TileID) throws(FormatError) -> Location? {
    guard let number = PMTilesTileID.number(id) else { return nil }
    try file.checkUnchanged()
    guard var entry = root.entry(for: number) else { return nil }
    var depth = 1
    while entry.isLeaf {
      // Also ends directories that lead to themselves.
      guard depth < PMTilesDirectory.maximumDepth else {
        throw .malformed(directoryThing, fault: "directories that lead to themselves or lie too deep")
      }
      depth += 1
      guard let next = try leaf(entry).entry(for: number) else { return nil }
      entry = next
    }
    return try location(entry, of: id)
  }

  package func visitRuns(_ body: (TileRun, Result<[UInt8], FormatError>) throws(FormatError) -> Void) throws(FormatError) {
    var walk = PMTilesWalk(root: root, thing: directoryThing)
    while let entry = try walk.next({ (entry) throws(FormatError) in try leafFromFile(entry) }) {
      guard let tile = PMTilesTileID.tile(entry.number) else {
        throw .malformed(directoryThing, fault: "a tile beyond level \(PMTilesTileID.maximumZoom)")
      }
      let content: Result<[UInt8], FormatError>
      do throws(FormatError) {
        content = .success(try self.content(try location(entry, of: tile), of: tile))
      } catch {
        if case .changed = error { throw error }
        content = .failure(error)
      }
      try body(TileRun(first: tile, count: Int(entry.runLength)), content)
    }
  }

  private var directoryThing: String { "\(file.path): PMTiles directory" }

  private func location(_ entry: PMTilesDirectory.Entry, of id: TileID) throws(FormatError) -> Location {
    guard let section = layout.tileData.part(offset: entry.offset, length: UInt64(entry.length)) else {
      throw .malformed("\(file.path): \(Self.thing(id))", fault: "it lies beyond the tile data")
    }
    guard entry.length <= ArchiveLimits.storedTileByteCount else {
      throw .tooLarge("\(file.path): \(Self.thing(id))", fault: "\(entry.length) bytes")
    }
    return Location(offset: section.offset, length: Int(entry.length))
  }

  private func content(_ location: Location, of id: TileID) throws(FormatError) -> [UInt8] {
    let thing = Self.thing(id)
    let bytes = try file.read(offset: location.offset, count: location.length, thing: thing)
    return try layout.tileCompression.decompressed(
      bytes, limit: ArchiveLimits.tileByteCount, thing: "\(file.path): \(thing)")
  }

  private static func thing(_ id: TileID) -> String { "tile \(id.z)/\(id.x)/\(id.y)" }

  private func leaf(_ entry: PMTilesDirectory.Entry) throws(FormatError) -> PMTilesDirectory {
    if let cached = leaves.withLock({ $0.directory(at: entry.offset) }) { return cached }
    let directory = try leafFromFile(entry)
    leaves.withLock { $0.insert(directory, at: entry.offset) }
    return directory
  }

  private func leafFromFile(_ entry: PMTilesDirectory.Entry) throws(FormatError) -> PMTilesDirectory {
    guard let section = layout.leafDirectories.part(offset: entry.offset, length: UInt64(entry.length)) else {
      throw .malformed(directoryThing, fault: "it lies beyond the leaf directories")
    }
    return try Self.directory(section, of: file, layout.internalCompression)
  }

  private static func directory(
    _ section: PMTilesHeader.Section, of file: any ArchiveBytes, _ compression: PMTilesHeader.Compression
  ) throws(FormatError) -> PMTilesDirectory {
    let thing = "\(file.path): PMTiles directory"
    guard let count = Int(exactly: section.length), count <= ArchiveLimits.directoryByteCount else {
      throw .tooLarge(thing, fault: "\(section.length) bytes")
    }
    let stored = try file.read(offset: section.offset, count: count, thing: "PMTiles directory")
    let bytes = try compression.decompressed(stored, limit: ArchiveLimits.directoryByteCount, thing: thing)
    return try PMTilesDirectory(bytes, thing: thing)
  }

  private static func metadata(of file: any ArchiveBytes, _ layout: PMTilesHeader) -> ArchiveMetadata {
    let section = layout.metadata
    guard section.length > 0, section.length <= ArchiveLimits.metadataByteCount, let count = Int(exactly: section.length),
      let stored = try? file.read(offset: section.offset, count: count, thing: "metadata"),
      let json = try? layout.internalCompression.decompressed(
        stored, limit: ArchiveLimits.metadataByteCount, thing: "metadata")
    else { return ArchiveMetadata() }
    return ArchiveMetadata(json: json)
  }
}
