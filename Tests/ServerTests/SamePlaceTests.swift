import Foundation
import OverlookTestSupport
import Testing

extension ServerTests {
  /// One place out of real servers, by every way in which a desktop map gets tiles: always the same picture.
  @Suite struct SamePlaceTests {
    @Test(.enabled(if: MapServerCGI.isAvailable, "\(MapServerCGI.absence)"))
    func mapServerGivesTheSamePictureAsTilesAndAsWMS() async throws {
      let tiles = try WorldTiles()
      let server = try await MapServerCGI(raster: tiles.rasterPath)
      let locations = [
        ("wms", server.url("")),
        ("wms-1.1.1", server.url("SERVICE=WMS&VERSION=1.1.1&REQUEST=GetCapabilities")),
        ("wms-1.3.0", server.url("SERVICE=WMS&VERSION=1.3.0&REQUEST=GetCapabilities")),
      ]
      // The picture of the whole service has a name as well, and comes first.
      try await expectSamePicture(of: locations.map { ("mapserver-\($0)", $1) }, tiles, options: ["--layer=world"])
      let templates = [
        ("tiles", server.url("mode=tile&tilemode=gmap&layers=world&tile={x}+{y}+{z}")),
        ("wms-template", server.url(Self.wmsPicture)),
      ]
      try await expectSamePicture(of: templates.map { ("mapserver-\($0)", $1) }, tiles)
      let requests = try await server.requests
      for version in ["1.1.1", "1.3.0"] {
        #expect(requests.contains { $0.asks("GetMap") && $0.path.contains("VERSION=\(version)") }, "\(version)")
      }
    }

    @Test(.enabled(if: MapProxyServer.isAvailable && NginxServer.isAvailable, "\(MapProxyServer.absence)"))
    func mapProxyGivesTheSamePictureByEveryService() async throws {
      let tiles = try WorldTiles()
      let nginx = try await NginxServer(root: tiles.folder.path)
      let server = try await MapProxyServer(tiles: nginx.url("xyz/%(z)s/%(x)s/%(y)s.png"))
      let locations = [
        ("xyz", server.url("tiles/1.0.0/world/EPSG3857/{z}/{x}/{y}.png?origin=nw")),
        ("xyz-from-south", server.url("tiles/1.0.0/world/EPSG3857/{z}/{x}/{-y}.png?origin=sw")),
        ("tms", "tms:" + server.url("tms/1.0.0/world/EPSG3857")),
        ("tms-service", server.url("tms/1.0.0/")),
        ("wmts-kvp", server.url("service?SERVICE=WMTS&REQUEST=GetCapabilities")),
        ("wmts-rest", server.url("wmts/1.0.0/WMTSCapabilities.xml")),
        ("wms-1.1.1", server.url("service?SERVICE=WMS&VERSION=1.1.1&REQUEST=GetCapabilities")),
        ("wms-1.3.0", server.url("service?SERVICE=WMS&VERSION=1.3.0&REQUEST=GetCapabilities")),
      ]
      try await expectSamePicture(of: locations.map { ("mapproxy-\($0)", $1) }, tiles)
      // Each service was asked in its own way.
      let log = server.log
      for part in [
        "/tms/1.0.0/world/EPSG3857/3/7/10.png", "/wmts/world/webmercator/04/7/5.png", "REQUEST=GetTile", "VERSION=1.1.1",
        "VERSION=1.3.0",
      ] {
        #expect(log.contains(part), "\(part)")
      }
    }

    /// A GetMap request with the tile's box in it, as people write it.
    private static let wmsPicture =
      "SERVICE=WMS&VERSION=1.1.1&REQUEST=GetMap&LAYERS=world&STYLES=&SRS=EPSG:3857&FORMAT=image/png&WIDTH=256&HEIGHT=256"
      + "&BBOX={bbox-epsg-3857}"

    private func expectSamePicture(
      of locations: [(String, String)], _ tiles: WorldTiles, options: [String] = []
    ) async throws {
      let expected = try Place.expected(tiles)
      for (name, location) in locations {
        let image = try await Visitor().picture(of: ["--tiles", location] + options)
        try expectEqual(image, expected, name)
      }
    }
  }
}

extension NginxServer.Request {
  /// Whether it is this request of an OGC service.
  fileprivate func asks(_ request: String) -> Bool {
    path.range(of: "REQUEST=\(request)", options: .caseInsensitive) != nil
  }
}
