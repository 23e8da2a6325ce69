import Glibc

/// The streets of a scene as ways to walk along.
package struct StreetWays: Sendable {
  /// Metres between two places that one walks to from each other.
  package static let stepMeters = 10.0
  /// A way that starts so near is a way from here.
  private static let nearMeters = 7.0
  /// Lines whose corners are so near to each other meet there: corners of tiles are rounded.
  private static let jointMeters = 0.6
  /// Crossings nearer to each other than this are one: tiles overlap at their edges.
  private static let sameMeters = 4.0

  private let lines: [[SIMD2<Double>]]
  private let names: [StreetName]
  /// Those that one stands in: not bridges between houses.
  private let houses: [[[SIMD2<Double>]]]

  package init(_ scene: StreetScene) {
    lines = scene.roads.filter { $0.material != .rail && $0.material != .water }.map(\.line)
    names = scene.names
    houses = scene.buildings.filter { $0.bottom < 2 && $0.top > 1 }.map(\.rings)
  }

  /// The place of a street nearest to `place`, within `radius` metres and under the open sky, and the heading of the street there,
  /// degrees clockwise from north; nil when there is none.
  package func nearest(to place: SIMD2<Double>, radius: Double) -> (place: SIMD2<Double>, heading: Double)? {
    var found: [(meters: Double, place: SIMD2<Double>, heading: Double)] = []
    for line in lines {
      for (start, end) in zip(line, line.dropFirst()) {
        let foot = Self.nearest(on: start, end, to: place)
        let meters = Self.length(foot - place)
        if meters <= radius { found.append((meters, foot, Self.heading(end - start))) }
      }
    }
    let open = found.sorted { $0.meters < $1.meters }.first { !isInHouse($0.place) }
    return open.map { ($0.place, $0.heading) }
  }

  /// The parts of all streets that lie under the open sky: what runs through houses is left out, and what is shorter than two metres.
  package var openLines: [[SIMD2<Double>]] {
    let boxes = houses.map { Self.box($0.flatMap { $0 }) }
    var open: [[SIMD2<Double>]] = []
    for line in lines {
      let near = houses.indices.filter { Self.meet(boxes[$0], Self.box(line)) }
      if near.isEmpty {
        open.append(line)
      } else {
        Self.appendOpen(line, near.map { (boxes[$0], houses[$0]) }, to: &open)
      }
    }
    return open
  }

  /// A low corner and a high one.
  private typealias Box = (low: SIMD2<Double>, high: SIMD2<Double>)
  private static let leastMeters = 2.0

  private static func appendOpen(
    _ line: [SIMD2<Double>], _ houses: [(box: Box, rings: [[SIMD2<Double>]])], to open: inout [[SIMD2<Double>]]
  ) {
    var piece: [SIMD2<Double>] = []
    func finish() {
      if zip(piece, piece.dropFirst()).reduce(0, { $0 + length($1.1 - $1.0) }) >= leastMeters { open.append(piece) }
      piece.removeAll(keepingCapacity: true)
    }
    for (start, end) in zip(line, line.dropFirst()) {
      let near = houses.filter { meet($0.box, box([start, end])) }
      var cuts = [0.0, 1]
      for house in near {
        for ring in house.rings { cuts += Self.cuts(from: start, to: end, ring) }
      }
      cuts.sort()
      for (from, to) in zip(cuts, cuts.dropFirst()) where to > from {
        let middle = start + (end - start) * ((from + to) / 2)
        if near.contains(where: { StreetSurroundings.contains($0.rings, middle) }) {
          finish()
        } else {
          if piece.isEmpty { piece.append(start + (end - start) * from) }
          piece.append(start + (end - start) * to)
        }
      }
    }
    finish()
  }

  /// Where a segment crosses the sides of a ring, in shares of its length.
  private static func cuts(from start: SIMD2<Double>, to end: SIMD2<Double>, _ ring: [SIMD2<Double>]) -> [Double] {
    guard var corner = ring.last else { return [] }
    let way = end - start
    var found: [Double] = []
    for next in ring {
      let (side, away) = (next - corner, corner - start)
      corner = next
      let area = way.x * side.y - way.y * side.x
      guard area != 0 else { continue }
      let share = (away.x * side.y - away.y * side.x) / area
      let along = (away.x * way.y - away.y * way.x) / area
      if share > 0, share < 1, along >= 0, along <= 1 { found.append(share) }
    }
    return found
  }

  private static func box(_ places: [SIMD2<Double>]) -> Box {
    var (low, high) = (SIMD2(repeating: Double.infinity), SIMD2(repeating: -Double.infinity))
    for place in places { (low, high) = (pointwiseMin(low, place), pointwiseMax(high, place)) }
    return (low, high)
  }

  private static func meet(_ one: Box, _ other: Box) -> Bool {
    one.low.x <= other.high.x && one.low.y <= other.high.y && other.low.x <= one.high.x && other.low.y <= one.high.y
  }

  private func isInHouse(_ place: SIMD2<Double>) -> Bool {
    houses.contains { StreetSurroundings.contains($0, place) }
  }

  /// Where the streets around a place lead within a step.
  package func neighbours(of place: SIMD2<Double>) -> [(place: SIMD2<Double>, heading: Double)] {
    var found: [(place: SIMD2<Double>, heading: Double)] = []
    for line in reached(from: place) {
      for (start, end) in zip(line, line.dropFirst()) {
        for crossing in Self.crossings(start, end, around: place)
        where !found.contains(where: { Self.length($0.place - crossing) < Self.sameMeters }) && !isInHouse(crossing) {
          found.append((crossing, Self.heading(crossing - place)))
        }
      }
    }
    return found.sorted { $0.heading < $1.heading }
  }

  /// The name of the street at a place; empty where there is none.
  package func name(at place: SIMD2<Double>) -> String {
    var (least, text) = (Self.nearMeters, "")
    for name in names {
      for (start, end) in zip(name.line, name.line.dropFirst()) {
        let meters = Self.length(Self.nearest(on: start, end, to: place) - place)
        if meters < least { (least, text) = (meters, name.text) }
      }
    }
    return text
  }

  /// The lines that one is on at a place, and those that go on from their ends and crossings within a step.
  private func reached(from place: SIMD2<Double>) -> [[SIMD2<Double>]] {
    let close = lines.filter { isNear($0, place, within: Self.stepMeters) }
    var reached = close.map { isNear($0, place, within: Self.nearMeters) }
    // Few lines are so close; each round adds one at least.
    var isGrowing = true
    while isGrowing {
      isGrowing = false
      for number in close.indices where !reached[number] {
        let joins = close.indices.contains { other in
          reached[other]
            && (close[other] + close[number]).contains { corner in
              Self.length(corner - place) < Self.stepMeters && isNear(close[other], corner, within: Self.jointMeters)
                && isNear(close[number], corner, within: Self.jointMeters)
            }
        }
        if joins { (reached[number], isGrowing) = (true, true) }
      }
    }
    return close.indices.filter { reached[$0] }.map { close[$0] }
  }

  private func isNear(_ line: [SIMD2<Double>], _ place: SIMD2<Double>, within meters: Double) -> Bool {
    zip(line, line.dropFirst()).contains { Self.length(Self.nearest(on: $0, $1, to: place) - place) < meters }
  }

  private static func nearest(on start: SIMD2<Double>, _ end: SIMD2<Double>, to place: SIMD2<Double>) -> SIMD2<Double> {
    let way = end - start
    let square = (way * way).sum()
    guard square > 0 else { return start }
    return start + way * min(max(((place - start) * way).sum() / square, 0), 1)
  }

  /// Where a segment meets the circle of a step.
  private static func crossings(
    _ start: SIMD2<Double>, _ end: SIMD2<Double>, around place: SIMD2<Double>
  ) -> [SIMD2<Double>] {
    let (way, from) = (end - start, start - place)
    let (a, b, c) = ((way * way).sum(), (way * from).sum(), (from * from).sum() - stepMeters * stepMeters)
    let root = b * b - a * c
    guard a > 0, root >= 0 else { return [] }
    return [-1.0, 1].map { (-b + $0 * root.squareRoot()) / a }.filter { (0...1).contains($0) }.map { start + way * $0 }
  }

  private static func length(_ way: SIMD2<Double>) -> Double { (way * way).sum().squareRoot() }

  private static func heading(_ way: SIMD2<Double>) -> Double {
    let degrees = atan2(way.x, way.y) * 180 / .pi
    return degrees < 0 ? degrees + 360 : degrees
  }
}
