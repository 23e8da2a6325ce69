import OverlookTestSupport
import Testing

extension ServerTests {
  /// Tiles as plain files of nginx.
  @Suite(.enabled(if: NginxServer.isAvailable, "\(NginxServer.absence)")) struct NginxTests {
    @Test func tilesOfAWebServerAreShownPixelByPixel() async throws {
      let tiles = try WorldTiles()
      let nginx = try await NginxServer(root: tiles.folder.path)
      let image = try await Visitor().picture(of: ["--tiles", nginx.url("xyz/{z}/{x}/{y}.png")])
      try expectEqual(image, Place.expected(tiles), "nginx-xyz")
      let requests = try await nginx.requests
      #expect(requests.filter { $0.status == 200 }.count >= 4)
      #expect(requests.allSatisfy { $0.method == "GET" && $0.path.hasPrefix("/xyz/") })
      #expect(Set(requests.map(\.path)).count == requests.count, "no tile is asked for twice")
    }
  }
}
