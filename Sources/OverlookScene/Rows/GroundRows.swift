import Glibc
import OverlookGeometry

/// How the rows of an image are spaced on the Earth.
public enum ImageRows: String, Hashable, Sendable, CaseIterable {
  /// Evenly on the map, as those of map images are (Mercator, EPSG:3857).
  case mercator
  /// Evenly in degrees of latitude, as those of many weather and climate images are (plate carrée, EPSG:4326).
  case latitude
}

/// Which row of its image lies where between the upper and the lower edge of a ground overlay.
package enum GroundRows: Hashable, Sendable {
  case even
  case byLatitude(LatitudeRows)
}

/// Rows that are evenly spaced in latitude. Fractions count from the upper edge: of the plane, and of the image.
package struct LatitudeRows: Hashable, Sendable {
  private let top: Double
  private let height: Double
  private let north: Double
  private let span: Double

  /// The latitudes of the image's edges, in degrees, and the y of the overlay's edges in the world: another place than theirs
  /// where an image reaches beyond the limit of the map.
  package init(north: Double, south: Double, top: Double, bottom: Double) {
    self.north = north
    span = north - south
    self.top = top
    height = bottom - top
  }

  /// The row of the image at a fraction of the plane.
  package func row(at fraction: Double) -> Double {
    let latitude = WorldPoint(x: 0, y: top + height * fraction).coordinate.latitude
    return (north - latitude) / span
  }

  /// Where a row of the image lies in the plane.
  package func fraction(ofRow row: Double) -> Double {
    let place = WorldPoint(LocationCoordinate(latitude: north - span * row, longitude: 0))
    return (place.y - top) / height
  }
}
