import ArgumentParser
import OverlookBench

/// `overlook bench`: the figures of Documentation/performance.md, on this machine.
struct BenchCommand: ParsableCommand {
  enum Benchmark: String, ExpressibleByArgument, CaseIterable {
    case frame, overlays, camera, tiles, vector, roads, driver, files, guidance, pacing, search, interface, panorama, shadows,
      soak, compare

    /// What `--part` may name.
    var parts: [String] {
      switch self {
      case .frame: FrameBench.Part.allCases.map(\.rawValue)
      case .overlays: OverlayBench.Part.allCases.map(\.rawValue)
      case .tiles: TileBench.Part.allCases.map(\.rawValue)
      case .vector: VectorBench.Part.allCases.map(\.rawValue)
      case .roads: RoadBench.Part.allCases.map(\.rawValue)
      case .files: FilesBench.Part.allCases.map(\.rawValue)
      case .guidance: GuidanceBench.Part.allCases.map(\.rawValue)
      case .camera, .driver, .pacing, .search, .interface, .panorama, .shadows, .soak, .compare: []
      }
    }
  }

  static let configuration = CommandConfiguration(
    commandName: "bench",
    abstract: "Measures frames, overlays, the camera or tiles and prints the figures beside what they are compared with.")

  @Argument(
    help:
      "frame: idle and steady frames; overlays: markers against a bare draw; camera: projection and motion; tiles: decoding, first pictures, motion, memory; vector: the same of vector tiles, and layout, expressions, labels; roads: graphs of roads, searches and their hierarchy; driver: nothing but a cleared target; files: people's files, read on one core; guidance: simulated drives and what is told on them, and frames in which the camera follows; pacing: frames of a pan in a window that waits for the display; search: finding places, with errors and without; interface: the window's start, its pages, and keys in the search field; panorama: turning views against a bare pass, and paths above them; shadows: the clock moved over a town, with shadows of the Sun; soak: a tour at random, its frames, memory and descriptors; compare: the figures of two files that --json printed."
  )
  var benchmark: Benchmark

  @Argument(help: "With compare: the two files. With roads: an OpenStreetMap extract in place of a made up town.")
  var files: [String] = []

  @Flag(help: "Print JSON instead of a table.")
  var json = false

  @Option(help: "Overlays in the overlay benchmark, 1 to 10000000.")
  var count = 100_000

  @Option(
    help:
      "Overlays of one kind along a path of cameras: \(OverlayPathBench.Kind.allCases.map(\.rawValue).joined(separator: ", ")).")
  var kind: String?

  @Option(
    help:
      "With --kind: a file of little-endian Float64: longitude, latitude, ...; for lines, polygons, extrusions and trips before them the number n of parts and n + 1 offsets in points. Without it, --count overlays about London."
  )
  var data: String?

  @Option(
    help:
      "With --kind: a JSON list of {\"center\": [longitude, latitude], \"zoom\", \"bearing\", \"tilt\"}, a camera a frame. Without it, a pan of --frames frames."
  )
  var path: String?

  @Option(
    help: ArgumentHelp(
      "With overlays: a JSON file of overlays and a way of cameras (Documentation/bench.md).", valueName: "file"))
  var scene: String?

  @Flag(help: "With --kind, but for trips: bare GL loops draw the same in the same process, and the ratios are printed.")
  var baseline = false

  @Option(help: "With --kind, --scene or soak: frames of the pan, the way or the tour, 1 to 10000000.")
  var frames = 120

  @Option(help: "With soak: which tour.")
  var seed: UInt64 = 1

  @Option(
    help: ArgumentHelp(
      "With soak: an archive or a template of tile addresses above the base map. May be repeated.", valueName: "source"))
  var tiles: [String] = []

  @Flag(help: "With soak: 60 frames a second, as before a display.")
  var paced = false

  @Option(help: "Seconds that the idle map is watched, 1 to 600; 0 leaves it out.")
  var idleSeconds = 10

  @Option(help: "Seconds of each motion in the benchmarks of tiles and of pacing, 1 to 600.")
  var motionSeconds = 10

  @Option(
    help:
      "A part alone. Frame: steady, counts, allocations, weather, shadows, tour, idle. Overlays without --kind: attaching, hidden, changes, visible. Tiles: decoding, start, motion, counts, arrival, memory, lookups, remote. Vector: start, motion, counts, layout, expressions, points, labels, process, memory. Roads: town, city. Files: geojson, gpx, kml, csv, points. May be repeated."
  )
  var part: [String] = []

  @OptionGroup var tracing: TraceOptions
  @OptionGroup var drawing: RendererOptions

  func validate() throws {
    for name in part where !benchmark.parts.contains(name) { throw ValidationError("--part of \(benchmark) knows no \(name)") }
    guard (1...600).contains(motionSeconds) else { throw ValidationError("--motion-seconds must lie in 1 to 600") }
    guard (1...10_000_000).contains(count) else { throw ValidationError("--count must lie in 1 to 10000000") }
    guard (1...10_000_000).contains(frames) else { throw ValidationError("--frames must lie in 1 to 10000000") }
    if let kind, OverlayPathBench.Kind(rawValue: kind) == nil { throw ValidationError("--kind knows no \(kind)") }
    guard kind != nil || data == nil && path == nil && !baseline else {
      throw ValidationError("--data, --path and --baseline need --kind")
    }
    guard kind == nil || benchmark == .overlays else { throw ValidationError("--kind belongs to the benchmark overlays") }
    guard scene == nil || benchmark == .overlays && kind == nil else {
      throw ValidationError("--scene belongs to the benchmark overlays, without --kind")
    }
    guard files.count == (benchmark == .compare ? 2 : 0) || benchmark == .roads && files.count == 1 else {
      throw ValidationError(benchmark == .compare ? "compare needs two files" : "\(benchmark.rawValue) takes no files")
    }
    guard benchmark == .soak || tiles.isEmpty && !paced else { throw ValidationError("--tiles and --paced belong to soak") }
    guard (0...600).contains(idleSeconds) else { throw ValidationError("--idle-seconds must lie in 0 to 600") }
  }

  func run() throws {
    if benchmark == .compare {
      let comparison = try BenchComparison(files[0], files[1])
      return print(json ? try comparison.json() : comparison.table())
    }
    let trace = try tracing.open()
    defer { TraceOptions.close(trace) }
    let report = try MainActor.assumeIsolated { () throws -> BenchReport in
      BenchTrace.file = trace
      try drawing.apply()
      switch benchmark {
      case .frame: return try FrameBench.run(parts: named(), idleSeconds: idleSeconds)
      case .compare: throw ValidationError("compare measures nothing")
      case .overlays:
        if let scene { return try SceneBench(scene: scene, count: count, frames: frames).run() }
        guard let kind = kind.flatMap(OverlayPathBench.Kind.init(rawValue:)) else {
          return try OverlayBench.run(count: count, parts: named())
        }
        var bench = try OverlayPathBench(
          kind: kind, data: data, path: path, count: count, frames: frames, hasBaseline: baseline)
        return try bench.run()
      case .camera: return try CameraBench.run()
      case .search: return try SearchBench.run()
      case .interface: return try InterfaceBench.run()
      case .panorama: return try PanoramaBench.run()
      case .shadows: return try ShadowBench.run()
      case .soak:
        var soak = SoakBench(frames: frames)
        (soak.seed, soak.sources, soak.isPaced) = (seed, tiles, paced)
        return try soak.run()
      case .driver: return try DriverBench.run()
      case .files: return try FilesBench.run(parts: named())
      case .guidance: return try GuidanceBench.run(parts: named())
      case .pacing: return try PacingBench.run(seconds: Double(motionSeconds))
      case .tiles: return try TileBench.run(parts: named(), seconds: motionSeconds)
      case .vector: return try VectorBench.run(parts: named(), seconds: motionSeconds)
      case .roads: return try RoadBench.run(parts: named(), extract: files.first)
      }
    }
    print(json ? try report.json() : report.table())
  }
  /// The parts that were asked for; all where none was.
  private func named<Part: RawRepresentable & CaseIterable>() -> [Part] where Part.RawValue == String {
    part.isEmpty ? Array(Part.allCases) : part.compactMap(Part.init(rawValue:))
  }
}
