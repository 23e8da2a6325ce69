package import OverlookGeometry
internal import Synchronization

/// A PMTiles file, version 3, on this machine. Look-ups from several threads run side by side.
package final class PMTilesArchive: TileArchive {
  package let header: TileArchiveHeader
  private let file: ArchiveFile
  private let layout: PMTilesHeader
  private let root: PMTilesDirectory
  private let leaves = Mutex(PMTilesLeafCache(capacityBytes: 16 << 20))

  /// Root, and three levels below it: one more than any writer makes.
  private static let maximumDepth = 4

  /// Opens the file and reads its header, root directory and metadata.
  package convenience init(path: String) throws(FormatError) {
    try self.init(file: try ArchiveFile(path: path))
  }

  init(file: ArchiveFile) throws(FormatError) {
    self.file = file
    let headerThing = "\(file.path): PMTiles header"
    let headBytes = try file.read(offset: 0, count: PMTilesHeader.byteCount, thing: "PMTiles header")
    layout = try PMTilesHeader(headBytes, fileByteCount: file.byteCount, thing: headerThing)
    root = try Self.directory(layout.rootDirectory, of: file, layout.internalCompression)
    header = layout.archiveHeader(Self.metadata(of: file, layout))
  }

  package func tile(_ id: TileID) throws(FormatError) -> [UInt8]? {
    guard let number = PMTilesTileID.number(id) else { return nil }
    try file.checkUnchanged()
    guard var entry = root.entry(for: number) else { return nil }
    var visited: [UInt64] = []
    while entry.isLeaf {
      guard visited.count < Self.maximumDepth - 1, !visited.contains(entry.offset) else {
        throw .malformed("\(file.path): PMTiles directory", fault: "directories that lead to themselves or lie too deep")
      }
      visited.append(entry.offset)
      guard let next = try leaf(entry).entry(for: number) else { return nil }
      entry = next
    }
    return try content(entry, of: id)
  }

  private func content(_ entry: PMTilesDirectory.Entry, of id: TileID) throws(FormatError) -> [UInt8] {
    let thing = "tile \(id.z)/\(id.x)/\(id.y)"
    guard let section = layout.tileData.part(offset: entry.offset, length: UInt64(entry.length)) else {
      throw .malformed("\(file.path): \(thing)", fault: "it lies beyond the tile data")
    }
    guard entry.length <= ArchiveLimits.storedTileByteCount else {
      throw .tooLarge("\(file.path): \(thing)", fault: "\(entry.length) bytes")
    }
    let bytes = try file.read(offset: section.offset, count: Int(entry.length), thing: thing)
    return try layout.tileCompression.decompressed(
      bytes, limit: ArchiveLimits.tileByteCount, thing: "\(file.path): \(thing)")
  }

  private func leaf(_ entry: PMTilesDirectory.Entry) throws(FormatError) -> PMTilesDirectory {
    if let cached = leaves.withLock({ $0.directory(at: entry.offset) }) { return cached }
    guard let section = layout.leafDirectories.part(offset: entry.offset, length: UInt64(entry.length)) else {
      throw .malformed("\(file.path): PMTiles directory", fault: "it lies beyond the leaf directories")
    }
    let directory = try Self.directory(section, of: file, layout.internalCompression)
    leaves.withLock { $0.insert(directory, at: entry.offset) }
    return directory
  }

  private static func directory(
    _ section: PMTilesHeader.Section, of file: ArchiveFile, _ compression: PMTilesHeader.Compression
  ) throws(FormatError) -> PMTilesDirectory {
    let thing = "\(file.path): PMTiles directory"
    guard let count = Int(exactly: section.length), count <= ArchiveLimits.directoryByteCount else {
      throw .tooLarge(thing, fault: "\(section.length) bytes")
    }
    let stored = try file.read(offset: section.offset, count: count, thing: "PMTiles directory")
    let bytes = try compression.decompressed(stored, limit: ArchiveLimits.directoryByteCount, thing: thing)
    return try PMTilesDirectory(bytes, thing: thing)
  }

  private static func metadata(of file: ArchiveFile, _ layout: PMTilesHeader) -> ArchiveMetadata {
    let section = layout.metadata
    guard section.length > 0, section.length <= ArchiveLimits.metadataByteCount, let count = Int(exactly: section.length),
      let stored = try? file.read(offset: section.offset, count: count, thing: "metadata"),
      let json = try? layout.internalCompression.decompressed(
        stored, limit: ArchiveLimits.metadataByteCount, thing: "metadata")
    else { return ArchiveMetadata() }
    return ArchiveMetadata(json: json)
  }
}

/// Leaf directories of one archive by their offset; the ones not used for longest go first.
struct PMTilesLeafCache {
  private struct Slot {
    var directory: PMTilesDirectory
    var lastUse: UInt64
  }

  private var slots: [UInt64: Slot] = [:]
  private var byteCount = 0
  private var clock: UInt64 = 0
  private let capacityBytes: Int

  init(capacityBytes: Int) {
    self.capacityBytes = capacityBytes
  }

  mutating func directory(at offset: UInt64) -> PMTilesDirectory? {
    clock += 1
    slots[offset]?.lastUse = clock
    return slots[offset]?.directory
  }

  mutating func insert(_ directory: PMTilesDirectory, at offset: UInt64) {
    guard directory.byteCount <= capacityBytes, slots[offset] == nil else { return }
    clock += 1
    slots[offset] = Slot(directory: directory, lastUse: clock)
    byteCount += directory.byteCount
    while byteCount > capacityBytes, let oldest = slots.min(by: { $0.value.lastUse < $1.value.lastUse }) {
      byteCount -= oldest.value.directory.byteCount
      slots[oldest.key] = nil
    }
  }
}
