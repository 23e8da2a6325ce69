import Foundation
import OverlookFiles
import OverlookFormats
import OverlookGeometry
import Testing

/// Shapefiles made by hand from ESRI's description, so that no other program is needed and every fault can be put in.
@Suite struct ShapefileTests {
  private static func little(_ value: Int32) -> [UInt8] { (0..<4).map { UInt8(truncatingIfNeeded: value >> (8 * Int32($0))) } }
  private static func big(_ value: Int32) -> [UInt8] { little(value).reversed() }
  private static func double(_ value: Double) -> [UInt8] {
    (0..<8).map { UInt8(truncatingIfNeeded: value.bitPattern >> (8 * UInt64($0))) }
  }
  private static func places(_ values: [(Double, Double)]) -> [UInt8] { values.flatMap { double($0.0) + double($0.1) } }
  private static let box = [UInt8](repeating: 0, count: 32)

  /// A header of 100 bytes, then each record behind its number and its length in words of two bytes.
  private static func shapes(_ records: [[UInt8]]) -> [UInt8] {
    var bytes = big(9994) + [UInt8](repeating: 0, count: 96)
    for (index, record) in records.enumerated() { bytes += big(Int32(index + 1)) + big(Int32(record.count / 2)) + record }
    return bytes
  }

  private static func point(_ x: Double, _ y: Double) -> [UInt8] { little(1) + double(x) + double(y) }

  private struct Field {
    var name: String
    var kind: Character
    var length: Int
  }

  /// A dBASE table; rows begin with a space, those that are deleted with a star.
  private static func table(_ fields: [Field], _ rows: [[UInt8]], language: UInt8 = 0) -> [UInt8] {
    let rowLength = 1 + fields.reduce(0) { $0 + $1.length }
    let headerLength = 32 + 32 * fields.count + 1
    var bytes = [3, 0, 0, 0] + little(Int32(rows.count)) + [UInt8(headerLength & 255), UInt8(headerLength >> 8)]
    bytes += [UInt8(rowLength & 255), UInt8(rowLength >> 8)] + [UInt8](repeating: 0, count: 17) + [language, 0, 0]
    for field in fields {
      let name = Array(field.name.utf8)
      bytes += name + [UInt8](repeating: 0, count: 11 - name.count) + [field.kind.asciiValue ?? 0, 0, 0, 0, 0]
      bytes += [UInt8(field.length), 0] + [UInt8](repeating: 0, count: 14)
    }
    return bytes + [0x0D] + rows.flatMap(\.self)
  }

  private static func cell(_ text: String, _ length: Int) -> [UInt8] {
    Array(text.utf8) + [UInt8](repeating: 0x20, count: length - text.utf8.count)
  }

  private func read(_ entries: [(name: String, content: [UInt8])]) throws -> FileDocument {
    try FileFormats.read(FileInput(name: "a.zip", bytes: StoredZip(entries).bytes))
  }

  private static let fields = [
    Field(name: "NAME", kind: "C", length: 6), Field(name: "COUNT", kind: "N", length: 5),
    Field(name: "SHARE", kind: "F", length: 6),
    Field(name: "OPEN", kind: "L", length: 1), Field(name: "SINCE", kind: "D", length: 8),
    Field(name: "CODE", kind: "I", length: 4),
  ]

  @Test func rowsOfATableBelongToTheShapesInTheirOrder() throws {
    let rows = [
      [0x20] + Self.cell("Zoe", 6) + Self.cell("   12", 5) + Self.cell("0.25", 6) + Self.cell("T", 1) + Self.cell("20240131", 8)
        + Self.little(-7),
      [0x2A] + Self.cell("Gone", 6) + Self.cell("1", 5) + Self.cell("1", 6) + Self.cell("T", 1) + Self.cell("20240131", 8)
        + Self.little(1),
      [0x20] + Self.cell("", 6) + Self.cell("*****", 5) + Self.cell("-3e2", 6) + Self.cell("n", 1) + Self.cell("2024", 8)
        + Self.little(300),
      [0x20] + Self.cell("B", 6) + Self.cell("x", 5) + Self.cell("", 6) + Self.cell("?", 1) + Self.cell("", 8) + Self.little(0),
    ]
    let document = try read([
      ("roads.shp", Self.shapes([Self.point(24, 60), Self.point(1, 1), Self.point(25, 61), Self.point(26, 62)])),
      ("roads.dbf", Self.table(Self.fields, rows)),
    ])
    #expect(document.format == "Shapefile" && document.featureCount == 3 && document.faults.count == 0)
    #expect(document.notes.contains { $0.contains("no .prj file") })
    let places = (0..<3).map { document.shapes.place($0) }
    #expect(places == [(60, 24), (61, 25), (62, 26)].map { LocationCoordinate(latitude: $0.0, longitude: $0.1) })
    let first = ["NAME", "COUNT", "SHARE", "OPEN", "SINCE", "CODE"].map { document.properties.value(0, named: $0) }
    #expect(first == [.text("Zoe"), .integer(12), .number(0.25), .bool(true), .text("2024-01-31"), .integer(-7)])
    let second = ["NAME", "COUNT", "SHARE", "OPEN", "SINCE", "CODE"].map { document.properties.value(1, named: $0) }
    // Stars stand for a number that did not fit; a date of other than eight digits is text.
    #expect(second == [nil, nil, .number(-300), .bool(false), .text("2024"), .integer(300)])
    let third = ["NAME", "COUNT", "SHARE", "OPEN", "SINCE", "CODE"].map { document.properties.value(2, named: $0) }
    #expect(third == [.text("B"), nil, nil, nil, nil, .integer(0)])
  }

  /// "Café" in Windows' letters, where the table says so, where a file beside it does, and in UTF-8 where nobody does.
  @Test func lettersAreThoseThatTheFilesName() throws {
    let (windows, plain): ([UInt8], [UInt8]) = ([0x43, 0x61, 0x66, 0xE9], Array("Café".utf8))
    func name(_ bytes: [UInt8], language: UInt8 = 0, encoding: String? = nil) throws -> PropertyValue? {
      let table = Self.table([Field(name: "N", kind: "C", length: bytes.count)], [[0x20] + bytes], language: language)
      let pages = encoding.map { [("a.CPG", Array($0.utf8))] } ?? []
      return try read([("a.shp", Self.shapes([Self.point(1, 2)])), ("a.DBF", table)] + pages).properties.value(0, named: "N")
    }
    #expect(try name(windows, language: 0x57) == .text("Café") && name(windows, encoding: "ISO 88591") == .text("Café"))
    #expect(try name(plain) == .text("Café") && name(plain, language: 0x03, encoding: "UTF-8") == .text("Café"))
  }

  @Test func shapesOfEveryKindAreRead() throws {
    let ring = [(0.0, 0.0), (0.0, 4.0), (4.0, 4.0), (4.0, 0.0), (0.0, 0.0)]
    let hole = [(1.0, 1.0), (2.0, 1.0), (2.0, 2.0), (1.0, 1.0)]
    let other = ring.map { ($0.0 + 10, $0.1) }
    let heights = Self.double(0) + Self.double(0)
    let records: [[UInt8]] = [
      Self.little(0),
      Self.little(11) + Self.places([(1, 2)]) + Self.double(7.5) + Self.double(0),
      Self.little(8) + Self.box + Self.little(2) + Self.places([(3, 4), (5, 6)]),
      Self.little(18) + Self.box + Self.little(2) + Self.places([(3, 4), (5, 6)]) + heights + Self.double(8) + Self.double(1e38),
      Self.little(3) + Self.box + Self.little(2) + Self.little(4) + Self.little(0) + Self.little(2)
        + Self.places([(0, 0), (1, 1), (2, 2), (3, 3)]),
      Self.little(13) + Self.box + Self.little(1) + Self.little(2) + Self.little(0) + Self.places([(0, 0), (1, 1)]) + heights
        + Self.double(-2) + Self.double(3),
      Self.little(5) + Self.box + Self.little(3) + Self.little(14) + Self.little(0) + Self.little(5) + Self.little(9)
        + Self.places(ring + hole + other),
    ]
    let document = try read([("a.shp", Self.shapes(records)), ("a.prj", Array("GEOGCS[\"GCS_WGS_1984\"]".utf8))])
    #expect(document.featureCount == 7 && document.faults.count == 0 && document.notes.isEmpty && document.crs == nil)
    let kinds = (0..<7).map { feature in document.shapes.shapes(of: feature).map { document.shapes.shapes[$0].kind } }
    #expect(kinds == [[], [.points], [.points], [.points], [.lines], [.lines], [.polygon, .polygon]])
    func heightsOf(_ feature: Int) -> [Double?] {
      document.shapes.positions(ofFeature: feature).map { document.shapes.height($0) }
    }
    // Less than -10^38 is no height, nor is so large a number.
    #expect(heightsOf(1) == [7.5] && heightsOf(2) == [nil, nil] && heightsOf(3) == [8, nil] && heightsOf(5) == [-2, 3])
    let parts = document.shapes.shapes(of: 6).map { document.shapes.parts(of: $0).count }
    #expect(parts == [2, 1] && document.shapes.parts(of: document.shapes.shapes(of: 4).lowerBound).count == 2)
  }

  /// Each is a fault of its own record, and the next one is read.
  @Test(arguments: [
    little(31) + box, little(1) + double(1), little(8) + box, little(8) + box + little(3) + places([(1, 2)]),
    little(8) + box + little(-1), little(3) + box, little(3) + box + little(9) + little(1) + little(0),
    little(5) + box + little(1) + little(2) + little(5) + places([(1, 2), (3, 4)]),
    little(5) + box + little(2) + little(2) + little(2) + little(0) + places([(1, 2), (3, 4)]),
  ]) func aShapeThatIsDamagedLeavesTheOthers(_ record: [UInt8]) throws {
    let document = try read([("a.shp", Self.shapes([record, Self.point(1, 2)]))])
    #expect(document.featureCount == 1 && document.shapes.place(0).longitude == 1)
    #expect(document.faults.first.map(\.place) == ["record 1"])
    #expect(document.faults.first.map(\.fault) == ["a geometry that is damaged"])
  }

  @Test func whatCannotBeReadIsNamed() throws {
    func fault(_ entries: [(name: String, content: [UInt8])]) -> String {
      do { return try "\(read(entries).faults.summary ?? "")" } catch { return "\(error)" }
    }
    let good = Self.shapes([Self.point(1, 2)])
    #expect(fault([("a.shp", Self.big(9995) + good.dropFirst(4))]).contains("shapefile is damaged: its header"))
    #expect(fault([("a.shp", Array(good.prefix(60)))]).contains("shapefile"))
    #expect(fault([("a.shp", Self.shapes([[0, 0]]))]).contains("record 1"))
    #expect(fault([("a.shp", Array(good.dropLast(3)))]).contains("cut short behind record 0"))
    // A table that is broken goes without its shapes.
    #expect(
      fault([("a.shp", good), ("a.dbf", [UInt8](repeating: 0, count: 40))]).contains(
        "table of the shapefile is damaged: its header"))
    let table = Self.table([Field(name: "N", kind: "C", length: 8)], [])
    #expect(fault([("a.shp", good), ("a.dbf", Array(table.prefix(50)))]).contains("table of the shapefile"))
    #expect(try read([("a.shp", good), ("a.dbf", Array(table.prefix(50)))]).featureCount == 1)
    #expect(fault([("__MACOSX/a.shp", good)]).contains("without a .shp file"))
  }

  @Test func filesBesideItAreFoundInCapitalLetters() throws {
    let folder = NSTemporaryDirectory() + "/overlook-shp-\(UInt32.random(in: 0...UInt32.max))"
    try FileManager.default.createDirectory(atPath: folder, withIntermediateDirectories: true)
    defer { try? FileManager.default.removeItem(atPath: folder) }
    // A degree of Web Mercator's metres.
    let degree = 6_378_137 * Double.pi / 180
    let files: [(String, [UInt8])] = [
      ("a.shp", Self.shapes([Self.point(3 * degree, 0)])),
      ("a.DBF", Self.table([Field(name: "N", kind: "N", length: 2)], [[0x20] + Self.cell("42", 2)])),
      ("a.PRJ", Array("PROJCS[\"WGS 84 / Pseudo-Mercator\",AUTHORITY[\"EPSG\",\"3857\"]]".utf8)),
    ]
    for (name, bytes) in files { try Data(bytes).write(to: URL(fileURLWithPath: "\(folder)/\(name)")) }
    let document = try FileFormats.read(path: "\(folder)/a.shp")
    #expect(document.crs == "EPSG:3857" && document.properties.value(0, named: "N") == .integer(42) && document.notes.isEmpty)
    #expect(abs(document.shapes.place(0).longitude - 3) < 1e-9 && abs(document.shapes.place(0).latitude) < 1e-9)
  }
}
