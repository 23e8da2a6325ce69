import OverlookNavigation
import OverlookTiles

/// What the tiles along a route told last, each for itself: who loses some of them knows the jams of these on. A value; any thread.
struct KnownTraffic: Sendable {
  /// Seconds after which what a tile told says nothing of the road any more.
  static let patience = 900.0

  private struct Told: Sendable {
    var tile: TileID
    var traffic: RoadTraffic
    var time: Double
  }

  /// In the order of the route.
  private var told: [Told] = []

  /// Takes what was answered at a time in monotonic seconds. A tile that cannot be had keeps what it told, until that is too old; one that
  /// the route no longer touches is forgotten. Without any answers all of it stays that is not too old.
  mutating func take(_ answers: [TrafficTiles.Answer]?, now: Double) {
    told.removeAll { now - $0.time > Self.patience }
    guard let answers else { return }
    let before = Dictionary(told.map { ($0.tile, $0) }, uniquingKeysWith: { first, _ in first })
    told = answers.compactMap { answer in
      answer.traffic.map { Told(tile: answer.tile, traffic: $0, time: now) } ?? before[answer.tile]
    }
  }

  /// All that is known.
  var roads: RoadTraffic { told.reduce(into: RoadTraffic()) { $0.add($1.traffic) } }
}
