import OverlookTestSupport
import Testing

extension ServerTests {
  /// One place out of real servers, by every way in which a desktop map gets tiles: always the same picture.
  @Suite struct SamePlaceTests {
    @Test(.enabled(if: MapServerCGI.isAvailable, "\(MapServerCGI.absence)"))
    func tilesThatMapServerDrawsAreThoseOfItsRaster() async throws {
      let tiles = try WorldTiles()
      let server = try await MapServerCGI(raster: tiles.rasterPath)
      let template = server.url("mode=tile&tilemode=gmap&layers=world&tile={x}+{y}+{z}")
      let image = try await Visitor().picture(of: ["--tiles", template])
      try expectEqual(image, Place.expected(tiles), "mapserver-tiles")
    }

    @Test(.enabled(if: MapProxyServer.isAvailable && NginxServer.isAvailable, "\(MapProxyServer.absence)"))
    func tilesThatMapProxyPassesOnAreThoseOfItsSource() async throws {
      let tiles = try WorldTiles()
      let nginx = try await NginxServer(root: tiles.folder.path)
      let server = try await MapProxyServer(tiles: nginx.url("xyz/%(z)s/%(x)s/%(y)s.png"))
      let image = try await Visitor().picture(of: ["--tiles", server.url("tiles/1.0.0/world/EPSG3857/{z}/{x}/{y}.png?origin=nw")])
      try expectEqual(image, Place.expected(tiles), "mapproxy-tiles")
    }
  }
}
