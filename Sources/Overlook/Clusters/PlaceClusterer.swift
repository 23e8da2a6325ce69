package import OverlookGeometry

/// Gathers places into clusters, for one whole zoom after another.
package struct PlaceClusterer: Sendable {
  package let places: [WorldPoint]
  package let method: ClusterMethod
  /// Size of a cell, or the reach of a cluster, in points of the screen.
  package let radiusPoints: Double
  /// Fewer places stay alone.
  package let minimumCount: Int
  /// From the next zoom on every place is alone.
  package let maximumZoom: Int

  /// What `hierarchical` has made so far, from the deepest zoom out.
  private var hierarchy: [ClusterLevel] = []

  /// x of the places lies in 0 ..< 1.
  package init(_ places: [WorldPoint], method: ClusterMethod, radiusPoints: Double, minimumCount: Int, maximumZoom: Int) {
    self.places = places
    self.method = method
    self.radiusPoints = radiusPoints
    self.minimumCount = minimumCount
    self.maximumZoom = maximumZoom
  }

  /// The clusters at `zoom` (of the map: the world is 256 * 2^zoom points wide).
  package mutating func level(zoom: Int) -> ClusterLevel {
    guard zoom <= maximumZoom, radiusPoints > 0 else { return alone }
    switch method {
    case .grid: return gathered(byCellsOf: radius(zoom))
    case .distance: return gathered(within: radius(zoom))
    case .hierarchical:
      while hierarchy.count <= maximumZoom - zoom {
        hierarchy.append(merged(hierarchy.last ?? alone, within: radius(maximumZoom - hierarchy.count)))
      }
      return hierarchy[maximumZoom - zoom]
    }
  }

  /// In widths of the world.
  private func radius(_ zoom: Int) -> Double {
    radiusPoints / (Mercator.pointsPerWorldAtZoom0 * Double(sign: .plus, exponent: zoom, significand: 1))
  }

  private var alone: ClusterLevel {
    ClusterLevel(places, clusters: (0..<Int32(clamping: places.count)).map { $0 }, count: places.count)
  }

  private func gathered(byCellsOf size: Double) -> ClusterLevel {
    let columns = PlaceGrid.columns(ofSize: size)
    var cells: [Int: Int32] = [:]
    return level { place in
      let key = PlaceGrid.key(of: places[place], columns: columns)
      let cell = cells[key] ?? Int32(clamping: place)
      cells[key] = cell
      return cell
    }
  }

  private func gathered(within radius: Double) -> ClusterLevel {
    let grid = PlaceGrid(places, cellSize: radius)
    var beginner = [Int32](repeating: -1, count: places.count)
    var distance = [Double](repeating: .infinity, count: places.count)
    for place in places.indices where beginner[place] < 0 {
      beginner[place] = Int32(clamping: place)
      distance[place] = 0
      grid.forEach(near: places[place]) { other in
        let away = Self.distance(places[place], places[other])
        guard away <= radius, away < distance[other] else { return }
        beginner[other] = Int32(clamping: place)
        distance[other] = away
      }
    }
    return level { beginner[$0] }
  }

  /// Numbers clusters in the order of their first places; clusters that are too small fall apart.
  ///
  /// `label`: the same number for the places of a cluster, and that of one of the places.
  private func level(_ label: (Int) -> Int32) -> ClusterLevel {
    let labels = places.indices.map(label)
    var sizes = [Int32](repeating: 0, count: places.count)
    for label in labels { sizes[Int(label)] += 1 }
    var numbers = [Int32](repeating: -1, count: places.count)
    var count: Int32 = 0
    let clusters = places.indices.map { place -> Int32 in
      let label = Int(sizes[Int(labels[place])] < minimumCount ? Int32(clamping: place) : labels[place])
      if numbers[label] < 0 {
        numbers[label] = count
        count += 1
      }
      return numbers[label]
    }
    return ClusterLevel(places, clusters: clusters, count: Int(count))
  }

  /// Gathers clusters of the next deeper zoom.
  private func merged(_ level: ClusterLevel, within radius: Double) -> ClusterLevel {
    let grid = PlaceGrid(level.centers, cellSize: radius)
    var merged = [Int32](repeating: -1, count: level.count)
    var count: Int32 = 0
    var near: [Int] = []
    for cluster in 0..<level.count where merged[cluster] < 0 {
      near.removeAll(keepingCapacity: true)
      var size = 0
      grid.forEach(near: level.centers[cluster]) { other in
        guard merged[other] < 0, Self.distance(level.centers[cluster], level.centers[other]) <= radius else { return }
        near.append(other)
        size += level.members(of: other).count
      }
      if size < minimumCount { near = [cluster] }
      for other in near { merged[other] = count }
      count += 1
    }
    return ClusterLevel(places, clusters: level.clusters.map { merged[Int($0)] }, count: Int(count))
  }

  private static func distance(_ a: WorldPoint, _ b: WorldPoint) -> Double {
    let (dx, dy) = ((a.x - b.x).remainder(dividingBy: 1), a.y - b.y)
    return (dx * dx + dy * dy).squareRoot()
  }
}
