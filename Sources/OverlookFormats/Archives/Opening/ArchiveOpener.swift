/// Opens tile archives of every kind that Overlook reads.
package enum ArchiveOpener {
  /// What a tile archive at `path` is, in words for a message; nil for a file of another kind and where there is none. Reads its
  /// first bytes; any thread.
  package static func kind(path: String) -> String? {
    guard let file = try? ArchiveFile(path: path),
      let head = try? file.read(offset: 0, count: Int(min(file.byteCount, 16)), thing: "archive")
    else { return nil }
    return head.starts(with: PMTilesHeader.magic) || head.starts(with: sqliteMagic) ? ImageFormat.guess(head) : nil
  }

  private static let sqliteMagic = Array("SQLite format 3\0".utf8)

  /// By the application that the header of the database names (OGC 12-128r19, requirement 2, and the earlier versions).
  static func isGeoPackage(_ head: [UInt8]) -> Bool {
    guard head.starts(with: sqliteMagic), head.count >= 72 else { return false }
    return ["GPKG", "GP10", "GP11"].contains { Array($0.utf8) == Array(head[68..<72]) }
  }

  /// The archive at `path`, its format told by its content, whatever the name ends in. Reads a few kilobytes; any thread.
  package static func open(path: String) throws(FormatError) -> any TileArchive {
    if ArchiveUnion.matches(path) { return try ArchiveUnion(location: path) }
    let file = try ArchiveFile(path: path)
    let head = try file.read(offset: 0, count: Int(min(file.byteCount, 512)), thing: "archive")
    if head.starts(with: PMTilesHeader.magic) { return try PMTilesArchive(file: file) }
    if isGeoPackage(head) { return try GeoPackageTiles(file: file) }
    if head.starts(with: sqliteMagic) { return try MBTilesArchive(file: file) }
    throw .unrecognized(
      "\(path): tile archive", found: ImageFormat.sniffed(head).map { "a \($0) picture" } ?? ImageFormat.guess(head))
  }
}
