import Foundation
import OverlookTestSupport
import Testing

extension CommandTests {
  /// `overlook cache`, and the options that go with it.
  @Suite struct CacheTests {
    private static let answer = ["Cache-Control: max-age=3600", "ETag: \"a\""]

    /// A server of one picture, and the arguments that show it.
    private func server() throws -> LoopbackServer {
      let tile = try BadArchive.picture()
      return try #require(LoopbackServer { _ in .status(200, tile, headers: Self.answer) })
    }

    private func arguments(_ server: LoopbackServer, _ more: [String] = []) -> [String] {
      ["snapshot", "-o", "o.png", "--size=64x48", "--timeout=5", "--tiles", server.url("{z}/{x}/{y}?key=SECRET")] + more
    }

    @Test func tilesAreKeptForTheNextRunAndForOffline() async throws {
      let server = try server()
      let place = try Workplace()
      try await place.overlook(arguments(server)).expectSuccess()
      let asked = server.requests.count
      #expect(asked > 0)
      try await place.overlook(arguments(server)).expectSuccess()
      #expect(server.requests.count == asked)
      server.stop()
      let first = try place.bytes("o.png")
      try await place.overlook(arguments(server, ["--offline"])).expectSuccess()
      #expect(try place.bytes("o.png") == first)
      // Elsewhere there is nothing, which is told at once and in one line.
      let elsewhere = try await place.overlook(arguments(server, ["--offline", "--zoom=9", "--center=50,50"]))
      elsewhere.expectError("offline")
      #expect(elsewhere.seconds < 30)
    }

    @Test func withoutACacheNothingIsReadOrWritten() async throws {
      let server = try server()
      defer { server.stop() }
      let place = try Workplace()
      for _ in 0..<2 { try await place.overlook(arguments(server, ["--no-cache"])).expectSuccess() }
      let different = Set(server.requests.map { String($0.prefix(20)) })
      #expect(different.count * 2 == server.requests.count)
      #expect(!FileManager.default.fileExists(atPath: place.cachePath + "/overlook"))
    }

    @Test func theCacheIsShownAndCleared() async throws {
      let server = try server()
      defer { server.stop() }
      let place = try Workplace()
      let here = ["--cache-dir", place.path + "/kept"]
      try await place.overlook(arguments(server, here)).expectSuccess()
      let text = try await place.overlook(["cache", "info"] + here)
      text.expectSuccess()
      #expect(text.output.contains("\(place.path)/kept: ") && text.output.contains("entries"))
      #expect(text.output.contains(server.url("{z}/{x}/{y}")) && !text.output.contains("SECRET"))
      let json = try await place.overlook(["cache", "info", "--json"] + here)
      json.expectSuccess()
      let object = try #require(try JSONSerialization.jsonObject(with: Data(json.output.utf8)) as? [String: Any])
      #expect((object["entries"] as? Int ?? 0) > 0)
      #expect(object["limitBytes"] as? Int == 512 << 20)
      #expect((object["sources"] as? [[String: Any]])?.count == 1)

      try await place.overlook(["cache", "clear", "nobody"] + here).expectError("nothing is kept of nobody")
      try await place.overlook(["cache", "clear", server.url("{z}/{x}/{y}?key=SECRET")] + here).expectSuccess()
      #expect(try await place.overlook(["cache"] + here).output.contains("0 entries"))
      try await place.overlook(["cache", "clear"] + here).expectSuccess()
    }

    @Test func aFolderThatCannotBeUsedCostsTheCacheAndOneWarning() async throws {
      let server = try server()
      defer { server.stop() }
      let place = try Workplace()
      let file = try place.file("file", [1])
      let outcome = try await place.overlook(arguments(server, ["--cache-dir", file]))
      #expect(outcome.status == 0)
      let lines = outcome.errors.split(separator: "\n")
      #expect(
        lines.count == 1 && lines.first?.hasPrefix("overlook: warning: tiles are not kept on the disk: ") == true, "\(lines)")
      try await place.overlook(["cache", "info", "--cache-dir", file]).expectError("is not a folder")
      let nowhere = try await place.overlook(["cache"], environment: ["XDG_CACHE_HOME": nil, "HOME": nil])
      nowhere.expectError("neither XDG_CACHE_HOME nor HOME")
      try await place.overlook(["cache", "info", "--cache-dir="]).expectUsageError()
      try await place.overlook(arguments(server, ["--no-cache", "--cache-dir=x"])).expectUsageError()
    }
  }
}
