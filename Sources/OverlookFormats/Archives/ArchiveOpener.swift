/// Opens tile archives of every kind that Overlook reads.
package enum ArchiveOpener {
  /// The archive at `path`, its format told by its content, whatever the name ends in. Reads a few kilobytes; any thread.
  package static func open(path: String) throws(FormatError) -> any TileArchive {
    let file = try ArchiveFile(path: path)
    let head = try file.read(offset: 0, count: Int(min(file.byteCount, 512)), thing: "archive")
    if head.starts(with: PMTilesHeader.magic) { return try PMTilesArchive(file: file) }
    if head.starts(with: Array("SQLite format 3\0".utf8)) { return try MBTilesArchive(file: file) }
    throw .unrecognized(
      "\(path): tile archive", found: ImageFormat.sniffed(head).map { "a \($0) picture" } ?? ImageFormat.guess(head))
  }
}
