package import OverlookGeometry

/// The clusters of places at one scale of the map: each place belongs to one, alone or with others.
package struct ClusterLevel: Sendable {
  /// Where each cluster lies: the mean of its places; x in 0 ..< 1.
  package let centers: [WorldPoint]
  /// The cluster of each place.
  package let clusters: [Int32]
  /// Places, cluster by cluster.
  private let members: [Int32]
  /// Where in `members` each cluster begins, and behind the last one the end.
  private let starts: [Int]

  /// `clusters` holds the numbers 0 ..< `count`, each at least once.
  init(_ places: [WorldPoint], clusters: [Int32], count: Int) {
    self.clusters = clusters
    var ends = [Int](repeating: 0, count: count + 1)
    for cluster in clusters { ends[Int(cluster) + 1] += 1 }
    for cluster in 0..<count { ends[cluster + 1] += ends[cluster] }
    let starts = ends
    var members = [Int32](repeating: 0, count: places.count)
    for place in places.indices {
      let cluster = Int(clusters[place])
      members[ends[cluster]] = Int32(clamping: place)
      ends[cluster] += 1
    }
    centers = (0..<count).map { Self.mean(members[starts[$0]..<starts[$0 + 1]], of: places) }
    self.members = members
    self.starts = starts
  }

  package var count: Int { centers.count }

  /// The numbers of a cluster's places, ascending.
  package func members(of cluster: Int) -> ArraySlice<Int32> { members[starts[cluster]..<starts[cluster + 1]] }

  /// Taken the short way round from the first place.
  private static func mean(_ members: ArraySlice<Int32>, of places: [WorldPoint]) -> WorldPoint {
    guard let first = members.first.map({ places[Int($0)] }) else { return WorldPoint(x: 0, y: 0) }
    var (x, y) = (0.0, 0.0)
    for member in members {
      let place = places[Int(member)]
      x += (place.x - first.x).remainder(dividingBy: 1)
      y += place.y - first.y
    }
    return WorldPoint(x: first.x + x / Double(members.count), y: first.y + y / Double(members.count)).wrapped
  }
}
