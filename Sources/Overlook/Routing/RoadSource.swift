import Foundation
import OverlookFormats
package import OverlookGeometry
import OverlookRegions
package import OverlookRoads
package import OverlookRouting

/// Finds the roads that people name.
package enum RoadSource {
  /// The roads of a region or an extract; of the smallest region with all `places` where none is named.
  package static func graph(
    of name: String?, containing places: [LocationCoordinate]
  ) throws(RoutingError) -> (graph: RoadGraph, name: String) {
    if let name, isExtract(name) { return (try extract(name), lastComponent(of: name)) }
    // A graph by itself, in a folder that may hold nothing else.
    if let name, name.contains("/"), FileManager.default.fileExists(atPath: "\(name)/\(RegionFiles.roads)") {
      return (try roads("\(name)/\(RegionFiles.roads)"), lastComponent(of: name))
    }
    let region = try region(name, containing: places)
    guard let path = region.roadsPath else { throw .badRequest("\(region.name) has no roads") }
    return (try roads(path), region.name)
  }

  private static func region(_ name: String?, containing places: [LocationCoordinate]) throws(RoutingError) -> Region {
    guard let name else { return try region(containing: places) }
    do throws(RegionError) { return try InstalledRegions().region(named: name) } catch { throw .badRequest("\(error)") }
  }

  /// The smallest region on this machine that has all `places`.
  static func region(containing places: [LocationCoordinate]) throws(RoutingError) -> Region {
    let regions = InstalledRegions()
    if let region = regions.region(containing: places) { return region }
    // Who has a region for the start asks why it does not serve.
    if let first = places.first, let nearest = regions.regions(containing: first).first,
      let outside = places.first(where: { !nearest.description.contains($0) })
    {
      let place = CoordinateText.decimal(outside)
      throw .badRequest("\(place) lies outside of \(nearest.name); a larger region is made by: overlook region build")
    }
    throw .badRequest("no region has all of these places; a region is made by: overlook region build")
  }

  private static func lastComponent(of path: String) -> String { (path as NSString).lastPathComponent }

  private static func isExtract(_ name: String) -> Bool {
    [".osm", ".pbf", ".osm.gz", ".osm.bz2"].contains { name.lowercased().hasSuffix($0) }
  }

  private static func extract(_ path: String) throws(RoutingError) -> RoadGraph {
    do throws(FormatError) {
      return try RoadGraphBuilder.build(try OSMFile.read(path: path), thing: path).graph
    } catch {
      throw .unusable("\(error)")
    }
  }

  private static func roads(_ path: String) throws(RoutingError) -> RoadGraph {
    do throws(FormatError) { return try RoadGraphFile.read(path: path) } catch { throw .unusable("\(error)") }
  }
}
