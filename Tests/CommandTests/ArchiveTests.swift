import Foundation
import OverlookFormats
import OverlookGeometry
import OverlookSupport
import OverlookTestSupport
import Testing

extension CommandTests {
  /// FILES that are no archives, or not what they claim to be.
  @Suite struct ArchiveTests {
    private static let snapshot = ["snapshot", "-o", "o.png", "--size=64x48"]

    @Test(arguments: ["/nonexistent.pmtiles", "/tmp", "/dev/null", "/dev/zero", "/proc/self/mem"])
    func whatIsNoFileIsNamed(path: String) async throws {
      let place = try Workplace()
      try await place.overlook(Self.snapshot + [path], seconds: 10).expectError(path)
      #expect(try place.names.isEmpty)
    }

    @Test func aPipeWithoutAWriterDoesNotHang() async throws {
      let place = try Workplace()
      try await place.shell("mkfifo pipe; exec timeout 10 \"$overlook\" snapshot -o o.png pipe").expectError("pipe")
    }

    @Test(arguments: BadArchive.allCases) func aBadArchiveIsNamedWithWhatIsWrong(archive: BadArchive) async throws {
      let place = try Workplace()
      let file = try place.file("bad", try archive.bytes())
      let outcome = try await place.overlook(Self.snapshot + [file], seconds: 20)
      outcome.expectError(file)
      #expect(outcome.errors.contains(archive.mentions), "\(outcome.errors)")
      // Neither a picture nor files of a database.
      #expect(try place.names == ["bad"])
    }

    @Test func ofTwoArchivesTheBadOneIsNamed() async throws {
      let place = try Workplace()
      let good = try place.file("good.pmtiles", try BadArchive.archive(tile: BadArchive.picture()))
      let bad = try place.file("bad.pmtiles", [1, 2, 3])
      try await place.overlook(Self.snapshot + [good, bad]).expectError(bad)
    }

    @Test func aGoodArchiveIsShownWhole() async throws {
      let place = try Workplace()
      let good = try place.file("good.pmtiles", try BadArchive.archive(tile: BadArchive.picture()))
      try await place.overlook(["snapshot", "-o", "o.png", "--size=200x150", good]).expectSuccess()
      let image = try ImageDecoder.decode(try place.bytes("o.png"))
      // Above credits and scale, all of it is the archive's one colour.
      #expect(Array(image.pixels.prefix(4)) == [200, 40, 90, 255])
      let middle = 4 * (image.width * 75 + 100)
      #expect(Array(image.pixels[middle..<middle + 4]) == [200, 40, 90, 255])
    }
  }
}

/// Archives that cannot be shown.
enum BadArchive: String, CaseIterable, CustomTestStringConvertible {
  case empty, text, cutHeader, cutDirectory, noSQLite, vector, hugePicture, cutPicture, webPage

  var testDescription: String { rawValue }

  var mentions: String {
    switch self {
    case .empty: "0 bytes"
    case .text: "text"
    case .cutHeader, .cutPicture: "cut short"
    case .cutDirectory: "beyond the end"
    case .noSQLite: "damaged"
    case .vector: "vector tiles"
    case .hugePicture: "30000 x 30000"
    case .webPage: "web page"
    }
  }

  func bytes() throws -> [UInt8] {
    switch self {
    case .empty: return []
    case .text: return Array("This is a letter, not a map.\n".utf8)
    case .cutHeader: return Array(try Self.archive(tile: Self.picture()).prefix(100))
    case .cutDirectory: return Array(try Self.archive(tile: Self.picture()).prefix(128))
    case .noSQLite: return Array("SQLite format 3\u{0}".utf8) + (0..<4096).map { UInt8(truncatingIfNeeded: $0 &* 7) }
    case .vector: return try Self.archive(tile: [1, 2, 3], format: .mvt)
    case .hugePicture, .cutPicture, .webPage: return try Self.archive(tile: tile())
    }
  }

  /// The tile of an archive that is itself right.
  func tile() throws -> [UInt8] {
    switch self {
    case .hugePicture: Self.hugePicturePNG
    case .cutPicture: Array(try Self.picture().dropLast(40))
    default: Array("<!DOCTYPE html><html>sign in</html>".utf8)
    }
  }

  /// An archive with this one tile at zoom 0.
  static func archive(tile: [UInt8], format: TileArchiveHeader.TileFormat = .png) throws -> [UInt8] {
    var writer = PMTilesWriter(header: TileArchiveHeader(tileFormat: format, minimumZoom: 0, maximumZoom: 0))
    try writer.add(tile, at: TileID(z: 0, x: 0, y: 0))
    return writer.file()
  }

  /// 256 x 256 pixels of one colour.
  static func picture() throws -> [UInt8] {
    let pixels = [UInt8](repeating: 0, count: 4 * 256 * 256).indices.map { [200, 40, 90, 255][$0 % 4] as UInt8 }
    return try PNGEncoder.encode(try #require(Image(width: 256, height: 256, premultipliedRGBA: pixels)))
  }

  /// A PNG's signature and a header, right to its checksum, of 30,000 x 30,000 pixels of 24 bits.
  private static let hugePicturePNG: [UInt8] = [
    0x89, 0x50, 0x4E, 0x47, 0x0D, 0x0A, 0x1A, 0x0A, 0x00, 0x00, 0x00, 0x0D, 0x49, 0x48, 0x44, 0x52, 0x00, 0x00, 0x75, 0x30, 0x00,
    0x00, 0x75, 0x30, 0x08, 0x02, 0x00, 0x00, 0x00, 0xE9, 0x45, 0x6F, 0xED,
  ]
}
