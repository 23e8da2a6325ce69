import FuzzSupport
import OverlookFormats
import OverlookGeometry

private let words = XMLFromBytes(
  elements: [
    "Service", "Capability", "Request", "GetMap", "GetFeatureInfo", "Format", "DCPType", "HTTP", "Get", "OnlineResource", "Layer",
    "Name", "Title", "Abstract", "CRS", "SRS", "Style", "Dimension", "Extent", "BoundingBox", "LatLonBoundingBox",
    "EX_GeographicBoundingBox", "westBoundLongitude", "eastBoundLongitude", "southBoundLatitude", "northBoundLatitude",
    "Attribution", "MaxWidth", "MaxHeight", "ServiceException",
  ],
  attributes: [
    "href", "name", "default", "nearestValue", "current", "units", "minx", "miny", "maxx", "maxy", "SRS", "CRS", "queryable",
  ],
  texts: [
    "https://wms.example.org/ows?map=1", "image/png", "image/jpeg", "EPSG:3857", "EPSG:900913", "EPSG:4326", "time", "L", "0",
    "1",
    "-180", "180", "90", "-20037508.34", "20037508.34", "NaN", "2026-01-01T00:00:00Z/2026-02-01T00:00:00Z/PT10M", "2026-01-01",
    "current", "http://127.0.0.1/", "file:///etc", "4096", "text/plain", "a,b", "\r\nX: y", "1850/2100/P1M", "2020/2019/PT1S",
  ])

/// WMS documents from a public server, and reports of errors. An odd first byte: the rest is XML; an even one: it spells XML.
@_cdecl("LLVMFuzzerTestOneInput")
public func fuzz(_ start: UnsafePointer<UInt8>?, _ count: Int) -> CInt {
  let input = Array(UnsafeBufferPointer(start: start, count: count))
  guard let mode = input.first else { return 0 }
  let roots = ["WMS_Capabilities version=\"1.3.0\"", "WMT_MS_Capabilities version=\"1.1.1\"", "ServiceExceptionReport"]
  let rest = input.dropFirst()
  let bytes = mode & 1 != 0 ? Array(rest) : words.document(rest, root: roots[Int(mode >> 1) % roots.count])
  if let exception = ServiceException(xml: bytes) {
    demand(exception.message.utf8.allSatisfy { $0 >= 0x20 && $0 != 0x7F }, "a message that is not clean")
  }
  guard let capabilities = try? WMSCapabilities(xml: bytes, baseURL: "https://maps.example.org/a/wms?key=1") else { return 0 }
  demandWebAddress(capabilities.endpoint)
  // What else is asked for is in the first byte too: all of it with every input would take most of the time.
  let version = mode & 64 != 0 ? WMSCapabilities.Version.v111 : nil
  let time = mode & 128 != 0 ? "2026-01-05" : nil
  guard let address = try? capabilities.address(version: version, time: time, tilePixels: 512) else { return 0 }
  demand(address.bounds.isValid, "bounds")
  for tile in [TileID(z: 30, x: 1 << 29, y: 1), TileID(z: 5, x: 31, y: 31), TileID(z: 1, x: 2, y: 0)] {
    if let url = address.url(for: tile) { demandWebAddress(url) }
  }
  if let url = address.featureInfoURL(for: TileID(z: 0, x: 0, y: 0), x: 1, y: 2) { demandWebAddress(url) }
  _ = address.timeDimension?.times(limit: 20)
  return 0
}
