import Foundation

/// The figures of one benchmark run, written as a table or as JSON with sorted keys.
///
/// JSON: `{"benchmark": name, "renderer": GL renderer, "drawnBy"?: "driver" or "software", "results": [{"name", "value", "unit", "goal"?, "goalMet"?}],
/// "histograms"?: [...], "costs"?: [...]}`; `Documentation/bench.md` describes it. Times are medians unless the name says
/// otherwise; a ratio has the unit "x" and the thing it is measured against in its name.
public struct BenchReport: Sendable, Encodable {
  /// One measured figure.
  public struct Result: Sendable, Encodable {
    /// What was measured.
    public let name: String
    /// The figure.
    public let value: Double
    /// Its unit: "ms", "us", "%", "x", "1/s" or "" for counts.
    public let unit: String
    /// What is asked for, where something is: the largest value that counts as reached, or, with `goalIsLeast`, the least.
    public let goal: Double?
    /// Whether more is better.
    public let goalIsLeast: Bool
    /// Whether `value` reaches `goal`.
    public var goalMet: Bool? { goal.map { goalIsLeast ? value >= $0 : value <= $0 } }

    private enum CodingKeys: CodingKey { case name, value, unit, goal, goalMet }

    /// Writes the stored figures and whether the goal is met.
    public func encode(to encoder: any Encoder) throws {
      var container = encoder.container(keyedBy: CodingKeys.self)
      try container.encode(name, forKey: .name)
      try container.encode(value, forKey: .value)
      try container.encode(unit, forKey: .unit)
      try container.encodeIfPresent(goal, forKey: .goal)
      try container.encodeIfPresent(goalMet, forKey: .goalMet)
    }
  }

  /// Name of the benchmark: "frame", "overlays", "camera" or "tiles".
  public let benchmark: String
  /// The GL renderer that drew, or "none".
  public let renderer: String
  /// Who drew what both can draw: "driver", or "software" for Overlook's own rasterizers; nil where nothing was drawn.
  public let drawnBy: String?
  /// The figures in the order of measuring.
  public private(set) var results: [Result] = []
  /// How often frames took how long; empty where that is not told.
  public private(set) var histograms: [Histogram] = []
  /// What each layer and kind of overlay took of a frame; empty where that is not told.
  public internal(set) var costs: [Cost] = []

  private enum CodingKeys: CodingKey { case benchmark, renderer, drawnBy, results, histograms, costs }

  /// Writes everything that is told.
  public func encode(to encoder: any Encoder) throws {
    var container = encoder.container(keyedBy: CodingKeys.self)
    try container.encode(benchmark, forKey: .benchmark)
    try container.encode(renderer, forKey: .renderer)
    try container.encodeIfPresent(drawnBy, forKey: .drawnBy)
    try container.encode(results, forKey: .results)
    if !histograms.isEmpty { try container.encode(histograms, forKey: .histograms) }
    if !costs.isEmpty { try container.encode(costs, forKey: .costs) }
  }

  package init(benchmark: String, renderer: String, drawnBy: String? = nil) {
    self.benchmark = benchmark
    self.renderer = renderer
    self.drawnBy = drawnBy
  }

  package mutating func add(_ name: String, _ value: Double, _ unit: String, goal: Double? = nil, goalIsLeast: Bool = false) {
    results.append(Result(name: name, value: value, unit: unit, goal: goal, goalIsLeast: goalIsLeast))
  }

  mutating func add(_ name: String, histogram: LatencyHistogram) {
    histograms.append(Histogram(name, histogram))
  }

  /// The report as pretty-printed JSON.
  public func json() throws -> String {
    let encoder = JSONEncoder()
    encoder.outputFormatting = [.prettyPrinted, .sortedKeys]
    return String(decoding: try encoder.encode(self), as: UTF8.self)
  }

  /// The report as lines of aligned columns.
  public func table() -> String {
    let width = results.map(\.name.count).max() ?? 0
    let lines = results.map { result in
      let name = result.name.padding(toLength: width, withPad: " ", startingAt: 0)
      let value = String(format: "%12.4g %@", result.value, result.unit)
      guard let goal = result.goal, let met = result.goalMet else { return "\(name) \(value)" }
      return
        "\(name) \(value)   (asked: \(result.goalIsLeast ? "at least " : "")\(String(format: "%g", goal)) \(result.unit), \(met ? "reached" : "not reached"))"
    }
    let title = "\(benchmark) on \(renderer)\(drawnBy.map { ", drawn by \($0)" } ?? "")"
    return ([title] + lines + costs.map(Self.line)).joined(separator: "\n")
  }
}

extension BenchReport {
  private static func line(_ cost: Cost) -> String {
    let name = cost.name.padding(toLength: max(cost.name.count, 24), withPad: " ", startingAt: 0)
    let times = String(format: "%8.0f %8.0f %8.0f us", cost.update, cost.extract, cost.submit)
    let gpu = cost.gpu.map { String(format: "%9.0f us drawn", $0) } ?? ""
    let overdraw = cost.overdraw.map { String(format: "%7.2f x overdraw", $0) } ?? ""
    return "\(name) \(times)\(gpu)\(String(format: "%6.0f draws", cost.draws))\(overdraw)"
  }
}

/// Durations of repeated runs of one thing, in seconds.
package struct Samples {
  private var sorted: [Double]

  package init(_ seconds: [Double]) {
    sorted = seconds.sorted()
  }

  package var median: Double { percentile(0.5) }

  /// The value below which `fraction` (0 ... 1) of the samples lie; 0 when there are none. Nearest-rank method.
  package func percentile(_ fraction: Double) -> Double {
    guard !sorted.isEmpty else { return 0 }
    let rank = Int((fraction * Double(sorted.count)).rounded(.up)) - 1
    return sorted[min(max(rank, 0), sorted.count - 1)]
  }

  package var minimum: Double { sorted.first ?? 0 }

  static func seconds(from start: ContinuousClock.Instant, to end: ContinuousClock.Instant) -> Double {
    let elapsed = start.duration(to: end).components
    return Double(elapsed.seconds) + Double(elapsed.attoseconds) * 1e-18
  }

  /// Runs `body` `count` times and keeps how long each run took, by the monotonic clock.
  package static func timing(count: Int, _ body: () throws -> Void) rethrows -> Samples {
    var seconds: [Double] = []
    seconds.reserveCapacity(count)
    let clock = ContinuousClock()
    for _ in 0..<count {
      let start = clock.now
      try body()
      seconds.append(Self.seconds(from: start, to: clock.now))
    }
    return Samples(seconds)
  }
}
