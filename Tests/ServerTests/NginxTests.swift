import Foundation
import OverlookTestSupport
import Testing

extension ServerTests {
  /// Tiles as plain files of nginx.
  @Suite(.enabled(if: NginxServer.isAvailable, "\(NginxServer.absence)")) struct NginxTests {
    private static let template = "xyz/{z}/{x}/{y}.png"

    @Test func tilesOfAWebServerAreShownPixelByPixel() async throws {
      let tiles = try WorldTiles()
      let nginx = try await NginxServer(root: tiles.folder.path)
      let image = try await Visitor().picture(of: ["--tiles", nginx.url(Self.template)])
      try expectEqual(image, Place.expected(tiles), "nginx-xyz")
      let requests = try await nginx.requests
      #expect(requests.filter { $0.status == 200 }.count >= 4)
      #expect(requests.allSatisfy { $0.method == "GET" && $0.path.hasPrefix("/xyz/") })
      #expect(Set(requests.map(\.path)).count == requests.count, "no tile is asked for twice")
    }

    /// A server may compress what needs no compression, when it is asked or without being asked.
    @Test(arguments: ["gzip on; gzip_types image/png; gzip_min_length 1;", "gzip_static always;"])
    func compressedBodiesAreUndone(configuration: String) async throws {
      let tiles = try WorldTiles()
      try await tiles.compress()
      let nginx = try await NginxServer(root: tiles.folder.path, configuration: configuration)
      let image = try await Visitor().picture(of: ["--tiles", nginx.url(Self.template)])
      try expectEqual(image, Place.expected(tiles), "nginx-gzip")
      let answers = try await nginx.requests.filter { $0.status == 200 }
      #expect(!answers.isEmpty && answers.allSatisfy { $0.encoding == "gzip" })
    }

    @Test func aTileJSONDocumentBesideTheTilesIsFollowed() async throws {
      let tiles = try WorldTiles()
      try tiles.folder.write(
        "tiles.json",
        """
        {"tilejson": "3.0.0", "tiles": ["xyz/{z}/{x}/{y}.png"], "minzoom": 0, "maxzoom": 4, "attribution": "<b>the credit</b>"}
        """)
      let nginx = try await NginxServer(root: tiles.folder.path)
      let image = try await Visitor().picture(of: ["--tiles", nginx.url("tiles.json")])
      try expectEqual(image, Place.expected(tiles), "nginx-tilejson")
    }

    /// One server, many tiles, one connection.
    @Test(.enabled(if: TestAuthority.isAvailable, "\(TestAuthority.absence)"))
    func tilesComeOverHTTP2WithTLSFromAnAuthorityThatTheEnvironmentNames() async throws {
      let tiles = try WorldTiles()
      let authority = try await TestAuthority()
      let nginx = try await NginxServer(root: tiles.folder.path, authority: authority)
      let visitor = try Visitor()
      let image = try await visitor.picture(
        of: ["--tiles", nginx.url(Self.template)], environment: ["SSL_CERT_FILE": authority.path])
      try expectEqual(image, Place.expected(tiles), "nginx-http2")
      let requests = try await nginx.takeRequests()
      #expect(requests.count >= 4 && requests.allSatisfy { $0.version == "HTTP/2.0" && $0.status == 200 })
      #expect(Set(requests.map(\.connection)).count == 1)
      let outcome = try await visitor.overlook([
        "snapshot", "-o", "o.png", "--timeout=8", "--tiles", nginx.url("other/{z}/{x}/{y}.png"),
      ])
      #expect(outcome.status == 1 && outcome.errors.contains("cannot be trusted"), "\(outcome.errors)")
      #expect(try await nginx.requests.isEmpty)
    }
  }
}
