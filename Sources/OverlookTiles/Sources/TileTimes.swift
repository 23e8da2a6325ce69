import OverlookFormats

/// The times for which a server has the tiles of a layer, and the way to those of another one. A value; any thread.
package struct TileTimes: Sendable {
  package struct Step: Hashable, Sendable {
    /// Since 1970-01-01T00:00:00Z.
    package let timeSeconds: Double
    /// As the server writes it.
    package let name: String

    init?(_ name: String) {
      guard let time = ISOTime(name) else { return nil }
      (timeSeconds, self.name) = (time.secondsSinceEpoch, name)
    }
  }

  /// By time; of more than a thousand the newest.
  package let steps: [Step]
  /// What the source shows that they belong to; nil where the server alone knows that.
  package let opened: Step?
  /// Whether the source that they belong to asks for no time although the server has none to show then.
  package let needsTime: Bool

  private let dimension: TimeDimension
  private let source: @Sendable (String) -> TileSource

  /// Nil where there is nothing to choose. `time`: what was asked for; `source` gives the source of another time.
  init?(_ dimension: TimeDimension?, time: String?, source: @escaping @Sendable (String) -> TileSource) {
    guard let dimension else { return nil }
    var steps: [Step] = []
    for step in dimension.latestTimes(limit: PictureSeries.stepLimit).compactMap(Step.init).sorted(by: {
      $0.timeSeconds < $1.timeSeconds
    }) where steps.last?.timeSeconds != step.timeSeconds {
      steps.append(step)
    }
    guard steps.count > 1 else { return nil }
    self.steps = steps
    (self.dimension, self.source) = (dimension, source)
    opened = (time ?? dimension.defaultTime).flatMap { Step($0) }
    needsTime = time == nil && dimension.defaultTime == nil
  }

  /// The time nearest to one, in seconds since 1970, whether or not it is among `steps`.
  package func nearest(to timeSeconds: Double) -> Step? {
    guard timeSeconds.isFinite else { return nil }
    return dimension.nearest(to: ISOTime(secondsOf: timeSeconds.rounded())).flatMap { Step($0) }
  }

  /// Where the nearest of `steps` is.
  package func index(nearestTo timeSeconds: Double) -> Int {
    steps.indices.min { abs(steps[$0].timeSeconds - timeSeconds) < abs(steps[$1].timeSeconds - timeSeconds) } ?? 0
  }

  /// The tiles of one of the times.
  package func source(at step: Step) -> TileSource { source(step.name) }
}
