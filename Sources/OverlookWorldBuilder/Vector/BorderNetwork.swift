import OverlookFormats
import OverlookGeometry
import OverlookTileBuilder

/// What the outlines of neighbouring lands are made of: coasts, which one of them has, and borders, which two share. Each is a
/// line of its own, so that it is simplified once and neighbours stay neighbours.
struct BorderNetwork {
  struct Border {
    var points: [WorldPoint]
    /// Of the lands on its sides, ascending.
    var countries: [String]
    var isBetweenCountries: Bool
  }

  /// A way from one point to the next, land on its left.
  private struct Edge: Hashable {
    var from: Int32
    var to: Int32
    var reversed: Edge { Edge(from: to, to: from) }
  }

  private var numbers: [LocationCoordinate: Int32] = [:]
  private var places: [LocationCoordinate] = []
  /// Countries on the left of an edge.
  private var lands: [Edge: String] = [:]
  private var order: [Edge] = []

  /// - Parameter lands: States that share the very points of their borders, and together cover each country.
  init(_ lands: [GeoPackage.Land]) {
    for land in lands {
      for polygon in land.polygons {
        for (index, ring) in polygon.enumerated() { add(ring, isOuter: index == 0, country: land.country) }
      }
    }
  }

  private mutating func add(_ ring: [LocationCoordinate], isOuter: Bool, country: String) {
    var points = ring.map { number($0) }
    // Anticlockwise with north up: the land is on the left.
    if (Self.area(ring) > 0) != isOuter { points.reverse() }
    for (from, to) in zip(points, points.dropFirst()) where from != to {
      let edge = Edge(from: from, to: to)
      if lands.updateValue(country, forKey: edge) == nil { order.append(edge) }
    }
  }

  private mutating func number(_ place: LocationCoordinate) -> Int32 {
    if let number = numbers[place] { return number }
    let number = Int32(places.count)
    numbers[place] = number
    places.append(place)
    return number
  }

  private static func area(_ ring: [LocationCoordinate]) -> Double {
    zip(ring, ring.dropFirst()).reduce(0) { $0 + $1.0.longitude * $1.1.latitude - $1.1.longitude * $1.0.latitude }
  }

  // MARK: Coasts

  /// Closed rings (without the first point again), and lines that end at the antimeridian; all have the land on their left.
  func coasts() -> (rings: [[WorldPoint]], open: [[WorldPoint]]) {
    var next: [Int32: [Int32]] = [:]
    var edges: [Edge] = []
    var hasPrevious: Set<Int32> = []
    for edge in order where lands[edge.reversed] == nil && !isAtEdgeOfTheWorld(edge) {
      edges.append(edge)
      next[edge.from, default: []].append(edge.to)
      hasPrevious.insert(edge.to)
    }
    var rings: [[WorldPoint]] = []
    var open: [[WorldPoint]] = []
    // Lines with a beginning first; what is left are rings.
    for edge in edges.filter({ !hasPrevious.contains($0.from) }) + edges {
      guard next[edge.from]?.isEmpty == false else { continue }
      var chain = [edge.from]
      while let last = chain.last, let to = next[last]?.popLast() {
        chain.append(to)
        if to == edge.from { break }
      }
      let isRing = chain.count > 3 && chain.first == chain.last
      let points = (isRing ? Array(chain.dropLast()) : chain).map { WorldPoint(places[Int($0)]) }
      if isRing { rings.append(points) } else { open.append(points) }
    }
    return (rings, open)
  }

  /// No coast: the cut at the antimeridian and the one before the South Pole.
  private func isAtEdgeOfTheWorld(_ edge: Edge) -> Bool {
    let ends = [places[Int(edge.from)], places[Int(edge.to)]]
    return ends.allSatisfy { abs($0.longitude) == 180 } || ends.allSatisfy { $0.latitude < -89.8 }
  }

  // MARK: Borders

  /// Lines from where more than two lands meet, or a coast, to the next such place.
  func borders() -> [Border] {
    var neighbours: [Int32: [Int32]] = [:]
    var edges: [Edge] = []
    for edge in order where edge.from < edge.to || lands[edge.reversed] == nil {
      guard let left = lands[edge], let right = lands[edge.reversed], !left.isEmpty, !right.isEmpty else { continue }
      edges.append(edge)
      neighbours[edge.from, default: []].append(edge.to)
      neighbours[edge.to, default: []].append(edge.from)
    }
    let sides = { (edge: Edge) -> [String] in [lands[edge], lands[edge.reversed]].compactMap { $0 }.sorted() }
    var isUsed: Set<Edge> = []
    let isNode = { (point: Int32) -> Bool in
      guard let others = neighbours[point], others.count == 2 else { return true }
      return sides(Edge(from: others[0], to: point)) != sides(Edge(from: point, to: others[1]))
    }
    var borders: [Border] = []
    let starts = edges.flatMap { [$0, $0.reversed] }.filter { isNode($0.from) } + edges
    for start in starts where !isUsed.contains(start) && !isUsed.contains(start.reversed) {
      var chain = [start.from]
      var edge = start
      while true {
        isUsed.insert(edge)
        chain.append(edge.to)
        guard !isNode(edge.to), let to = neighbours[edge.to]?.first(where: { $0 != edge.from }) else { break }
        let following = Edge(from: edge.to, to: to)
        if isUsed.contains(following) || isUsed.contains(following.reversed) { break }
        edge = following
      }
      let countries = sides(start)
      borders.append(
        Border(
          points: chain.map { WorldPoint(places[Int($0)]) }, countries: countries,
          isBetweenCountries: countries.first != countries.last))
    }
    return borders
  }
}
