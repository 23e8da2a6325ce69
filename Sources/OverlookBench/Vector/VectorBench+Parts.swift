import Dispatch
import Foundation
import Overlook
import OverlookCamera
import OverlookFormats
import OverlookGeometry
import OverlookLayout
import OverlookMeasurement
import OverlookStyle
import OverlookStyledMap
import OverlookSupport

// Work off the frame, and whole processes.
extension VectorBench {
  // MARK: Layout

  static func measureLayout(_ style: MapStyle, into report: inout BenchReport) throws {
    let layers = style.document.layers.filter { $0.source != nil }
    for (name, samples) in [("dense tile", VectorSamples.dense), ("tile of long lines and outlines", .long)] {
      try measureLayout(name, samples.tile(seed: 1), layers, zoom: 12, into: &report)
    }
  }

  private static func measureLayout(
    _ name: String, _ bytes: [UInt8], _ layers: [StyleLayer], zoom: Int, into report: inout BenchReport
  ) throws {
    let wanted = Set(layers.compactMap(\.sourceLayer))
    let tile = OverscaledTile(TileID(z: zoom, x: 0, y: 0))
    let features = try FeatureTile(vectorTile: bytes, wanted: wanted)
    let (rounds, megabytes) = (30, Double(bytes.count) / 1e6)
    var (decoding, layout): ([Double], [Double]) = ([], [])
    for _ in 0..<rounds {
      let start = ProcessorClock.thread()
      _ = try FeatureTile(vectorTile: bytes, wanted: wanted)
      let middle = ProcessorClock.thread()
      _ = TileLayouter.layout(features, layers: layers, LayoutContext(tile: tile))
      decoding.append(middle - start)
      layout.append(ProcessorClock.thread() - middle)
    }
    let (decode, lay) = (Samples(decoding).median, Samples(layout).median)
    let count = Double(features.layers.reduce(0) { $0 + $1.features.count })
    report.add("\(name): MVT decoded a second and core", megabytes / decode, "MB/s", goal: 500, goalIsLeast: true)
    report.add("\(name): features decoded a second and core", count / decode, "1/s")
    report.add("\(name): decoded, laid out and tessellated a second and core", megabytes / (decode + lay), "MB/s")
    report.add("\(name): features laid out a second and core", count / lay, "1/s")
  }

  // MARK: Expressions

  static func measureExpressions(into report: inout BenchReport) throws {
    let texts = [
      #"["match", ["get", "class"], ["motorway", "trunk"], "red", "minor", "white", "gray"]"#,
      #"["interpolate", ["linear"], ["get", "height"], 0, 1, 10, 4, 40, 12]"#,
      #"["case", ["all", [">", ["get", "height"], 10], ["==", ["get", "class"], "house"]], 1, 0]"#,
    ]
    let programs = try texts.map { text in
      try ExpressionProgram.compile(try JSONParser.parse(Array(text.utf8), thing: "expression"), for: nil)
    }
    let features = try FeatureTile(vectorTile: VectorSamples.dense.tile(seed: 1), wanted: ["areas"])
    guard let layer = features.layer("areas") else { throw BenchError(description: "the tile has no areas") }
    let tile = TileID(z: 12, x: 0, y: 0)
    let rows = layer.features.count
    var context = ExpressionContext()
    context.zoom = 12
    var evaluators = programs.map { ExpressionEvaluator(program: $0, context: context) }
    func evaluate() {
      for row in 0..<Int32(clamping: rows) {
        let feature = layer.expressionFeature(row, in: tile)
        for index in evaluators.indices {
          evaluators[index].context.feature = feature
          _ = try? evaluators[index].evaluate()
        }
      }
    }
    let samples = Samples.timing(count: 30) { evaluate() }
    let count = Double(rows * programs.count)
    report.add("expressions of get, match, interpolate and case evaluated a second", count / samples.median, "1/s")
    if AllocationCounter.isAvailable {
      let blocks = AllocationCounter.count { evaluate() }.blocks
      report.add("expressions: blocks of memory taken for an evaluation", Double(blocks) / count, "", goal: 0.01)
    }
  }

  // MARK: Labels

  static func measureLabels(into report: inout BenchReport) throws {
    let style = try MapStyle(json: labelStyle(count: 1000))
    let view = ViewTransform(camera: CameraPosition(latitude: 0, longitude: 0, zoom: 2), size: BenchStage.size)
    let stage = try VectorStage(style, camera: view.camera)
    defer { stage.close() }
    guard let styled = stage.map.styledMap else { return }
    let samples = Samples.timing(count: 30) { styled.placeLabels(view, now: 0) }
    report.add("placement of 1,000 labels", samples.median * 1e3, "ms", goal: 4)
  }

  private static func labelStyle(count: Int) -> String {
    var generator = SeededGenerator(seed: 9)
    let features = (0..<count).map { number -> String in
      let longitude = Double.random(in: -170..<170, using: &generator)
      let latitude = Double.random(in: -70..<70, using: &generator)
      return #"{"type":"Feature","properties":{"name":"Place \#(number)"},"geometry":"#
        + #"{"type":"Point","coordinates":[\#(longitude),\#(latitude)]}}"#
    }
    return """
      {"version": 8, "sources": {"p": {"type": "geojson", "data": {"type": "FeatureCollection", "features": [\(features.joined(separator: ","))]}}},
       "layers": [{"id": "p", "type": "symbol", "source": "p", "layout": {"text-field": ["get", "name"], "text-size": 12}}]}
      """
  }

  // MARK: Processes

  static func measureProcesses(into report: inout BenchReport) throws {
    let empty = FileManager.default.temporaryDirectory.appendingPathComponent("overlook-empty-\(UUID().uuidString).json").path
    try Data(#"{"version": 8, "sources": {}, "layers": []}"#.utf8).write(to: URL(fileURLWithPath: empty))
    defer { try? FileManager.default.removeItem(atPath: empty) }
    try measureProcess(
      "process start to a cleared target and its end, without a map", ["bench", "driver"], goal: nil, into: &report)
    try measureMap("process start to an empty map", ["--style", empty], goal: 60, into: &report)
    guard MapStyle.embeddedNames.contains("day") else { return }
    try measureMap(
      "process start to the embedded world at zoom 3", ["--style", "day", "--center", "30,10", "--zoom", "3"], goal: nil,
      into: &report)
    try measureMap(
      "process start to Helsinki at zoom 15, tilted",
      ["--style", "day", "--center", "60.171,24.941", "--zoom", "15", "--tilt", "55", "--bearing", "20"], goal: nil, into: &report
    )
  }

  private static func measureMap(
    _ name: String, _ arguments: [String], goal: Double?, into report: inout BenchReport
  ) throws {
    try measureProcess(
      "\(name), with the picture written", ["snapshot", "--size", "1024x768", "-o", "/dev/null"] + arguments, goal: goal,
      into: &report)
  }

  private static func measureProcess(
    _ name: String, _ arguments: [String], goal: Double?, into report: inout BenchReport
  ) throws {
    guard let program = try? FileManager.default.destinationOfSymbolicLink(atPath: "/proc/self/exe") else { return }
    var seconds: [Double] = []
    for _ in 0..<7 {
      let process = Process()
      process.executableURL = URL(fileURLWithPath: program)
      process.arguments = arguments
      process.standardOutput = FileHandle.nullDevice
      process.standardError = FileHandle.nullDevice
      // To wait for the process itself would be to look for its end every 50 ms.
      let end = DispatchSemaphore(value: 0)
      process.terminationHandler = { _ in end.signal() }
      let start = MonotonicClock.now()
      try process.run()
      end.wait()
      seconds.append(MonotonicClock.now() - start)
      guard process.terminationStatus == 0 else { throw BenchError(description: "\(name): the program failed") }
    }
    report.add("\(name), median of 7", Samples(seconds).median * 1e3, "ms", goal: goal)
    report.add("\(name), quickest", Samples(seconds).minimum * 1e3, "ms")
  }

  // MARK: Memory

  /// A flight over all tiles of the archive.
  static func measureMemory(_ style: MapStyle, into report: inout BenchReport) throws {
    let stage = try VectorStage(style, camera: camera)
    defer { stage.close() }
    let start = try ProcessMemory.residentBytes()
    var (peak, kept) = (start, 0)
    for step in 0..<30 {
      let angle = Double(step) / 30 * 2 * .pi
      let target = LocationCoordinate(
        latitude: camera.target.latitude + 0.5 * sin(angle), longitude: camera.target.longitude + 0.7 * cos(angle))
      stage.map.moveCamera(.setTarget(target))
      try stage.settle()
      peak = max(peak, try ProcessMemory.residentBytes())
      kept = max(kept, stage.map.tileCounts.cachedBytes)
    }
    report.add("flight: tiles in memory, most", Double(kept) / Double(1 << 20), "MiB", goal: 256)
    report.add("flight: growth of the process, most", Double(peak - start) / Double(1 << 20), "MiB")
  }
}
