package import OverlookSupport

/// The data that the package ships.
package enum EmbeddedAssets {
  /// Path of the raster archive of the whole world.
  package static func worldArchivePath() throws(ResourceError) -> String {
    try ResourceLocator.path("world.pmtiles", inTarget: "OverlookAssets")
  }
}
