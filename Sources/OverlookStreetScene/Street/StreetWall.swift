import Glibc

/// A place on the wall of a house of a scene.
package struct StreetWall: Hashable, Sendable {
  /// Metres east and north of the scene's origin.
  package let place: SIMD2<Double>
  /// Metres above the ground; nil for a wall that was looked for on the ground.
  package let height: Double?
  /// The direction out of it, degrees clockwise from north.
  package let facing: Double

  /// The wall that is nearest to a place within so many metres. For places in houses and before them.
  package init?(near place: SIMD2<Double>, within meters: Double = 15, in scene: StreetScene) {
    var found: (side: Side, building: StreetBuilding, place: SIMD2<Double>)?
    var least = meters
    Side.forEach(in: scene) { side, building in
      guard building.bottom <= 0 else { return }
      let share = min(max(((place - side.start) * side.way).sum() / side.square, 0), 1)
      let nearest = side.start + side.way * share
      let away = ((nearest - place) * (nearest - place)).sum().squareRoot()
      guard away < least else { return }
      found = (side, building, nearest)
      least = away
    }
    guard let found else { return nil }
    (self.place, height) = (found.place, nil)
    facing = found.side.facing(at: found.place, found.building)
  }

  /// The wall that an eye sees on the way to a place of the ground; nil where it sees the ground itself, or a roof first. Both in metres
  /// of the scene, the eye above its ground.
  package init?(from eye: SIMD3<Double>, toward ground: SIMD2<Double>, in scene: StreetScene) {
    guard eye.z > 0, eye.z.isFinite else { return nil }
    let (start, way) = (SIMD2(eye.x, eye.y), ground - SIMD2(eye.x, eye.y))
    var found: (side: Side, building: StreetBuilding)?
    var least = 1.0
    Side.forEach(in: scene) { side, building in
      guard let share = side.share(of: way, from: start), share < least else { return }
      let height = eye.z * (1 - share)
      guard height >= building.bottom, height <= building.top else { return }
      found = (side, building)
      least = share
    }
    for building in scene.buildings where building.top < eye.z && building.top > 0 {
      let share = 1 - building.top / eye.z
      // By the tops of walls: a pitched roof begins a little earlier.
      if share < least, StreetSurroundings.contains(building.rings, start + way * share) { return nil }
    }
    guard let found else { return nil }
    place = start + way * least
    height = eye.z * (1 - least)
    facing = found.side.facing(at: place, found.building)
  }

  /// A straight part of a wall, from above.
  private struct Side {
    let start: SIMD2<Double>
    let way: SIMD2<Double>
    /// Of its length; more than 0.
    let square: Double

    static func forEach(in scene: StreetScene, _ body: (Side, StreetBuilding) -> Void) {
      for building in scene.buildings {
        for ring in building.rings {
          guard var before = ring.last else { continue }
          for corner in ring {
            let way = corner - before
            let square = (way * way).sum()
            if square > 0 { body(Side(start: before, way: way, square: square), building) }
            before = corner
          }
        }
      }
    }

    /// How far along a line it is met; nil where it is not.
    func share(of line: SIMD2<Double>, from origin: SIMD2<Double>) -> Double? {
      let area = line.x * way.y - line.y * way.x
      guard area != 0 else { return nil }
      let apart = start - origin
      let along = (apart.x * way.y - apart.y * way.x) / area
      let aside = (apart.x * line.y - apart.y * line.x) / area
      return (0...1).contains(aside) && along >= 0 ? along : nil
    }

    /// Out of the house, whichever way its outline turns.
    func facing(at place: SIMD2<Double>, _ building: StreetBuilding) -> Double {
      var normal = SIMD2(way.y, -way.x) / square.squareRoot()
      if StreetSurroundings.contains(building.rings, place + normal * 0.05) { normal = -normal }
      let degrees = atan2(normal.x, normal.y) * 180 / .pi
      return degrees < 0 ? degrees + 360 : degrees
    }
  }
}
