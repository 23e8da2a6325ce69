import Foundation
package import OverlookFormats
import OverlookGeometry

/// What a text means that a person pasted into the map, or named in place of a file: a place, features, or files.
package enum PastedText: Sendable {
  /// Coordinates in any usual notation, a `geo:` address, a link to a map.
  case place(MapPlace)
  /// GeoJSON, GPX, KML, WKT, a table, encoded lines, several places.
  case document(FileDocument)
  /// Paths of this machine, as file managers copy them.
  case files([String])

  /// More is no text of a clipboard.
  package static let byteCountLimit = 64 << 20
  /// Of one link.
  static let linkByteCount = 8_000

  /// Reads `text`, on the calling thread. Throws for one that means nothing here, and for what is damaged.
  package static func read(_ text: String) throws(FormatError) -> PastedText {
    guard text.utf8.count <= byteCountLimit else { throw .tooLarge("text", fault: "more than \(byteCountLimit >> 20) MiB") }
    let trimmed = text.trimmingCharacters(in: .whitespacesAndNewlines.union(CharacterSet(charactersIn: "\0\u{FEFF}")))
    guard !trimmed.isEmpty else { throw .unrecognized("text", found: "nothing") }
    if let place = try place(trimmed) { return .place(place) }
    let lines = trimmed.utf8.count <= 4 << 20 ? trimmed.split(whereSeparator: \.isNewline).map(String.init) : []
    if let files = files(lines) { return .files(files) }
    if WellKnownText.isLikely(trimmed) { return .document(try geometries(trimmed)) }
    if let document = EncodedLines.document(lines) { return .document(document) }
    if lines.count > 1, let document = places(lines) { return .document(document) }
    let document = try FileFormats.read(FileInput(name: "pasted text", bytes: Array(trimmed.utf8)))
    guard !document.isEmpty else { throw .malformed("text", fault: document.faults.summary ?? "it has no features") }
    return .document(document)
  }

  /// The place that a text names; nil for what is none. Throws for an address of one that cannot be used.
  package static func place(_ text: String) throws(FormatError) -> MapPlace? {
    guard text.utf8.count <= linkByteCount, !text.contains(where: \.isNewline) else { return nil }
    if let place = try MapLink.place(text) { return place }
    return CoordinateText.place(text).flatMap { MapPlace(latitude: $0.latitude, longitude: $0.longitude) }
  }

  /// A list of addresses of files (RFC 2483), or of absolute paths that are there.
  private static func files(_ lines: [String]) -> [String]? {
    guard !lines.isEmpty, lines.count <= 10_000 else { return nil }
    var paths: [String] = []
    for line in lines.map({ $0.trimmingCharacters(in: .whitespaces) }) where !line.isEmpty && !line.hasPrefix("#") {
      if line.lowercased().hasPrefix("file://") {
        guard let url = URL(string: line), url.isFileURL, !url.path.isEmpty else { return nil }
        paths.append(url.path)
      } else if line.hasPrefix("/"), !line.contains("\0"), FileManager.default.fileExists(atPath: line) {
        paths.append(line)
      } else {
        return nil
      }
    }
    return paths.isEmpty ? nil : paths
  }

  /// A geometry a line, or one over several lines.
  private static func geometries(_ text: String) throws(FormatError) -> FileDocument {
    var builder = FeatureBuilder(format: "WKT")
    var open = ""
    var number = 0
    for line in text.split(whereSeparator: \.isNewline) {
      open += open.isEmpty ? String(line) : " " + line
      let depth = open.utf8.reduce(0) { $0 + ($1 == 0x28 ? 1 : $1 == 0x29 ? -1 : 0) }
      guard depth <= 0 else { continue }
      number += 1
      builder.place = "geometry \(number)"
      try add(open, to: &builder)
      open = ""
    }
    if !open.isEmpty {
      builder.place = "geometry \(number + 1)"
      try add(open, to: &builder)
    }
    return try finished(builder)
  }

  private static func add(_ text: String, to builder: inout FeatureBuilder) throws(FormatError) {
    builder.beginFeature()
    guard WellKnownText.add(text, to: &builder) else { return builder.dropFeature("it is no geometry as text") }
    try builder.endFeature()
  }

  /// A place a line; nil as soon as one is none.
  private static func places(_ lines: [String]) -> FileDocument? {
    guard lines.count <= 100_000 else { return nil }
    var builder = FeatureBuilder(format: "places")
    for line in lines.map({ $0.trimmingCharacters(in: .whitespaces) }) where !line.isEmpty {
      guard let place = try? place(line) else { return nil }
      builder.beginFeature()
      builder.addPosition(place.coordinate.longitude, place.coordinate.latitude)
      builder.endShape(.points)
      if let title = place.title { builder.set("name", .text(title)) }
      guard (try? builder.endFeature()) != nil else { return nil }
    }
    return try? finished(builder)
  }

  private static func finished(_ builder: FeatureBuilder) throws(FormatError) -> FileDocument {
    var document = builder.document
    FeatureFinish.apply(to: &document)
    guard document.featureCount > 0 else {
      throw .malformed("text", fault: document.faults.summary ?? "it has no places")
    }
    return document
  }
}
