import Glibc
package import OverlookGeometry

/// What stands around the eye of a panorama: what hides what is drawn into its picture, and the bodies that the picture lies on when one
/// walks on. Places are metres east and north of the eye and above it.
package struct StreetSurroundings: Sendable {
  /// Whose origin is the place of the panorama.
  package let frame: StreetFrame
  /// Of the eye above the ground, metres.
  package let height: Double
  package let scene: StreetScene
  package let depth: StreetDepth
  /// What stands near enough to move against what is behind it when one walks.
  package let bodies: StreetBodies

  /// Metres around that are looked at.
  package static let radius = 300.0
  /// Metres of an eye above the ground where nothing says it.
  package static let usualHeight = 2.5

  /// - Parameter height: Of the eye above the ground, metres; held to what pictures are made for.
  package init(_ scene: StreetScene, height: Double = usualHeight) {
    let height = height.isFinite ? min(max(height, 0.3), 500) : Self.usualHeight
    self.height = height
    self.scene = scene
    frame = scene.frame
    let mesh = StreetMesh(scene)
    depth = StreetDepth(mesh, height: height)
    bodies = StreetBodies(mesh, height: height, radius: Self.radius)
  }

  /// Of something `above` metres over the ground at a place of the map.
  package func place(_ coordinate: LocationCoordinate, above: Double = 0) -> SIMD3<Double> {
    let place = frame.place(coordinate)
    return SIMD3(place.x, place.y, above - height)
  }

  /// Whether a place is seen from the eye.
  package func isSeen(_ place: SIMD3<Double>) -> Bool { depth.isSeen(place) }

  /// Where what has a name at a place of the map is seen: there itself, or, when it lies in a house, where the way from the eye to it
  /// meets the wall of that house. Nil for what lies in the house that the eye is in.
  package func front(of place: SIMD2<Double>, above: Double) -> SIMD3<Double>? {
    var share = 1.0
    for building in scene.buildings where building.bottom <= above && Self.contains(building.rings, place) {
      if Self.contains(building.rings, SIMD2()) { return nil }
      // The last wall on the way: beyond it one is in the house.
      share = min(share, Self.crossings(building.rings, place).max() ?? 1)
    }
    return SIMD3(place * share, above - height)
  }

  /// By the number of walls on the way out to the east.
  package static func contains(_ rings: [[SIMD2<Double>]], _ place: SIMD2<Double>) -> Bool {
    var isInside = false
    for ring in rings {
      guard var before = ring.last else { continue }
      for corner in ring {
        if (before.y > place.y) != (corner.y > place.y) {
          let x = before.x + (corner.x - before.x) * (place.y - before.y) / (corner.y - before.y)
          if x > place.x { isInside.toggle() }
        }
        before = corner
      }
    }
    return isInside
  }

  /// Shares of the way from the eye to a place at which it meets walls.
  static func crossings(_ rings: [[SIMD2<Double>]], _ place: SIMD2<Double>) -> [Double] {
    var found: [Double] = []
    for ring in rings {
      guard var before = ring.last else { continue }
      for corner in ring {
        let wall = corner - before
        let area = place.x * wall.y - place.y * wall.x
        if area.magnitude > 1e-12 {
          let share = (before.x * wall.y - before.y * wall.x) / area
          let along = (before.x * place.y - before.y * place.x) / area
          if (0...1).contains(share), (0...1).contains(along) { found.append(share) }
        }
        before = corner
      }
    }
    return found
  }
}
