import OverlookFormats
import OverlookGeometry

/// Lines and areas of OpenStreetMap data.
struct OSMShapes {
  let data: OSMData
  private var wayNumbers: [Int64: Int] = [:]
  /// How often a hole is compared with a ring for one relation.
  private let lookLimit: Int

  init(_ data: OSMData, lookLimit: Int = 20_000_000) {
    self.data = data
    self.lookLimit = lookLimit
    for (index, way) in data.ways.enumerated() { wayNumbers[way.id] = index }
  }

  /// The nodes of a way that are in the data.
  func line(_ way: OSMData.Way) -> [WorldPoint] {
    data.references[way.references].compactMap { data.location(ofNode: $0).map { WorldPoint($0) } }
  }

  /// Whether a way ends where it begins.
  func isClosed(_ way: OSMData.Way) -> Bool {
    way.references.count > 3 && data.references[way.references].first == data.references[way.references].last
  }

  /// The area of a closed way; nil for one that is open or has no area.
  func area(_ way: OSMData.Way) -> MapFeature.Shape? {
    guard isClosed(way), let ring = RingGeometry.ring(line(way), isOuter: true) else { return nil }
    return .area([ring])
  }

  /// The area of a multipolygon relation: rings put together from its ways, and each hole after the ring that it lies in. Of a hostile
  /// one that asks for too much, holes are left out.
  func area(_ relation: OSMData.Relation) -> MapFeature.Shape? {
    var outer: [[Int64]] = []
    var inner: [[Int64]] = []
    // However often a way is named, it is one part of the outline.
    var taken: Set<Int> = []
    for member in data.members[relation.members] where member.kind == .way {
      guard let number = wayNumbers[member.id], taken.insert(number).inserted else { continue }
      let nodes = Array(data.references[data.ways[number].references])
      if data.strings[Int(member.role)] == "inner" { inner.append(nodes) } else { outer.append(nodes) }
    }
    let outerRings = rings(outer).compactMap { RingGeometry.ring($0, isOuter: true) }
    let holes = rings(inner).compactMap { RingGeometry.ring($0, isOuter: false) }.filter { !$0.isEmpty }.sorted {
      $0[0].x < $1[0].x
    }
    var looksLeft = lookLimit
    var isOwned = [Bool](repeating: false, count: holes.count)
    var result: [[WorldPoint]] = []
    for ring in outerRings {
      result.append(ring)
      let box = RingGeometry.box(around: ring)
      // Of many holes only those that begin between the ring's sides are looked at.
      var index = Self.first(in: holes, from: box.minX)
      while index < holes.count, holes[index][0].x <= box.maxX, looksLeft > 0 {
        looksLeft -= 1
        if !isOwned[index], box.contains(holes[index][0]), RingGeometry.contains(ring, holes[index][0]) {
          isOwned[index] = true
          result.append(holes[index])
        }
        index += 1
      }
    }
    return result.isEmpty ? nil : .area(result)
  }

  /// The first of the holes, which are sorted, that begins at `x` or east of it.
  private static func first(in holes: [[WorldPoint]], from x: Double) -> Int {
    var (low, high) = (0, holes.count)
    while low < high {
      let middle = (low + high) / 2
      if holes[middle][0].x < x { low = middle + 1 } else { high = middle }
    }
    return low
  }

  /// Closed rings made of ways that meet at their ends; what does not close is left out.
  private func rings(_ ways: [[Int64]]) -> [[WorldPoint]] {
    LineJoiner.joined(ways).filter { $0.count > 3 && $0.first == $0.last }.map { nodes in
      nodes.compactMap { data.location(ofNode: $0).map { WorldPoint($0) } }
    }
  }
}
