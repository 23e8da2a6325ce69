package import OverlookSupport

/// The data that the package ships.
package enum EmbeddedAssets {
  /// Path of the raster archive of the whole world.
  package static func worldArchivePath() throws(ResourceError) -> String {
    try path("world.pmtiles")
  }

  /// Path of a file by its name: `world-vector.pmtiles` (the world in vectors, zooms 0 to 6), `world-relief.pmtiles` (its land cover and
  /// relief, zooms 0 to 5), `places.sqlite` (the index of places of the world), `day.json` and the other styles, `sprite.json` and the
  /// other icon sheets.
  package static func path(_ name: String) throws(ResourceError) -> String {
    try ResourceLocator.path(name, inTarget: "OverlookAssets")
  }

  /// The folder of the regions that the package ships.
  package static func regionsFolder() throws(ResourceError) -> String {
    try path("Regions")
  }

  /// A file of a region that the package ships: "Helsinki", "Neubrandenburg".
  package static func path(_ name: String, ofRegion region: String) throws(ResourceError) -> String {
    try path("Regions/\(region).region/\(name)")
  }
}
