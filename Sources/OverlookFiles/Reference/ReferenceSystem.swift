import OverlookFormats
import OverlookGeometry

/// Finds the projection of a coordinate reference system by the name that a file gives it.
enum ReferenceSystem {
  /// Nil for degrees of WGS 84. Throws for one that is not known: its numbers would lie anywhere.
  static func projection(named name: String?, of document: inout FileDocument) throws(FormatError) -> (any FileProjection)? {
    guard let name, !name.isEmpty else { return nil }
    let upper = name.uppercased()
    if upper.contains("CRS84") || upper == "WGS84" || upper == "WGS 84" {
      document.crs = nil
      return nil
    }
    if let code = epsgCode(in: upper), let known = MapProjection(epsg: code) {
      if known == .geographic {
        document.crs = nil
        return nil
      }
      return KnownProjection(projection: known)
    }
    throw .unsupported("coordinate reference system \(name)", fault: "it is not known")
  }

  /// The number in "EPSG:25832", "urn:ogc:def:crs:EPSG::25832" and "http://www.opengis.net/def/crs/EPSG/0/25832".
  static func epsgCode(in name: String) -> Int? {
    guard name.contains("EPSG") else { return nil }
    return name.split(whereSeparator: { !$0.isNumber || !$0.isASCII }).last.flatMap { Int($0) }
  }
}
