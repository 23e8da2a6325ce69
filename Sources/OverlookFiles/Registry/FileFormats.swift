package import OverlookFormats
import OverlookSupport

/// The formats of people's files: one list for opening, dropping, dialogs, `overlook info` and `overlook check`.
package enum FileFormats {
  /// The surest signs first. A new format joins by an entry here.
  package static let all: [FileFormat] = [
    .kmz, .shapefile, .flatGeobuf, .geoPackage, .gpx, .kml, .geoJSON, .nmea, .photo, .otherFormat, .csv,
  ]

  /// The format of a file, by its content and then by its name; nil for one that is none of these.
  package static func format(of input: FileInput) -> FileFormat? {
    all.first { $0.recognizes(input) }
  }

  /// Whether a file of this name is likely one of these.
  package static func isNamed(_ path: String) -> Bool {
    let name = path.lowercased()
    return all.contains { $0.endings.contains { name.hasSuffix("." + $0) } }
  }

  /// Reads the file at `path`, on the calling thread, which takes as long as the file is large; `reading` tells how far it is and can
  /// end it.
  ///
  /// What could be read is kept, and what could not is in `faults`. Throws when nothing can be used.
  package static func read(path: String, reading: FileReading = FileReading()) throws(FormatError) -> FileDocument {
    do throws(FormatError) {
      return try read(try FileInput(path: path), reading: reading)
    } catch {
      throw "\(error)".hasPrefix(path) ? error : error.inside(path)
    }
  }

  package static func read(_ input: FileInput, reading: FileReading = FileReading()) throws(FormatError) -> FileDocument {
    guard !input.head.isEmpty else { throw .truncated("contents") }
    guard let format = format(of: input) else { throw .unrecognized("contents", found: "a file of another kind") }
    var document = try format.read(input, reading)
    if document.name.isEmpty { document.name = input.fileName }
    return document
  }
}

extension FileFormat {
  static let geoJSON = FileFormat(
    name: "GeoJSON", endings: ["geojson", "geojsonl", "geojsons", "ndjson", "geojsonseq", "json"],
    mediaTypes: ["application/geo+json", "application/geo+json-seq"],
    recognizes: { ContentSigns.isGeoJSON($0.head) }, read: GeoJSONReader.read)

  static let gpx = FileFormat(
    name: "GPX", endings: ["gpx"], mediaTypes: ["application/gpx+xml"],
    recognizes: { ContentSigns.rootName($0.head) == "gpx" }, read: GPXReader.read)

  static let kml = FileFormat(
    name: "KML", endings: ["kml"], mediaTypes: ["application/vnd.google-earth.kml+xml"],
    recognizes: { ContentSigns.rootName($0.head).map(KMLReader.rootNames.contains) ?? false }, read: KMLReader.read)

  static let nmea = FileFormat(
    name: "NMEA log", endings: ["nmea", "nma"], mediaTypes: [], recognizes: { NMEAReader.isLikely($0.head) },
    read: NMEAReader.read)

  static let csv = FileFormat(
    name: "CSV", endings: ["csv", "tsv", "tab"], mediaTypes: ["text/csv", "text/tab-separated-values"],
    recognizes: { input in
      if ["csv", "tsv", "tab"].contains(input.ending) { return CSVReader.layout(of: input) != nil }
      return CSVReader.layout(of: input)?.place != nil
    }, read: CSVReader.read)

  static let kmz = FileFormat(
    name: "KMZ", endings: ["kmz"], mediaTypes: ["application/vnd.google-earth.kmz"],
    recognizes: { ZipArchive.isZip($0.head) && KMZReader.isLikely($0) }, read: KMZReader.read)

  static let shapefile = FileFormat(
    name: "Shapefile", endings: ["shp"], mediaTypes: ["application/vnd.shp"],
    recognizes: { ShapefileReader.isLikely($0) }, read: ShapefileReader.read)

  static let flatGeobuf = FileFormat(
    name: "FlatGeobuf", endings: ["fgb"], mediaTypes: ["application/flatgeobuf"],
    recognizes: { FlatGeobufReader.isLikely($0.head) }, read: FlatGeobufReader.read)

  static let geoPackage = FileFormat(
    name: "GeoPackage", endings: ["gpkg"], mediaTypes: ["application/geopackage+sqlite3"],
    recognizes: { GeoPackageReader.isLikely($0) }, read: GeoPackageReader.read)

  static let otherFormat = FileFormat(
    name: "others through ogr2ogr", endings: OtherFormatReader.endings, mediaTypes: [],
    recognizes: { OtherFormatReader.isLikely($0) }, read: OtherFormatReader.read)

  static let photo = FileFormat(
    name: "picture with a place", endings: ["jpg", "jpeg"], mediaTypes: ["image/jpeg"],
    recognizes: { PhotoReader.isLikely($0) }, read: PhotoReader.read)
}
