import Foundation
import Logging
import OverlookCamera
import OverlookGeometry
import OverlookNetwork
import OverlookSupport
import Synchronization
import Testing

@testable import OverlookTiles

/// Lines that a layer logged.
final class LogLines: Sendable {
  private let lines = Mutex<[String]>([])

  var all: [String] { lines.withLock { $0 } }

  var logger: Logger { Logger(label: "test") { _ in Handler(lines: self) } }

  private struct Handler: LogHandler {
    let lines: LogLines
    var metadata: Logger.Metadata = [:]
    var logLevel = Logger.Level.trace

    init(lines: LogLines) { self.lines = lines }

    subscript(metadataKey key: String) -> Logger.Metadata.Value? {
      get { metadata[key] }
      set { metadata[key] = newValue }
    }

    func log(event: LogEvent) {
      lines.lines.withLock { $0.append("\(event.message)") }
    }
  }
}

/// A map as far as tiles go: one layer at work for one view, by a clock that the test turns.
@MainActor final class TileMapBench: TileLayerHost {
  let layer: TileLayer
  let runtime: TileLayerRuntime
  let workers = WorkerPool(threadCount: 3)
  let log = LogLines()
  var view: ViewTransform
  var pixelsPerPoint = 1.0
  var now = 100.0
  private(set) var changes = 0

  /// The four tiles around the middle of level 2.
  static let fourTiles = TileCoverTests.view(zoom: 2, size: ScreenSize(width: 400, height: 400))

  init(_ layer: TileLayer, view: ViewTransform = fourTiles, http: any HTTPFetching = FixtureFetcher()) {
    self.layer = layer
    self.view = view
    runtime = TileLayerRuntime(
      layer: layer, number: 1, services: TileServices(workers: workers, http: http), waitsForRenderer: false, log: log.logger
    ) {}
    layer.host = self
  }

  func tileLayerDidChange(_ layer: TileLayer) {
    changes += 1
  }

  /// One frame.
  func step() {
    _ = runtime.accept(now: now)
    _ = runtime.update(view: view, pixelsPerPoint: pixelsPerPoint, now: now)
  }

  /// Frames, without moving the clock, until `isDone`; false after `count` of them, each followed by a rest of 2 ms. Counted in
  /// frames because other tests may keep the main thread for long.
  func frames(_ count: Int = 6000, until isDone: () -> Bool) async -> Bool {
    for _ in 0..<count {
      step()
      if isDone() { return true }
      try? await Task.sleep(for: .milliseconds(2))
    }
    return false
  }

  /// Ends the threads.
  func finish() {
    runtime.detach()
    workers.shutdown()
  }
}
