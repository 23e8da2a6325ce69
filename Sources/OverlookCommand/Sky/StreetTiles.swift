import Overlook
import OverlookRegions
import OverlookSupport

/// The archive of vector tiles that a street at a place is read from.
enum StreetTiles {
  /// `tiles` where it is given, else that of the region of a name, else that of the region that the place lies in.
  static func path(at place: LocationCoordinate, tiles: String?, region: String?) throws -> String {
    if let tiles { return tiles }
    let regions = InstalledRegions()
    let found = try region.map { try regions.region(named: $0) } ?? regions.region(containing: [place])
    guard let path = found?.tilesPath else {
      throw CommandFailure(
        description:
          "no region with tiles at \(PackText.number(place.latitude)),\(PackText.number(place.longitude)); "
          + "make one by overlook region build, or name an archive by --tiles")
    }
    return path
  }
}
