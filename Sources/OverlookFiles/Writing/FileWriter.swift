package import OverlookFormats
import OverlookSupport

/// Writes features to a file: GeoJSON, GPX or KML, by the ending of its name.
package enum FileWriter {
  package static let endings = ["geojson", "json", "gpx", "kml"]

  /// The file at `path` is whole or as it was before: what is written gets its name when all of it is on the disk. Throws for an
  /// ending that is not known, and what the file system says.
  package static func write(_ document: FileDocument, to path: String) throws(FormatError) {
    let ending = path.split(separator: "/").last?.split(separator: ".").last?.lowercased() ?? ""
    guard endings.contains(ending) else {
      throw .unsupported(path, fault: "files can be written as .geojson, .gpx and .kml")
    }
    try OutputFile.replace(path) { file throws(FormatError) in
      switch ending {
      case "gpx": try GPXWriter.write(document, to: file)
      case "kml": try KMLWriter.write(document, to: file)
      default: try GeoJSONWriter.write(document, to: file)
      }
    }
  }
}

/// Numbers as writers write them.
enum WrittenNumber {
  /// Degrees to a tenth of a micrometre, without zeros at the end.
  static func degrees(_ value: Double) -> String {
    let rounded = (value * 1e12).rounded() / 1e12
    return rounded == rounded.rounded() ? "\(Int64(exactly: rounded) ?? 0)" : plain(rounded)
  }

  static func meters(_ value: Double) -> String { plain((value * 1000).rounded() / 1000) }

  /// Without an exponent, which GPX has none of.
  private static func plain(_ value: Double) -> String {
    let text = "\(value)"
    guard text.contains("e") else { return text.hasSuffix(".0") ? String(text.dropLast(2)) : text }
    let sign = value < 0 ? "-" : ""
    let scaled = Int64(exactly: (abs(value) * 1e12).rounded()) ?? 0
    let digits = String(scaled % 1_000_000_000_000)
    return "\(sign)\(scaled / 1_000_000_000_000)." + String(repeating: "0", count: 12 - digits.count) + digits
  }

  /// "2024-05-01T10:00:00Z", with milliseconds where there are some.
  static func time(_ seconds: Double) -> String? {
    guard seconds.isFinite, abs(seconds) < 2e11 else { return nil }
    let whole = ISOTime(secondsOf: (seconds * 1000).rounded() / 1000)
    return whole.text.isEmpty ? nil : whole.text
  }
}

extension OutputFile {
  func append(_ text: String) throws(FormatError) { try append(Array(text.utf8)) }
}
