import OverlookFormats
import OverlookGeometry

/// Lines and areas of OpenStreetMap data.
struct OSMShapes {
  let data: OSMData
  private var wayNumbers: [Int64: Int] = [:]

  init(_ data: OSMData) {
    self.data = data
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

  /// The area of a multipolygon relation: rings put together from its ways, and each hole after the ring that it lies in.
  func area(_ relation: OSMData.Relation) -> MapFeature.Shape? {
    var outer: [[Int64]] = []
    var inner: [[Int64]] = []
    for member in data.members[relation.members] where member.kind == .way {
      guard let number = wayNumbers[member.id] else { continue }
      let nodes = Array(data.references[data.ways[number].references])
      if data.strings[Int(member.role)] == "inner" { inner.append(nodes) } else { outer.append(nodes) }
    }
    let outerRings = rings(outer).compactMap { RingGeometry.ring($0, isOuter: true) }
    var holes = rings(inner).compactMap { RingGeometry.ring($0, isOuter: false) }
    var result: [[WorldPoint]] = []
    for ring in outerRings {
      result.append(ring)
      let own = holes.filter { hole in hole.first.map { RingGeometry.contains(ring, $0) } ?? false }
      result += own
      holes.removeAll { hole in own.contains { $0 == hole } }
    }
    return result.isEmpty ? nil : .area(result)
  }

  /// Closed rings made of ways that meet at their ends; what does not close is left out.
  private func rings(_ ways: [[Int64]]) -> [[WorldPoint]] {
    WayJoiner.joined(ways).filter { $0.count > 3 && $0.first == $0.last }.map { nodes in
      nodes.compactMap { data.location(ofNode: $0).map { WorldPoint($0) } }
    }
  }
}

/// Joins ways end to end.
enum WayJoiner {
  /// Chains of nodes as long as they get. `keepsDirection`: a way may only go on where another one of the same direction ends.
  static func joined(_ ways: [[Int64]], keepsDirection: Bool = false) -> [[Int64]] {
    var starts: [Int64: [Int]] = [:]
    for (index, way) in ways.enumerated() {
      guard let first = way.first, let last = way.last, way.count > 1 else { continue }
      starts[first, default: []].append(index)
      if !keepsDirection && first != last { starts[last, default: []].append(index) }
    }
    var isUsed = ways.map { $0.count < 2 }
    var chains: [[Int64]] = []
    // With a direction, a chain begins at a way that no other leads to, so that it is whole.
    let ends = keepsDirection ? Set(ways.compactMap(\.last)) : []
    let order = ways.indices.sorted { !ends.contains(ways[$0].first ?? 0) && ends.contains(ways[$1].first ?? 0) }
    for index in order where !isUsed[index] {
      isUsed[index] = true
      var chain = ways[index]
      while let last = chain.last, chain.first != last, let next = starts[last]?.first(where: { !isUsed[$0] }) {
        isUsed[next] = true
        chain += ways[next].first == last ? ways[next].dropFirst() : ways[next].reversed().dropFirst()
      }
      chains.append(chain)
    }
    return chains
  }
}
