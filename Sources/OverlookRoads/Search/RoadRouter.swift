/// Paths over several places, and other good paths beside the best.
package struct RoadRouter: Sendable {
  package let search: any PathSearch

  package init(search: any PathSearch) {
    self.search = search
  }

  /// A place that a route goes over.
  package struct Waypoint: Hashable, Sendable {
    package var place: PathPlace
    /// Whether one goes on without a stop: the way one came, and on no account back.
    package var isPassed: Bool

    package init(_ place: PathPlace, isPassed: Bool = false) {
      self.place = place
      self.isPassed = isPassed
    }
  }

  /// One path from each place to the next, together the cheapest. Errors name places by their number.
  package func paths(over waypoints: [Waypoint], budget: SearchBudget = SearchBudget()) throws(PathFault) -> [RoadPath] {
    var ends: [[PathEnd]] = []
    for (number, waypoint) in waypoints.enumerated() {
      ends.append(try search.metric.ends(at: waypoint.place, number: number))
    }
    guard waypoints.count > 1 else { return [] }
    // The best chain of paths up to each way of arriving at a place.
    var chains: [(cost: Int, paths: [RoadPath])?] = ends[0].map { (Int($0.penalty), []) }
    for leg in 1..<waypoints.count {
      chains = try extended(chains, leg: leg, ends, isPassed: waypoints[leg - 1].isPassed && leg > 1, budget)
    }
    guard let best = chains.compactMap({ $0 }).min(by: { $0.cost < $1.cost }) else {
      throw .unroutable(from: waypoints.count - 2, to: waypoints.count - 1)
    }
    return best.paths
  }

  private func extended(
    _ chains: [(cost: Int, paths: [RoadPath])?], leg: Int, _ ends: [[PathEnd]], isPassed: Bool, _ budget: SearchBudget
  ) throws(PathFault) -> [(cost: Int, paths: [RoadPath])?] {
    var extended: [(cost: Int, paths: [RoadPath])?] = []
    var fault: PathFault?
    let cheapest = chains.compactMap { $0 }.min { $0.cost < $1.cost }
    for end in ends[leg] {
      var best: (cost: Int, paths: [RoadPath])?
      if isPassed {
        for (start, chain) in zip(ends[leg - 1], chains) {
          guard let chain else { continue }
          do throws(PathFault) {
            let path = try search.path(from: [start], to: [end], budget: budget)
            let cost = chain.cost + Int(path.cost)
            if cost < best?.cost ?? .max { best = (cost, chain.paths + [path]) }
          } catch {
            fault = try Self.kept(error, leg: leg)
          }
        }
      } else if let cheapest {
        // After a stop one sets out either way, however one came.
        do throws(PathFault) {
          let path = try search.path(from: ends[leg - 1], to: [end], budget: budget)
          best = (cheapest.cost + Int(path.cost), cheapest.paths + [path])
        } catch {
          fault = try Self.kept(error, leg: leg)
        }
      }
      extended.append(best)
    }
    if extended.allSatisfy({ $0 == nil }) { throw fault ?? .unroutable(from: leg - 1, to: leg) }
    return extended
  }

  /// The fault of a leg in numbers of the whole; throws those that end all.
  private static func kept(_ fault: PathFault, leg: Int) throws(PathFault) -> PathFault {
    switch fault {
    case .cancelled, .outOfBudget, .noRoads: throw fault
    case .tooFarFromRoad(let place): .tooFarFromRoad(place: place + leg - 1)
    case .island(let place): .island(place: place + leg - 1)
    case .oneWayTrap(let place): .oneWayTrap(place: place + leg - 1)
    case .unroutable: .unroutable(from: leg - 1, to: leg)
    }
  }
}
