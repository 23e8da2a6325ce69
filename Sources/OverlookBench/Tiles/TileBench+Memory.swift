import Foundation
import Overlook
import OverlookCamera
import OverlookFormats
import OverlookGPU
import OverlookGeometry
import OverlookNetwork
import OverlookPasses
import OverlookPlatform
import OverlookRender
import OverlookSupport
import OverlookTiles

// What tiles cost the main thread and the memory.
extension TileBench {
  private static let arrivals = 400

  // MARK: From the mailbox to a texture

  /// One tile a frame: taken from the mailbox, into the store, a new plan, into a texture.
  static func measureArrival(_ files: [[UInt8]], into report: inout BenchReport) throws {
    let context = try HeadlessContext()
    context.makeCurrent()
    defer { context.releaseCurrent() }
    let images = try files.map { try ImageDecoder.decode($0) }
    let layer = DeliveredLayer()
    let services = TileServices(workers: WorkerPool(threadCount: 1), http: FixtureFetcher())
    defer { services.workers.shutdown() }
    let runtime = TileLayerRuntime(layer: layer, number: 1, services: services) {}
    let device = try GPUDevice()
    let textures = TileTextures(device)
    var seconds: [Double] = []
    while seconds.count < arrivals {
      // Each time another part of the world, with 20 tiles in view.
      let place = LocationCoordinate(latitude: 0, longitude: Double(seconds.count) * 0.7 - 140)
      let view = ViewTransform(camera: CameraPosition(target: place, zoom: 9), size: BenchStage.size)
      _ = runtime.update(view: view, pixelsPerPoint: 1, now: 0)
      for waiting in layer.takeRequests() {
        waiting.receiver.receiveTile(
          x: waiting.tile.x, y: waiting.tile.y, zoom: waiting.tile.z, image: images[seconds.count % images.count])
        device.beginFrame()
        let start = MonotonicClock.now()
        _ = runtime.accept(now: 0)
        _ = runtime.update(view: view, pixelsPerPoint: 1, now: 0)
        runtime.drainForgotten { textures.forget($0) }
        textures.uploads.beginFrame()
        runtime.take(textures.update([runtime]), now: 0)
        seconds.append(MonotonicClock.now() - start)
      }
    }
    let samples = Samples(seconds)
    report.add("one tile from mailbox to texture, main thread, median", samples.median * 1e3, "ms")
    report.add("one tile from mailbox to texture, 99th percentile", samples.percentile(0.99) * 1e3, "ms", goal: 2)
    runtime.detach()
  }

  // MARK: Memory

  private static let tilesToVisit = 10_000

  /// Views side by side until 10,000 tiles were shown.
  static func measureMemory(_ files: [[UInt8]], into report: inout BenchReport) throws {
    var shown = 0
    let feed = Feed(name: "memory") { map in
      let layer = DecodedLayer(files)
      layer.map = map
      return layer
    }
    let zoom = 14.0
    let stage = try MotionStage(feed, camera: CameraPosition(latitude: 0, longitude: 0, zoom: zoom), fadesIn: false)
    try stage.drawUntilComplete()
    let start = try ProcessMemory.residentBytes()
    var (peak, mostStored, mostTextures) = (start, 0, 0)
    var step = 0
    while shown < tilesToVisit {
      // Rows of 40 views, one below the other.
      let (row, column) = (step / 40, step % 40)
      let longitude = Double(column) * 1024 / 256 * 360 / exp2(zoom)
      let latitude = -Double(row) * 768 / 256 * 360 / exp2(zoom)
      stage.map.moveCamera(.setTarget(LocationCoordinate(latitude: latitude, longitude: longitude)))
      try stage.drawUntilComplete()
      step += 1
      shown = stage.map.tileLayers.reduce(0) { $0 + $1.loadsStarted }
      let counts = stage.map.tileCounts
      mostStored = max(mostStored, counts.cachedBytes)
      mostTextures = max(mostTextures, stage.textureBytes)
      peak = max(peak, try ProcessMemory.residentBytes())
    }
    let budget = stage.map.tileLayers.reduce(0) { $0 + $1.tiles.memoryBudget }
    stage.close()
    let mebibyte = Double(1 << 20)
    report.add(
      "\(tilesToVisit) distinct tiles: pictures in memory, most", Double(mostStored) / mebibyte, "MiB",
      goal: 1.1 * Double(budget) / mebibyte)
    report.add(
      "\(tilesToVisit) distinct tiles: textures, most", Double(mostTextures) / mebibyte, "MiB",
      goal: 1.1 * Double(budget) / mebibyte)
    report.add(
      "\(tilesToVisit) distinct tiles: growth of the process, most", Double(peak - start) / mebibyte, "MiB",
      goal: 1.1 * 2 * Double(budget) / mebibyte)
  }
}

/// A layer whose tiles the benchmark hands over itself.
@MainActor private final class DeliveredLayer: TileLayer {
  private var requests: [(tile: TileID, receiver: any TileReceiver)] = []

  override func requestTile(x: Int, y: Int, zoom: Int, receiver: any TileReceiver) {
    requests.append((TileID(z: zoom, x: x, y: y), receiver))
  }

  func takeRequests() -> [(tile: TileID, receiver: any TileReceiver)] {
    defer { requests = [] }
    return requests
  }
}

/// Endless tiles, decoded on workers from a few files.
@MainActor private final class DecodedLayer: SyncTileLayer {
  private let files: [[UInt8]]

  init(_ files: [[UInt8]]) {
    self.files = files
    super.init()
  }

  nonisolated override func tile(x: Int, y: Int, zoom: Int) -> Image? {
    try? ImageDecoder.decode(files[TileBenchArchive.sample(of: TileID(z: zoom, x: x, y: y), count: files.count)])
  }
}
