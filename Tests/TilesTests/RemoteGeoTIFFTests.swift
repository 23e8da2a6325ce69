import Foundation
import OverlookFormats
import OverlookGeometry
import OverlookNetwork
import OverlookSupport
import OverlookTestSupport
import OverlookTiles
import Testing

/// GeoTIFF files on servers that are kept on the disk, need many parts, or come damaged.
@Suite struct RemoteGeoTIFFTests {
  private let services = TileServices(workers: WorkerPool(threadCount: 2), http: CurlClient())

  /// 48 blocks of 128 x 128 pixels from byte 8 on, each stored as it is in a zlib stream; the directories behind them.
  private static let file: GeoTIFFFile = {
    var file = GeoTIFFFile { x, y, sample in UInt64((x * 7 + y * (3 + sample)) % 251) }
    (file.width, file.height, file.packing, file.tile) = (1024, 768, .deflate, (128, 128))
    (file.pixelSize, file.origin) = ((20, 20), (2_800_000, 8_400_000))
    return file
  }()
  private static let bytes = file.bytes()
  /// 49 152 bytes in one stored block: 2 of head, 5 of the block, 4 of the sum.
  private static let blockByteCount = 128 * 128 * 3 + 11
  private static let directoryStart = 8 + 48 * blockByteCount

  private func middle(_ source: TileSource, zoom: Int) throws -> TileID {
    let middle = WorldPoint(source.bounds.center)
    let scale = Double(1 << zoom)
    return TileID(
      z: zoom, x: try #require(Int(exactly: (middle.x * scale).rounded(.down))),
      y: try #require(Int(exactly: (middle.y * scale).rounded(.down))))
  }

  private func content(_ source: TileSource, _ services: TileServices, zoom: Int? = nil) async throws -> TileContent {
    let tile = try middle(source, zoom: zoom ?? source.maximumZoom)
    return await withCheckedContinuation { continuation in
      source.provider.fetch(tile, ticket: WorkTicket(), services: services) { continuation.resume(returning: $0) }
    }
  }

  private func picture(_ source: TileSource, _ services: TileServices, zoom: Int? = nil) async throws -> [UInt8]? {
    if case .bytes(let bytes) = try await content(source, services, zoom: zoom) { bytes.picture?.pixels } else { nil }
  }

  private func picture(at location: String, _ services: TileServices, zoom: Int? = nil) async throws -> [UInt8]? {
    try await picture(try await TileSource.open(location, services: services), services, zoom: zoom)
  }

  private func localPicture(_ bytes: [UInt8], zoom: Int? = nil) async throws -> [UInt8] {
    let file = try TemporaryFile(bytes, name: "a.tif")
    return try #require(try await picture(try await TileSource.open(file.path, services: services), services, zoom: zoom))
  }

  @Test func whatWasSeenServesOfflineTheNextDay() async throws {
    let expected = try await localPicture(Self.bytes)
    let server = try #require(RangeServer(Self.bytes))
    let disk = CachedServices()
    let location = "geotiff:" + server.url
    #expect(try await disk.session({ try await picture(at: location, $0) }) == expected)
    let asked = server.requestCount
    // What is here is not asked for again, but for whether the file is the one it was.
    #expect(try await disk.session({ try await picture(at: location, $0) }) == expected)
    #expect(server.requestCount == asked + 1)
    server.stop()
    for isOffline in [true, false] {
      try await disk.session(isOffline: isOffline) { services in
        let source = try await TileSource.open(location, services: services)
        let found = try await picture(source, services)
        #expect(found == expected)
        guard case .failed(let fault) = try await content(source, services, zoom: 11) else {
          Issue.record("a tile that was never here")
          return
        }
        #expect(fault.message.contains("offline") == isOffline && fault.isPassing == !isOffline, "\(fault)")
      }
    }
  }

  @Test func aSmallFileServesOfflineToo() async throws {
    var file = GeoTIFFFile { x, y, _ in UInt64((x + y) % 251) }
    (file.width, file.height, file.samples, file.photometric, file.pixelSize) = (64, 48, 1, 1, (100, 100))
    let server = try #require(RangeServer(file.bytes()))
    let disk = CachedServices()
    let expected = try await localPicture(file.bytes())
    let location = "cog:" + server.url
    try await disk.session { _ = try await TileSource.open(location, services: $0) }
    server.stop()
    #expect(try await disk.session(isOffline: true, { try await picture(at: location, $0) }) == expected)
  }

  /// A part that makes no sense is not kept: a file whose directories came damaged once opens when they come right.
  @Test func damagedDirectoriesLockNobodyOut() async throws {
    let server = try #require(RangeServer(Self.bytes))
    let disk = CachedServices()
    server.behave(.damages(Self.directoryStart..<Self.bytes.count))
    try await disk.session { services in
      await #expect(throws: TileSourceError.self) { try await TileSource.open("geotiff:" + server.url, services: services) }
    }
    server.behave(.right)
    try await disk.session { services in
      let source = try await TileSource.open("geotiff:" + server.url, services: services)
      #expect(source.maximumZoom == 13 && source.warnings.isEmpty)
    }
    server.stop()
  }

  /// One block of those that the tile is made of (28 lies at its middle), or all: they are read anew, and the sound ones are not.
  @Test(arguments: [28..<29, 1..<48]) func damagedBlocksAreNotKept(blocks: Range<Int>) async throws {
    let expected = try await localPicture(Self.bytes)
    let server = try #require(RangeServer(Self.bytes))
    let location = "geotiff:" + server.url
    let disk = CachedServices()
    server.behave(
      .damages(8 + blocks.lowerBound * Self.blockByteCount + 2..<8 + blocks.upperBound * Self.blockByteCount))
    #expect(try await disk.session({ try await picture(at: location, $0) }) != expected)
    server.behave(.right)
    for _ in 0..<2 {
      #expect(try await disk.session({ try await picture(at: location, $0) }) == expected)
    }
    // The last session found all of it on the disk.
    server.behave(.status(503))
    #expect(try await disk.session(isOffline: true, { try await picture(at: location, $0) }) == expected)
    server.stop()
  }

  /// Strips of one row and four planes: the places of a row's bytes are told on eight pages.
  private static let planar: [UInt8] = {
    var file = GeoTIFFFile { x, y, sample in sample == 3 ? 255 : UInt64((x * 5 + y * (2 + sample)) % 251) }
    (file.width, file.height, file.tile, file.rowsPerStrip, file.isPlanar) = (16, 4200, nil, 1, true)
    (file.samples, file.extraSamples) = (4, [2])
    (file.pixelSize, file.origin) = ((262.5, 1), (2_800_000, 8_400_000))
    return file.bytes()
  }()

  @Test func aTileWhosePlacesLieFarApartIsDrawn() async throws {
    let expected = try await localPicture(Self.planar, zoom: 17)
    let server = try #require(RangeServer(Self.planar))
    let source = try await TileSource.open("geotiff:" + server.url, services: services)
    switch try await content(source, services, zoom: 17) {
    case .bytes(let bytes): #expect(bytes.picture?.pixels == expected)
    case let other: Issue.record("\(other)")
    }
    server.stop()
  }

  /// The places of all blocks came damaged: another try, in the same session and in the next one, reads them anew.
  @Test func damagedPlacesOfBlocksAreReadAnew() async throws {
    let expected = try await localPicture(Self.planar, zoom: 17)
    let server = try #require(RangeServer(Self.planar))
    let location = "geotiff:" + server.url
    let disk = CachedServices()
    let directories = Self.planar.count - 4 * 4200 * 8
    try await disk.session { services in
      let source = try await TileSource.open(location, services: services)
      server.behave(.damages(directories + 400..<Self.planar.count))
      let damaged = try await picture(source, services, zoom: 17)
      server.behave(.right)
      let sound = try await picture(source, services, zoom: 17)
      #expect(damaged == nil && sound == expected)
    }
    #expect(try await disk.session({ try await picture(at: location, $0, zoom: 17) }) == expected)
    server.stop()
  }

  /// What black and white are, a block of 70 MiB would have to tell.
  @Test func aFileThatTakesTooMuchToOpenIsRefusedWithTheReason() async throws {
    var file = GeoTIFFFile { x, _, _ in UInt64(x) }
    (file.width, file.height, file.tile, file.rowsPerStrip) = (16, 1, nil, 1)
    (file.samples, file.photometric, file.bits) = (1, 1, 16)
    file.codec = (8, { _, _, _ in [UInt8](repeating: 0, count: 70 << 20) })
    let server = try #require(RangeServer(file.bytes()))
    do {
      _ = try await TileSource.open("geotiff:" + server.url, services: services)
      Issue.record("it was opened")
    } catch {
      #expect("\(error)".contains("64 MiB") && "\(error)".contains("statistics"), "\(error)")
    }
    #expect(server.requestCount < 6)
    server.stop()
  }

  /// Sums with such a length would not fit into 64 bits.
  @Test(arguments: [UInt64.max, (1 << 62) + 1] as [UInt64]) func aLengthThatNoFileHasIsRefused(total: UInt64) async throws {
    let server = try #require(RangeServer(Self.bytes))
    server.behave(.saysTotal(total))
    for prefix in ["geotiff:", "pmtiles:"] {
      do {
        _ = try await TileSource.open(prefix + server.url, services: services)
        Issue.record("it was opened")
      } catch {
        #expect("\(error)".contains("\(total) bytes"), "\(error)")
      }
    }
    server.stop()
  }
}
