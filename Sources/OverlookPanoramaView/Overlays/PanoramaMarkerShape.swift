import Glibc
import OverlookGeometry
import OverlookPanorama
import OverlookScene
import OverlookSupport

/// Where the icon of a marker is seen in a panorama.
struct PanoramaMarkerShape {
  /// Metres at which an upright icon has its size in a view of 90 degrees.
  private static let usual = 15.0
  private static let scales = 0.3...2.5
  /// What a point of an icon that lies on the ground measures there: a footprint of 32 points is as wide as a car.
  private static let metersPerPoint = 0.06
  /// Cells along each side of an icon that lies on the ground, whose straight lines do not divide evenly on the screen.
  private static let cells = 6

  /// Points of the icon, from the left along its upper edge first.
  let grid: [ScreenPoint]
  let columns: Int

  /// Nil for what is not seen. `meters` and `heading` lead from the foot of the viewer, whose eyes are `height` metres above it, to the place.
  @MainActor init?(
    _ marker: Marker, icon: Image, meters: Double, heading: Double, height: Double, rotation: Double,
    _ transform: PanoramaTransform
  ) {
    guard rotation.isFinite, marker.groundAnchor.isFinite else { return nil }
    let radians = rotation * Angle.radiansPerDegree
    let turn = (sine: sin(radians), cosine: cos(radians))
    let anchor = marker.groundAnchor
    /// Right and down from the anchor, in points of the icon, turned clockwise.
    func offset(_ u: Double, _ v: Double) -> (right: Double, down: Double) {
      let (x, y) = ((u - anchor.x) * icon.widthPoints, (v - anchor.y) * icon.heightPoints)
      return (x * turn.cosine - y * turn.sine, x * turn.sine + y * turn.cosine)
    }
    columns = marker.isFlat ? Self.cells : 1
    let place: (Double, Double) -> ScreenPoint
    if marker.isFlat {
      let (east, north) = (meters * sin(heading * Angle.radiansPerDegree), meters * cos(heading * Angle.radiansPerDegree))
      place = { u, v in
        let (right, down) = offset(u, v)
        let ground = SIMD3(east + right * Self.metersPerPoint, -height, north - down * Self.metersPerPoint)
        return transform.point(direction: ground / max((ground * ground).sum().squareRoot(), 1e-9))
      }
    } else {
      let foot = transform.point(
        for: Orientation(heading: heading, pitch: -atan2(height, max(meters, 0.5)) * Angle.degreesPerRadian))
      let telephoto = transform.focalLength / max(max(transform.size.width, transform.size.height) / 2, 1)
      let scale = min(max(Self.usual / max(meters, 0.5) * telephoto, Self.scales.lowerBound), Self.scales.upperBound)
      place = { u, v in
        let (right, down) = offset(u, v)
        return ScreenPoint(x: foot.x + right * scale, y: foot.y + down * scale)
      }
    }
    var grid: [ScreenPoint] = []
    for row in 0...columns {
      for column in 0...columns { grid.append(place(Double(column) / Double(columns), Double(row) / Double(columns))) }
    }
    self.grid = grid
    guard Self.isSeen(grid, in: transform.size) else { return nil }
  }

  private static func isSeen(_ grid: [ScreenPoint], in size: ScreenSize) -> Bool {
    // What reaches behind the viewer, or past the view's end of the world, is spread over all of it.
    let farthest = 4 * max(size.width, size.height)
    guard grid.allSatisfy({ abs($0.x) < farthest && abs($0.y) < farthest }) else { return false }
    return grid.contains { $0.x > 0 } && grid.contains { $0.x < size.width } && grid.contains { $0.y > 0 }
      && grid.contains { $0.y < size.height }
  }

  /// Whether a point lies on the icon.
  func contains(_ point: ScreenPoint) -> Bool {
    guard let first = grid.first, let last = grid.last, grid.count > 3 else { return false }
    let corners = [first, grid[columns], last, grid[grid.count - 1 - columns]]
    var signs = (plus: false, minus: false)
    for index in corners.indices {
      let (a, b) = (corners[index], corners[(index + 1) % corners.count])
      let cross = (b.x - a.x) * (point.y - a.y) - (b.y - a.y) * (point.x - a.x)
      if cross > 0 { signs.plus = true } else if cross < 0 { signs.minus = true }
    }
    return !(signs.plus && signs.minus)
  }
}
