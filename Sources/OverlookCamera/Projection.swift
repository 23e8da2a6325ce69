public import OverlookGeometry

/// The mapping between places on Earth and points of a map view for one camera; an immutable snapshot. Any thread.
public struct Projection: Equatable, Sendable {
  package let view: ViewTransform

  package init(_ view: ViewTransform) {
    self.view = view
  }

  /// The camera that this projection belongs to.
  public var camera: CameraPosition { view.camera }

  /// The view's size in points.
  public var size: ScreenSize { view.size }

  /// Where `coordinate` is seen. The world repeats to the left and right: this is its copy nearest to the target. A place behind
  /// the eye gets a point far outside the view on its side. Latitudes beyond the Mercator limit count as the limit, numbers that
  /// are not finite as 0.
  public func point(for coordinate: LocationCoordinate) -> ScreenPoint {
    view.screenPointClamped(for: view.nearestCopy(of: WorldPoint(coordinate)))
  }

  /// The place seen at `point`, with its longitude in -180 ..< 180. A point at or above the horizon gives the ground just below
  /// it, a point beyond the edge of the world the nearest latitude of the Mercator limit.
  public func coordinate(for point: ScreenPoint) -> LocationCoordinate {
    let world = view.worldPointClamped(at: point)
    return WorldPoint(x: world.x, y: min(max(world.y, 0), 1)).wrapped.coordinate
  }

  /// How many points of the view `meters` on the ground at `coordinate` cover, measured across the line of sight. Good for
  /// distances that are small against the Earth; 0 behind the eye.
  public func points(forMeters meters: Double, at coordinate: LocationCoordinate) -> Double {
    guard meters.isFinite, coordinate.isValid else { return 0 }
    let worldUnits = meters / Mercator.metersPerWorldUnit(atLatitude: coordinate.latitude)
    let points = worldUnits * view.pointsPerWorld * view.scale(at: view.nearestCopy(of: WorldPoint(coordinate)))
    return points.isFinite ? points : 0
  }

  /// Whether `coordinate` is seen inside the view, in any copy of the world; padding does not count. The edges are inside.
  public func contains(_ coordinate: LocationCoordinate) -> Bool {
    guard coordinate.isValid, abs(coordinate.latitude) <= Mercator.maximumLatitude else { return false }
    let world = WorldPoint(coordinate).wrapped
    for copy in view.worldCopies {
      let point = view.screenPoint(for: WorldPoint(x: world.x + Double(copy), y: world.y))
      if let point, point.x >= 0, point.y >= 0, point.x <= view.size.width, point.y <= view.size.height { return true }
    }
    return false
  }

  /// The corners of the visible part of the map: the view less its padding, clamped just below the horizon where that is in view.
  public func visibleRegion() -> VisibleRegion {
    let padding = view.padding
    let quad = view.groundQuad(
      of: ScreenRect(
        x: padding.left, y: padding.top, width: max(view.size.width - padding.left - padding.right, 0),
        height: max(view.size.height - padding.top - padding.bottom, 0)))
    func corner(_ point: WorldPoint) -> LocationCoordinate {
      WorldPoint(x: point.x, y: min(max(point.y, 0), 1)).coordinate
    }
    return VisibleRegion(
      nearLeft: corner(quad.nearLeft), nearRight: corner(quad.nearRight), farLeft: corner(quad.farLeft),
      farRight: corner(quad.farRight))
  }
}

extension ScreenPoint {
  /// The same spot of the window in the points of another view: both views are given by their rectangles in the window, as when
  /// an overlay surface lies above a map.
  public func converted(from view: ScreenRect, to other: ScreenRect) -> ScreenPoint {
    ScreenPoint(x: x + view.origin.x - other.origin.x, y: y + view.origin.y - other.origin.y)
  }
}
