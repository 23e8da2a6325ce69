import Foundation
import Overlook
import OverlookFormats
import OverlookGeometry
import OverlookPanorama
import OverlookPanoramaView
import OverlookPlatform
import OverlookSupport
import Synchronization

/// How long it takes from a file to the first picture of it, and what a large one takes of memory while one looks all around.
@MainActor enum PanoramaFileBench {
  private static let size = ScreenSize(width: 1280, height: 720)
  private static let photo = PixelSize(width: 8192, height: 4096)
  /// Of the faces of a cube at their finest level, and of its tiles.
  private static let (face, tile, levels) = (2048, 512, 3)

  static func measure(into report: inout BenchReport) throws {
    let folder = FileManager.default.temporaryDirectory.appendingPathComponent("overlook-bench-\(UUID().uuidString)")
    try FileManager.default.createDirectory(at: folder, withIntermediateDirectories: true)
    defer { try? FileManager.default.removeItem(at: folder) }
    let (large, tiled) = (try writePhoto(to: folder), try writeTiles(to: folder))
    let view = PanoramaView()
    let loop = try HeadlessLoop(content: view, size: size)
    defer { loop.close() }
    // The driver and the fonts are there before.
    loop.renderFrame()
    report.add("first picture of \(photo.width) x \(photo.height) pixels", try first(large, view, loop) * 1e3, "ms", goal: 250)
    report.add("pictures in memory, all around it", try lookAround(view, loop) / 1_048_576, "MB", goal: 256)
    report.add("first picture of tiles", try first(tiled, view, loop) * 1e3, "ms", goal: 120)
  }

  /// Seconds from the path to the frame that shows something of it.
  private static func first(_ path: String, _ view: PanoramaView, _ loop: HeadlessLoop) throws -> Double {
    let opening = Opening()
    let wake = view.wake
    let start = MonotonicClock.now()
    Task.detached {
      let result: Result<OpenedPanoramas, PanoramaError>
      do throws(PanoramaError) { result = .success(try await OpenedPanoramas.open(path)) } catch { result = .failure(error) }
      opening.result.withLock { $0 = result }
      wake()
    }
    guard loop.run(timeoutSeconds: 60, until: { opening.result.withLock { $0 != nil } }),
      let found = try opening.result.withLock({ $0 })?.get(), let id = found.firstID
    else { throw BenchError(description: "\(path) did not open") }
    view.service = PanoramaService(provider: found.provider)
    view.moveTo(panoramaID: id)
    guard loop.run(timeoutSeconds: 60, until: { view.hasPicture }) else {
      throw BenchError(description: view.graphicsError ?? "no picture of \(path) came")
    }
    view.finish()
    return MonotonicClock.now() - start
  }

  /// The most bytes of pictures while one looks once around, close up.
  private static func lookAround(_ view: PanoramaView, _ loop: HeadlessLoop) throws -> Double {
    var most = 0
    for heading in stride(from: 0.0, to: 360, by: 30) {
      view.camera = PanoramaCamera(heading: heading, pitch: 0, fov: 40)
      guard loop.run(timeoutSeconds: 60, until: { view.isComplete }) else { throw BenchError(description: "a view did not come") }
      most = max(most, view.pictureByteCount)
    }
    return Double(most)
  }

  // MARK: Files

  private static func writePhoto(to folder: URL) throws -> String {
    let path = folder.appendingPathComponent("photo.jpg")
    try Data(JPEGEncoder.encode(picture(photo.width, photo.height), quality: 85)).write(to: path)
    return path.path
  }

  /// Six faces in levels, as Pannellum has them.
  private static func writeTiles(to folder: URL) throws -> String {
    let bytes = Data(try JPEGEncoder.encode(picture(tile, tile), quality: 85))
    for level in 1...levels {
      let side = 1 << (level - 1)
      let place = folder.appendingPathComponent("\(level)")
      try FileManager.default.createDirectory(at: place, withIntermediateDirectories: true)
      for name in ["f", "b", "u", "d", "l", "r"] {
        for number in 0..<side * side {
          try bytes.write(to: place.appendingPathComponent("\(name)\(number / side)_\(number % side).jpg"))
        }
      }
    }
    let path = folder.appendingPathComponent("config.json")
    let text = """
      {"type": "multires", "multiRes": {"path": "/%l/%s%y_%x", "extension": "jpg", "tileResolution": \(tile),
      "maxLevel": \(levels), "cubeResolution": \(face)}}
      """
    try Data(text.utf8).write(to: path)
    return path.path
  }

  private static func picture(_ width: Int, _ height: Int) -> Image {
    Image(width: width, height: height, scale: 1) { column, row in
      let noise = UInt32(truncatingIfNeeded: column &* 73_856_093 ^ row &* 19_349_663) >> 27
      return SIMD4(
        UInt8(truncatingIfNeeded: (column >> 4) & 127 + Int(noise)), UInt8(truncatingIfNeeded: (row >> 3) & 191),
        UInt8(truncatingIfNeeded: (column + row) >> 5), 255)
    }
  }

  /// Shared with the task that opens.
  private final class Opening: Sendable {
    let result = Mutex<Result<OpenedPanoramas, PanoramaError>?>(nil)
  }
}
