import Foundation
import Overlook
import OverlookFormats
import OverlookGPU
import OverlookGeometry
import OverlookSupport

/// `overlook bench tiles`: pictures decoded, first pictures, frames in motion, memory, and look-ups in archives.
@MainActor public enum TileBench {
  /// Measures with tiles made of the embedded imagery; each motion is played for `seconds`.
  public static func run(seconds: Int) throws -> BenchReport {
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
    var report = BenchReport(benchmark: "tiles", renderer: try renderer(feeds[0]))
    try measureDecoding(into: &report)
    for feed in feeds { try measureStart(feed, into: &report) }
    for feed in feeds { try measureMotions(feed, seconds: Double(seconds), into: &report) }
    try measureArrival(files, into: &report)
    try measureMemory(files, into: &report)
    try measureLookUps(into: &report)
    return report
  }

  private static func renderer(_ feed: Feed) throws -> String {
    let stage = try MotionStage(feed, camera: motionCamera, fadesIn: false)
    defer { stage.close() }
    try stage.drawUntilComplete()
    return stage.renderer
  }
}
