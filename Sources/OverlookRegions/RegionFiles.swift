/// The files of a region's folder.
package enum RegionFiles {
  package static let description = "region.json"
  package static let tiles = "tiles.pmtiles"
  package static let roads = "roads"
  package static let search = "search.sqlite"
}
