import Foundation
import Overlook
import OverlookGPU
import OverlookGeometry
import OverlookPlatform
import OverlookScene
import OverlookSupport

/// `overlook bench soak`: a tour through the world at random, frame after frame, and what is left of the process after it.
@MainActor public struct SoakBench {
  /// Frames to draw.
  public var frames: Int
  /// The same tour for the same number.
  public var seed: UInt64 = 1
  /// Archives by their paths, and templates of tile addresses, that lie above the base map.
  public var sources: [String] = []
  /// Whether frames keep to 60 a second, as before a display; else one follows another.
  public var isPaced = false

  /// A tour of `frames` frames.
  public init(frames: Int) { self.frames = frames }

  private static let size = ScreenSize(width: 480, height: 320)
  private static let frameSeconds = 1.0 / 60
  /// A person notices.
  private static let stallSeconds = 0.1

  /// Draws the tour.
  public func run() throws -> BenchReport {
    let map = MapView(camera: CameraPosition(latitude: 60.17, longitude: 24.94, zoom: 11))
    try addSources(to: map)
    let loop = try HeadlessLoop(content: map, size: Self.size)
    defer { loop.close() }
    _ = loop.run(timeoutSeconds: 20) { map.isAtRest || map.graphicsError != nil }
    if let fault = map.graphicsError { throw BenchError(description: fault) }
    var report = BenchReport(benchmark: "soak", renderer: map.device?.capabilities.renderer ?? "unknown")
    var tour = SoakTour(seed: seed, map: map, loop: loop)
    var figures = SoakFigures()
    try figures.note(atStart: true)
    var next = MonotonicClock.now()
    for frame in 0..<frames {
      let start = MonotonicClock.now()
      tour.step()
      if isPaced { loop.advanceToPresent() } else { loop.advance(by: Self.frameSeconds) }
      figures.count(MonotonicClock.now() - start, isStall: MonotonicClock.now() - start > Self.stallSeconds)
      if frame % 1000 == 999 { try figures.note() }
      if let fault = map.graphicsError { throw BenchError(description: "frame \(frame): \(fault)") }
      guard isPaced else { continue }
      next = max(next + Self.frameSeconds, MonotonicClock.now())
      Thread.sleep(forTimeInterval: max(next - MonotonicClock.now(), 0))
    }
    try figures.note()
    let caches = map.memoryUse.reduce(0) { $0 + $1.byteCount }
    // Until what is kept only to be quick was given back.
    loop.advance(by: 70, framesPerSecond: 1)
    try figures.report(cacheBytes: caches, into: &report)
    return report
  }

  private func addSources(to map: MapView) throws {
    for source in sources {
      if FileManager.default.fileExists(atPath: source) {
        try map.addArchive(path: source)
      } else {
        URLTileLayer(template: try TileURLTemplate(source)).map = map
      }
    }
  }
}

/// What a tour took.
private struct SoakFigures {
  private var turns = LatencyHistogram()
  private var stalls = 0
  private var startBytes = 0
  private var peakBytes = 0
  private var lastBytes = 0
  private var startDescriptors = 0

  mutating func count(_ seconds: Double, isStall: Bool) {
    turns.record(seconds)
    stalls += isStall ? 1 : 0
  }

  mutating func note(atStart: Bool = false) throws {
    lastBytes = try ProcessMemory.residentBytes()
    peakBytes = max(peakBytes, lastBytes)
    guard atStart else { return }
    startBytes = lastBytes
    startDescriptors = try Self.descriptors()
  }

  private static func descriptors() throws -> Int {
    try FileManager.default.contentsOfDirectory(atPath: "/proc/self/fd").count
  }

  func report(cacheBytes: Int, into report: inout BenchReport) throws {
    report.add("turns of the loop", Double(turns.count), "")
    report.add("a turn, median", turns.percentile(0.5) * 1e3, "ms")
    report.add("a turn, 99th percentile", turns.percentile(0.99) * 1e3, "ms")
    report.add("a turn, longest", turns.maximum * 1e3, "ms", goal: 100)
    report.add("turns of more than 100 ms", Double(stalls), "", goal: 0)
    let megabyte = 1e6
    report.add("memory at the start", Double(startBytes) / megabyte, "MB")
    report.add("memory at its peak", Double(peakBytes) / megabyte, "MB")
    report.add("memory at the end", Double(lastBytes) / megabyte, "MB")
    report.add("of that, caches", Double(cacheBytes) / megabyte, "MB")
    report.add("memory when it was idle for a minute", Double(try ProcessMemory.residentBytes()) / megabyte, "MB")
    report.add("descriptors at the start", Double(startDescriptors), "")
    report.add("descriptors at the end", Double(try Self.descriptors()), "")
    report.add("turns of the loop", histogram: turns)
  }
}

/// What a restless person does, and a program meanwhile.
@MainActor private struct SoakTour {
  private enum Move {
    case pan(SIMD2<Double>)
    case zoom(Double)
    case turn(Double)
    case wait
  }

  private static let places = [
    (60.17, 24.94), (51.5, -0.12), (35.68, 139.69), (-33.87, 151.2), (40.71, -74.0), (0, 0), (64.1, -21.9), (-17.8, 179.9),
  ]

  private let map: MapView
  private let loop: HeadlessLoop
  private var generator: SeededGenerator
  private var move = Move.wait
  private var rest = 0
  private var overlays: [Overlay] = []

  init(seed: UInt64, map: MapView, loop: HeadlessLoop) {
    generator = SeededGenerator(seed: seed)
    self.map = map
    self.loop = loop
  }

  /// One frame of it.
  mutating func step() {
    if rest <= 0 { choose() }
    rest -= 1
    switch move {
    case .pan(let way): map.moveCamera(.scrollBy(x: way.x, y: way.y))
    case .zoom(let step):
      loop.send(.scrolled(x: 0, y: step, at: ScreenPoint(x: 200, y: 150), []))
    case .turn(let degrees):
      var camera = map.camera
      camera.bearing += degrees
      map.camera = camera
    case .wait: break
    }
  }

  private mutating func choose() {
    rest = Int.random(in: 5...90, using: &generator)
    switch Int.random(in: 0..<20, using: &generator) {
    case 0..<8:
      move = .pan(SIMD2(Double.random(in: -12...12, using: &generator), Double.random(in: -12...12, using: &generator)))
    case 8..<12:
      rest = min(rest, 12)
      move = .zoom(Double.random(in: -1...1, using: &generator))
    case 12..<14: move = .turn(Double.random(in: -3...3, using: &generator))
    case 14..<17: fly()
    case 17: resize()
    default: changeOverlays()
    }
  }

  private mutating func fly() {
    move = .wait
    let place = Self.places.randomElement(using: &generator) ?? (0, 0)
    map.fly(
      to: CameraPosition(
        latitude: place.0, longitude: place.1, zoom: Double.random(in: 1...16, using: &generator), bearing: 0,
        viewingAngle: Double.random(in: 0...50, using: &generator)), seconds: 1)
  }

  private mutating func resize() {
    (move, rest) = (.wait, 1)
    loop.resize(
      to: ScreenSize(
        width: Double.random(in: 200...600, using: &generator), height: Double.random(in: 150...400, using: &generator)))
  }

  /// At most some hundred; the oldest go first.
  private mutating func changeOverlays() {
    (move, rest) = (.wait, 1)
    let center = map.camera.target
    func place(_ generator: inout SeededGenerator) -> LocationCoordinate {
      LocationCoordinate(
        latitude: center.latitude + Double.random(in: -1...1, using: &generator),
        longitude: center.longitude + Double.random(in: -1...1, using: &generator))
    }
    let places = (0..<6).map { _ in place(&generator) }
    let added: [Overlay] = [
      Marker(position: places[0]), Polyline(path: Path(places)), Polygon(path: Path(places)),
      Circle(position: places[1], radius: 5000), PointLayer(positions: places),
    ]
    for overlay in added { overlay.map = map }
    overlays += added
    for overlay in overlays.prefix(max(overlays.count - 200, 0)) { overlay.map = nil }
    overlays.removeFirst(max(overlays.count - 200, 0))
  }
}
