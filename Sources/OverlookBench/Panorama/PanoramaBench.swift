import Foundation
import Overlook
import OverlookGPU
import OverlookGeometry
import OverlookMeasurement
import OverlookPanorama
import OverlookPanoramaView
import OverlookPlatform
import OverlookSupport

/// `overlook bench panorama`: what a frame of a panorama costs against a bare pass of one texture over the view, and paths above it.
@MainActor public enum PanoramaBench {
  private static let size = ScreenSize(width: 1280, height: 720)
  private static let frames = 60

  /// Measures turning views of each projection, a view with a long path, and pictures in memory.
  public static func run() throws -> BenchReport {
    let picture = PanoramaPicture(equirectangular: sample)
    let bare = try BarePass(size: size, picture: sample)
    let view = PanoramaView()
    view.show(Panorama(panoramaID: "bench"), picture: picture)
    let loop = try HeadlessLoop(content: view, size: size)
    defer { loop.close() }
    guard loop.run(timeoutSeconds: 30, until: { view.isComplete }) else {
      throw BenchError(description: view.graphicsError ?? "the panorama did not come")
    }
    var report = BenchReport(benchmark: "panorama", renderer: bare.renderer)
    report.add("bare pass of one texture", Samples.timing(count: frames) { bare.draw() }.median * 1e3, "ms")
    for (name, projection, pitch, fov) in cases {
      view.projection = projection
      let pairs = turning(view, loop, pitch: pitch, fov: fov, beside: bare)
      report.add("\(name), turning", pairs.view * 1e3, "ms")
      report.add("\(name), against the bare pass", pairs.ratio, "x", goal: name == "rectilinear" ? 1.3 : nil)
      report.add("\(name), against one of the same texels", pairs.ratioAround, "x")
    }
    try bare.throwFault()
    view.projection = .rectilinear
    let plain = turning(view, loop, pitch: 0, fov: 90, beside: bare).view
    view.add(PanoramaPath((0..<10_000).map(direction), width: 2, color: .white))
    let drawn = turning(view, loop, pitch: 0, fov: 90, beside: bare).view
    report.add("path of 10000 points", max(drawn - plain, 0) * 1e3, "ms", goal: 2)
    try PanoramaFileBench.measure(into: &report)
    try measureSun(into: &report)
    return report
  }

  private static let cases: [(String, PanoramaProjection, Double, Double)] = [
    ("rectilinear", .rectilinear, 0, 90), ("rectilinear, straight down", .rectilinear, -90, 90),
    ("stereographic", .stereographic, 0, 120), ("little planet", .stereographic, -90, 160),
    ("equidistant", .equidistant, 10, 150),
  ]

  /// On one core.
  private static func measureSun(into report: inout BenchReport) throws {
    let observer = SkyObserver(LocationCoordinate(latitude: 60.17, longitude: 24.94))
    let dates = (0..<200_000).map { Date(timeIntervalSince1970: 1_767_225_600 + Double($0) * 157) }
    let start = MonotonicClock.now()
    let positions = try Ephemeris.positions(of: .sun, at: dates, observer: observer)
    let seconds = MonotonicClock.now() - start
    report.add("positions of the Sun, one core", Double(positions.count) / seconds, "1/s", goal: 1e6, goalIsLeast: true)
  }

  /// A wave of a path all around.
  private static func direction(_ index: Int) -> Orientation {
    let turn = Double(index) / 10_000 * 360
    return Orientation(heading: turn, pitch: 20 * sin(turn * .pi / 15))
  }

  /// The medians of frames, and of each beside bare passes that were drawn just before it: what else the machine does slows all.
  private static func turning(
    _ view: PanoramaView, _ loop: HeadlessLoop, pitch: Double, fov: Double, beside bare: BarePass
  ) -> (view: Double, ratio: Double, ratioAround: Double) {
    var (seconds, ratios, around): ([Double], [Double], [Double]) = ([], [], [])
    // The first finds what the driver has yet to compile.
    for frame in 0...2 * frames {
      view.camera = PanoramaCamera(heading: Double(frame), pitch: pitch, fov: fov)
      let before = MonotonicClock.now()
      bare.draw(view.camera, view.projection)
      let start = MonotonicClock.now()
      bare.draw()
      let middle = MonotonicClock.now()
      loop.renderFrame()
      view.finish()
      let end = MonotonicClock.now()
      if frame > 0 {
        seconds.append(end - middle)
        ratios.append((end - middle) / (middle - start))
        around.append((end - middle) / (start - before))
      }
    }
    return (seconds.sorted()[frames], ratios.sorted()[frames], around.sorted()[frames])
  }

  private static var sample: Image {
    Image(width: 4096, height: 2048, scale: 1) { column, row in
      let (red, green, blue) = (column >> 3, row >> 2, column ^ row)
      return SIMD4(
        UInt8(truncatingIfNeeded: red), UInt8(truncatingIfNeeded: green), UInt8(truncatingIfNeeded: blue), 255)
    }
  }
}
