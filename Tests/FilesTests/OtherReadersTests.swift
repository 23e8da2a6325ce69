import Foundation
import OverlookFiles
import OverlookFormats
import OverlookGeometry
import Testing

/// A zip file of entries that are stored as they are.
struct StoredZip {
  private(set) var bytes: [UInt8] = []

  init(_ entries: [(name: String, content: [UInt8])], claimed: UInt32? = nil, flags: UInt16 = 0, method: UInt16 = 0) {
    var directory: [UInt8] = []
    for (name, content) in entries {
      let offset = UInt32(bytes.count)
      let name = Array(name.utf8)
      let numbers =
        Self.word(Inflation.checksum(content)) + Self.word(UInt32(content.count)) + Self.word(claimed ?? UInt32(content.count))
      let names = Self.half(UInt16(name.count)) + Self.half(0)
      let method = Self.half(20) + Self.half(flags) + Self.half(method) + Self.word(0)
      bytes += [0x50, 0x4B, 3, 4] + method + numbers + names + name + content
      directory += [0x50, 0x4B, 1, 2] + Self.half(20) + method + numbers + names
      directory += [UInt8](repeating: 0, count: 10) + Self.word(offset) + name
    }
    let start = UInt32(bytes.count)
    let count = Self.half(UInt16(entries.count))
    bytes += directory
    bytes += [0x50, 0x4B, 5, 6, 0, 0, 0, 0] + count + count + Self.word(UInt32(directory.count)) + Self.word(start) + [0, 0]
  }

  /// The numbers of 64 bits, where all others say that they do not fit (zip64).
  init(large entries: [(name: String, content: [UInt8])]) {
    var directory: [UInt8] = []
    for (name, content) in entries {
      let offset = UInt64(bytes.count)
      let name = Array(name.utf8)
      let size = Self.double(UInt64(content.count))
      let extra = Self.half(9) + Self.half(2) + [0, 0] + Self.half(1) + Self.half(24) + size + size + Self.double(offset)
      let method = Self.half(45) + Self.half(0) + Self.half(0) + Self.word(0)
      let numbers = Self.word(Inflation.checksum(content)) + Self.word(.max) + Self.word(.max)
      bytes += [0x50, 0x4B, 3, 4] + method + numbers + Self.half(UInt16(name.count)) + Self.half(0) + name + content
      directory += [0x50, 0x4B, 1, 2] + Self.half(45) + method + numbers
      directory += Self.half(UInt16(name.count)) + Self.half(UInt16(extra.count))
      directory += [UInt8](repeating: 0, count: 10) + Self.word(.max) + name + extra
    }
    let (start, count) = (UInt64(bytes.count), Self.double(UInt64(entries.count)))
    bytes += directory
    let end = UInt64(bytes.count)
    bytes += [0x50, 0x4B, 6, 6] + Self.double(44) + Self.half(45) + Self.half(45) + Self.word(0) + Self.word(0) + count + count
    bytes += Self.double(UInt64(directory.count)) + Self.double(start)
    bytes += [0x50, 0x4B, 6, 7] + Self.word(0) + Self.double(end) + Self.word(1)
    bytes += [0x50, 0x4B, 5, 6, 0, 0, 0, 0] + Self.half(.max) + Self.half(.max) + Self.word(.max) + Self.word(.max) + [0, 0]
  }

  private static func half(_ value: UInt16) -> [UInt8] { [UInt8(truncatingIfNeeded: value), UInt8(value >> 8)] }
  private static func double(_ value: UInt64) -> [UInt8] { (0..<8).map { UInt8(truncatingIfNeeded: value >> (8 * UInt64($0))) } }
  private static func word(_ value: UInt32) -> [UInt8] { (0..<4).map { UInt8(truncatingIfNeeded: value >> (8 * UInt32($0))) } }
}

@Suite struct KMZReaderTests {
  private static let document = Array(
    """
    <kml><Document><name>Z</name><Style id="a"><IconStyle><Icon><href>files/a%20b.png</href></Icon></IconStyle></Style>
    <Style id="e"><IconStyle><Icon><href>../../etc/passwd</href></Icon></IconStyle></Style>
    <Placemark><name>P</name><styleUrl>#a</styleUrl><Point><coordinates>1,2</coordinates></Point></Placemark>
    <Placemark><name>Q</name><styleUrl>#e</styleUrl><Point><coordinates>3,4</coordinates></Point></Placemark></Document></kml>
    """.utf8)

  @Test func findsPicturesInTheArchiveAndNowhereElse() throws {
    let zip = StoredZip([("files/a b.png", [1, 2, 3]), ("doc.kml", Self.document), ("other.kml", Array("<kml/>".utf8))])
    let document = try FileFormats.read(FileInput(name: "a.kmz", bytes: zip.bytes))
    #expect(document.format == "KMZ" && document.name == "Z" && document.featureCount == 2)
    #expect(document.pictures == ["files/a%20b.png": [1, 2, 3]])
    #expect(document.faults.first.map(\.place) == ["../../etc/passwd"])
  }

  /// Numbers of 64 bits, as programs write them that do not know how large an archive becomes.
  @Test func archivesOfLargeNumbersAreRead() throws {
    let zip = StoredZip(large: [("a.png", [1]), ("doc.kml", Self.document), ("files/a b.png", [4, 5])])
    // By what it holds, whatever its name is.
    let document = try FileFormats.read(FileInput(name: "a.zip", bytes: zip.bytes))
    #expect(document.format == "KMZ" && document.featureCount == 2 && document.pictures["files/a%20b.png"] == [4, 5])
    // The end record leads nowhere: its locator stands 42 bytes before the end, the place in it 8 bytes further on.
    for (offset, value) in [(34, UInt8(0xFF)), (34, 1), (98, 0)] {
      var bytes = zip.bytes
      bytes[bytes.count - offset] = value
      #expect(throws: FormatError.self) { try FileFormats.read(FileInput(name: "a.kmz", bytes: bytes)) }
    }
  }

  @Test func whatIsWrongWithAnEntryIsSaid() throws {
    func fault(_ zip: StoredZip) -> String {
      do {
        _ = try FileFormats.read(FileInput(name: "a.kmz", bytes: zip.bytes))
        return ""
      } catch { return "\(error)" }
    }
    #expect(
      fault(StoredZip([("doc.kml", Self.document)], flags: 1)).contains(
        "doc.kml in the archive is not supported: it is encrypted"))
    #expect(fault(StoredZip([("doc.kml", Self.document)], method: 12)).contains("in a way that is not known (12)"))
    #expect(fault(StoredZip([("a.txt", [1])])).contains("without a .kml file"))
    // A picture that is damaged is missing, and the rest is there.
    var bytes = StoredZip([("doc.kml", Self.document), ("files/a b.png", [1, 2, 3])]).bytes
    let place = try #require(bytes.firstRange(of: [1, 2, 3] as [UInt8]))
    bytes[place.lowerBound] = 9
    let document = try FileFormats.read(FileInput(name: "a.kmz", bytes: bytes))
    #expect(document.featureCount == 2 && document.pictures.isEmpty)
    #expect(document.faults.first.contains { $0.place == "files/a%20b.png" && $0.fault.contains("checksum") })
  }

  @Test func neverBreaksDownWhereTheArchiveIsCutOrChanged() {
    let zip = StoredZip([("doc.kml", Self.document)]).bytes
    for count in 0..<zip.count { _ = try? FileFormats.read(FileInput(name: "a.kmz", bytes: Array(zip[..<count]))) }
    for index in zip.indices {
      var bytes = zip
      bytes[index] ^= 0xFF
      _ = try? FileFormats.read(FileInput(name: "a.kmz", bytes: bytes))
    }
  }

  @Test func unpacksNoMoreThanItsBudget() throws {
    var limits = FileLimits()
    limits.unpackedByteCount = 1000
    var input = FileInput(name: "a.kmz", bytes: StoredZip([("doc.kml", [UInt8](repeating: 0x20, count: 2000))]).bytes)
    input.limits = limits
    #expect(throws: FormatError.self) { try FileFormats.read(input) }
  }
}

/// Drawings, which say nothing of reference systems.
@Suite(.enabled(if: FileManager.default.isExecutableFile(atPath: "/usr/bin/ogr2ogr"), "ogr2ogr is not installed"))
struct DrawingsOfOthersTests {
  /// Points of a DXF file by layer, x and y.
  private func document(_ points: [(layer: String, x: Double, y: Double)]) throws -> FileDocument {
    let entities = points.map { "0\nPOINT\n8\n\($0.layer)\n10\n\($0.x)\n20\n\($0.y)\n" }.joined()
    let path = NSTemporaryDirectory() + "/overlook-\(UInt32.random(in: 0...UInt32.max)).dxf"
    defer { try? FileManager.default.removeItem(atPath: path) }
    try "0\nSECTION\n2\nENTITIES\n\(entities)0\nENDSEC\n0\nEOF\n".write(toFile: path, atomically: true, encoding: .utf8)
    return try FileFormats.read(path: path)
  }

  @Test func whatMayBeDegreesIsTakenForThemAndSaidSo() throws {
    let document = try document([("Wells", 24.94, 60.17), ("Springs", 25, 61)])
    #expect(document.featureCount == 2 && document.format == "DXF through ogr2ogr")
    #expect(abs(document.bounds.southWest.latitude - 60.17) < 1e-9 && abs(document.bounds.northEast.longitude - 25) < 1e-9)
    #expect(document.notes.contains { $0.contains("reference system") })
  }

  @Test func metresAreNotPutSomewhere() throws {
    do {
      let document = try document([("Wells", 24.94, 60.17), ("Far", 500_000, 6_700_000)])
      #expect(document.faults.count > 0 && document.bounds.northEast.latitude < 61)
    } catch let error as FormatError {
      #expect("\(error)".contains("degrees"), "\(error)")
    }
  }
}

/// What GDAL writes of the same features in other formats is read as the same.
@Suite(.enabled(if: FileManager.default.isExecutableFile(atPath: "/usr/bin/ogr2ogr"), "ogr2ogr is not installed"))
struct OtherProgramsTests {
  private static let source =
    #"{"type":"FeatureCollection","features":["#
    + #"{"type":"Feature","properties":{"name":"Zoë","n":3,"x":1.5},"geometry":{"type":"Polygon","coordinates":[[[24,60],[25,60],[25,61],[24,61],[24,60]],[[24.2,60.2],[24.2,60.4],[24.4,60.4],[24.2,60.2]]]}},"#
    + #"{"type":"Feature","properties":{"name":"B","n":-4,"x":2.25},"geometry":{"type":"MultiPolygon","coordinates":[[[[1,1],[2,1],[2,2],[1,1]]],[[[5,5],[6,5],[6,6],[5,5]]]]}}]}"#

  private func convert(_ arguments: [String], to name: String) throws -> FileDocument {
    let folder = NSTemporaryDirectory() + "/overlook-ogr-\(UInt32.random(in: 0...UInt32.max))"
    try FileManager.default.createDirectory(atPath: folder, withIntermediateDirectories: true)
    defer { try? FileManager.default.removeItem(atPath: folder) }
    try Self.source.write(toFile: "\(folder)/in.geojson", atomically: true, encoding: .utf8)
    let process = Process()
    process.executableURL = URL(fileURLWithPath: "/usr/bin/ogr2ogr")
    process.arguments = arguments + ["\(folder)/\(name)", "\(folder)/in.geojson"]
    process.standardError = FileHandle.nullDevice
    try process.run()
    process.waitUntilExit()
    return try FileFormats.read(path: "\(folder)/\(name)")
  }

  @Test(arguments: [
    (["-f", "ESRI Shapefile", "-lco", "ENCODING=UTF-8"], "a.shp"), (["-f", "FlatGeobuf", "-lco", "SPATIAL_INDEX=NO"], "a.fgb"),
    (["-f", "ESRI Shapefile", "-t_srs", "EPSG:3067"], "b.shp"), (["-f", "FlatGeobuf", "-t_srs", "EPSG:3067"], "b.fgb"),
    (["-f", "ESRI Shapefile", "-t_srs", "EPSG:3035"], "c.shp"), (["-f", "GPKG"], "a.gpkg"), (["-f", "KML"], "a.kml"),
    (["-f", "CSV", "-lco", "GEOMETRY=AS_WKT"], "a.csv"), (["-f", "GeoJSONSeq"], "a.geojsonl"), (["-f", "GML"], "a.gml"),
  ])
  func readsWhatTheyWrite(_ arguments: [String], _ name: String) throws {
    let first = try FileFormats.read(FileInput(name: "a.geojson", bytes: Array(Self.source.utf8)))
    let document = try convert(arguments, to: name)
    #expect(document.featureCount == 2 && document.faults.count == 0)
    func feature(_ title: String) throws -> Int { try #require((0..<2).first { document.title(of: $0) == title }) }
    let (zoe, b) = (try feature("Zoë"), try feature("B"))
    #expect(document.shapes.shapes(of: zoe).count == 1 && document.shapes.shapes(of: b).count == 2)
    let hole = try #require(document.shapes.shapes(of: zoe).first.map { document.shapes.parts(of: $0) })
    #expect(hole.count == 2)
    for (title, old) in [("Zoë", 0), ("B", 1)] {
      let new = try feature(title)
      let bounds = document.shapes.bounds(of: document.shapes.positions(ofFeature: new))
      let expected = first.shapes.bounds(of: first.shapes.positions(ofFeature: old))
      #expect(abs(bounds.southWest.latitude - expected.southWest.latitude) < 1e-6)
      #expect(abs(bounds.northEast.longitude - expected.northEast.longitude) < 1e-6)
    }
    #expect(document.properties.value(b, named: "n")?.number == -4 && document.properties.value(b, named: "x")?.number == 2.25)
  }
}

@Suite struct PhotoReaderTests {
  /// A JPEG file of nothing but its Exif part: 60 deg 10' 30" S, 24 deg 56' 15" E, 12.5 m below the sea.
  private static let photo: [UInt8] = {
    func half(_ value: UInt16) -> [UInt8] { [UInt8(value >> 8), UInt8(truncatingIfNeeded: value)] }
    func word(_ value: UInt32) -> [UInt8] { half(UInt16(value >> 16)) + half(UInt16(truncatingIfNeeded: value)) }
    func entry(_ tag: UInt16, _ kind: UInt16, _ count: UInt32, _ value: [UInt8]) -> [UInt8] {
      half(tag) + half(kind) + word(count) + value + [UInt8](repeating: 0, count: 4 - value.count)
    }
    var tiff = Array("MM".utf8) + half(42) + word(8) + half(1) + entry(0x8825, 4, 1, word(26)) + word(0)
    let values: UInt32 = 26 + 2 + 6 * 12 + 4
    tiff += half(6) + entry(1, 2, 2, [0x53]) + entry(2, 5, 3, word(values)) + entry(3, 2, 2, [0x45])
    tiff += entry(4, 5, 3, word(values + 24)) + entry(5, 1, 1, [1]) + entry(6, 5, 1, word(values + 48)) + word(0)
    for (above, below) in [(60, 1), (10, 1), (30, 1), (24, 1), (56, 1), (1500, 100), (25, 2)] as [(UInt32, UInt32)] {
      tiff += word(above) + word(below)
    }
    let body = Array("Exif\0\0".utf8) + tiff
    return [0xFF, 0xD8, 0xFF, 0xE1] + half(UInt16(body.count + 2)) + body + [0xFF, 0xDA, 0, 2]
  }()

  /// The same place in the other order of bytes, with what else cameras write and a second directory with a small picture.
  private static let fullPhoto: [UInt8] = {
    func half(_ value: Int) -> [UInt8] { [UInt8(truncatingIfNeeded: value), UInt8(truncatingIfNeeded: value >> 8)] }
    func word(_ value: Int) -> [UInt8] { half(value & 0xFFFF) + half(value >> 16) }
    func entry(_ tag: Int, _ kind: Int, _ count: Int, _ value: [UInt8]) -> [UInt8] {
      half(tag) + half(kind) + word(count) + value + [UInt8](repeating: 0, count: 4 - value.count)
    }
    // Directories: the main one at 8, the small picture's at 62, the place's at 92, then values.
    let values = 92 + 2 + 5 * 12 + 4
    let texts = Array("2024:05:01 10:00:00\0".utf8) + Array("Box 7\0".utf8)
    var tiff = Array("II".utf8) + half(42) + word(8)
    tiff += half(4) + entry(0x132, 2, 20, word(values)) + entry(0x110, 2, 6, word(values + 20)) + entry(0x8825, 4, 1, word(92))
    tiff += entry(0x100, 4, 1, word(1)) + word(62)
    let places = values + texts.count
    tiff += half(2) + entry(0x201, 4, 1, word(places + 56)) + entry(0x202, 4, 1, word(6)) + word(0)
    tiff += half(5) + entry(1, 2, 2, [0x4E]) + entry(2, 5, 3, word(places)) + entry(3, 2, 2, [0x57])
    tiff += entry(4, 5, 3, word(places + 24)) + entry(0x11, 5, 1, word(places + 48)) + word(0)
    tiff += texts
    for (above, below) in [(60, 1), (10, 1), (30, 1), (24, 1), (56, 1), (15, 1), (181, 2)] { tiff += word(above) + word(below) }
    tiff += [0xFF, 0xD8, 1, 2, 0xFF, 0xD9]
    let body = Array("Exif\0\0".utf8) + tiff
    let count = body.count + 2
    return [0xFF, 0xD8, 0xFF, 0xE1, UInt8(count >> 8), UInt8(count & 255)] + body + [0xFF, 0xDA, 0, 2]
  }()

  @Test func bringsAlongWhatTheCameraWrote() throws {
    let document = try FileFormats.read(FileInput(name: "b.jpg", bytes: Self.fullPhoto))
    #expect(document.featureCount == 1 && document.shapes.height(0) == nil)
    #expect(document.shapes.place(0).latitude > 0 && abs(document.shapes.place(0).longitude + 24.9375) < 1e-9)
    #expect(document.properties.value(0, named: "time") == .text("2024:05:01 10:00:00"))
    #expect(document.properties.value(0, named: "camera") == .text("Box 7"))
    #expect(document.properties.value(0, named: "direction") == .number(90.5))
    #expect(document.pictures == ["thumbnail": [0xFF, 0xD8, 1, 2, 0xFF, 0xD9]])
    #expect(document.look(of: 0).iconName == "thumbnail" && document.look(of: 0).iconScale == 2)
  }

  @Test func becomesAPointWhereItWasTaken() throws {
    let document = try FileFormats.read(FileInput(name: "x/a.jpg", bytes: Self.photo))
    #expect(document.featureCount == 1 && document.title(of: 0) == "a.jpg")
    #expect(abs(document.shapes.coordinates[1] + 60.175) < 1e-9 && abs(document.shapes.coordinates[0] - 24.9375) < 1e-9)
    #expect(document.shapes.height(0) == -12.5)
  }

  @Test func neverBreaksDownWhateverItSays() {
    for index in Self.photo.indices {
      var bytes = Self.photo
      bytes[index] ^= 0xFF
      _ = try? FileFormats.read(FileInput(name: "a.jpg", bytes: bytes))
      _ = try? FileFormats.read(FileInput(name: "a.jpg", bytes: Array(bytes[..<index])))
    }
  }
}
