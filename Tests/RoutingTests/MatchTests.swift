import Foundation
import OverlookGeometry
import OverlookRoads
import OverlookSupport
import Testing

@testable import OverlookRouting

/// Traces of drives over a town of blocks, with the noise of a receiver, and what is made of them.
@Suite struct MatchTests {
  private static let side = 14
  private static let block = 170.0

  /// Streets every 170 m, none of them straight: of two ways around a block one is the shorter.
  private static func metric() throws -> RoadMetric {
    var town = TestTown()
    var random = SeededGenerator(seed: 5)
    for x in 0..<side {
      for y in 0..<side {
        town.node(
          "\(x)_\(y)", Double(x) * block + .random(in: -40...40, using: &random),
          Double(y) * block + .random(in: -40...40, using: &random))
      }
    }
    for x in 0..<side {
      town.way((0..<side).map { "\(x)_\($0)" }.joined(separator: " "), "North \(x)")
      town.way((0..<side).map { "\($0)_\(x)" }.joined(separator: " "), "East \(x)")
    }
    return RoadMetric(graph: try town.graph(), options: PathOptions(mode: .car))
  }

  private struct Drive {
    var path: RoadPath
    var fixes: [TraceFix]
  }

  /// A drive to a random place by way of another, at 12 metres a second, with a fix every `seconds` seconds.
  private static func drive(_ metric: RoadMetric, seconds: Double, noise: Double, _ random: inout SeededGenerator) throws -> Drive
  {
    let search = DijkstraSearch(metric: metric)
    func end() -> PathEnd {
      PathEnd(
        RoadPosition(arc: .random(in: 0..<metric.graph.arcCount, using: &random), fraction: .random(in: 0...1, using: &random)))
    }
    while true {
      let path = try search.path(from: [end()], to: [end()], budget: SearchBudget(isCancelled: { false }))
      guard path.length > 1000 else { continue }
      let shape = path.shape(in: metric)
      var fixes: [TraceFix] = []
      var time = 0.0
      while time * 12 < path.length {
        let place = ShapePart.part(of: shape, from: time * 12 / path.length, to: 1)[0]
        fixes.append(TraceFix(noisy(place, noise, &random), time: time))
        time += seconds
      }
      return Drive(path: path, fixes: fixes)
    }
  }

  private static func noisy(_ place: LocationCoordinate, _ noise: Double, _ random: inout SeededGenerator) -> LocationCoordinate {
    // Box and Muller.
    let radius = noise * (-2 * log(Double.random(in: 1e-12..<1, using: &random))).squareRoot()
    return SphericalGeometry.offset(from: place, distanceMeters: radius, headingDegrees: .random(in: 0..<360, using: &random))
  }

  /// Metres that are on one of the two ways alone, to those that were driven; the arcs on which the drive begins and ends do not count, and
  /// of those on which what was found begins and ends the part that is on it.
  private static func mismatch(_ matched: MatchedTrace, _ drive: Drive, _ graph: RoadGraph) -> Double {
    let truth = Set(drive.path.arcs.dropFirst().dropLast())
    var found: [Int: Double] = [:]
    for path in matched.pieces.map(\.path) {
      for (index, arc) in path.arcs.enumerated() {
        let part = (index == path.arcs.count - 1 ? path.endFraction : 1) - (index == 0 ? path.startFraction : 0)
        found[arc] = max(found[arc] ?? 0, part * graph.length(arc))
      }
    }
    let ends = Set(drive.path.arcs)
    let missing = truth.subtracting(found.keys).reduce(0) { $0 + graph.length($1) }
    let added = found.filter { !ends.contains($0.key) }.reduce(0) { $0 + $1.value }
    return (missing + added) / drive.path.length
  }

  @Test(arguments: [(1.0, 4.0, 0.01), (15, 10, 0.05)])
  func tracesAreFoundOnTheRoadsThatWereDriven(seconds: Double, noise: Double, limit: Double) throws {
    let metric = try Self.metric()
    let matcher = MapMatcher(metric: metric)
    var random = SeededGenerator(seed: 11)
    var mismatches: [Double] = []
    for _ in 0..<40 {
      let drive = try Self.drive(metric, seconds: seconds, noise: noise, &random)
      let matched = matcher.match(drive.fixes)
      #expect(matched.pieces.count == 1 && matched.places.count == drive.fixes.count)
      mismatches.append(Self.mismatch(matched, drive, metric.graph))
    }
    let mean = mismatches.reduce(0, +) / Double(mismatches.count)
    #expect(mean <= limit, "\(mean) of the length")
  }

  @Test func arcsFollowEachOtherAndFixesLieOnThem() throws {
    let metric = try Self.metric()
    var random = SeededGenerator(seed: 3)
    let drive = try Self.drive(metric, seconds: 2, noise: 5, &random)
    let matched = MapMatcher(metric: metric).match(drive.fixes)
    for piece in matched.pieces {
      for (arc, next) in zip(piece.path.arcs, piece.path.arcs.dropFirst()) {
        #expect(metric.graph.head(arc) == metric.graph.tail(next))
      }
      let metres = SphericalGeometry.length(of: Path(piece.path.shape(in: metric)))
      #expect(abs(metres - piece.path.length) < 1 + piece.path.length * 0.002)
    }
    for (fix, place) in zip(drive.fixes, matched.places) {
      let place = try #require(place)
      #expect(abs(SphericalGeometry.distance(from: fix.coordinate, to: place.coordinate) - place.distance) < 0.5)
    }
  }

  @Test func whatAMatcherLearnedOfOtherTracesChangesNothing() throws {
    let metric = try Self.metric()
    let matcher = MapMatcher(metric: metric)
    var random = SeededGenerator(seed: 17)
    for seconds in [1.0, 15, 5] {
      let drive = try Self.drive(metric, seconds: seconds, noise: 6, &random)
      let (again, anew) = (matcher.match(drive.fixes), MapMatcher(metric: metric).match(drive.fixes))
      #expect(again.pieces.map(\.path.arcs) == anew.pieces.map(\.path.arcs) && again.places == anew.places)
    }
  }

  @Test func aGapThatNoRoadBridgesMakesTwoPieces() throws {
    let metric = try Self.metric()
    var random = SeededGenerator(seed: 8)
    let drive = try Self.drive(metric, seconds: 1, noise: 3, &random)
    var fixes = drive.fixes
    let middle = fixes.count / 2
    fixes[middle] = TraceFix(.invalid)
    fixes.insert(TraceFix(LocationCoordinate(latitude: 40, longitude: 3)), at: middle)
    // What lies elsewhere is left out, and the way goes on behind it.
    let matched = MapMatcher(metric: metric).match(fixes)
    #expect(matched.pieces.count == 1 && matched.places[middle] == nil && matched.places[middle + 1] == nil)
    var far = MatchOptions()
    far.breakage = 30
    let broken = MapMatcher(metric: metric, options: far).match(
      drive.fixes.enumerated().filter { !(20..<30).contains($0.offset) }.map(\.element))
    #expect(broken.pieces.count == 2)
  }

  /// Between two streets of opposite directions, the course decides.
  @Test func theCourseTellsWhichOfTwoCarriagewaysItIs() throws {
    var town = TestTown()
    for (name, x, y) in [("a", 0.0, 0.0), ("b", 1000, 0), ("c", 1000, 8), ("d", 0, 8)] { town.node(name, x, y) }
    town.way("a b", "Out", ["oneway": "yes"])
    town.way("c d", "Back", ["oneway": "yes"])
    let metric = RoadMetric(graph: try town.graph(), options: PathOptions(mode: .car))
    for (course, name) in [(90.0, "Out"), (270, "Back")] {
      let fixes = (0..<10).map { step in
        let along = Double(step) * 15 + 100
        return TraceFix(TestTown.place(course == 90 ? along : 800 - along, 4), time: Double(step), speed: 15, course: course)
      }
      let matched = MapMatcher(metric: metric).match(fixes)
      let arc = try #require(matched.pieces.first?.path.arcs.first)
      #expect(metric.graph.attributes(arc).name == name)
    }
  }

  @Test func whatIsNoTraceHasNoPieces() throws {
    let metric = try Self.metric()
    #expect(MapMatcher(metric: metric).match([]).pieces.isEmpty)
    let nowhere = MapMatcher(metric: metric).match(Array(repeating: TraceFix(.invalid), count: 5))
    #expect(nowhere.pieces.isEmpty && nowhere.places.count == 5)
    let odd = [TraceFix(TestTown.place(10, 0), time: .nan, speed: -.infinity, course: .nan, accuracy: -1)]
    #expect(MapMatcher(metric: metric).match(odd).pieces.count == 1)
  }
}
