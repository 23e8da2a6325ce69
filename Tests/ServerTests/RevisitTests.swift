import Foundation
import OverlookTestSupport
import Testing

extension ServerTests {
  /// The same person comes again: what is on the disk, and what is asked of the server.
  @Suite(.enabled(if: NginxServer.isAvailable, "\(NginxServer.absence)")) struct RevisitTests {
    private static let template = "xyz/{z}/{x}/{y}.png"

    /// Two visits to a server that sends `cacheControl`, and what the second asked.
    private func secondVisit(cacheControl: String) async throws -> (first: [NginxServer.Request], second: [NginxServer.Request]) {
      let tiles = try WorldTiles()
      let nginx = try await NginxServer(
        root: tiles.folder.path, configuration: "add_header Cache-Control \"\(cacheControl)\" always;")
      let visitor = try Visitor()
      let source = ["--tiles", nginx.url(Self.template)]
      let expected = try Place.expected(tiles)
      try expectEqual(try await visitor.picture(of: source), expected, "first-visit")
      let first = try await nginx.takeRequests()
      try expectEqual(try await visitor.picture(of: source), expected, "second-visit")
      return (first, try await nginx.requests)
    }

    @Test func whatIsStaleIsAskedForOnlyIfItChanged() async throws {
      let (first, second) = try await secondVisit(cacheControl: "max-age=0, must-revalidate")
      #expect(first.count >= 4 && first.allSatisfy { $0.status == 200 && $0.ifNoneMatch.isEmpty })
      #expect(second.count == first.count)
      #expect(second.allSatisfy { $0.status == 304 && !$0.ifNoneMatch.isEmpty && $0.bytes == 0 }, "\(second)")
    }

    @Test func whatIsFreshIsNotAskedForAtAll() async throws {
      let (first, second) = try await secondVisit(cacheControl: "max-age=3600")
      #expect(first.count >= 4)
      #expect(second.isEmpty, "\(second)")
    }

    @Test func whatMustNotBeStoredIsAskedForAgain() async throws {
      let (first, second) = try await secondVisit(cacheControl: "no-store")
      #expect(second.count == first.count && second.allSatisfy { $0.status == 200 })
    }

    @Test func aChangedTileIsShownAsItIsNow() async throws {
      let tiles = try WorldTiles()
      let nginx = try await NginxServer(root: tiles.folder.path, configuration: "add_header Cache-Control no-cache;")
      let visitor = try Visitor()
      let source = ["--tiles", nginx.url(Self.template)]
      let before = try await visitor.picture(of: source)
      try tiles.folder.write("xyz/4/7/4.png", Fault.picture)
      let after = try await visitor.picture(of: source)
      #expect(PictureComparison(before, after).map { $0.share > 0.2 && $0.share < 0.3 } == true, "one tile of four is another")
    }

    /// The next day, on a train.
    @Test func whatWasSeenIsThereWithoutTheServerAndWithoutANetwork() async throws {
      let tiles = try WorldTiles()
      let nginx = try await NginxServer(root: tiles.folder.path)
      let visitor = try Visitor()
      let source = ["--tiles", nginx.url(Self.template)]
      let expected = try Place.expected(tiles)
      try expectEqual(try await visitor.picture(of: source), expected, "online")
      _ = try await nginx.takeRequests()
      try expectEqual(try await visitor.picture(of: source + ["--offline"]), expected, "offline")
      #expect(try await nginx.requests.isEmpty, "offline, nothing is asked")
      nginx.stop()
      try expectEqual(try await visitor.picture(of: source + ["--offline"]), expected, "offline-without-server")
    }

    @Test func aKeyIsSentToTheServerAndWrittenNowhere() async throws {
      let key = "CANARY-3f9a-77c1"
      let tiles = try WorldTiles()
      let nginx = try await NginxServer(
        root: tiles.folder.path, configuration: "if ($arg_key != \"\(key)\") { return 403; }")
      let visitor = try Visitor()
      let template = nginx.url(Self.template)
      let refused = try await visitor.overlook(["snapshot", "-o", "o.png", "--tiles", "\(template)?key=\(key)-wrong"])
      #expect(refused.status == 1 && refused.errors.contains("403"), "\(refused.errors)")
      #expect(!refused.errors.contains(key), "\(refused.errors)")
      try expectEqual(try await visitor.picture(of: ["--tiles", "\(template)?key=\(key)"]), Place.expected(tiles), "key")
      let found = try await Tool.run("grep", ["-rlF", key, visitor.home.path])
      #expect(found.output.isEmpty && found.status == 1, "\(found.output)")
    }
  }
}
