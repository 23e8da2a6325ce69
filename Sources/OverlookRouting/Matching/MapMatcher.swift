import Foundation
import OverlookGeometry
package import OverlookRoads
import Synchronization

/// Finds the roads that a trace was gone on: the most likely sequence of arcs, where a fix is likely near a road, and a way is likely as
/// long as the straight line between two fixes.
///
/// A trace takes time in proportion to its length. One matcher may be used by many threads; it keeps what it learned of the roads for the
/// next traces.
package final class MapMatcher: Sendable {
  let metric: RoadMetric
  let options: MatchOptions
  private let free = Mutex<[MatchRoutes]>([])

  package init(metric: RoadMetric, options: MatchOptions = MatchOptions()) {
    self.metric = metric
    self.options = options
  }

  package func match(_ fixes: [TraceFix]) -> MatchedTrace {
    guard !metric.graph.isEmpty else { return MatchedTrace(pieces: [], places: Array(repeating: nil, count: fixes.count)) }
    let routes = free.withLock { $0.popLast() } ?? MatchRoutes(network: MatchNetwork(metric: metric, turnBack: options.turnBack))
    defer { free.withLock { $0.append(routes) } }
    var run = MatchRun(options: options, routes: routes, fixes: fixes)
    let matched = run.result()
    guard let noise = noise(of: fixes, on: matched) else { return matched }
    var vaguer = options
    vaguer.noise = noise
    var again = MatchRun(options: vaguer, routes: routes, fixes: fixes)
    return again.result()
  }

  /// How much more than the usual noise makes a trace worth another look, and the most that is thought of.
  private static let vague = 1.3
  private static let mostNoise = 25.0

  /// What the distances from the roads say of the noise of fixes that do not say it themselves, metres; nil where that is about what was
  /// expected.
  private func noise(of fixes: [TraceFix], on matched: MatchedTrace) -> Double? {
    let distances = zip(fixes, matched.places).compactMap { $0.accuracy == nil ? $1?.distance : nil }
    guard distances.count >= 8 else { return nil }
    // The mean distance from a line is 0.8 of the standard deviation; from the nearest of several lines it is less.
    let noise = distances.reduce(0, +) / Double(distances.count) / 0.7
    return noise > options.noise * Self.vague ? min(noise, Self.mostNoise) : nil
  }
}

// It is in the list of the free ones or in the hands of the one trace that took it out.
extension MatchRoutes: @unchecked Sendable {}

/// The matching of one trace.
struct MatchRun {
  private let fixes: [TraceFix]
  private let options: MatchOptions
  private let routes: MatchRoutes
  private var network: MatchNetwork { routes.network }
  private var search: MatchCandidateSearch
  /// Those of all layers, one after the other.
  private var candidates: [MatchCandidate] = []
  private var layers: [Layer] = []

  /// A fix that counts, with its candidates.
  private struct Layer {
    let fix: Int
    var candidates: Range<Int>
    /// Metres of the straight line from the fix before, and the mean detour on it.
    let straight: Float
    let detour: Float
    /// Whether nothing leads here from the layer before.
    var isStart: Bool
  }

  /// Logarithms of likelihood below the best that nothing comes back from.
  private static let hopeless: Float = 30
  /// The same of one way alone, which is not looked for any farther.
  private static let farthest: Float = 12

  init(options: MatchOptions, routes: MatchRoutes, fixes: [TraceFix]) {
    self.fixes = fixes
    self.options = options
    self.routes = routes
    search = MatchCandidateSearch(network: routes.network, options: options)
  }

  mutating func result() -> MatchedTrace {
    for index in fixes.indices where fixes[index].coordinate.isValid { addLayer(index) }
    return MatchedPath(
      network: network, fixes: fixes, chosen: chosen(), routes: routes, spacing: options.spacing
    ).trace()
  }

  private mutating func addLayer(_ index: Int) {
    let fix = fixes[index]
    var straight = 0.0
    var seconds = 1.0
    if let last = layers.last {
      straight = SphericalGeometry.distance(from: fixes[last.fix].coordinate, to: fix.coordinate)
      // What stands still, or nearly, tells nothing new.
      if straight < options.spacing { return }
      if let from = fixes[last.fix].time, let to = fix.time, (to - from).isFinite, to > from { seconds = to - from }
    }
    let first = candidates.count
    search.append(fix, to: &candidates)
    guard candidates.count > first else { return }
    let detour = max(
      options.leastDetour, options.detourPerSecond * min(seconds, 120), straight * 0.02,
      options.detourPerNoise * search.noise(of: fix))
    var layer = Layer(
      fix: index, candidates: first..<candidates.count, straight: Float(straight), detour: Float(detour),
      isStart: layers.isEmpty || straight > options.breakage)
    if !layer.isStart { layer.isStart = !connect(layer) }
    if layer.isStart { for place in layer.candidates { candidates[place].score = candidates[place].emission } }
    prune(&layer)
    layers.append(layer)
  }

  /// Finds the best way to each candidate from those of the layer before; false where there is none to any.
  private mutating func connect(_ layer: Layer) -> Bool {
    guard let last = layers.last else { return false }
    for place in layer.candidates { candidates[place].score = -.infinity }
    // Of ways from several candidates the likeliest is the shortest when what one begins with counts in metres.
    let best = last.candidates.reduce(-Float.infinity) { max($0, candidates[$1].score) }
    let sources = last.candidates.map { place in
      MatchRoutes.Source(
        arc: candidates[place].arc, distance: (best - candidates[place].score) * layer.detour + rest(of: candidates[place]))
    }
    routes.want(layer.candidates.map { Int(candidates[$0].arc) })
    routes.search(from: sources, limit: layer.straight + Self.farthest * layer.detour)
    for place in layer.candidates {
      if let nearest = routes.nearest(to: Int(candidates[place].arc)) {
        let from = last.candidates.lowerBound + nearest.source
        let offset = (best - candidates[from].score) * layer.detour
        take(nearest.distance - offset + candidates[place].before, from, place, layer)
      }
      for from in last.candidates where candidates[from].arc == candidates[place].arc { stay(from, place, layer) }
    }
    return layer.candidates.contains { candidates[$0].score > -.infinity }
  }

  /// Metres of a candidate's arc behind it.
  private func rest(of candidate: MatchCandidate) -> Float {
    Float(network.length(Int(candidate.arc))) - candidate.before
  }

  /// Comes from one candidate to another without leaving their arc.
  private mutating func stay(_ from: Int, _ place: Int, _ layer: Layer) {
    let way = candidates[place].before - candidates[from].before
    if way >= 0 {
      take(way, from, place, layer, staysOnArc: true)
    } else if -way <= 3 * Float(options.noise) + layer.straight {
      // A little back is noise.
      take(-way * 1.5, from, place, layer, staysOnArc: true)
    }
  }

  /// Comes to a candidate by a way of so many metres, where that is the likeliest so far.
  private mutating func take(_ way: Float, _ from: Int, _ place: Int, _ layer: Layer, staysOnArc: Bool = false) {
    let score = candidates[from].score + candidates[place].emission - abs(way - layer.straight) / layer.detour
    guard score > candidates[place].score else { return }
    candidates[place].score = score
    candidates[place].previous = Int32(clamping: from)
    candidates[place].staysOnArc = staysOnArc
  }

  private mutating func prune(_ layer: inout Layer) {
    let best = layer.candidates.map { candidates[$0].score }.max() ?? 0
    let kept = layer.candidates.filter { candidates[$0].score > best - Self.hopeless }.map { candidates[$0] }
    candidates.replaceSubrange(layer.candidates, with: kept)
    layer.candidates = layer.candidates.lowerBound..<(layer.candidates.lowerBound + kept.count)
    // Likelihoods of a long trace would use up the digits.
    for place in layer.candidates { candidates[place].score -= best }
  }

  /// Going back from the ends of the pieces, one candidate for each layer.
  private func chosen() -> [MatchedPath.Stop] {
    var stops: [MatchedPath.Stop] = []
    var next: Int?
    for layer in layers.reversed() {
      let place = next ?? layer.candidates.max { candidates[$0].score < candidates[$1].score } ?? layer.candidates.lowerBound
      let candidate = candidates[place]
      stops.append(MatchedPath.Stop(fix: layer.fix, candidate: candidate, isStart: layer.isStart))
      next = layer.isStart || candidate.previous < 0 ? nil : Int(candidate.previous)
    }
    return stops.reversed()
  }
}
