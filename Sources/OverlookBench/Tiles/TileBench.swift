import Foundation
import Overlook
import OverlookFormats
import OverlookGPU
import OverlookGeometry
import OverlookSupport

/// `overlook bench tiles`: pictures decoded, first pictures, frames in motion, memory, and look-ups in archives.
@MainActor public enum TileBench {
  /// A part of the benchmark, which can be run alone.
  public enum Part: String, CaseIterable, Sendable {
    /// Pictures decoded on one core.
    case decoding
    /// First pictures.
    case start
    /// Pan, zoom and rotation.
    case motion
    /// What steady frames ask of the driver.
    case counts
    /// The way of a tile to its texture.
    case arrival
    /// 10,000 tiles.
    case memory
    /// Directories of archives.
    case lookups
    /// An archive on a web server.
    case remote
  }

  /// Measures `parts` with tiles made of the embedded imagery; each motion is played for `seconds`.
  public static func run(parts: [Part] = Part.allCases, seconds: Int) throws -> BenchReport {
    let files = try TileSamples(side: 256, count: 48).files(.png)
    let archive = try TileBenchArchive(files)
    let server = try TileServer(files, mediaType: "image/png")
    defer { server.stop() }
    let feeds = [
      Feed(name: "archive") { map in try map.addArchive(path: archive.path).layer },
      Feed(name: "loopback HTTP") { map in
        let layer = URLTileLayer { x, y, zoom in URL(string: "http://127.0.0.1:\(server.port)/\(zoom)/\(x)/\(y)") }
        layer.maximumZoom = TileBenchArchive.zooms.upperBound
        layer.map = map
        return layer
      },
    ]
    let drawn = try renderer(feeds[0])
    var report = BenchReport(benchmark: "tiles", renderer: drawn.renderer, drawnBy: drawn.by)
    for part in Part.allCases where parts.contains(part) {
      switch part {
      case .decoding: try measureDecoding(into: &report)
      case .start: for feed in feeds { try measureStart(feed, into: &report) }
      case .motion:
        for (number, feed) in feeds.enumerated() {
          try measureMotions(feed, seconds: Double(seconds), isFirst: number == 0 && parts == [.motion], into: &report)
        }
      case .counts: try measureCounts(feeds[0], into: &report)
      case .arrival: try measureArrival(files, into: &report)
      case .memory: try measureMemory(files, into: &report)
      case .lookups: try measureLookUps(into: &report)
      case .remote: try measureRemote(archive, seconds: Double(seconds), into: &report)
      }
    }
    return report
  }

  private static func renderer(_ feed: Feed) throws -> (renderer: String, by: String?) {
    let stage = try MotionStage(feed, camera: motionCamera, fadesIn: false)
    defer { stage.close() }
    try stage.drawUntilComplete()
    return (stage.bench.renderer, stage.bench.drawnBy)
  }
}
