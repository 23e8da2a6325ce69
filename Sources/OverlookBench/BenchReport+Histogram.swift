// What a report tells beyond single figures.
extension BenchReport {
  /// How often something took how long.
  public struct Histogram: Sendable, Encodable {
    /// What was measured.
    public let name: String
    /// Times that it was.
    public let count: Int
    /// In milliseconds.
    public let min, mean, p50, p90, p99, p999, max: Double
    /// For each range of durations that occurred, ascending: its lower end and its width in microseconds, and how many fell into
    /// it.
    public let buckets: [[Int]]

    init(_ name: String, _ histogram: LatencyHistogram) {
      self.name = name
      count = histogram.count
      min = histogram.minimum * 1e3
      mean = histogram.mean * 1e3
      p50 = histogram.percentile(0.5) * 1e3
      p90 = histogram.percentile(0.9) * 1e3
      p99 = histogram.percentile(0.99) * 1e3
      p999 = histogram.percentile(0.999) * 1e3
      max = histogram.maximum * 1e3
      buckets = histogram.buckets.map { [$0.lowest, $0.width, $0.count] }
    }
  }

  /// What a layer or a kind of overlay takes of a frame; means.
  public struct Cost: Sendable, Encodable {
    /// The layer's title, or what kind it is.
    public let name: String
    /// Processor time of the main thread in microseconds.
    public let update, extract, submit: Double
    /// The GPU's time in microseconds; where the processor draws, the time until it has drawn.
    public let gpu: Double?
    /// Draw calls, instances, vertices.
    public let draws, instances, vertices: Double
    /// Bytes uploaded.
    public let uploadedBytes: Double
    /// How often each pixel of the picture was drawn on the average.
    public let overdraw: Double?
  }
}
