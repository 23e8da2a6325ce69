package import OverlookGeometry

/// The way from a tile to its bytes in a PMTiles file, without reading any: whoever has the file reads what each step names.
package struct PMTilesIndex: Sendable {
  /// Header and root directory lie within this many bytes (specification, chapter 2).
  package static let headByteCount = 16_384

  let layout: PMTilesHeader
  /// What the header says and is not so.
  private let warnings: [String]
  private let root: PMTilesDirectory
  /// Names the file in errors.
  private let name: String

  /// Where a search is.
  package struct Search: Hashable, Sendable {
    fileprivate let number: UInt64
    fileprivate let tile: TileID
    fileprivate var depth = 0
  }

  package enum Step: Hashable, Sendable {
    /// The stored bytes of the tile are there.
    case tile(Range<UInt64>)
    /// A directory is there in which the search goes on.
    case directory(Range<UInt64>)
    /// There is no such tile.
    case missing
  }

  /// `root`: the stored bytes of the root directory.
  init(layout: PMTilesHeader, root: [UInt8], name: String) throws(FormatError) {
    self.layout = layout
    self.root = try Self.directory(root, layout, name)
    self.name = name
    let isTrue = layout.internalCompression.isOf(root)
    warnings = isTrue ? [] : ["the header says that directories are compressed by gzip, and they are not"]
  }

  /// From the first bytes of a file, as far as `headByteCount` or the end of the file.
  package init(head: [UInt8], fileByteCount: UInt64, name: String) throws(FormatError) {
    let layout = try PMTilesHeader(head, fileByteCount: fileByteCount, thing: "\(name): PMTiles header")
    let file = ArchiveInMemory(path: name, bytes: head)
    guard let section = Self.range(layout.rootDirectory), section.upperBound <= file.byteCount else {
      throw .malformed("\(name): PMTiles header", fault: "the root directory is not within the first \(Self.headByteCount) bytes")
    }
    let stored = try file.read(offset: section.lowerBound, count: section.count, thing: "PMTiles directory")
    try self.init(layout: layout, root: stored, name: name)
  }

  /// What the file says about itself; `metadata` are the stored bytes at `metadataRange`.
  package func header(metadata: [UInt8]?) -> TileArchiveHeader {
    let json = metadata.flatMap {
      try? layout.internalCompression.decompressed($0, limit: ArchiveLimits.metadataByteCount, thing: "metadata")
    }
    var header = layout.archiveHeader(json.map { ArchiveMetadata(json: $0) } ?? ArchiveMetadata())
    header.warnings = warnings
    return header
  }

  /// Where the metadata is; nil when there is none or too much of it.
  package var metadataRange: Range<UInt64>? {
    let section = layout.metadata
    return section.length > 0 && section.length <= ArchiveLimits.metadataByteCount ? Self.range(section) : nil
  }

  /// Where the first tile of the root directory is stored; nil when it has none.
  var firstTileRange: Range<UInt64>? {
    guard let entry = root.entries.first(where: { !$0.isLeaf }) else { return nil }
    return layout.tileData.part(offset: entry.offset, length: UInt64(entry.length)).flatMap(Self.range)
  }

  /// Tiles that can be asked for, nil when the file does not say.
  package var tileCount: Int? { layout.addressedTileCount > 0 ? Int(exactly: layout.addressedTileCount) : nil }

  /// Whether tiles are stored as they are given out.
  package var storesPlainTiles: Bool { layout.tileCompression == .none || layout.tileCompression == .unknown }

  /// Begins to look for a tile; nil when there can be none.
  package func search(for tile: TileID) -> Search? {
    PMTilesTileID.number(tile).map { Search(number: $0, tile: tile) }
  }

  /// Goes one step on: in `directory`, which the last step named, or from the root.
  package func step(_ search: inout Search, in directory: PMTilesDirectory? = nil) throws(FormatError) -> Step {
    search.depth += 1
    guard let entry = (directory ?? root).entry(for: search.number) else { return .missing }
    guard entry.isLeaf else { return .tile(try tileRange(entry, of: search.tile)) }
    // Also ends directories that lead to themselves.
    guard search.depth < PMTilesDirectory.maximumDepth else {
      throw .malformed(directoryThing, fault: "directories that lead to themselves or lie too deep")
    }
    return .directory(try directoryRange(entry))
  }

  /// The directory whose stored bytes are given.
  package func directory(_ stored: [UInt8]) throws(FormatError) -> PMTilesDirectory {
    try Self.directory(stored, layout, name)
  }

  /// The tile whose stored bytes are given, decompressed.
  package func tile(_ stored: [UInt8], _ id: TileID) throws(FormatError) -> [UInt8] {
    try layout.tileCompression.decompressed(stored, limit: ArchiveLimits.tileByteCount, thing: "\(name): \(Self.thing(id))")
  }

  /// All entries of the file.
  var walk: PMTilesWalk { PMTilesWalk(root: root, thing: directoryThing) }

  var directoryThing: String { "\(name): PMTiles directory" }

  static func thing(_ id: TileID) -> String { "tile \(id.z)/\(id.x)/\(id.y)" }

  func tileRange(_ entry: PMTilesDirectory.Entry, of id: TileID) throws(FormatError) -> Range<UInt64> {
    guard let section = layout.tileData.part(offset: entry.offset, length: UInt64(entry.length)),
      let range = Self.range(section)
    else { throw .malformed("\(name): \(Self.thing(id))", fault: "it lies beyond the tile data") }
    guard entry.length <= ArchiveLimits.storedTileByteCount else {
      throw .tooLarge("\(name): \(Self.thing(id))", fault: "\(entry.length) bytes")
    }
    return range
  }

  func directoryRange(_ entry: PMTilesDirectory.Entry) throws(FormatError) -> Range<UInt64> {
    guard let section = layout.leafDirectories.part(offset: entry.offset, length: UInt64(entry.length)),
      let range = Self.range(section)
    else { throw .malformed(directoryThing, fault: "it lies beyond the leaf directories") }
    guard section.length <= ArchiveLimits.directoryByteCount else {
      throw .tooLarge(directoryThing, fault: "\(section.length) bytes")
    }
    return range
  }

  static func directory(_ stored: [UInt8], _ layout: PMTilesHeader, _ name: String) throws(FormatError) -> PMTilesDirectory {
    let thing = "\(name): PMTiles directory"
    let bytes = try layout.internalCompression.decompressed(stored, limit: ArchiveLimits.directoryByteCount, thing: thing)
    return try PMTilesDirectory(bytes, thing: thing)
  }

  static func range(_ section: PMTilesHeader.Section) -> Range<UInt64>? {
    let (end, overflow) = section.offset.addingReportingOverflow(section.length)
    return overflow ? nil : section.offset..<end
  }
}
