import Foundation
import OverlookFormats
import OverlookGeometry
import Testing

enum Fixture {
  /// A file of the folder beside this one.
  static func bytes(_ name: String) throws -> [UInt8] {
    let folder = URL(fileURLWithPath: #filePath).deletingLastPathComponent().appendingPathComponent("Fixtures")
    return [UInt8](try Data(contentsOf: folder.appendingPathComponent(name)))
  }
}

/// Numbers of the standards, independent of the sources.
enum Standard {
  /// Pi times the radius of the sphere of EPSG:3857, 6 378 137 m.
  static let half = Double.pi * 6_378_137
  /// The scale denominator of zoom 0 of GoogleMapsCompatible, OGC 07-057r7, annex E.4.
  static let scale0 = 559_082_264.0287178
}

/// A WMTS document with one layer and one matrix set, in parts that tests replace.
struct WMTSText {
  var layer = "<ows:Identifier>L</ows:Identifier>"
  var style = "<Style isDefault=\"true\"><ows:Identifier>S</ows:Identifier></Style>"
  var format = "<Format>image/png</Format>"
  var dimensions = ""
  var link = "<TileMatrixSet>M</TileMatrixSet>"
  var resources = "<ResourceURL format=\"image/png\" resourceType=\"tile\" template=\"https://t.example.org/\(Self.path)\"/>"
  var operations = ""
  var crs = "urn:ogc:def:crs:EPSG::3857"
  var scaleSet = ""
  var matrices: [Matrix] = (0...3).map { Matrix(zoom: $0) }

  static let path = "{Style}/{TileMatrixSet}/{TileMatrix}/{TileRow}/{TileCol}.png"

  struct Matrix {
    var identifier: String
    var scale: String
    var corner = "-20037508.3427892 20037508.3427892"
    var pixels = "256"
    var width: String
    var height: String

    init(zoom: Int, pixels: Int = 256) {
      identifier = "\(zoom)"
      scale = "\(Standard.scale0 / Double(1 << zoom) * 256 / Double(pixels))"
      self.pixels = "\(pixels)"
      width = "\(1 << zoom)"
      height = "\(1 << zoom)"
    }

    var text: String {
      """
      <TileMatrix><ows:Identifier>\(identifier)</ows:Identifier><ScaleDenominator>\(scale)</ScaleDenominator>
      <TopLeftCorner>\(corner)</TopLeftCorner><TileWidth>\(pixels)</TileWidth><TileHeight>\(pixels)</TileHeight>
      <MatrixWidth>\(width)</MatrixWidth><MatrixHeight>\(height)</MatrixHeight></TileMatrix>
      """
    }
  }

  var text: String {
    """
    <Capabilities version="1.0.0" xmlns="http://www.opengis.net/wmts/1.0" xmlns:ows="http://www.opengis.net/ows/1.1"
      xmlns:xlink="http://www.w3.org/1999/xlink">\(operations)<Contents>
    <Layer>\(layer)\(style)\(format)\(dimensions)<TileMatrixSetLink>\(link)</TileMatrixSetLink>\(resources)</Layer>
    <TileMatrixSet><ows:Identifier>M</ows:Identifier><ows:SupportedCRS>\(crs)</ows:SupportedCRS>\(scaleSet)
    \(matrices.map(\.text).joined())</TileMatrixSet></Contents></Capabilities>
    """
  }

  static func kvp(_ address: String) -> String {
    "<ows:OperationsMetadata><ows:Operation name=\"GetTile\"><ows:DCP><ows:HTTP><ows:Get xlink:href=\"\(address)\"/>"
      + "</ows:HTTP></ows:DCP></ows:Operation></ows:OperationsMetadata>"
  }

  func capabilities(from base: String? = "https://caps.example.org/wmts.xml") throws -> WMTSCapabilities {
    try WMTSCapabilities(xml: Array(text.utf8), baseURL: base)
  }
}

/// A WMS document with one layer, in parts that tests replace.
struct WMSText {
  var version = "1.3.0"
  var service = ""
  var formats = "<Format>image/png</Format>"
  var address = "https://wms.example.org/ows"
  var layer = "<Layer><Name>L</Name><Title>T</Title><CRS>EPSG:3857</CRS></Layer>"
  var preamble = ""

  var text: String {
    let root = version == "1.3.0" ? "WMS_Capabilities" : "WMT_MS_Capabilities"
    return """
      \(preamble)<\(root) version="\(version)" xmlns:xlink="http://www.w3.org/1999/xlink"><Service>\(service)</Service><Capability>
      <Request><GetMap>\(formats)<DCPType><HTTP><Get><OnlineResource xlink:href="\(address)"/></Get></HTTP></DCPType></GetMap>
      </Request>\(layer)</Capability></\(root)>
      """
  }

  func capabilities(from base: String? = "https://caps.example.org/wms?map=1") throws -> WMSCapabilities {
    try WMSCapabilities(xml: Array(text.utf8), baseURL: base)
  }
}

/// What `body` throws, as it is told to people.
func message(_ body: () throws -> Void) -> String {
  do {
    try body()
    return "nothing thrown"
  } catch {
    return "\(error)"
  }
}
