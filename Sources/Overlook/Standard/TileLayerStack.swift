import OverlookCanvas
import OverlookProfiling
import OverlookRender
import OverlookScene
import OverlookStyledMap
import OverlookSupport
import OverlookTiles

/// The tile layers of a map, in the order of drawing.
@MainActor final class TileLayerStack: MapComponent {
  private(set) var runtimes: [TileLayerRuntime] = []
  private var lastNumber: UInt32 = 0
  private(set) var errors: [MapError] = []
  private weak var map: MapView?
  private let memory: TileMemory

  /// `memory`: what it shares with the base map.
  init(memory: TileMemory) { self.memory = memory }

  func didAttach(to map: MapView) { self.map = map }

  func add(_ layer: TileLayer, services: TileServices, wake: @escaping @Sendable () -> Void) {
    lastNumber &+= 1
    let runtime = TileLayerRuntime(layer: layer, number: lastNumber, services: services, wake: wake)
    runtimes.append(runtime)
    memory.add(runtime.tiles)
    sort()
  }

  /// Takes a layer away; its number, nil when it was not here.
  func remove(_ layer: TileLayer) -> UInt32? {
    guard let index = runtimes.firstIndex(where: { $0.layer === layer }) else { return nil }
    let runtime = runtimes.remove(at: index)
    runtime.detach()
    memory.remove(runtime.tiles)
    return runtime.number
  }

  /// By zIndex, then in the order of attaching.
  func sort() {
    runtimes.sort { ($0.layer.zIndex, $0.number) < ($1.layer.zIndex, $1.number) }
  }

  func update(_ frame: MapFrame) -> RedrawReasons {
    memory.share()
    var reasons: RedrawReasons = []
    for runtime in runtimes {
      let start = MonotonicClock.now()
      let arrived = runtime.accept(now: frame.now)
      let changed = runtime.update(view: frame.view, pixelsPerPoint: frame.pixelsPerPoint, now: frame.now)
      map?.profiler.add(CostCenter(.tiles, number: Int(runtime.number)), .update, from: start, to: MonotonicClock.now())
      if arrived || changed || runtime.needsFrame { reasons.insert(.tiles) }
    }
    collectErrors()
    return reasons
  }

  private func collectErrors() {
    guard runtimes.reduce(0, { $0 + $1.messages.count }) != errors.count else { return }
    errors = runtimes.flatMap { $0.messages.map { .tiles($0) } }
  }

  /// The tiles' edges, for developers.
  func draw(on canvas: Canvas, _ frame: MapFrame) {
    guard let map, map.debugView == .tiles else { return }
    let reports = runtimes.flatMap(\.reports) + (map.styledMap?.reports ?? [])
    TileOutlines.draw(reports, frame.view, on: canvas)
  }

  func nextDeadline(now: Double) -> Double? { runtimes.reduce(nil) { earliest($0, $1.nextDeadline(now: now)) } }

  var needsFrame: Bool { runtimes.contains(where: \.needsFrame) }
  var progress: LoadProgress {
    var progress = LoadProgress.ready
    for runtime in runtimes { progress.add(runtime.progress) }
    return progress
  }
  var loadingFaults: [LoadingFault] { runtimes.flatMap { $0.faults.map(LoadingFault.init) } }
  /// Whether pictures of tiles in view wait to be brought to the driver.
  var hasTilesToUpload: Bool { runtimes.contains { !$0.uploads.isEmpty } }
  var prefersWaiting: Bool { runtimes.contains(where: \.awaitsTiles) }

  var attributions: [String] { runtimes.filter { $0.layer.opacity > 0 }.compactMap(\.layer.attribution) }

  func retry() {
    for runtime in runtimes { runtime.retry() }
  }

  /// The imagery of the base map stays.
  func didClear(_ map: MapView) {
    for layer in runtimes.map(\.layer) where layer !== map.standard.baseMap.imagery { layer.map = nil }
  }

  var memoryUse: [MemoryUse] {
    [MemoryUse("pictures of tiles", byteCount: runtimes.reduce(0) { $0 + $1.byteCount })]
  }

  func trimMemory() {
    for runtime in runtimes { runtime.trimMemory() }
  }

  func didReleaseGraphics() {
    for runtime in runtimes { runtime.didLoseRenderer() }
  }
}
