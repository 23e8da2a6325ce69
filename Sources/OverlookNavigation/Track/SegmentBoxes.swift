import OverlookGeometry

/// Boxes around runs of a line's segments, so that far ones are not looked at.
struct SegmentBoxes: Sendable {
  /// Segments of a box.
  static let run = 32

  private struct Box: Sendable {
    var south: Double
    var north: Double
    /// Of its middle.
    var longitude: Double
    var halfWidth: Double
  }

  private var boxes: [Box] = []

  init(_ places: [LocationCoordinate]) {
    var first = 0
    while first + 1 < places.count {
      let last = min(first + Self.run, places.count - 1)
      let origin = places[first].longitude
      var box = Box(south: 90, north: -90, longitude: 0, halfWidth: 0)
      var (west, east) = (0.0, 0.0)
      for place in places[first...last] {
        box.south = min(box.south, place.latitude)
        box.north = max(box.north, place.latitude)
        let turn = Angle.shortestTurn(fromDegrees: origin, toDegrees: place.longitude)
        west = min(west, turn)
        east = max(east, turn)
      }
      box.longitude = origin + (west + east) / 2
      box.halfWidth = (east - west) / 2
      boxes.append(box)
      first += Self.run
    }
  }

  /// Whether a segment of the run that `segment` is of may lie within so many degrees of a place.
  func mayLie(_ segment: Int, near place: LocationCoordinate, latitudes: Double, longitudes: Double) -> Bool {
    let box = boxes[segment / Self.run]
    guard place.latitude >= box.south - latitudes, place.latitude <= box.north + latitudes else { return false }
    return abs(Angle.shortestTurn(fromDegrees: box.longitude, toDegrees: place.longitude)) <= box.halfWidth + longitudes
  }
}
