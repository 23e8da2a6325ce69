import Glibc
import OverlookGeometry

extension PanoramaPicture {
  /// The tiles that a view wants, in the order in which they are to be loaded: lower levels first, and within a level those nearest to
  /// the middle of the view. Nothing finer than the view can show, and only what is seen in it; behind these the rest of the lowest
  /// level, for a view that turns.
  ///
  /// The view is looked at on a grid of points, so that a tile of which less than a 64th of the view is seen at its edge may be missing
  /// from the plan.
  ///
  /// - Parameters:
  ///   - density: Pixels of the display a point.
  ///   - budget: How many tiles at most; the finest and farthest are left out.
  package func tiles(for transform: PanoramaTransform, density: Double = 1, budget: Int = 256) -> [PanoramaTileID] {
    var plan: [PanoramaTileID] = []
    let finest = finestLevel(for: transform, density: density)
    let samples = visibleSamples(transform)
    for level in 0...finest where plan.count < budget { plan += tiles(of: level, seenAt: samples) }
    if plan.count < budget {
      let seen = Set(plan)
      plan += lowestTiles.filter { !seen.contains($0) }
    }
    return Array(plan.prefix(max(budget, 0)))
  }

  /// The level whose pixels are as small as those of the display in the middle of the view, or the largest there is.
  package func finestLevel(for transform: PanoramaTransform, density: Double = 1) -> Int {
    // Pixels a radian in the middle of the view; a quarter larger than in the picture is not yet seen.
    let wanted = transform.focalLength * density * 0.8
    let radians = layout.faceRadians
    return levels.firstIndex { Double($0.width) / radians >= wanted } ?? levels.count - 1
  }

  /// A grid of points of the view, where they lie in the picture, and how far they are from the middle.
  private func visibleSamples(_ transform: PanoramaTransform) -> [(sample: PanoramaSample, distance: Double)] {
    let (columns, rows) = (64, 48)
    var samples: [(sample: PanoramaSample, distance: Double)] = []
    samples.reserveCapacity((columns + 1) * (rows + 1))
    for row in 0...rows {
      for column in 0...columns {
        let (x, y) = (Double(column) / Double(columns) - 0.5, Double(row) / Double(rows) - 0.5)
        let point = ScreenPoint(x: (x + 0.5) * transform.size.width, y: (y + 0.5) * transform.size.height)
        guard let direction = transform.viewDirection(at: point),
          let sample = layout.sample(transform.pictureFromView * direction)
        else { continue }
        let (aside, down) = (x * transform.size.width, y * transform.size.height)
        samples.append((sample, aside * aside + down * down))
      }
    }
    return samples
  }

  private func tiles(
    of index: Int, seenAt samples: [(sample: PanoramaSample, distance: Double)]
  ) -> [PanoramaTileID] {
    let level = levels[index]
    var nearest: [PanoramaTileID: Double] = [:]
    for (sample, distance) in samples {
      let tile = PanoramaTileID(
        level: index, face: sample.face, column: Self.cell(sample.u, level.width, level.tileWidth, level.columns),
        row: Self.cell(sample.v, level.height, level.tileHeight, level.rows))
      nearest[tile] = min(nearest[tile] ?? .infinity, distance)
    }
    return nearest.sorted { a, b in
      if a.value != b.value { return a.value < b.value }
      return (a.key.face, a.key.row, a.key.column) < (b.key.face, b.key.row, b.key.column)
    }.map(\.key)
  }

  private static func cell(_ share: Double, _ pixels: Int, _ tile: Int, _ count: Int) -> Int {
    min(max(Int(exactly: (share * Double(pixels) / Double(tile)).rounded(.down)) ?? 0, 0), count - 1)
  }

  private var lowestTiles: [PanoramaTileID] {
    guard let level = levels.first else { return [] }
    return (0..<layout.faceCount).flatMap { face in
      (0..<level.rows).flatMap { row in
        (0..<level.columns).map { PanoramaTileID(level: 0, face: face, column: $0, row: row) }
      }
    }
  }
}
