import Foundation
import OverlookFiles
import OverlookFormats
import OverlookGeometry
import OverlookSupport
import OverlookTestSupport
import Synchronization
import Testing

@Suite struct FlatGeobufFileTests {
  /// Counts what is asked for.
  private final class CountedRanges: RangeReader {
    let ranges: MemoryRanges
    private let requests = Atomic<Int>(0)
    private let readBytes = Atomic<Int>(0)

    init(_ bytes: [UInt8]) { ranges = MemoryRanges(bytes) }

    var byteCount: UInt64? { ranges.byteCount }
    var requestCount: Int { requests.load(ordering: .relaxed) }
    var readByteCount: Int { readBytes.load(ordering: .relaxed) }

    func read(offset: UInt64, count: Int) throws(FormatError) -> [UInt8] {
      requests.wrappingAdd(1, ordering: .relaxed)
      let bytes = try ranges.read(offset: offset, count: count)
      readBytes.wrappingAdd(bytes.count, ordering: .relaxed)
      return bytes
    }
  }

  private static let file = IndexedPoints(side: 100)

  @Test func theWholeFileIsReadAsOne() throws {
    let document = try FileFormats.read(FileInput(name: "a.fgb", bytes: Self.file.bytes))
    #expect(document.featureCount == 10_000 && document.faults.count == 0)
    #expect(document.properties.value(123, named: "n") == .integer(123))
    #expect(document.shapes.place(123) == LocationCoordinate(latitude: 0.01, longitude: 0.23))
  }

  @Test func aBoxBringsWhatLiesInItAndLittleElse() throws {
    let ranges = CountedRanges(Self.file.bytes)
    var file = try FlatGeobufFile(ranges)
    let document = try file.document(in: FlatGeobufBox(west: 0.195, south: 0.095, east: 0.295, north: 0.195))
    // Ten columns of ten rows.
    let expected = Self.file.places.indices.filter {
      (0.195...0.295).contains(Self.file.places[$0].x) && (0.095...0.195).contains(Self.file.places[$0].y)
    }
    #expect(expected.count == 100)
    #expect(
      (0..<document.featureCount).compactMap { document.properties.value($0, named: "n")?.number } == expected.map(Double.init))
    #expect(!document.isCutShort && document.notes.isEmpty)
    #expect(ranges.requestCount <= 12 && ranges.readByteCount < Self.file.bytes.count / 2)
    #expect(try file.extent() == FlatGeobufBox(west: 0, south: 0, east: 0.99, north: 0.99))
  }

  @Test func tooManyAreSpreadOverTheBoxAndSaid() throws {
    var file = try FlatGeobufFile(MemoryRanges(Self.file.bytes))
    let document = try file.document(in: FlatGeobufBox(west: -1, south: -1, east: 2, north: 2), limit: 500)
    #expect(document.featureCount <= 500 && document.featureCount > 300 && document.isCutShort)
    #expect(document.notes.contains { $0.contains("too many") })
    #expect(document.bounds.northEast.latitude > 0.9 && document.bounds.southWest.latitude < 0.1)
  }

  @Test func nothingLiesElsewhere() throws {
    var file = try FlatGeobufFile(MemoryRanges(Self.file.bytes))
    #expect(try file.document(in: FlatGeobufBox(west: 5, south: 5, east: 6, north: 6)).featureCount == 0)
    #expect(try file.document(in: FlatGeobufBox(west: .nan, south: 0, east: 1, north: 1)).featureCount == 0)
  }

  @Test func damageOfTheIndexBreaksNothing() throws {
    let whole = IndexedPoints(side: 20).bytes
    var generator = SeededGenerator(seed: 3)
    for _ in 0..<2000 {
      var bytes = whole
      for _ in 0..<3 { bytes[Int.random(in: 8..<bytes.count, using: &generator)] = UInt8.random(in: 0...255, using: &generator) }
      guard var file = try? FlatGeobufFile(MemoryRanges(bytes)) else { continue }
      _ = try? file.document(in: FlatGeobufBox(west: -1, south: -1, east: 2, north: 2))
    }
    for count in stride(from: 0, to: whole.count, by: 7) {
      guard var file = try? FlatGeobufFile(MemoryRanges(Array(whole[..<count]))) else { continue }
      #expect(throws: FormatError.self) { try file.document(in: FlatGeobufBox(west: -1, south: -1, east: 2, north: 2)) }
    }
  }

  /// A collection whose sixty parts are all the next collection, seven deep: three thousand billion parts in two kilobytes.
  private static let nested: [UInt8] = {
    func word(_ value: Int) -> [UInt8] { (0..<4).map { UInt8(truncatingIfNeeded: value >> (8 * $0)) } }
    func half(_ value: Int) -> [UInt8] { [UInt8(truncatingIfNeeded: value), UInt8(truncatingIfNeeded: value >> 8)] }
    let (count, fields) = (60, 20)
    let size = fields + 12 + 4 + 4 * count
    // The feature, whose geometry begins behind the list of its fields.
    var bytes = word(12) + half(6) + half(8) + half(4) + half(0) + word(8) + word(24)
    for level in 0..<7 {
      let start = 20 + level * size
      bytes += half(fields) + half(12)
      for field in 0..<8 { bytes += half(field == 6 ? 4 : field == 7 ? 8 : 0) }
      bytes += word(fields) + word(7) + word(4) + word(count)
      for index in 0..<count { bytes += word(start + size + fields - (start + fields + 16 + 4 * index)) }
    }
    // The last one is a point without places.
    return bytes + half(fields) + half(12) + [UInt8](repeating: 0, count: 16) + word(fields) + word(1) + word(0)
  }()

  @Test(.timeLimit(.minutes(5))) func partsThatNameEachOtherAgainAndAgainEndQuickly() throws {
    // The head of a good file, and this feature in place of its own.
    let whole = IndexedPoints(side: 1).bytes
    let featureByteCount = 76
    let size = UInt32(Self.nested.count)
    let bytes =
      whole.dropLast(featureByteCount) + (0..<4).map { UInt8(truncatingIfNeeded: size >> (8 * UInt32($0))) } + Self.nested
    let document = try FileFormats.read(FileInput(name: "a.fgb", bytes: Array(bytes)))
    #expect(document.featureCount == 0 && document.faults.count >= 1)
  }

  @Test func aCancelledQueryEnds() throws {
    var file = try FlatGeobufFile(MemoryRanges(Self.file.bytes))
    let reading = FileReading()
    reading.cancel()
    #expect(throws: FormatError.self) {
      try file.document(in: FlatGeobufBox(west: 0, south: 0, east: 1, north: 1), reading: reading)
    }
  }
}

/// A file of a million points that GDAL wrote: the whole index and the file's own order.
@Suite(.enabled(if: FileManager.default.isExecutableFile(atPath: "/usr/bin/ogr2ogr"), "ogr2ogr is not installed"))
struct FlatGeobufByGDALTests {
  @Test func aBoxHoldsWhatGDALFindsInIt() throws {
    let folder = NSTemporaryDirectory() + "/overlook-fgb-\(UInt32.random(in: 0...UInt32.max))"
    try FileManager.default.createDirectory(atPath: folder, withIntermediateDirectories: true)
    defer { try? FileManager.default.removeItem(atPath: folder) }
    var generator = SeededGenerator(seed: 5)
    var text = "id,lon,lat\n"
    var expected: Set<Int> = []
    for number in 0..<20_000 {
      let (x, y) = (Double.random(in: -180...180, using: &generator), Double.random(in: -80...80, using: &generator))
      if (10...20).contains(x), (10...20).contains(y) { expected.insert(number) }
      text += "\(number),\(x),\(y)\n"
    }
    try text.write(toFile: "\(folder)/a.csv", atomically: false, encoding: .utf8)
    let process = Process()
    process.executableURL = URL(fileURLWithPath: "/usr/bin/ogr2ogr")
    process.arguments = [
      "-f", "FlatGeobuf", "-a_srs", "EPSG:4326", "\(folder)/a.fgb", "\(folder)/a.csv", "-oo", "X_POSSIBLE_NAMES=lon", "-oo",
      "Y_POSSIBLE_NAMES=lat", "-oo", "AUTODETECT_TYPE=YES",
    ]
    process.standardError = FileHandle.nullDevice
    try process.run()
    process.waitUntilExit()
    var file = try FlatGeobufFile(try FileRanges(path: "\(folder)/a.fgb"))
    let document = try file.document(in: FlatGeobufBox(west: 10, south: 10, east: 20, north: 20))
    let found = (0..<document.featureCount).compactMap { document.properties.value($0, named: "id")?.number.map { Int($0) } }
    #expect(Set(found) == expected && !expected.isEmpty)
  }
}
