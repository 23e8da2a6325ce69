package import OverlookGeometry

/// A place on the map that a path is to start from, go over or lead to.
package struct PathPlace: Hashable, Sendable {
  package var coordinate: LocationCoordinate
  /// The compass bearing in which one moves there, degrees, and how far off it a road may lead; nil for any.
  package var heading: Double?
  package var headingTolerance = 60.0
  /// Whether one must come to it on its own side of the road.
  package var isOnItsSide = false
  /// Metres within which there must be a road.
  package var radius = 2000.0

  package init(_ coordinate: LocationCoordinate, heading: Double? = nil) {
    self.coordinate = coordinate
    self.heading = heading
  }
}

extension RoadMetric {
  /// Arcs that are fewer in their part of the network than this, and fewer than a hundredth of the largest part, are an island, where a
  /// road of the rest is hardly farther.
  private static let islandArcs = 40

  /// The positions where a path at a place may start or end: on the nearest road that is open, both ways where they are. `number` names
  /// the place in errors.
  package func ends(at place: PathPlace, number: Int = 0) throws(PathFault) -> [PathEnd] {
    if graph.isEmpty { throw .noRoads }
    let wanted: (Int) -> Bool = { [self] in isOpen(2 * $0) || isOpen(2 * $0 + 1) }
    guard let nearest = graph.nearest(to: place.coordinate, within: place.radius, isWanted: wanted) else {
      throw .tooFarFromRoad(place: number)
    }
    let reach = nearest.distance + max(30, nearest.distance * 0.5)
    let near = graph.snaps(near: place.coordinate, within: min(reach, place.radius), limit: 16, isWanted: wanted)
    let main = components.largest
    let choice = near.first { snap in
      let size = components.size(ofNode: graph.tail(snap.position.arc))
      return (size >= Self.islandArcs || size * 100 >= main) && !positions(of: snap, place).isEmpty
    }
    let picked = choice ?? nearest
    // Who stands where roads meet may take any of them.
    let joined = [picked] + near.filter { $0.position.arc >> 1 != picked.position.arc >> 1 && meets($0, picked) }
    let suitable = joined.flatMap { positions(of: $0, place) }
    // A heading or a side that no road there has is of no use.
    let chosen = suitable.isEmpty ? positions(of: picked, PathPlace(place.coordinate)) : suitable
    return chosen.map { PathEnd($0) }
  }

  /// Whether a place is at the end of two roads, where they meet.
  private func meets(_ snap: RoadSnap, _ other: RoadSnap) -> Bool {
    guard let node = end(of: snap), node == end(of: other) else { return false }
    return !graph.traits(ofNode: node).closes(options.mode)
  }

  /// The node that a snap is at, within a metre.
  private func end(of snap: RoadSnap) -> Int? {
    let (arc, length) = (snap.position.arc, graph.length(snap.position.arc))
    if snap.position.fraction * length <= 1 { return graph.tail(arc) }
    return (1 - snap.position.fraction) * length <= 1 ? graph.head(arc) : nil
  }

  /// The open positions of a snap that suit a place.
  private func positions(of snap: RoadSnap, _ place: PathPlace) -> [RoadPosition] {
    var positions = [snap.position, snap.position.opposite].filter { isOpen($0.arc) }
    if let heading = place.heading {
      positions.removeAll { position in
        let bearing = graph.isForward(position.arc) ? snap.bearing : snap.bearing + 180
        return abs(Angle.shortestTurn(fromDegrees: heading, toDegrees: bearing)) > place.headingTolerance
      }
    }
    if place.isOnItsSide, positions.count == 2, snap.side != .onLine, !options.mode.isPedestrian {
      let isOwnSide = snap.side == (graph.drivesOnLeft ? .left : .right)
      positions.removeAll { graph.isForward($0.arc) != isOwnSide }
    }
    return positions
  }
}
