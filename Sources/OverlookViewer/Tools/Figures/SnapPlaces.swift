import Overlook
import OverlookFiles
import OverlookGeometry

/// Places near the pointer that a figure may take over exactly: corners of overlays, of opened files, and of figures.
@MainActor struct SnapPlaces {
  /// In points of the screen.
  static let reach = 9.0
  /// Positions of files that are looked at for one move of the pointer: a few milliseconds.
  private static let maximumPositions = 400_000

  /// The nearest of `candidates` within reach of a point of the view; nil for none. Of those at one distance the first.
  static func nearest(_ candidates: [LocationCoordinate], to point: ScreenPoint, _ projection: Projection) -> LocationCoordinate?
  {
    var best: (place: LocationCoordinate, distance: Double)?
    for place in candidates where place.isValid {
      let seen = projection.point(for: place)
      let (x, y) = (seen.x - point.x, seen.y - point.y)
      let distance = (x * x + y * y).squareRoot()
      if distance <= reach, distance < best?.distance ?? .infinity { best = (place, distance) }
    }
    return best?.place
  }

  /// Corners of what lies on the map near a point; `excluded` are overlays of the tool itself.
  static func candidates(near point: ScreenPoint, on map: MapView, excluding excluded: Set<ObjectIdentifier>)
    -> [LocationCoordinate]
  {
    let rect = ScreenRect(x: point.x - reach, y: point.y - reach, width: 2 * reach, height: 2 * reach)
    var places: [LocationCoordinate] = []
    for object in map.pick(in: rect) {
      guard let overlay = object.overlay, !excluded.contains(ObjectIdentifier(overlay)) else { continue }
      switch overlay {
      case let marker as Marker: places.append(marker.position)
      case let line as Polyline: places += line.path?.coordinates ?? []
      case let area as Polygon:
        places += area.path?.coordinates ?? []
        for hole in area.holes { places += hole.coordinates }
      case let circle as Circle: places.append(circle.position)
      default: break
      }
    }
    return places + files(near: rect, on: map)
  }

  /// Positions of opened files in a small rectangle of the view.
  private static func files(near rect: ScreenRect, on map: MapView) -> [LocationCoordinate] {
    let projection = map.projection
    let corners = [(0.0, 0.0), (1, 0), (0, 1), (1, 1)].map {
      projection.coordinate(
        for: ScreenPoint(x: rect.origin.x + $0.0 * rect.size.width, y: rect.origin.y + $0.1 * rect.size.height))
    }
    guard corners.allSatisfy(\.isValid) else { return [] }
    let latitudes = corners.map(\.latitude)
    let middle = corners[0].longitude
    let offsets = corners.map { Angle.shortestTurn(fromDegrees: middle, toDegrees: $0.longitude) }
    guard let south = latitudes.min(), let north = latitudes.max(), let west = offsets.min(), let east = offsets.max() else {
      return []
    }
    var places: [LocationCoordinate] = []
    var looked = 0
    for case let layer as FileLayer in map.components where layer.isVisible {
      guard let shapes = layer.document?.shapes else { continue }
      for position in 0..<shapes.positionCount {
        looked += 1
        if looked > maximumPositions { return places }
        let place = shapes.place(position)
        guard place.latitude >= south, place.latitude <= north else { continue }
        let offset = Angle.shortestTurn(fromDegrees: middle, toDegrees: place.longitude)
        if offset >= west, offset <= east { places.append(place) }
      }
    }
    return places
  }
}
