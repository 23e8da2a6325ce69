import OverlookSupport

/// What says beside a picture where it lies: an .aux.xml file as GDAL, and with it most that knows maps, reads it.
struct GroundReference {
  /// The upper left corner of the picture in EPSG:3857, metres.
  let west: Double
  let north: Double
  /// Side of a pixel there.
  let metersPerPixel: Double

  /// The elements are those of GDAL's persistent auxiliary metadata (its RFC 1); the transform is west, a pixel eastwards, 0, north, 0, a
  /// pixel southwards.
  var document: String {
    """
    <PAMDataset>
      <SRS dataAxisToSRSAxisMapping="1,2">EPSG:3857</SRS>
      <GeoTransform>\(west), \(metersPerPixel), 0, \(north), 0, \(-metersPerPixel)</GeoTransform>
    </PAMDataset>

    """
  }

  static func path(of picture: String) -> String { picture + ".aux.xml" }
}
