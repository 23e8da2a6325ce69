import Glibc
package import OverlookGeometry

/// How the camera should look at a traveller: by how fast the traveller is and how far the next turn.
package struct FollowingGoal: Hashable, Sendable {
  package var zoom: Double
  /// Degrees from the nadir.
  package var viewingAngle: Double
  /// Where in the view the traveller is seen, as parts of what is free of it: 0 at the left and the top.
  package var anchor: UnitPair

  /// Two parts of a width and a height.
  package struct UnitPair: Hashable, Sendable {
    package var x: Double
    package var y: Double
  }

  /// Zooms by metres per second, for a map of a car's surroundings.
  private static let zooms: [(speed: Double, zoom: Double)] = [
    (0, 17.4), (9, 17.2), (14, 16.7), (22, 16), (30, 15.3), (40, 14.8),
  ]
  /// The closest that a turn brings the camera.
  private static let turnZoom = 18.0
  private static let walkingZoom = 17.8
  /// Metres per second of those who walk.
  private static let walkingSpeed = 2.5
  /// Metres around a turn that are to be seen.
  private static let turnMeters = 45.0
  /// The traveller's place from above, where the way ahead is up.
  private static let lowAnchor = 0.70

  /// `turnMeters`: to the next turn; nil where none is known. `visible`: points of the view that are free.
  package init(
    _ perspective: FollowingPerspective, metersPerSecond: Double, turnMeters: Double?, visible: ScreenSize, latitude: Double
  ) {
    let turnsUp = perspective.turnsWithCourse
    anchor = UnitPair(x: 0.5, y: turnsUp ? Self.lowAnchor : 0.5)
    let usual = metersPerSecond < Self.walkingSpeed && turnMeters == nil ? Self.walkingZoom : Self.zoom(atSpeed: metersPerSecond)
    zoom = usual
    if let turnMeters, turnMeters.isFinite {
      // So that the turn is seen ahead of the traveller.
      let points = max(visible.height * (turnsUp ? Self.lowAnchor : 0.5) * 0.8, 60)
      let metersPerPoint = (max(turnMeters, 0) + Self.turnMeters) / points
      let fitting = log2(
        Mercator.metersPerWorldUnit(atLatitude: latitude) / (metersPerPoint * Mercator.pointsPerWorldAtZoom0))
      zoom = max(usual, min(fitting, Self.turnZoom))
    }
    // The closer, the steeper: what matters at a turn is its shape.
    let closeness = min(max((zoom - usual) / max(Self.turnZoom - usual, 0.1), 0), 1)
    viewingAngle = perspective == .tilted ? 55 - 15 * closeness : 0
  }

  private static func zoom(atSpeed speed: Double) -> Double {
    guard speed.isFinite, let last = zooms.last else { return walkingZoom }
    for index in 1..<zooms.count where speed < zooms[index].speed {
      let (lower, upper) = (zooms[index - 1], zooms[index])
      let part = max(speed - lower.speed, 0) / (upper.speed - lower.speed)
      return lower.zoom + (upper.zoom - lower.zoom) * part
    }
    return last.zoom
  }
}
