import Foundation
import OverlookFormats
import OverlookGeometry
import OverlookNetwork
import OverlookSupport
import OverlookTestSupport
import OverlookTiles
import Testing

/// GeoTIFF files as sources, here and on a server.
@Suite struct GeoTIFFSourceTests {
  private let services = TileServices(workers: WorkerPool(threadCount: 2), http: CurlClient())

  private static let plain = file()

  private static func file(blue: Int = 0) -> [UInt8] {
    var file = GeoTIFFFile { x, y, sample in UInt64(sample == 2 ? blue : (x * 7 + y * (3 + sample)) % 251) }
    (file.width, file.height, file.overviews, file.packing, file.tile) = (1024, 768, 2, .deflate, (128, 128))
    (file.pixelSize, file.origin, file.epsg) = ((20, 20), (380_000, 6_680_000), 3067)
    return file.bytes()
  }

  private func picture(_ source: TileSource, _ tile: TileID) async -> Image? {
    await withCheckedContinuation { continuation in
      source.provider.fetch(tile, ticket: WorkTicket(), services: services) { content in
        if case .bytes(let bytes) = content {
          continuation.resume(returning: bytes.picture)
        } else {
          continuation.resume(returning: nil)
        }
      }
    }
  }

  @Test func aFileHereIsASource() async throws {
    let file = try TemporaryFile(Self.plain, name: "map.dat")
    let source = try await TileSource.open(file.path, services: services)
    #expect(source.kind == .geoTIFF && !source.isRemote && source.byteCount == Self.plain.count && source.tilePixels == 256)
    #expect(source.details?.contains("1024 x 768 pixels, EPSG:3067") == true && source.maximumZoom == 12)
    let sample = try await source.sample(services: services)
    #expect(sample.format == .png && sample.pixels == 256 && sample.warning == nil)
  }

  @Test func aFileOnAServerGivesTheSamePictures() async throws {
    let bytes = Self.plain
    let server = try #require(RangeServer(bytes))
    let here = try TemporaryFile(bytes, name: "a.tif")
    let local = try await TileSource.open(here.path, services: services)
    let remote = try await TileSource.open("geotiff:" + server.url, services: services)
    #expect(remote.kind == .geoTIFF && remote.isRemote && remote.bounds == local.bounds && remote.maximumZoom == 12)
    let opened = server.requestCount
    // The directories stand behind three pictures, and are told by two or three parts.
    #expect(opened <= 6)
    for zoom in [8, 10, 12] {
      let middle = WorldPoint(local.bounds.center)
      let scale = Double(1 << zoom)
      let tile = TileID(
        z: zoom, x: try #require(Int(exactly: (middle.x * scale).rounded(.down))),
        y: try #require(Int(exactly: (middle.y * scale).rounded(.down))))
      let (a, b) = (await picture(local, tile), await picture(remote, tile))
      #expect(a != nil && a?.pixels == b?.pixels, "\(tile)")
    }
    #expect(server.requestCount > opened)
    server.stop()
  }

  @Test func aFileThatIsReplacedIsReadAnew() async throws {
    let server = try #require(RangeServer(Self.plain))
    let source = try await TileSource.open("geotiff:" + server.url, services: services)
    server.replace(Self.file(blue: 200), entityTag: "\"two\"")
    let middle = WorldPoint(source.bounds.center)
    let tile = TileID(z: 12, x: Int(middle.x * 4096), y: Int(middle.y * 4096))
    // The one that finds out brings the news.
    #expect(await picture(source, tile) == nil)
    let image = try #require(await picture(source, tile))
    let at = 4 * (128 * 256 + 128)
    #expect(image.pixels[at + 2] == 200)
    server.stop()
  }

  @Test func whatIsNoGeoTIFFIsSaid() async throws {
    for bytes in [Array("<!DOCTYPE html><html>sign in</html>".utf8), [0x49, 0x49, 42, 0], Array(Self.plain.prefix(9000))] {
      let server = try #require(RangeServer(bytes))
      await #expect(throws: TileSourceError.self) { try await TileSource.open("geotiff:" + server.url, services: services) }
      server.stop()
    }
  }
}
