import Foundation
import OverlookFormats
import OverlookGeometry
import OverlookNetwork
import OverlookSupport
import Synchronization
import Testing

@testable import OverlookTiles

/// What a layer makes of the bytes of a source.
@MainActor @Suite struct SourceDecodingTests {
  /// The first line that a layer logs when all of its tiles are this answer.
  private func complaint(_ response: HTTPResponse) async throws -> (text: String, isStopped: Bool) {
    let http = FixtureFetcher(other: .success(response))
    let source = try await TileSource.open("https://h/{z}/{x}/{y}", services: TileServices(workers: WorkerPool(), http: http))
    let bench = TileMapBench(SourceTileLayer(source: source), http: http)
    #expect(await bench.frames { !bench.log.all.isEmpty })
    let count = http.requests.count
    bench.now += 100
    bench.view = TileCoverTests.view(47, 8, zoom: 9)
    bench.step()
    let isStopped = http.requests.count == count
    bench.finish()
    return (bench.log.all.first ?? "", isStopped)
  }

  @Test func aWebPageUnder200IsNamed() async throws {
    let page = Array("<!DOCTYPE html><html><head><title>Sign in</title></head></html>".utf8)
    let (text, isStopped) = try await complaint(HTTPResponse(status: 200, body: page, contentType: "image/png"))
    #expect(text.contains("h sends a web page") && text.contains("sign-in?") && !isStopped)
  }

  @Test func aReportOfAServiceIsToldAndStopsWhatItWouldTellForEveryTile() async throws {
    func report(_ code: String) -> HTTPResponse {
      let xml =
        "<ServiceExceptionReport><ServiceException code=\"\(code)\">no such thing</ServiceException></ServiceExceptionReport>"
      return HTTPResponse(status: 200, body: Array(xml.utf8), contentType: "image/png")
    }
    let lasting = try await complaint(report("LayerNotDefined"))
    #expect(lasting.text.contains("no such thing") && lasting.isStopped)
    let passing = try await complaint(report("NoApplicableCode"))
    #expect(passing.text.contains("no such thing") && !passing.isStopped)
  }

  @Test func aPictureIsShownWhateverItIsCalled() async throws {
    let response = HTTPResponse(status: 200, body: try TileLayerKindTests.png(), contentType: "text/html")
    let http = FixtureFetcher(other: .success(response))
    let source = try await TileSource.open("https://h/{z}/{x}/{y}.jpg", services: TileServices(workers: WorkerPool(), http: http))
    let layer = SourceTileLayer(source: source)
    layer.fadeIn = false
    let bench = TileMapBench(layer, http: http)
    #expect(await bench.frames { bench.runtime.counts.ready == 4 })
    bench.finish()
  }

  /// What is no picture must not be met again after a restart.
  @Test func onlyWhatWasDecodedIsKept() async throws {
    for (body, count) in [(Array("nonsense".utf8), 0), (try TileLayerKindTests.png(), 1)] {
      let kept = Mutex(0)
      var response = HTTPResponse(status: 200, body: body)
      response.keep = CacheReceipt { kept.withLock { $0 += 1 } }
      let http = FixtureFetcher(other: .success(response))
      let layer = URLTileLayer { x, y, zoom in URL(string: "https://h/\(zoom)/\(x)/\(y)") }
      layer.fadeIn = false
      let bench = TileMapBench(layer, http: http)
      #expect(await bench.frames { bench.runtime.counts.ready == 4 || !bench.log.all.isEmpty })
      bench.finish()
      #expect(kept.withLock { $0 } == count)
    }
  }

  /// An address need not say that vector tiles lie there.
  @Test func vectorTilesThatComeUnannouncedAreNamed() async throws {
    // A layer of no features: name "a" (field 1), version 2 (field 15).
    let tile: [UInt8] = [0x1A, 0x05, 0x0A, 0x01, 0x61, 0x78, 0x02]
    for body in [tile, try Gzip.deflate(tile)] {
      let (text, isStopped) = try await complaint(HTTPResponse(status: 200, body: body))
      #expect(text.contains("h holds vector tiles") && isStopped)
    }
  }

  @Test func vectorTilesAreRefusedWithOneLine() async throws {
    let http = FixtureFetcher()
    let source = try await TileSource.open("https://h/{z}/{x}/{y}.pbf", services: TileServices(workers: WorkerPool(), http: http))
    #expect(source.isVector)
    let bench = TileMapBench(SourceTileLayer(source: source), http: http)
    #expect(await bench.frames { bench.runtime.progress.isComplete })
    #expect(http.requests.isEmpty && bench.log.all.count == 1 && bench.log.all[0].contains("vector tiles"))
    bench.finish()
  }
}

/// Displays of two pixels a point, and addresses that change.
@MainActor @Suite struct DenseTileTests {
  private func http() throws -> FixtureFetcher {
    FixtureFetcher(other: .success(HTTPResponse(status: 200, body: try TileLayerKindTests.png())))
  }

  @Test func aDenseDisplayGetsLargerPicturesOfTheSameTiles() async throws {
    let source = try await TileSource.open(
      "https://h/{z}/{x}/{y}{r}", services: TileServices(workers: WorkerPool(), http: FixtureFetcher()))
    let layers: [TileLayer] = [
      SourceTileLayer(source: source), URLTileLayer(template: try TileURLTemplate("https://h/{z}/{x}/{y}{r}")),
    ]
    for layer in layers {
      let http = try http()
      let bench = TileMapBench(layer, http: http)
      bench.pixelsPerPoint = 1
      bench.step()
      let plain = Set(http.requests.map(\.url))
      #expect(layer.tileSize == 256 && plain.allSatisfy { !$0.contains("@2x") })
      bench.pixelsPerPoint = 2
      let count = http.requests.count
      bench.step()
      let dense = Set(http.requests.dropFirst(count).map(\.url))
      #expect(layer.tileSize == 512)
      #expect(dense == Set(plain.map { $0 + "@2x" }), "the same tiles: as many points, twice the pixels")
      bench.pixelsPerPoint = 1
      bench.step()
      #expect(layer.tileSize == 256)
      bench.finish()
    }
  }

  @Test func aNewTemplateTakesThePlaceOfTheOldOneOnTheMap() async throws {
    let http = try http()
    let layer = URLTileLayer(template: try TileURLTemplate("https://old/{z}/{x}/{y}"))
    layer.fadeIn = false
    let bench = TileMapBench(layer, http: http)
    #expect(await bench.frames { bench.runtime.progress.isComplete && bench.runtime.counts.ready == 4 })
    layer.template = try TileURLTemplate("https://new/{z}/{x}/{y}")
    let count = http.requests.count
    bench.step()
    #expect(bench.runtime.draws.count == 4, "the old tiles stay until the new arrive")
    #expect(await bench.frames { http.requests.count >= count + 4 && bench.runtime.progress.isComplete })
    #expect(http.requests.dropFirst(count).allSatisfy { $0.url.hasPrefix("https://new/") })
    bench.finish()
  }

  @Test(arguments: [(1.0, 256, 256), (2.0, 512, 256)])
  func aNewTemplateWithoutDensitiesGivesTheSizeBack(pixelsPerPoint: Double, large: Int, plain: Int) async throws {
    let layer = URLTileLayer(template: try TileURLTemplate("https://old/{z}/{x}/{y}{r}"))
    let bench = TileMapBench(layer, http: try http())
    bench.pixelsPerPoint = pixelsPerPoint
    bench.step()
    #expect(layer.tileSize == large)
    layer.template = try TileURLTemplate("https://new/{z}/{x}/{y}")
    #expect(layer.tileSize == plain)
    layer.template = try TileURLTemplate("https://old/{z}/{x}/{y}{r}")
    #expect(layer.tileSize == large)
    bench.finish()
  }

  @Test func nothingIsAskedForOutsideTheBoundsOfALayer() async throws {
    let http = try http()
    let layer = URLTileLayer(template: try TileURLTemplate("https://h/{z}/{x}/{y}"))
    layer.bounds = CoordinateBounds(
      southWest: LocationCoordinate(latitude: 1, longitude: 1), northEast: LocationCoordinate(latitude: 2, longitude: 2))
    layer.fadeIn = false
    let bench = TileMapBench(layer, http: http)
    #expect(await bench.frames { bench.runtime.progress.isComplete })
    #expect(bench.runtime.counts.missing == 3 && bench.runtime.counts.ready == 1)
    bench.finish()
  }

  @Test func headersOfALayerAreSent() async throws {
    let http = try http()
    let layer = URLTileLayer { x, y, zoom in URL(string: "https://h/\(zoom)/\(x)/\(y)") }
    layer.headers = [HTTPHeader(name: "X-Key", value: "CANARY")]
    let bench = TileMapBench(layer, http: http)
    bench.step()
    #expect(!http.requests.isEmpty && http.requests.allSatisfy { $0.headers == layer.headers })
    bench.finish()
  }
}

@Suite struct PictureSizeTests {
  @Test func isReadFromTheHeadersOfAllFormats() throws {
    let image = try #require(Image(width: 30, height: 20, premultipliedRGBA: [UInt8](repeating: 255, count: 2400)))
    #expect(PictureSize.side(of: try PNGEncoder.encode(image)) == 30)
    #expect(PictureSize.side(of: try WebPEncoder.encodeOpaque(image, quality: 80)) == 30)
    // ITU-T T.81: SOI, an APP0 segment of 4 bytes, SOF0 with 20 lines of 30 samples.
    let jpeg: [UInt8] = [0xFF, 0xD8, 0xFF, 0xE0, 0, 4, 1, 2, 0xFF, 0xC0, 0, 11, 8, 0, 20, 0, 30, 1, 1, 0x11, 0]
    #expect(PictureSize.side(of: jpeg) == 30)
    for count in 0..<jpeg.count - 5 { #expect(PictureSize.side(of: Array(jpeg.prefix(count))) == nil) }
    #expect(PictureSize.side(of: Array("nonsense".utf8)) == nil)
  }

  @Test func anArchiveOfLargePicturesIsShownAtTheirSize() throws {
    for (side, expected) in [(512, 512), (256, 256), (8, 256)] {
      let image = try #require(
        Image(width: side, height: side, premultipliedRGBA: [UInt8](repeating: 255, count: 4 * side * side)))
      var writer = PMTilesWriter(header: TileArchiveHeader(tileFormat: .png, minimumZoom: 0, maximumZoom: 0))
      try writer.add(try PNGEncoder.encode(image), at: TileID(z: 0, x: 0, y: 0))
      let file = try TemporaryFile(writer.file(), name: "a.pmtiles")
      #expect(try TileSource.openArchive(path: file.path).tilePixels == expected)
    }
  }
}
