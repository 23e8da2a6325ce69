import OverlookFormats
import OverlookGeometry

/// Finds the projection of a coordinate reference system by the name, code or WKT that a file gives.
enum ReferenceSystem {
  /// Nil for degrees of WGS 84. Throws for one that is not known: its numbers would lie anywhere.
  static func projection(named name: String?, of document: inout FileDocument) throws(FormatError) -> (any FileProjection)? {
    guard let name, !name.isEmpty else { return nil }
    let upper = name.uppercased()
    let isText = upper.contains("[")
    if !isText, upper.contains("CRS84") || upper == "WGS84" || upper == "WGS 84" {
      document.crs = nil
      return nil
    }
    let code = isText ? codeOfText(upper) : epsgCode(in: upper)
    if let code, let known = MapProjection(epsg: code) {
      document.crs = known == .geographic ? nil : "EPSG:\(code)"
      return known == .geographic ? nil : KnownProjection(projection: known)
    }
    if isText, isPlainDegrees(upper) {
      document.crs = nil
      return nil
    }
    document.crs = isText ? title(of: name) : name
    let definition = isText ? name : code.map { "EPSG:\($0)" } ?? name
    if let projection = ProjProjection(definition) { return projection }
    let missing = ProjLibrary.shared == nil ? "libproj is not installed" : "it is not known"
    throw .unsupported("coordinate reference system \(document.crs ?? "")", fault: missing)
  }

  /// The number in "EPSG:25832", "urn:ogc:def:crs:EPSG::25832" and "http://www.opengis.net/def/crs/EPSG/0/25832".
  static func epsgCode(in name: String) -> Int? {
    guard name.contains("EPSG") else { return nil }
    return name.split(whereSeparator: { !$0.isNumber || !$0.isASCII }).last.flatMap { Int($0) }
  }

  /// The code that WKT ends in: that of the whole system, not of a part of it.
  private static func codeOfText(_ text: String) -> Int? {
    for mark in ["AUTHORITY[\"EPSG\",", "ID[\"EPSG\","] {
      guard let place = text.ranges(of: mark).last else { continue }
      let rest = text[place.upperBound...]
      let digits = rest.drop { $0 == "\"" || $0 == " " }.prefix { $0.isNumber }
      // Behind it only brackets close.
      let behind = rest.drop { $0 == "\"" || $0 == " " || $0.isNumber }
      if behind.allSatisfy({ $0 == "]" || $0 == "\"" || $0.isWhitespace }) { return Int(digits) }
    }
    return nil
  }

  /// Degrees of WGS 84 or of a datum that lies within two metres of it.
  private static func isPlainDegrees(_ text: String) -> Bool {
    guard text.hasPrefix("GEOGCS[") || text.hasPrefix("GEOGCRS[") else { return false }
    return ["WGS_1984", "WGS 84", "WGS84", "ETRS89", "ETRS_1989", "NAD83", "NORTH_AMERICAN_1983", "GDA94", "GDA2020"].contains {
      text.contains($0)
    }
  }

  /// The name in the first quotation marks of WKT.
  private static func title(of text: String) -> String {
    let parts = text.split(separator: "\"", maxSplits: 2, omittingEmptySubsequences: false)
    return parts.count > 1 ? String(parts[1].prefix(100)) : "of the file"
  }
}
