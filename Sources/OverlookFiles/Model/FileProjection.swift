import OverlookGeometry

/// Brings the numbers of a file's coordinate reference system to longitude and latitude in degrees.
protocol FileProjection: Sendable {
  /// Pairs of numbers in the order of the file's x and y, replaced by degrees; by no numbers where there is no place.
  func toDegrees(_ coordinates: inout [Double])
}

/// A system that Overlook knows by itself.
struct KnownProjection: FileProjection {
  let projection: MapProjection

  func toDegrees(_ coordinates: inout [Double]) {
    for index in stride(from: 0, to: coordinates.count - 1, by: 2) {
      let place = projection.place(x: coordinates[index], y: coordinates[index + 1])
      coordinates[index] = place?.longitude ?? .nan
      coordinates[index + 1] = place?.latitude ?? .nan
    }
  }
}
