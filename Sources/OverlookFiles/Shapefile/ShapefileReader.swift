import OverlookFormats

/// Shapefiles: the files .shp, .dbf, .prj and .cpg of one name, in a folder or in a zip file.
enum ShapefileReader {
  private static let archiveByteCount = 1 << 30

  static func isLikely(_ input: FileInput) -> Bool {
    if input.head.starts(with: [0, 0, 0x27, 0x0A]) { return true }
    guard ZipArchive.isZip(input.head), let bytes = try? input.bytes(limit: archiveByteCount),
      let archive = try? ZipArchive(bytes, limits: input.limits)
    else { return false }
    return archive.entries.contains { $0.name.lowercased().hasSuffix(".shp") }
  }

  static func read(_ input: FileInput, _ reading: FileReading) throws(FormatError) -> FileDocument {
    let parts = try ZipArchive.isZip(input.head) ? zipped(input) : beside(input)
    let encoding = parts.encoding.flatMap { TextEncoding.named($0.trimmed) }
    var faults = FileFaults()
    var table: ShapefileTable?
    do throws(FormatError) {
      table = try parts.table.map { source throws(FormatError) in try ShapefileTable(source, encoding: encoding) }
    } catch {
      faults.add("\(error)", at: "")
    }
    var stream = ShapefileStream(table: table, limits: input.limits)
    try ByteStream.run(parts.shapes, into: &stream, reading: reading, limits: input.limits, thing: "shapefile")
    var document = stream.builder.document
    document.faults.add(faults)
    document.crs = parts.projection
    if parts.projection == nil {
      document.notes.append("no .prj file says what the coordinates are: degrees of WGS 84 are assumed")
    }
    let projection = try ReferenceSystem.projection(named: document.crs, of: &document)
    FeatureFinish.apply(to: &document, projection: projection)
    return document
  }

  private struct Parts {
    var shapes: any ByteSource
    var table: (any ByteSource)?
    var projection: String?
    var encoding: String?
  }

  private static func beside(_ input: FileInput) throws(FormatError) -> Parts {
    var parts = Parts(shapes: try input.source())
    guard input.isFile, input.path.count > 4, input.path.lowercased().hasSuffix(".shp") else { return parts }
    let name = String(input.path.dropLast(4))
    func text(_ ending: String) -> String? {
      for path in [name + ending, name + ending.uppercased()] {
        if let bytes = try? WholeFile.read(path, byteLimit: 64 << 10) { return String(decoding: bytes, as: UTF8.self) }
      }
      return nil
    }
    parts.table = (try? FileSource(path: name + ".dbf")) ?? (try? FileSource(path: name + ".DBF"))
    (parts.projection, parts.encoding) = (text(".prj"), text(".cpg"))
    return parts
  }

  /// The first shapefile of the archive.
  private static func zipped(_ input: FileInput) throws(FormatError) -> Parts {
    var archive = try ZipArchive(try input.bytes(limit: archiveByteCount), limits: input.limits)
    guard let entry = archive.entries.first(where: { $0.name.lowercased().hasSuffix(".shp") && !$0.name.hasPrefix("__MACOSX") })
    else { throw .unrecognized("zip archive", found: "one without a .shp file") }
    let name = entry.name.dropLast(4).lowercased()
    let entries = archive.entries
    func part(_ ending: String) -> ZipArchive.Entry? { entries.first { $0.name.lowercased() == name + ending } }
    var parts = Parts(
      shapes: MemorySource(try archive.content(of: entry, limit: input.limits.unpackedByteCount)))
    if let entry = part(".dbf") {
      parts.table = MemorySource(try archive.content(of: entry, limit: input.limits.unpackedByteCount))
    }
    if let entry = part(".prj") {
      parts.projection = String(decoding: try archive.content(of: entry, limit: 64 << 10), as: UTF8.self)
    }
    if let entry = part(".cpg") {
      parts.encoding = String(decoding: try archive.content(of: entry, limit: 1 << 10), as: UTF8.self)
    }
    return parts
  }
}
