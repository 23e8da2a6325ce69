import Foundation
import Overlook
import OverlookPlatform
import OverlookSupport
import OverlookTestSupport
import OverlookTiles
import Synchronization
import Testing

extension ServerTests {
  /// A whole map, drawn all the time, over a server that does wrong.
  @MainActor @Suite struct FaultTests {
    private static let key = "CANARY-3f9a"

    /// All of them in `make soak`: each takes seconds, and where they end is tested by the clock of a test too.
    @Test(arguments: Soak.isOn ? Fault.all : Fault.all.enumerated().filter { $0.offset % 5 == 0 }.map(\.element))
    func aFaultEndsInTheRightStateWhileFramesGoOn(fault: Fault) throws {
      try expect(fault) {
        let count = Mutex(0)
        let server = try #require(
          LoopbackServer { _ in
            fault.answer(
              count.withLock {
                $0 += 1
                return $0 - 1
              })
          })
        defer { server.stop() }
        let sight = try look(at: fault, server.url("{z}/{x}/{y}.png?key=\(Self.key)"))
        // Waiting times grow, and a paused or stopped source is left alone: the same tile is not asked for all the time.
        let paths = Dictionary(grouping: server.requests.compactMap { $0.split(separator: " ").dropFirst().first }) { $0 }
        #expect(paths.allSatisfy { $0.value.count <= 3 || $0.key == "/again" }, "\(paths.mapValues(\.count))")
        return sight
      }
    }

    @Test(.enabled(if: NginxServer.isAvailable && TestAuthority.isAvailable, "nginx or openssl is not installed"))
    func aServerWithACertificateThatNobodyVouchesForIsNotShown() async throws {
      let tiles = try WorldTiles()
      let server = try await NginxServer(root: tiles.folder.path, authority: TestAuthority())
      let fault = Fault("bad certificate", .failed, "cannot be trusted") { _ in .silence }
      try expect(fault) { try look(at: fault, server.url("xyz/{z}/{x}/{y}.png?key=\(Self.key)")) }
      #expect(try await server.requests.isEmpty)
    }

    /// What there was to see of a map over a server.
    private struct Sight {
      let pace: FaultStage.Pace
      let counts: TileCounts
      let messages: [String]
      let graphicsError: String?
    }

    private func look(at fault: Fault, _ template: String) throws -> Sight {
      CapturedLog.start()
      // What other tests left of their cache is none of the server's faults.
      MapServices.keepsTilesOnDisk = false
      defer { MapServices.keepsTilesOnDisk = true }
      let stage = try FaultStage(template: template)
      defer { stage.close() }
      let pace = stage.run(seconds: fault.seconds) { fault.end == .ready && stage.isReady }
      return Sight(
        pace: pace, counts: stage.map.tileCounts, messages: CapturedLog.messages, graphicsError: stage.map.graphicsError)
    }

    private func expect(_ fault: Fault, _ attempt: () throws -> Sight) throws {
      var sight = try attempt()
      // The machine may be busy with something else for a moment; what the map does wrong it does every time.
      for _ in 0..<3 where !sight.pace.isFull { sight = try attempt() }
      #expect(sight.pace.isFull, "\(sight.pace)")
      let counts = sight.counts
      let sum = counts.ready + counts.missing + counts.failed + counts.loading
      #expect(sum >= 4, "the view has tiles")
      switch fault.end {
      case .ready: #expect(counts.ready == sum, "\(counts)")
      case .missing: #expect(counts.missing == sum, "\(counts)")
      case .failed: #expect(counts.failed == sum, "\(counts)")
      case .waiting: #expect(counts.loading == sum, "\(counts)")
      }
      #expect(sight.messages.count == (fault.message == nil ? 0 : 1), "\(sight.messages)")
      for message in sight.messages {
        #expect(
          message.contains(fault.message ?? "") && message.contains("127.0.0.1") && !message.contains(Self.key), "\(message)")
      }
      #expect(sight.graphicsError == nil)
    }
  }
}

/// A map that turns a little with every frame, in real time, as on a display of 60 frames a second.
@MainActor private final class FaultStage {
  let map = MapView(camera: CameraPosition(latitude: 0, longitude: 0, zoom: 4))
  private let loop: HeadlessLoop
  private var angle = 0.0

  init(template: String) throws {
    map.mapType = .none
    let layer = URLTileLayer(template: try TileURLTemplate(template))
    layer.map = map
    loop = try HeadlessLoop(content: map, size: ScreenSize(width: 400, height: 300))
    // What the first frame costs, it costs without tiles as well.
    loop.renderFrame()
  }

  func close() {
    layer?.map = nil
    loop.close()
  }

  private var layer: TileLayer? { map.tileLayers.first?.layer }

  var isReady: Bool {
    let counts = map.tileCounts
    return counts.ready > 0 && counts.loading + counts.missing + counts.failed == 0
  }

  /// Times from the end of a frame to the end of the next.
  struct Pace {
    let longestSeconds: Double
    let medianSeconds: Double
    /// Sixty frames a second with a little for waking up, and no gap of a fault's making: the shortest wait of any is 0.5 s.
    var isFull: Bool { longestSeconds < 0.25 && medianSeconds < 0.022 }
  }

  /// Goes on for `seconds`, or until it is done and there are enough frames to speak of a pace.
  func run(seconds: Double, until isDone: () -> Bool) -> Pace {
    var gaps: [Double] = []
    var last = MonotonicClock.now()
    let end = last + seconds
    var due = last
    while last < end, gaps.count < 45 || !isDone() {
      due = max(due + 1.0 / 60, last)
      usleep(UInt32(max(due - MonotonicClock.now(), 0) * 1e6))
      angle += 0.5
      map.camera = CameraPosition(latitude: 0, longitude: 0, zoom: 4, bearing: angle)
      let step = max(MonotonicClock.now() - last, 1.0 / 1000)
      loop.advance(by: step, framesPerSecond: 1 / step)
      let now = MonotonicClock.now()
      gaps.append(now - last)
      last = now
    }
    gaps.sort()
    return Pace(longestSeconds: gaps.last ?? 0, medianSeconds: gaps.isEmpty ? 0 : gaps[gaps.count / 2])
  }
}
