import OverlookGeometry

/// Cells of the world by which places are found that lie near: tiles of Web Mercator at one zoom, numbered row by row.
struct SearchGrid: Hashable, Sendable {
  static let zooms = 4...20

  let zoom: Int
  private let side: Int

  init(zoom: Int) {
    self.zoom = min(max(zoom, Self.zooms.lowerBound), Self.zooms.upperBound)
    side = 1 << self.zoom
  }

  /// Column and row, in the world.
  func position(_ place: LocationCoordinate) -> SIMD2<Int> {
    let point = WorldPoint(place.normalized)
    return SIMD2(index(point.x), index(point.y))
  }

  private func index(_ value: Double) -> Int {
    min(max(Int(exactly: (value * Double(side)).rounded(.down)) ?? 0, 0), side - 1)
  }

  func cell(_ position: SIMD2<Int>) -> Int { position.y * side + position.x }

  /// The cells at a distance of so many cells from the one in the middle; columns go round the world.
  func ring(_ distance: Int, around middle: SIMD2<Int>) -> [Int] {
    guard distance > 0 else { return [cell(middle)] }
    var cells: [Int] = []
    for y in (middle.y - distance)...(middle.y + distance) where y >= 0 && y < side {
      let isEdge = abs(y - middle.y) == distance
      for x in stride(from: middle.x - distance, through: middle.x + distance, by: isEdge ? 1 : 2 * distance) {
        cells.append(cell(SIMD2((x % side + side) % side, y)))
      }
    }
    return cells
  }

  /// Metres across a cell.
  func cellMeters(at place: LocationCoordinate) -> Double {
    40_075_017 / Double(side) * max(cos(place.latitude), 0.05)
  }

  private func cos(_ degrees: Double) -> Double {
    let there = LocationCoordinate(latitude: degrees, longitude: 1)
    let east = SphericalGeometry.distance(from: LocationCoordinate(latitude: degrees, longitude: 0), to: there)
    return east / (SphericalGeometry.earthRadiusMeters * .pi / 180)
  }

  /// The cells that a line passes through.
  func cells(along line: [LocationCoordinate]) -> Set<Int> {
    var cells: Set<Int> = []
    for (start, end) in zip(line, line.dropFirst()) {
      let (from, to) = (position(start), position(end))
      let steps = min(max(abs(to.x - from.x), abs(to.y - from.y)) * 2, 2000)
      for step in 0...max(steps, 1) {
        let share = Double(step) / Double(max(steps, 1))
        let place = LocationCoordinate(
          latitude: start.latitude + (end.latitude - start.latitude) * share,
          longitude: start.longitude + (end.longitude - start.longitude) * share)
        cells.insert(cell(position(place)))
      }
    }
    return cells
  }
}
