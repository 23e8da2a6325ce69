import Foundation
import OverlookFormats
import OverlookGeometry
import OverlookNetwork
import OverlookSupport
import OverlookTestSupport
import Synchronization
import Testing

@testable import OverlookTiles

@MainActor @Suite struct TileLayerKindTests {
  static func png(side: Int = 8) throws -> [UInt8] {
    let image = try #require(Image(width: side, height: side, premultipliedRGBA: [UInt8](repeating: 200, count: side * side * 4)))
    return try PNGEncoder.encode(image)
  }

  // The three examples of the tile layer document, the prefix dropped from the names.

  @Test func aFloorPlanByAddressAboveTheMap() async throws {
    let floor = 3
    let layer = URLTileLayer { x, y, zoom in
      URL(string: "http://127.0.0.1:8123/floorplans/L\(floor)_\(zoom)_\(x)_\(y).png")
    }
    layer.zIndex = 100
    let http = FixtureFetcher()
    http.set("http://127.0.0.1:8123/floorplans/L3_2_1_1.png", .success(HTTPResponse(status: 200, body: try Self.png())))
    let bench = TileMapBench(layer, http: http)
    #expect(await bench.frames { bench.runtime.counts.missing == 3 && bench.runtime.counts.ready == 1 })
    #expect(http.requests.map(\.url).contains("http://127.0.0.1:8123/floorplans/L3_2_2_1.png"))
    #expect(layer.zIndex == 100)
    bench.finish()
  }

  @Test func aSubclassThatServesEveryOddColumn() async {
    final class OddColumns: SyncTileLayer {
      override func tile(x: Int, y: Int, zoom: Int) -> Image? {
        guard x % 2 == 1 else { return TileLayer.noTile }
        return Image(width: 2, height: 2, premultipliedRGBA: [UInt8](repeating: 255, count: 16))
      }
    }
    let layer = OddColumns()
    layer.fadeIn = false
    let bench = TileMapBench(layer)
    #expect(await bench.frames { bench.runtime.progress.isComplete })
    #expect(Set(bench.runtime.draws.map(\.quad)) == [TileID(z: 2, x: 1, y: 1), TileID(z: 2, x: 1, y: 2)])
    #expect(bench.runtime.counts.missing == 2)
    bench.finish()
  }

  @Test func clearingTheCacheAsksForEverythingAgain() async {
    final class Counting: SyncTileLayer {
      let count = Mutex(0)

      override func tile(x: Int, y: Int, zoom: Int) -> Image? {
        count.withLock { $0 += 1 }
        return Image(width: 1, height: 1, premultipliedRGBA: [0, 0, 0, 255])
      }
    }
    let layer = Counting()
    layer.fadeIn = false
    let bench = TileMapBench(layer)
    #expect(await bench.frames { bench.runtime.progress.isComplete && layer.count.withLock { $0 } == 5 })
    layer.clearTileCache()
    // The four in view and their safety net.
    #expect(await bench.frames { bench.runtime.progress.isComplete && layer.count.withLock { $0 } == 10 })
    bench.finish()
  }

  @Test func syncTilesAreMadeOffTheMainThreadBySeveralThreads() async {
    final class Threads: SyncTileLayer {
      let seen = Mutex<(threads: Set<UInt>, onMain: Bool)>(([], false))

      override func tile(x: Int, y: Int, zoom: Int) -> Image? {
        seen.withLock { seen in
          seen.threads.insert(UInt(pthread_self()))
          seen.onMain = seen.onMain || Thread.isMainThread
        }
        Thread.sleep(forTimeInterval: 0.05)
        return TileLayer.noTile
      }
    }
    let layer = Threads()
    let bench = TileMapBench(layer)
    #expect(await bench.frames { bench.runtime.progress.isComplete })
    let (threads, onMain) = layer.seen.withLock { $0 }
    #expect(threads.count > 1 && !onMain)
    bench.finish()
  }

  @Test func aLayerInheritsWhatTileLayersHave() {
    let layers: [TileLayer] = [SyncTileLayer(), URLTileLayer { _, _, _ in nil }]
    for layer in layers {
      layer.zIndex = 4
      layer.tileSize = 512
      layer.opacity = 0.5
      layer.fadeIn = false
      layer.clearTileCache()
      #expect(layer.zIndex == 4 && layer.tileSize == 512 && layer.opacity == 0.5 && !layer.fadeIn)
    }
  }

  @Test func noAddressMeansNoTile() async {
    let http = FixtureFetcher()
    let bench = TileMapBench(URLTileLayer { _, _, _ in nil }, http: http)
    #expect(await bench.frames { bench.runtime.counts.missing == 4 })
    #expect(http.requests.isEmpty)
    bench.finish()
  }

  @Test func theUserAgentIsSent() async {
    let http = FixtureFetcher()
    let layer = URLTileLayer { x, y, zoom in URL(string: "http://tiles.example/\(zoom)/\(x)/\(y)") }
    layer.userAgent = "Floors/2"
    let bench = TileMapBench(layer, http: http)
    #expect(await bench.frames { bench.runtime.progress.isComplete })
    #expect(http.requests.allSatisfy { $0.userAgent == "Floors/2" })
    bench.finish()
  }

  @Test func otherSchemesAreRefusedWithOneLine() async {
    let client = CurlClient()
    let bench = TileMapBench(URLTileLayer { x, y, _ in URL(string: "file:///etc/hostname?\(x)\(y)") }, http: client)
    #expect(await bench.frames { bench.runtime.progress.isComplete })
    #expect(bench.runtime.counts.failed == 4 && bench.log.all.count == 1)
    bench.finish()
    client.shutdown()
  }

  /// Object stores answer so for what is not there.
  @Test func aTileThatIsForbiddenIsNoFaultOfTheOthers() async throws {
    let http = FixtureFetcher(other: .success(HTTPResponse(status: 200, body: try Self.png())))
    http.set("https://tiles.example/2/1/1", .success(HTTPResponse(status: 403)))
    let layer = URLTileLayer { x, y, zoom in URL(string: "https://tiles.example/\(zoom)/\(x)/\(y)") }
    layer.fadeIn = false
    let bench = TileMapBench(layer, http: http)
    #expect(await bench.frames { bench.runtime.progress.isComplete })
    #expect(bench.runtime.counts.ready == 3 && bench.runtime.counts.failed == 1)
    #expect(bench.runtime.faults.map(\.message) == ["tiles.example refuses access (403): is a key needed, or wrong?"])
    bench.view = TileCoverTests.view(47, 8, zoom: 9)
    #expect(await bench.frames { bench.runtime.progress.isComplete && bench.runtime.counts.ready > 0 })
    #expect(bench.runtime.counts.failed == 0 && bench.runtime.faults.isEmpty)
    bench.finish()
  }

  @Test func aRefusedKeyStopsTheLayerAndKeepsItsSecret() async {
    let http = FixtureFetcher(other: .success(HTTPResponse(status: 401)))
    let layer = URLTileLayer { x, y, zoom in URL(string: "https://u:pass@tiles.example/\(zoom)/\(x)/\(y)?key=SECRET") }
    let bench = TileMapBench(layer, http: http)
    #expect(await bench.frames { bench.runtime.progress.isComplete })
    let requests = http.requests.count
    bench.now += 100
    bench.view = TileCoverTests.view(47, 8, zoom: 9)
    bench.step()
    #expect(http.requests.count == requests)
    #expect(bench.log.all.count == 1)
    #expect(bench.log.all.allSatisfy { $0.contains("tiles.example") && !$0.contains("SECRET") && !$0.contains("pass") })
    bench.finish()
  }

  @Test func aBusyServerIsLeftAloneAsLongAsItAsks() async {
    let http = FixtureFetcher(other: .success(HTTPResponse(status: 429, retryAfterSeconds: 30)))
    let layer = URLTileLayer { x, y, zoom in URL(string: "https://tiles.example/\(zoom)/\(x)/\(y)") }
    let bench = TileMapBench(layer, http: http)
    #expect(await bench.frames { !bench.log.all.isEmpty })
    let requests = http.requests.count
    bench.now += 29
    bench.view = TileCoverTests.view(47, 8, zoom: 9)
    bench.step()
    #expect(http.requests.count == requests)
    bench.now += 1.1
    bench.step()
    #expect(http.requests.count > requests)
    bench.finish()
  }

  @Test func whatLiesAroundTheViewComesWithoutAFrameAndIsThereAtOnce() async throws {
    let png = try Self.png()
    let http = FixtureFetcher(other: .success(HTTPResponse(status: 200, body: png)))
    let layer = URLTileLayer { x, y, zoom in URL(string: "https://tiles.example/\(zoom)/\(x)/\(y)") }
    layer.fadeIn = false
    let bench = TileMapBench(layer, http: http)
    #expect(await bench.frames { bench.runtime.progress.isComplete })
    var changed = false
    // 4 in view, 1 safety net, and 12 around them.
    let allBytes = 17 * (try ImageDecoder.decode(png)).byteCount
    _ = await eventually {
      changed = bench.runtime.accept(now: bench.now) || changed
      changed = bench.runtime.update(view: bench.view, pixelsPerPoint: 1, now: bench.now) || changed
      return bench.runtime.tiles.byteCount >= allBytes
    }
    #expect(http.requests.count == 17 && !changed)
    #expect(bench.runtime.progress.isComplete && !bench.runtime.needsFrame && bench.runtime.nextDeadline(now: bench.now) == nil)
    // Half a tile to the east.
    layer.fadeIn = true
    bench.view = TileCoverTests.view(0, 45, zoom: 2, size: ScreenSize(width: 400, height: 400))
    bench.step()
    #expect(bench.runtime.progress.isComplete && bench.runtime.draws.allSatisfy { $0.fade == 1 && $0.image.source == $0.quad })
    bench.finish()
  }

  @Test func faultsAroundTheViewAreNobodysYet() async throws {
    let png = try Self.png()
    let http = FixtureFetcher(other: .success(HTTPResponse(status: 403)))
    for tile in ["0/0/0", "2/1/1", "2/2/1", "2/1/2", "2/2/2"] {
      http.set("https://tiles.example/\(tile)", .success(HTTPResponse(status: 200, body: png)))
    }
    let layer = URLTileLayer { x, y, zoom in URL(string: "https://tiles.example/\(zoom)/\(x)/\(y)") }
    layer.fadeIn = false
    let bench = TileMapBench(layer, http: http)
    #expect(await bench.frames { bench.runtime.progress.isComplete && http.requests.count == 17 })
    bench.step()
    bench.now += 60
    bench.step()
    #expect(bench.runtime.progress.isComplete && bench.log.all.isEmpty && http.requests.count == 17)
    bench.view = TileCoverTests.view(0, 45, zoom: 2, size: ScreenSize(width: 400, height: 400))
    #expect(await bench.frames { bench.runtime.counts.failed > 0 })
    #expect(bench.log.all.count == 1)
    bench.finish()
  }

  @Test(arguments: [("https://a.tile.openstreetmap.org", 5), ("https://tiles.example", 17)])
  func serversWhoseRulesForbidItAreAskedForNoMoreThanIsSeen(server: String, count: Int) async throws {
    let http = FixtureFetcher(other: .success(HTTPResponse(status: 200, body: try Self.png())))
    let template = try TileURLTemplate("\(server)/{z}/{x}/{y}.png")
    let workers = WorkerPool(threadCount: 1)
    defer { workers.shutdown() }
    let source = try await TileSource.open("\(server)/{z}/{x}/{y}.png", services: TileServices(workers: workers, http: http))
    for layer in [URLTileLayer(template: template), SourceTileLayer(source: source)] {
      let before = http.requests.count
      layer.fadeIn = false
      let bench = TileMapBench(layer, http: http)
      #expect(await bench.frames { bench.runtime.progress.isComplete && http.requests.count - before >= count })
      for _ in 0..<20 { bench.step() }
      #expect(http.requests.count - before == count)
      bench.finish()
    }
  }

  @Test func aCompressedPictureIsUnpackedWithinItsBudget() async throws {
    let http = FixtureFetcher(
      other: .success(HTTPResponse(status: 200, body: try Gzip.deflate(try Self.png()), contentEncoding: "gzip")))
    let layer = URLTileLayer { x, y, zoom in URL(string: "https://tiles.example/\(zoom)/\(x)/\(y)") }
    layer.fadeIn = false
    let bench = TileMapBench(layer, http: http)
    #expect(await bench.frames { bench.runtime.counts.ready == 4 })
    bench.finish()
  }

  @Test func aBodyThatUnpacksBeyondItsBudgetIsNoTile() async throws {
    let bomb = try Gzip.deflate([UInt8](repeating: 0, count: HTTPTileFetch.maximumBytes + 1))
    let http = FixtureFetcher(other: .success(HTTPResponse(status: 200, body: bomb, contentEncoding: "gzip")))
    let bench = TileMapBench(URLTileLayer { x, y, zoom in URL(string: "https://tiles.example/\(zoom)/\(x)/\(y)") }, http: http)
    #expect(await bench.frames { bench.log.all.contains { $0.contains("too large") } })
    bench.finish()
  }

  @Test func aReceiverOfOnesOwnGetsImagesOnly() {
    final class Box: TileReceiver {
      let answers = Mutex<[Image?]>([])
      func receiveTile(x: Int, y: Int, zoom: Int, image: Image?) { answers.withLock { $0.append(image) } }
    }
    let box = Box()
    URLTileLayer { _, _, _ in nil }.requestTile(x: 0, y: 0, zoom: 0, receiver: box)
    #expect(box.answers.withLock { $0.count == 1 && $0[0] === TileLayer.noTile })
    // On no map there is neither a network nor a thread.
    SyncTileLayer().requestTile(x: 0, y: 0, zoom: 0, receiver: box)
    #expect(box.answers.withLock { $0.count == 2 && $0[1] == nil })
  }
}

@MainActor @Suite struct SourceTileLayerTests {
  /// An archive in memory.
  private struct Shelf: TileArchive {
    var header = TileArchiveHeader(tileFormat: .png, minimumZoom: 0, maximumZoom: 2, attribution: "us")
    var tiles: [TileID: [UInt8]] = [:]
    var isChanged = false

    func tile(_ id: TileID) throws(FormatError) -> [UInt8]? {
      if isChanged { throw .changed("shelf") }
      return tiles[id]
    }

    var tileCount: Int? { tiles.count }
    var byteCount: Int? { nil }
    func visitRuns(_ body: (TileRun, Result<[UInt8], FormatError>) throws(FormatError) -> Void) throws(FormatError) {}
  }

  @Test func showsWhatItHasAndSaysWhatItLacks() async throws {
    var shelf = Shelf()
    shelf.tiles[TileID(z: 2, x: 1, y: 1)] = try TileLayerKindTests.png()
    shelf.tiles[TileID(z: 2, x: 2, y: 2)] = Array("<html>".utf8)
    let layer = SourceTileLayer(source: TileSource(archive: shelf, path: "shelf.mbtiles"))
    #expect(layer.maximumZoom == 2 && layer.attribution == "us")
    layer.fadeIn = false
    let bench = TileMapBench(layer)
    #expect(await bench.frames { bench.runtime.progress.isComplete })
    #expect(bench.runtime.counts.ready == 1 && bench.runtime.counts.missing == 2 && bench.runtime.counts.failed == 1)
    #expect(bench.log.all.count == 1 && bench.log.all[0].contains("shelf.mbtiles"))
    bench.finish()
  }

  @Test func opensAChangedFileAgain() async throws {
    let png = try TileLayerKindTests.png()
    let source = TileSource(archive: Shelf(isChanged: true), path: "shelf") { () throws(FormatError) in
      var fresh = Shelf()
      for x in 1...2 { for y in 1...2 { fresh.tiles[TileID(z: 2, x: x, y: y)] = png } }
      return fresh
    }
    let layer = SourceTileLayer(source: source)
    layer.fadeIn = false
    let bench = TileMapBench(layer)
    #expect(
      await bench.frames {
        bench.log.all.count == 1 && bench.runtime.counts.loading < 4 || bench.runtime.nextDeadline(now: bench.now) != nil
      })
    #expect(
      await bench.frames {
        bench.now += 0.05
        return bench.runtime.counts.ready == 4
      })
    bench.finish()
  }
}
