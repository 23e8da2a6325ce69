import Foundation
import OverlookCamera
import OverlookFormats
import OverlookGeometry
import OverlookNetwork
import OverlookSupport
import OverlookTiles
import Synchronization
import Testing

/// A layer of a user: pictures are drawn, and their number counted.
@MainActor private final class DrawnLayer: TileLayer {
  var requests: [TileID] = []
  var hasTiles = true

  override func requestTile(x: Int, y: Int, zoom: Int, receiver: any TileReceiver) {
    requests.append(TileID(z: zoom, x: x, y: y))
    let image = Image(width: 16, height: 8, scale: 2) { SIMD4(UInt8($0), UInt8($1), UInt8(zoom), 200) }
    receiver.receiveTile(x: x, y: y, zoom: zoom, image: hasTiles ? image : TileLayer.noTile)
  }
}

/// What a layer of a user delivers is kept under its name.
@MainActor @Suite struct KeptPictureTests {
  @MainActor private final class Scene {
    let path = NSTemporaryDirectory() + "/overlook-pictures-" + UUID().uuidString
    let workers = WorkerPool(threadCount: 1)
    let isOffline = Mutex(false)
    var cache: DiskCache

    init() {
      cache = Self.open(path)
    }

    func end() {
      cache.close()
      workers.shutdown()
      try? FileManager.default.removeItem(atPath: path)
    }

    private static func open(_ path: String) -> DiskCache {
      var options = DiskCache.Options()
      options.folder = path
      options.minimumFreeBytes = 0
      return DiskCache(options: options)
    }

    /// As the next start of the program would.
    func reopen() {
      cache.close()
      cache = Self.open(path)
    }

    /// Shows the world in a new map until every tile is there; the layer of the map.
    func show(_ layer: DrawnLayer) async throws -> TileLayerRuntime {
      let services = TileServices(workers: workers, http: FixtureFetcher(), cache: cache) { [self] in
        isOffline.withLock { $0 }
      }
      let runtime = TileLayerRuntime(layer: layer, number: 1, services: services, waitsForRenderer: false) {}
      try await finish(runtime)
      return runtime
    }

    func finish(_ runtime: TileLayerRuntime) async throws {
      let view = ViewTransform(
        camera: CameraPosition(latitude: 0, longitude: 0, zoom: 1), size: ScreenSize(width: 256, height: 256))
      for step in 0..<500 {
        _ = runtime.accept(now: Double(step))
        _ = runtime.update(view: view, pixelsPerPoint: 1, now: Double(step))
        if runtime.progress.isComplete, !runtime.needsFrame { return }
        try await Task.sleep(for: .milliseconds(4))
      }
      Issue.record("tiles are missing")
    }

    /// Waits until what was delivered is packed and on the disk.
    func settle() async {
      await withCheckedContinuation { continuation in
        workers.submit(WorkTicket(priority: .infinity)) { continuation.resume() }
      }
      await withCheckedContinuation { continuation in cache.report { _ in continuation.resume() } }
    }
  }

  private func layer(_ name: String?, lifetimeSeconds: Double = 3600) -> DrawnLayer {
    let layer = DrawnLayer()
    layer.cacheIdentifier = name
    layer.cacheLifetimeSeconds = lifetimeSeconds
    return layer
  }

  @Test func picturesAreShownAgainWithoutBeingRequested() async throws {
    let scene = Scene()
    defer { scene.end() }
    let first = layer("drawn")
    _ = try await scene.show(first)
    #expect(first.requests.count >= 4)
    await scene.settle()
    scene.reopen()
    let second = layer("drawn")
    let runtime = try await scene.show(second)
    #expect(second.requests.isEmpty)
    #expect(runtime.counts.ready >= 4)
    #expect(runtime.tiles.byteCount == first.requests.count * 16 * 8 * 4)
    let other = layer("other")
    _ = try await scene.show(other)
    #expect(other.requests.count == first.requests.count)
  }

  @Test func aLayerWithoutANameKeepsNothing() async throws {
    let scene = Scene()
    defer { scene.end() }
    _ = try await scene.show(layer(nil))
    await scene.settle()
    #expect(scene.cache.waitForReport().entryCount == 0)
  }

  @Test func thatThereIsNoTileIsKeptToo() async throws {
    let scene = Scene()
    defer { scene.end() }
    let first = layer("drawn")
    first.hasTiles = false
    _ = try await scene.show(first)
    await scene.settle()
    let second = layer("drawn")
    let runtime = try await scene.show(second)
    #expect(second.requests.isEmpty)
    #expect(runtime.counts.missing >= 4)
  }

  @Test func clearingForgetsWhatIsKept() async throws {
    let scene = Scene()
    defer { scene.end() }
    let layer = layer("drawn")
    let runtime = try await scene.show(layer)
    await scene.settle()
    let count = layer.requests.count
    layer.clearTileCache()
    try await scene.finish(runtime)
    #expect(layer.requests.count >= count + 4)
    // What is still on its way to the disk would be kept after the other layer has cleared it.
    await scene.settle()
    let again = self.layer("drawn")
    again.clearTileCache()
    _ = try await scene.show(again)
    #expect(again.requests.count == count)
  }

  @Test func oldPicturesAreDrawnAgainUnlessOffline() async throws {
    let scene = Scene()
    defer { scene.end() }
    _ = try await scene.show(layer("drawn", lifetimeSeconds: 0))
    await scene.settle()
    scene.isOffline.withLock { $0 = true }
    let offline = layer("drawn")
    _ = try await scene.show(offline)
    #expect(offline.requests.isEmpty)
    scene.isOffline.withLock { $0 = false }
    let online = layer("drawn")
    _ = try await scene.show(online)
    #expect(!online.requests.isEmpty)
  }
}

@Suite struct PictureCodecTests {
  /// Premultiplied bytes that no straight ones give, and alpha 0 with colour, must come back as they are.
  @Test(arguments: [(1, 1), (3, 5), (256, 256), (511, 2)]) func everyByteComesBack(width: Int, height: Int) throws {
    var generator = SeededGenerator(seed: 4)
    let pixels = (0..<(4 * width * height)).map { _ in UInt8.random(in: 0...255, using: &generator) }
    let image = try #require(Image(width: width, height: height, scale: 1.5, premultipliedRGBA: pixels))
    let back = try PictureCodec.decode(try PictureCodec.encode(image))
    #expect(back.width == width && back.height == height && back.scale == 1.5 && back.pixels == pixels)
  }

  @Test func damageIsAnError() throws {
    let bytes = try PictureCodec.encode(Image(width: 20, height: 20, scale: 1) { column, _ in SIMD4(UInt8(column), 1, 2, 255) })
    for count in 0..<bytes.count { #expect(throws: FormatError.self) { try PictureCodec.decode(Array(bytes.prefix(count))) } }
    for (offset, value) in [(8, 0), (8, 21), (11, 0x7F), (12, 0), (15, 0xFF), (23, 0x7F), (22, 0xF8)] as [(Int, UInt8)] {
      var bad = bytes
      bad[offset] = value
      // The scale: not a number, or endless.
      if offset >= 22 { bad[23] = 0x7F }
      if offset == 23 { bad[22] = 0xF0 }
      #expect(throws: FormatError.self, "\(offset)") { try PictureCodec.decode(bad) }
    }
  }
}

@MainActor @Suite struct TileMemoryTests {
  /// A runtime that holds the pictures of a view of this width.
  private func runtime(width: Double, workers: WorkerPool) -> TileLayerRuntime {
    let layer = DrawnLayer()
    let runtime = TileLayerRuntime(
      layer: layer, number: 1, services: TileServices(workers: workers, http: FixtureFetcher()), waitsForRenderer: false
    ) {}
    let size = ScreenSize(width: width, height: 256)
    let view = ViewTransform(camera: CameraPosition(latitude: 0, longitude: 0, zoom: 5), size: size)
    for step in 0..<4 {
      _ = runtime.update(view: view, pixelsPerPoint: 1, now: Double(step))
      _ = runtime.accept(now: Double(step))
    }
    return runtime
  }

  private func share(_ holders: [any TileMemoryHolder], budget: Int) {
    let memory = TileMemory(budget: budget)
    for holder in holders { memory.add(holder) }
    memory.share()
  }

  @Test func layersShareWhatThereIsByNeed() throws {
    let workers = WorkerPool(threadCount: 1)
    defer { workers.shutdown() }
    let layers = [256.0, 1024, 3000].map { runtime(width: $0, workers: workers).tiles }
    let held = layers.map(\.byteCount)
    let sum = held.reduce(0, +)
    try #require(held[0] > 0 && held[0] < held[1] && held[1] < held[2], "\(held)")

    // All fit: each may take what is free.
    share(layers, budget: sum + 1000)
    #expect(layers.map(\.memoryBudget) == held.map { $0 + 1000 })
    share([layers[0]], budget: sum)
    #expect(layers[0].memoryBudget == sum)

    // Too much by a little: the largest gives, the others keep what they have.
    share(layers, budget: sum - 600)
    #expect(layers[2].memoryBudget == held[2] - 600)
    #expect(layers[0].memoryBudget >= held[0] && layers[1].memoryBudget >= held[1])

    // Far too much: equal shares.
    let third = held[0] / 2
    share(layers, budget: 3 * third)
    #expect(layers.map(\.memoryBudget) == [third, third, third])
    #expect(TileMemory().budget == 256 << 20)
  }
}
