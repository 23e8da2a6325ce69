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
      report.add("\(name), against the bare pass", pairs.ratio, "x", goal: 1.3)
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
    ("stereographic", .stereographic, 0, 120), ("stereographic, straight down", .stereographic, -90, 160),
    ("little planet", .littlePlanet, -90, 90),
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

  /// The medians of frames, and of ratios to bare passes. Frames of a kind follow each other, as they do in a window, for a few at a time:
  /// each finds in the processor's memory what its kind left there, and what else the machine does slows all kinds alike.
  private static func turning(
    _ view: PanoramaView, _ loop: HeadlessLoop, pitch: Double, fov: Double, beside bare: BarePass
  ) -> (view: Double, ratio: Double, ratioAround: Double) {
    var (seconds, ratios, around): ([Double], [Double], [Double]) = ([], [], [])
    var heading = 0.0
    func camera() -> PanoramaCamera {
      heading += 1
      return PanoramaCamera(heading: heading, pitch: pitch, fov: fov)
    }
    func median(_ draw: () -> Void) -> Double { Samples.timing(count: inARow, draw).median }
    // The first round finds what the driver has yet to compile.
    for round in 0...rounds {
      let start = heading
      let sameTexels = median { bare.draw(camera(), view.projection) }
      heading = start
      let plain = median { bare.draw() }
      let shown = median {
        view.camera = camera()
        loop.renderFrame()
        view.finish()
      }
      guard round > 0 else { continue }
      seconds.append(shown)
      ratios.append(shown / plain)
      around.append(shown / sameTexels)
    }
    return (seconds.sorted()[rounds / 2], ratios.sorted()[rounds / 2], around.sorted()[rounds / 2])
  }

  /// Frames of a kind that follow each other, and how often.
  private static let (inARow, rounds) = (8, 25)

  private static var sample: Image {
    Image(width: 4096, height: 2048, scale: 1) { column, row in
      let (red, green, blue) = (column >> 3, row >> 2, column ^ row)
      return SIMD4(
        UInt8(truncatingIfNeeded: red), UInt8(truncatingIfNeeded: green), UInt8(truncatingIfNeeded: blue), 255)
    }
  }
}
