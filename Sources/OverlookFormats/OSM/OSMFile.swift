/// Reads files of OpenStreetMap data: PBF, and XML as it is or compressed by gzip or bzip2. What a file is, its bytes say.
package enum OSMFile {
  /// Bytes that come out of a compressed file.
  private static let expansionLimit: UInt64 = 256 << 30

  /// All data of the file at `path`. `progress` is told how much of it was read, 0 ... 1.
  package static func read(
    path: String, limits: OSMLimits = OSMLimits(), progress: (Double) -> Void = { _ in }
  ) throws(FormatError) -> OSMData {
    let file = try ArchiveFile(path: path)
    let thing = "\(path): OSM data"
    var assembler = OSMAssembler(thing: thing, limits: limits, byteCount: file.byteCount)
    let start = try file.read(offset: 0, count: Int(min(file.byteCount, 64)), thing: "OSM data")
    guard !start.isEmpty else { throw .truncated(thing) }
    if OSMPBF.matches(start) {
      try OSMPBF.read(file, into: &assembler, thing: thing, progress: progress)
      return try assembler.finished()
    }
    let source = SequentialFile(file, thing: "OSM data")
    let parts = try parts(of: source, start: start, thing: thing)
    return try xml(
      { () throws(FormatError) in
        progress(source.progress)
        return try parts()
      }, assembler, path: path, thing: thing)
  }

  /// Whether the file at `path` is OpenStreetMap data, by its first bytes.
  package static func isLikely(path: String) -> Bool {
    guard let file = try? ArchiveFile(path: path),
      let start = try? file.read(offset: 0, count: Int(min(file.byteCount, 64)), thing: "OSM data")
    else { return false }
    if OSMPBF.matches(start) { return true }
    let source = SequentialFile(file, thing: "OSM data")
    guard let next = try? parts(of: source, start: start, thing: path) else { return false }
    var bytes: [UInt8] = []
    while bytes.count < 4096, let part = try? next() { bytes += part }
    return isXML(bytes) && XMLReader.rootName(bytes) == "osm"
  }

  /// What the file has in it, part by part, once any compression is undone.
  private static func parts(
    of source: SequentialFile, start: [UInt8], thing: String
  ) throws(FormatError) -> () throws(FormatError) -> [UInt8]? {
    if start.starts(with: [0x1F, 0x8B]) {
      let parts = try InflatedParts(source, limit: expansionLimit, thing: thing)
      return { () throws(FormatError) in try parts.next() }
    }
    if start.starts(with: Array("BZh".utf8)) {
      let parts = try BunzippedParts(source, limit: expansionLimit, thing: thing)
      return { () throws(FormatError) in try parts.next() }
    }
    return { () throws(FormatError) in try source.next() }
  }

  private static func xml(
    _ next: () throws(FormatError) -> [UInt8]?, _ assembler: consuming OSMAssembler, path: String, thing: String
  ) throws(FormatError) -> OSMData {
    var first = try next()
    while let part = first, part.isEmpty { first = try next() }
    guard let first, isXML(first) else { throw .unrecognized(path, found: found(first ?? [])) }
    let reader = OSMXMLReader(assembler, thing: thing)
    var isFirst = true
    try XMLReader.read(
      { () throws(FormatError) in
        if isFirst {
          isFirst = false
          return first
        }
        return try next()
      }, limits: OSMXMLReader.limits, thing: thing, handler: reader)
    return try reader.finished()
  }

  /// White space, a mark of the byte order, and then an angle bracket, in one, two or four bytes a character.
  private static func isXML(_ bytes: [UInt8]) -> Bool {
    bytes.first { ![0x20, 0x09, 0x0A, 0x0D, 0, 0xEF, 0xBB, 0xBF, 0xFE, 0xFF].contains($0) } == 0x3C
  }

  private static func found(_ bytes: [UInt8]) -> String {
    if bytes.starts(with: Array("PK".utf8)) { return "a ZIP archive" }
    if bytes.starts(with: [0xFF, 0xE0]) || bytes.starts(with: [0xFF]) && bytes.dropFirst(3).starts(with: Array("o5".utf8)) {
      return "OpenStreetMap data in the O5M format, which is not read"
    }
    return "no OpenStreetMap data (PBF, or XML, which gzip or bzip2 may have compressed)"
  }
}
