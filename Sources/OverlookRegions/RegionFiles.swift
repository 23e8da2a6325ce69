/// The files of a region's folder.
package enum RegionFiles {
  /// Of the folder's name.
  package static let suffix = ".region"
  package static let description = "region.json"
  package static let tiles = "tiles.pmtiles"
  package static let roads = "roads"
  package static let search = "search.sqlite"

  /// All but the description.
  package static let data: Set<String> = [tiles, roads, search]
}
