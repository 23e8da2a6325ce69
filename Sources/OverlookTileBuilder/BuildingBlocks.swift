import OverlookFormats
import OverlookGeometry

/// What buildings have to know of each other: which are drawn by their parts, and how high the houses around one are.
struct BuildingBlocks {
  private struct Building {
    /// Among the features.
    var number: Int
    var rings: [[WorldPoint]]
    var middle: WorldPoint
    var area: Double
    var isPart: Bool
    /// Metres, where the data says it.
    var height: Int?
  }

  private var buildings: [Building] = []

  mutating func append(number: Int, _ shape: MapFeature.Shape, isPart: Bool, height: Int?) {
    guard case .area(let rings) = shape, let middle = CitySchema.center(shape) else { return }
    let area = rings.reduce(0) { $0 + RingGeometry.signedArea($1) }
    buildings.append(Building(number: number, rings: rings, middle: middle, area: area, isPart: isPart, height: height))
  }

  /// Hides outlines that their parts stand for, and gives those without a height the one of the houses around them.
  func complete(_ features: inout [MapFeature]) {
    let parts = buildings.filter(\.isPart)
    let known = buildings.filter { !$0.isPart && $0.height != nil }
    for building in buildings where !building.isPart {
      let covered = parts.filter { part in building.rings.first.map { RingGeometry.contains($0, part.middle) } ?? false }
        .reduce(0) { $0 + $1.area }
      // The whole stands for its parts only where they leave much of it open.
      if covered > 0.6 * building.area { features[building.number].tags.append(("hide_3d", .bool(true))) }
      if building.height == nil, let height = Self.middleHeight(of: known, near: building) {
        features[building.number].set("render_height", .int(Int64(height)))
      }
    }
  }

  /// The middle one of the heights of the seven nearest; small buildings are no higher than they are wide.
  private static func middleHeight(of known: [Building], near building: Building) -> Int? {
    let nearest = known.map { other -> (distance: Double, height: Int) in
      let dx = other.middle.x - building.middle.x
      let dy = other.middle.y - building.middle.y
      return (dx * dx + dy * dy, other.height ?? 0)
    }.sorted { $0 < $1 }.prefix(7)
    guard nearest.count == 7 else { return nil }
    let middle = nearest.map(\.height).sorted()[3]
    let width = building.area.squareRoot() * Mercator.metersPerWorldUnit(atLatitude: building.middle.coordinate.latitude)
    return max(Int(min(Double(middle), max(width, 0))), 3)
  }
}

extension MapFeature {
  fileprivate mutating func set(_ key: String, _ value: VectorTileWriter.Value) {
    tags.removeAll { $0.0 == key }
    tags.append((key, value))
  }
}
