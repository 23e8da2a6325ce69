import Foundation
import OverlookSupport
import OverlookTestSupport
import Testing

extension ServerTests {
  /// Programs that are killed at any moment, while they write what others read.
  ///
  /// `OVERLOOK_KILLS` in the environment is how often, 30 when it is not set; `make soak` sets 200.
  @Suite(.enabled(if: NginxServer.isAvailable, "\(NginxServer.absence)")) struct KillTests {
    private static let kills = ProcessInfo.processInfo.environment["OVERLOOK_KILLS"].flatMap(Int.init) ?? 30

    /// Each round has tiles of its own, so that there is something to write; several are in one database.
    @Test func aKilledViewerLeavesACacheThatServesOnlyWholeTiles() async throws {
      let tiles = try WorldTiles()
      let expected = try Place.expected(tiles)
      let nginx = try await NginxServer(root: tiles.folder.path, configuration: "add_header Cache-Control max-age=3600;")
      let visitor = try Visitor()
      func source(_ round: Int) -> [String] { ["--tiles", nginx.url("xyz/{z}/{x}/{y}.png?round=\(round)")] }
      let start = ContinuousClock.now
      _ = try await visitor.picture(of: source(-1))
      let whole = (ContinuousClock.now - start) / Duration.seconds(1)
      _ = try await nginx.takeRequests()
      var generator = SeededGenerator(seed: 7)
      var kept = 0
      for round in 0..<Self.kills {
        let program = try visitor.start(["snapshot", "-o", "o.png"] + visitor.place() + source(round))
        try await Task.sleep(for: .seconds(Double.random(in: 0.2 * whole...whole, using: &generator)))
        program.kill()
        let before = try await nginx.takeRequests().count
        try expectEqual(try await visitor.picture(of: source(round)), expected, "killed-\(round)")
        let after = try await nginx.takeRequests().count
        if before > 0, after < 6 { kept += 1 }
      }
      #expect(kept > 0, "some tiles of killed programs were on the disk")
    }
  }
}
