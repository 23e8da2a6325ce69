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
}
