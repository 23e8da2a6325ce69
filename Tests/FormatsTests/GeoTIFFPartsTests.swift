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
