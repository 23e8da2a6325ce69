import Foundation
import OverlookFiles
import OverlookFormats
import OverlookGeometry
import OverlookTestSupport
import Testing

/// Which part of a FlatGeobuf file a view of the map asks for.
@Suite struct FlatGeobufViewTests {
  /// Metres of Web Mercator to a degree of longitude.
  private static let degree = 6_378_137 * Double.pi / 180

  private func file(_ crs: Int?, origin: (x: Double, y: Double) = (0, 0)) throws -> FlatGeobufFile {
    try FlatGeobufFile(MemoryRanges(IndexedPoints(side: 20, origin: origin, epsg: crs).bytes))
  }

  private func bounds(_ south: Double, _ west: Double, _ north: Double, _ east: Double) -> CoordinateBounds {
    CoordinateBounds(
      southWest: LocationCoordinate(latitude: south, longitude: west),
      northEast: LocationCoordinate(latitude: north, longitude: east))
  }

  @Test(arguments: [nil, 4326]) func aFileInDegreesIsAskedForTheAreaItself(_ crs: Int?) throws {
    let file = try file(crs)
    #expect(file.canBeAskedByView && file.header.crs == nil)
    #expect(file.box(around: bounds(-10, 20, 30, 44)) == FlatGeobufBox(west: 20, south: -10, east: 44, north: 30))
    // Across the antimeridian, written in either way: the whole width.
    let whole = FlatGeobufBox(west: -180, south: -10, east: 180, north: 30)
    #expect(file.box(around: bounds(-10, 170, 30, -170)) == whole && file.box(around: bounds(-10, 170, 30, 190)) == whole)
  }

  @Test func aFileInMetresIsAskedInItsOwnNumbers() throws {
    var file = try file(3857, origin: (10, 20))
    #expect(file.header.crs == "EPSG:3857" && file.canBeAskedByView)
    let box = try #require(file.box(around: bounds(0, -3, 60, 5)))
    // The height of 60 degrees north by the projection's own formula: R ln tan(45° + 30°).
    let north = 6_378_137 * log(tan(75 * Double.pi / 180))
    #expect(abs(box.west + 3 * Self.degree) < 0.01 && abs(box.east - 5 * Self.degree) < 0.01)
    #expect(abs(box.south) < 0.01 && abs(box.north - north) < 0.01)
    // A walk of 19 steps of a hundredth of a metre.
    let extent = try file.bounds()
    #expect(
      abs(extent.southWest.longitude - 10 / Self.degree) < 1e-9 && abs(extent.northEast.longitude - 10.19 / Self.degree) < 1e-9)
    #expect(abs(extent.southWest.latitude - 20 / Self.degree) < 1e-7)
  }

  @Test func theExtentInDegreesStaysOnTheGlobe() throws {
    var file = try file(nil, origin: (5, 89.9))
    let extent = try file.bounds()
    #expect(extent.northEast.latitude == 90 && abs(extent.southWest.latitude - 89.9) < 1e-9)
    #expect(abs(extent.southWest.longitude - 5) < 1e-9 && abs(extent.northEast.longitude - 5.19) < 1e-9)
  }

  @Test func aSystemThatNobodyKnowsIsReadAsAWhole() throws {
    var file = try file(999_999)
    #expect(!file.canBeAskedByView && file.box(around: bounds(0, 0, 1, 1)) == nil)
    #expect(try !file.bounds().southWest.isValid)
  }

  @Test func aFileWithoutAnIndexSaysSo() throws {
    var file = try FlatGeobufFile(MemoryRanges(IndexedPoints(side: 0).bytes))
    #expect(!file.hasIndex && !file.canBeAskedByView)
    #expect(
      try file.extent() == nil && !file.bounds().southWest.isValid
        && file.features(in: .init(west: 0, south: 0, east: 1, north: 1)) == nil
    )
    do {
      _ = try file.document(in: FlatGeobufBox(west: 0, south: 0, east: 1, north: 1))
      Issue.record("it has a document")
    } catch { #expect("\(error)".contains("FlatGeobuf") && "\(error)".contains("it has no index")) }
  }

  @Test func smallFilesAreNotAskedForParts() throws {
    let path = NSTemporaryDirectory() + "/overlook-fgb-\(UInt32.random(in: 0...UInt32.max)).fgb"
    defer { try? FileManager.default.removeItem(atPath: path) }
    let bytes = IndexedPoints(side: 3).bytes
    try Data(bytes).write(to: URL(fileURLWithPath: path))
    #expect(try FlatGeobufFile.large(path: path, head: bytes) == nil)
    #expect(try FlatGeobufFile.large(path: path, head: Array("other".utf8)) == nil)
    // The same file, which says that it has more than a million features: that is enough to ask it.
    var many = bytes
    let count = try #require(many.firstRange(of: [9, 0, 0, 0, 0, 0, 0, 0] as [UInt8]))
    many.replaceSubrange(count, with: [0x41, 0x42, 0x0F, 0, 0, 0, 0, 0])
    try Data(many).write(to: URL(fileURLWithPath: path))
    let large = try #require(try FlatGeobufFile.large(path: path, head: many))
    #expect(large.header.featureCount == 1_000_001 && large.header.columns.map(\.type) == ["integer"])
    // Its index ends before it is there.
    var asked = large
    #expect(throws: FormatError.self) { try asked.document(in: FlatGeobufBox(west: 0, south: 0, east: 1, north: 1)) }
    #expect(try FileRanges(path: path).read(offset: UInt64(many.count) + 5, count: 10).isEmpty)
  }
}
