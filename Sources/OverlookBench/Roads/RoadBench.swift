import Foundation
import OverlookFormats
import OverlookGeometry
import OverlookRoads
import OverlookSupport

/// `overlook bench roads`: graphs, searches and their hierarchy, on one core.
public enum RoadBench {
  /// A part of the benchmark, which can be run alone.
  public enum Part: String, CaseIterable, Sendable {
    /// An extract, or a made up town.
    case town
    /// A made up city of a million arcs.
    case city
  }

  /// Crossings a side of what is made up.
  private static let townSide = 70
  private static let citySide = 500
  /// Searches from as many places to as many others.
  private static let places = 100

  /// Measures `parts`; the town is that of the OpenStreetMap data at `extract`, or a made up one.
  public static func run(parts: [Part] = Part.allCases, extract: String? = nil) throws -> BenchReport {
    var report = BenchReport(benchmark: "roads", renderer: "none")
    for part in Part.allCases where parts.contains(part) {
      switch part {
      case .town:
        var sample = RoadGridSample(side: townSide, hasRivers: true)
        let data = try extract.map { path in try OSMFile.read(path: path) } ?? sample.data()
        try measureTown(data, into: &report)
      case .city:
        var sample = RoadGridSample(side: citySide, hasRivers: true)
        try measureCity(try sample.data(), into: &report)
      }
    }
    return report
  }

  private static func seconds<Result>(_ body: () throws -> Result) rethrows -> (Result, Double) {
    let start = MonotonicClock.now()
    let result = try body()
    return (result, MonotonicClock.now() - start)
  }

  // MARK: The town

  private static func measureTown(_ data: OSMData, into report: inout BenchReport) throws {
    let ((graph, _), time) = try seconds { try RoadGraphBuilder.build(data) }
    report.add("town: graph of \(graph.arcCount) arcs", time, "s", goal: 3)
    addSize(of: graph, "town", into: &report)
    let bytes = try RoadGraphFile.bytes(of: graph)
    report.add("town: file", Double(bytes.count) / 1e6, "MB")
    report.add("town: read the file", try seconds { try RoadGraphFile.graph(of: bytes, thing: "roads") }.1 * 1000, "ms")
    let order = ArcOrder(graph)
    for mode in TravelMode.allCases {
      let metric = RoadMetric(graph: graph, options: PathOptions(mode: mode))
      let hierarchy = try RoadHierarchy(metric: metric, order: order)
      let searches: [(String, any PathSearch)] = [
        ("both ends", BidirectionalSearch(metric: metric)), ("hierarchy", HierarchySearch(hierarchy: hierarchy)),
      ]
      try compare(searches, metric, "town, \(mode.rawValue)", goals: [5, 5], data: data, into: &report)
    }
  }

  private static func addSize(of graph: RoadGraph, _ name: String, into report: inout BenchReport) {
    report.add("\(name): memory an arc", Double(graph.byteCount) / Double(max(graph.arcCount, 1)), "B", goal: 40)
  }

  // MARK: The city

  private static func measureCity(_ data: OSMData, into report: inout BenchReport) throws {
    let ((graph, _), time) = try seconds { try RoadGraphBuilder.build(data) }
    report.add("city: graph of \(graph.arcCount) arcs", time, "s")
    addSize(of: graph, "city", into: &report)
    let (order, orderTime) = seconds { ArcOrder(graph) }
    let metric = RoadMetric(graph: graph, options: PathOptions(mode: .car))
    let (hierarchy, hierarchyTime) = try seconds { try RoadHierarchy(metric: metric, order: order) }
    report.add("city: order of the hierarchy", orderTime, "s")
    report.add("city: hierarchy, with its order", orderTime + hierarchyTime, "s", goal: 60)
    report.add("city: memory of the hierarchy", Double(hierarchy.byteCount) / 1e6, "MB")
    let (landmarks, landmarkTime) = seconds { Landmarks(metric) }
    report.add("city: landmarks", landmarkTime, "s")
    let searches: [(String, any PathSearch)] = [
      ("both ends", BidirectionalSearch(metric: metric, landmarks: landmarks)),
      ("hierarchy", HierarchySearch(hierarchy: hierarchy)),
    ]
    try compare(searches, metric, "city, car", goals: [100, 5], sources: 10, targets: 20, data: data, into: &report)
  }

  // MARK: Searches

  /// Paths between places at random: how long they take, whether they cost what the plain search says, whether they break a restriction.
  private static func compare(
    _ searches: [(String, any PathSearch)], _ metric: RoadMetric, _ name: String, goals: [Double], sources: Int = places,
    targets: Int = places, data: OSMData, into report: inout BenchReport
  ) throws {
    var generator = SeededGenerator(seed: 7)
    let open = (0..<metric.graph.arcCount).filter { metric.isOpen($0) }
    guard !open.isEmpty else { return }
    func end() -> PathEnd {
      PathEnd(
        RoadPosition(
          arc: open[Int.random(in: 0..<open.count, using: &generator)], fraction: .random(in: 0...1, using: &generator)))
    }
    let starts = (0..<sources).map { _ in end() }
    let audit = RestrictionAudit(data, metric)
    var (equal, broken, found) = (0, 0, 0)
    var times = [LatencyHistogram](repeating: LatencyHistogram(), count: searches.count)
    for start in starts {
      let ends = (0..<targets).map { _ in end() }
      let expected = try RoadMatrix.costs(from: [[start]], to: ends.map { [$0] }, metric: metric)[0]
      for (end, expected) in zip(ends, expected) {
        var costs: [UInt32?] = []
        for (number, search) in searches.enumerated() {
          let (path, time) = seconds { try? search.1.path(from: [start], to: [end], budget: SearchBudget()) }
          costs.append(path?.cost)
          guard let path else { continue }
          times[number].record(time)
          broken += audit.isBroken(by: path) ? 1 : 0
          found += 1
        }
        equal += costs.allSatisfy { $0 == expected } ? 1 : 0
      }
    }
    for ((title, _), (histogram, goal)) in zip(searches, zip(times, goals)) {
      report.add("\(name): path, \(title), median", histogram.percentile(0.5) * 1000, "ms")
      report.add("\(name): path, \(title), p95", histogram.percentile(0.95) * 1000, "ms", goal: goal)
    }
    let pairs = Double(sources * targets)
    report.add("\(name): of \(sources * targets) pairs as the plain search", Double(equal), "", goal: pairs, goalIsLeast: true)
    report.add("\(name): of \(found) paths that break a restriction", Double(broken), "", goal: 0)
  }
}
