import OverlookFormats

/// KML with its pictures in a zip file.
enum KMZReader {
  private static let archiveByteCount = 512 << 20
  private static let pictureByteCount = 64 << 20

  /// Whether a zip file holds KML, by its name or by the names in it.
  static func isLikely(_ input: FileInput) -> Bool {
    if input.ending == "kmz" { return true }
    guard let bytes = try? input.bytes(limit: archiveByteCount),
      let archive = try? ZipArchive(bytes, limits: input.limits)
    else { return false }
    return document(of: archive) != nil
  }

  static func read(_ input: FileInput, _ reading: FileReading) throws(FormatError) -> FileDocument {
    var archive = try ZipArchive(try input.bytes(limit: archiveByteCount), limits: input.limits)
    guard let entry = document(of: archive) else { throw .unrecognized("KMZ", found: "a zip archive without a .kml file") }
    let content = try archive.content(of: entry, limit: input.limits.unpackedByteCount)
    var inner = FileInput(name: entry.name, bytes: content)
    inner.limits = input.limits
    var document = try KMLReader.features(inner, reading)
    document.format = "KMZ"
    addPictures(to: &document, from: &archive, besides: entry.name)
    FeatureFinish.apply(to: &document)
    return document
  }

  /// "doc.kml" at the top, or else the first that there is.
  private static func document(of archive: ZipArchive) -> ZipArchive.Entry? {
    let documents = archive.entries.filter { $0.name.lowercased().hasSuffix(".kml") }
    return documents.first { $0.name.lowercased() == "doc.kml" } ?? documents.first
  }

  /// Those that looks and overlays name, by the names that they use.
  private static func addPictures(to document: inout FileDocument, from archive: inout ZipArchive, besides name: String) {
    let names = Set(document.looks.compactMap(\.iconName) + document.groundOverlays.map(\.picture))
    let folder = name.split(separator: "/").dropLast()
    let entries = Dictionary(archive.entries.map { ($0.name, $0) }, uniquingKeysWith: { first, _ in first })
    for picture in names.sorted() where !picture.contains("://") {
      let parts = PercentText.decoded(picture).split(separator: "/").filter { $0 != "." }
      let paths = [(folder + parts).joined(separator: "/"), parts.joined(separator: "/")]
      guard let entry = paths.lazy.compactMap({ entries[$0] }).first else {
        document.faults.add("a picture that is not in the archive", at: picture)
        continue
      }
      do throws(FormatError) {
        document.pictures[picture] = try archive.content(of: entry, limit: pictureByteCount)
      } catch {
        document.faults.add("\(error)", at: picture)
      }
    }
  }
}

/// Text with its "%20" read.
enum PercentText {
  static func decoded(_ text: String) -> String {
    var bytes: [UInt8] = []
    var rest = Array(text.utf8)[...]
    while let byte = rest.popFirst() {
      if byte == 0x25, rest.count >= 2, let value = UInt8(String(decoding: rest.prefix(2), as: UTF8.self), radix: 16) {
        bytes.append(value)
        rest = rest.dropFirst(2)
      } else {
        bytes.append(byte)
      }
    }
    return String(decoding: bytes, as: UTF8.self)
  }
}
