import OverlookRoads

/// What signs say before a ramp or a fork.
struct RoadSigns {
  let exitNumber: String
  /// Roads, then places.
  let destinations: [String]

  /// Signs of the arc of a path that begins there; where it has none, of those behind it up to the next fork.
  init(walk: PathWalk, at index: Int) {
    var (refs, places) = ("", "")
    var exit = walk.road(index).exitNumber
    var position = index
    while position < walk.arcs.count, refs.isEmpty, places.isEmpty {
      let road = walk.road(position)
      (refs, places) = (road.destinationRefs, road.destinations)
      guard road.isLink, position == index || Junction(walk, before: position).others.isEmpty else { break }
      position += 1
    }
    let node = walk.graph.tail(walk.arcs[index])
    if exit.isEmpty, walk.graph.isMotorwayJunction(node) { exit = walk.graph.label(ofNode: node).ref }
    exitNumber = exit
    destinations = Self.parts(refs) + Self.parts(places)
  }

  private static func parts(_ text: String) -> [String] {
    text.split(separator: ";").compactMap { part in
      let name = part.drop { $0 == " " }
      return name.isEmpty ? nil : String(name)
    }
  }
}
