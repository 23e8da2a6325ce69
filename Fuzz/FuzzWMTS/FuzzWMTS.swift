import FuzzSupport
import OverlookFormats
import OverlookGeometry

private let words = XMLFromBytes(
  elements: [
    "Contents", "Layer", "TileMatrixSet", "TileMatrix", "ows:Identifier", "Title", "Style", "Format", "TileMatrixSetLink",
    "TileMatrixSetLimits", "TileMatrixLimits", "MinTileRow", "MaxTileRow", "MinTileCol", "MaxTileCol", "ResourceURL", "Dimension",
    "Default", "Value", "Current", "WGS84BoundingBox", "LowerCorner", "UpperCorner", "SupportedCRS", "ScaleDenominator",
    "TopLeftCorner", "TileWidth", "TileHeight", "MatrixWidth", "MatrixHeight", "OperationsMetadata", "Operation", "DCP", "HTTP",
    "Get", "Constraint", "AllowedValues", "BoundingBox", "Abstract", "WellKnownScaleSet", "ServiceIdentification", "TileMap",
    "TileSets", "TileSet", "Origin", "TileFormat", "SRS",
  ],
  attributes: [
    "href", "template", "format", "resourceType", "name", "isDefault", "crs", "units-per-pixel", "order", "profile", "x", "y",
    "width", "height", "extension", "mime-type", "minx", "miny", "maxx", "maxy",
  ],
  texts: [
    "https://t.example.org/{Style}/{TileMatrixSet}/{TileMatrix}/{TileRow}/{TileCol}?t={Time}", "image/png", "tile", "GetTile",
    "EPSG:3857", "urn:ogc:def:crs:EPSG::3857", "-20037508.342789244 20037508.342789244", "256", "512", "559082264.0287178",
    "279541132.0143589", "139770566.00717944", "1", "2", "4", "0", "-1", "9223372036854775807", "NaN", "1e308", "true", "Time",
    "2026-01-01/2026-02-01/P1D", "current", "GetEncoding", "KVP", "http://127.0.0.1/x", "file:///etc", "//localhost/{TileCol}",
    "/a?b", "M", "L", "-180 -90", "180 90", "156543.03392804097", "78271.51696402048", "-20037508.342789244", "global-mercator",
    "20037508.34", "png", "\r\nX: y", "{TileMatrix}{TileRow}{TileCol}",
  ])

private func walk(_ zooms: [Int], _ url: (TileID) -> String?) {
  for zoom in zooms.prefix(2) {
    let last = (1 << min(max(zoom, 0), 30)) - 1
    for (x, y) in [(0, 0), (last, last), (last / 2, last / 3), (-1, 0)] {
      if let address = url(TileID(z: zoom, x: x, y: y)) { demandWebAddress(address) }
    }
  }
  demand(url(TileID(z: 31, x: 0, y: 0)) == nil, "zoom 31")
}

/// WMTS and TMS documents from a public server. An odd first byte: the rest is XML; an even one: it spells XML.
@_cdecl("LLVMFuzzerTestOneInput")
public func fuzz(_ start: UnsafePointer<UInt8>?, _ count: Int) -> CInt {
  let input = Array(UnsafeBufferPointer(start: start, count: count))
  guard let mode = input.first else { return 0 }
  let base = "https://maps.example.org/a/wmts?key=1"
  let rest = input.dropFirst()
  let isTMS = mode & 2 != 0
  let bytes = mode & 1 != 0 ? Array(rest) : words.document(rest, root: isTMS ? "TileMap" : "Capabilities version=\"1.0.0\"")
  if isTMS, let map = try? TMSDocument(xml: bytes, baseURL: base) {
    walk(map.zooms, map.url)
    demand(map.bounds.isValid && !map.zooms.isEmpty, "TMS")
  }
  if isTMS { return 0 }
  guard let capabilities = try? WMTSCapabilities(xml: bytes, baseURL: base) else { return 0 }
  // What else is asked for is in the first byte too: all of it with every input would take most of the time.
  let encodings: [WMTSCapabilities.Encoding?] = [nil, .rest, .kvp, nil]
  let time = mode & 16 != 0 ? "2026-01-05" : nil
  guard let address = try? capabilities.address(time: time, encoding: encodings[Int(mode >> 2 & 3)]) else { return 0 }
  demand(address.bounds.isValid && !address.zooms.isEmpty, "WMTS")
  walk(address.zooms, address.url)
  _ = address.timeDimension?.times(limit: 20)
  return 0
}
