import OverlookFormats
import OverlookGeometry
import OverlookSupport
import OverlookTestSupport
import Testing

/// GeoTIFF files of which parts arrive as they are asked for, as from a server.
@Suite struct GeoTIFFPartsTests {
  /// A file that is elsewhere, and how often its reader had to ask.
  private struct Server {
    let bytes: [UInt8]
    let pages: FileParts.Pages

    init(_ bytes: [UInt8]) {
      self.bytes = bytes
      pages = FileParts.Pages(name: "far.tif", fileByteCount: UInt64(bytes.count))
    }

    /// Calls `attempt` until it needs nothing more; gives how often something was missing.
    func rounds(_ attempt: (FileParts) throws -> Bool) throws -> Int {
      let parts = FileParts(pages)
      for round in 0..<300 {
        let isDone = try attempt(parts)
        if isDone { return round }
        let missing = parts.takeMissing()
        try #require(!missing.isEmpty)
        for range in missing { parts.add(Array(bytes[Int(range.lowerBound)..<Int(range.upperBound)]), at: range) }
      }
      Issue.record("it never ends")
      return 300
    }

    func open(keptByteCount: Int = GeoTIFF.keptByteCount) throws -> (file: GeoTIFF, rounds: Int) {
      var file: GeoTIFF?
      let rounds = try rounds { parts in
        do throws(FormatError) {
          file = try GeoTIFF(parts: parts, keptByteCount: keptByteCount)
        } catch .unreadable {
          return false
        }
        return true
      }
      return (try #require(file), rounds)
    }

    func draw(_ file: GeoTIFF, _ tile: TileID) throws -> (image: Image, rounds: Int) {
      var image: Image?
      let rounds = try rounds { parts in
        switch try file.draw(tile, parts: parts) {
        case .image(let drawn): image = drawn
        case .needsParts: return false
        case .nothing, .cancelled: Issue.record("nothing is drawn")
        }
        return true
      }
      return (try #require(image), rounds)
    }
  }

  /// 1024 x 256 grey pixels in four blocks, the first of them at the corner of a tile of zoom 10.
  private static let corner = TileID(z: 12, x: 2328, y: 1184)

  private func fourBlocks() -> [UInt8] {
    var file = GeoTIFFTests.onTiles(tile: Self.corner, GeoTIFFFile { x, y, _ in UInt64(x / 4 + y / 8) % 256 })
    (file.width, file.height, file.tile, file.samples, file.photometric) = (1024, 256, (256, 256), 1, 1)
    return file.bytes()
  }

  private func tile(_ x: Int, zoom: Int = 12) -> TileID {
    TileID(z: zoom, x: Self.corner.x >> (12 - zoom) + x, y: Self.corner.y >> (12 - zoom))
  }

  @Test func blocksThatOthersDisplaceWhileATileIsDrawnAreSeen() throws {
    let server = Server(fourBlocks())
    // Two blocks of 256 KiB stay, those on the right; the tile of all four begins on the left.
    let file = try server.open(keptByteCount: 540_000).file
    _ = try server.draw(file, tile(3))
    let image = try server.draw(file, tile(0, zoom: 10)).image
    #expect(try image.pixels == GeoTIFFTests.picture(server.bytes, tile(0, zoom: 10)).pixels)
  }

  /// Pages go when there are too many of them, be it while a tile is drawn.
  @Test func aTileOfWhichPartsWereDroppedIsDrawnAgain() throws {
    let bytes = fourBlocks()
    let pages = FileParts.Pages(name: "far.tif", fileByteCount: 1 << 40)
    let (size, count) = (Int(FileParts.Pages.byteCount), 4200)
    for start in stride(from: 0, to: bytes.count, by: size) {
      let page = Array(bytes[start..<min(start + size, bytes.count)])
      pages.add(page + [UInt8](repeating: 0, count: size - page.count), at: UInt64(start))
    }
    let file = try GeoTIFF(parts: FileParts(pages))
    let parts = FileParts(pages)
    guard case .needsParts = try file.draw(tile(1), parts: parts) else {
      Issue.record("blocks are drawn that are not here")
      return
    }
    for range in parts.takeMissing() { parts.add(Array(bytes[Int(range.lowerBound)..<Int(range.upperBound)]), at: range) }
    let zeros = [UInt8](repeating: 0, count: count * size)
    var blocks = 0
    let drawing = try file.draw(
      tile(1), parts: parts,
      isCancelled: {
        blocks += 1
        if blocks == 2 {
          pages.add(zeros, at: 1 << 30)
          // This one finds that there are too many.
          pages.add([], at: 1 << 32)
        }
        return false
      })
    guard case .needsParts = drawing else {
      Issue.record("a tile with a hole")
      return
    }
    #expect(!parts.takeMissing().isEmpty)
  }

  /// A block that is larger than all that is kept beside it, as of a picture in a single strip.
  @Test func aLargeBlockStays() throws {
    let server = Server(fourBlocks())
    let file = try server.open(keptByteCount: 100_000).file
    // The last tile needs the last two blocks, and the newest stays.
    #expect(try server.draw(file, tile(3)).rounds > 0)
    let parts = FileParts(server.pages)
    guard case .needsParts = try file.draw(tile(3), parts: parts) else {
      Issue.record("both blocks stay")
      return
    }
    #expect(parts.takeMissing().count == 1)
  }

  /// Places of planes and masks lie far from each other, and are asked for together: then come the blocks.
  @Test(arguments: [false, true]) func planesAndMasksTakeTwoRounds(hasMask: Bool) throws {
    var file = GeoTIFFTests.onTiles(tile: Self.corner, GeoTIFFFile(value: GeoTIFFTests.color))
    (file.width, file.height, file.tile, file.isPlanar) = (1024, 1024, (16, 16), true)
    (file.samples, file.extraSamples) = (4, [0])
    // 4096 blocks of which the first tile is there: each table is a page.
    file.place = { column, row in column <= 4 && row <= 4 ? nil : GeoTIFFFile.Place.none }
    if hasMask { file.isSeen = { x, y in (x + y) % 3 > 0 } }
    let server = Server(file.bytes())
    let here = try server.open().file
    let (image, rounds) = try server.draw(here, tile(0))
    #expect(rounds == 2)
    #expect(try image.pixels == GeoTIFFTests.picture(server.bytes, tile(0)).pixels)
    #expect(image.pixels[3] == (hasMask ? 0 : 255) && image.pixels[7] == 255)
  }

  /// Numbers of 16 bits without statistics: 32 of 32,768 blocks are looked at, whose places lie on 32 pages.
  private func manyNumbers(_ place: @escaping @Sendable (Int, Int) -> GeoTIFFFile.Place?) -> [UInt8] {
    var file = GeoTIFFTests.onTiles(tile: Self.corner, GeoTIFFFile { _, y, _ in UInt64(1000 + y) })
    (file.width, file.height, file.tile, file.place) = (4096, 2048, (16, 16), place)
    (file.samples, file.bits, file.photometric, file.isBig) = (1, 16, 1, true)
    return file.bytes()
  }

  @Test func numbersWithoutOverviewsOpenInAFewRounds() throws {
    // Blocks 512 (2 n + 1) are at the left edge.
    let server = Server(manyNumbers { column, row in column == 0 && row % 4 == 2 ? nil : GeoTIFFFile.Place.none })
    let opened = try server.open()
    // The header, the directory, its values, the tables, the blocks.
    #expect(opened.rounds <= 5)
    #expect(opened.file.details.hasSuffix("black 1032, white 3031 (a sample of its blocks)"))
  }

  @Test func aSampleIsBoundedInBytes() throws {
    let bytes = manyNumbers { column, row in GeoTIFFFile.Place(offset: ((256 * row + column) % 200 + 1) << 23, count: 4 << 20) }
    let pages = FileParts.Pages(name: "far.tif", fileByteCount: 1 << 40)
    let parts = FileParts(pages)
    var blocks: [Range<UInt64>] = []
    for _ in 0..<10 where blocks.isEmpty {
      #expect(throws: FormatError.self) { try GeoTIFF(parts: parts) }
      for range in parts.takeMissing() {
        if range.count > 1 << 20 {
          blocks.append(range)
        } else {
          parts.add(range.map { $0 < UInt64(bytes.count) ? bytes[Int($0)] : 0 }, at: range)
        }
      }
    }
    #expect(blocks.count == 4)
  }

  /// BigTIFF whose first directory is told to stand just before the last place that 64 bits can name.
  @Test func aServerThatLiesAboutTheLengthIsAnError() {
    let head: [UInt8] = [0x49, 0x49, 43, 0, 8, 0, 0, 0, 0, 0xF0, 0xFF, 0xFF, 0xFF, 0xFF, 0xFF, 0xFF]
    let pages = FileParts.Pages(name: "far.tif", fileByteCount: .max)
    pages.add(head + [UInt8](repeating: 0, count: Int(FileParts.Pages.byteCount) - head.count), at: 0)
    #expect(throws: FormatError.truncated("far.tif: directory 1")) { try GeoTIFF(parts: FileParts(pages)) }
  }

  /// Planes of 2^53 blocks of a pixel each, whose places the file would have room for: the alpha is the last of 2047 samples.
  @Test func moreBlocksThanNumbersAreAnError() {
    func number(_ value: UInt64, _ count: Int) -> [UInt8] {
      (0..<count).map { UInt8(truncatingIfNeeded: value >> UInt64(8 * $0)) }
    }
    let places = UInt64(2047) << 53
    // The matrix and the keys stand behind the directory.
    let fields: [(tag: UInt64, type: UInt64, count: UInt64, value: UInt64)] = [
      (256, 4, 1, 1 << 27), (257, 4, 1, 1 << 26), (258, 3, 1, 8), (259, 3, 1, 1), (262, 3, 1, 1), (277, 3, 1, 2047),
      (284, 3, 1, 2), (322, 3, 1, 1), (323, 3, 1, 1), (324, 1, places, 16), (325, 1, places, 16), (338, 3, 1, 2),
      (34_264, 12, 16, 512), (34_735, 3, 8, 640),
    ]
    var bytes: [UInt8] = [0x49, 0x49, 43, 0, 8, 0, 0, 0] + number(16, 8) + number(UInt64(fields.count), 8)
    for field in fields {
      bytes += number(field.tag, 2) + number(field.type, 2) + number(field.count, 8) + number(field.value, 8)
    }
    bytes += [UInt8](repeating: 0, count: 512 - bytes.count)
    for value in [0.1, 0, 0, 0, 0, -0.1, 0, 0] + [Double](repeating: 0, count: 8) { bytes += number(value.bitPattern, 8) }
    for value in [1, 1, 0, 1, 3072, 0, 1, 3857] as [UInt64] { bytes += number(value, 2) }
    bytes += [UInt8](repeating: 0, count: Int(FileParts.Pages.byteCount) - bytes.count)
    let pages = FileParts.Pages(name: "far.tif", fileByteCount: .max)
    pages.add(bytes, at: 0)
    #expect(throws: FormatError.truncated("far.tif: places of blocks")) {
      let file = try GeoTIFF(parts: FileParts(pages))
      _ = try file.draw(TileID(z: 22, x: 1 << 21, y: 1 << 21), parts: FileParts(pages))
    }
  }
}
