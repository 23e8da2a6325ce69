import Foundation
import OverlookFormats
import OverlookGeometry
import OverlookSupport
import OverlookTestSupport
import Testing

extension ServerTests {
  /// Programs that are killed at any moment, while they write what others read.
  @Suite(.enabled(if: NginxServer.isAvailable, "\(NginxServer.absence)")) struct KillTests {
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
      for round in 0..<Soak.kills {
        let program = try visitor.start(["snapshot", "-o", "o.png"] + visitor.place() + source(round))
        try await Task.sleep(for: .seconds(Double.random(in: 0.2 * whole...whole, using: &generator)))
        program.kill()
        let before = try await nginx.takeRequests().count
        try expectEqual(try await visitor.picture(of: source(round)), expected, "killed-\(round)")
        let after = try await nginx.takeRequests().count
        if before > 0, after < 6 { kept += 1 }
      }
      // Few of them may all have been killed too soon.
      #expect(kept > 0 || !Soak.isOn, "some tiles of killed programs were on the disk")
    }
  }
}

extension ServerTests.KillTests {
  private static let zooms = 0...4

  /// The embedded world in front of nginx is packed by runs that are killed, until one comes to the end; and again.
  @Test(arguments: ["mbtiles", "pmtiles"]) func aKilledPackGoesOnWhereItWas(ending: String) async throws {
    let folder = try ServerFolder()
    try WorldTiles.write(to: folder, zooms: Self.zooms)
    let nginx = try await NginxServer(root: folder.path)
    let visitor = try Visitor()
    var generator = SeededGenerator(seed: 11)
    var (kills, packs) = (0, 0)
    while kills < Soak.kills {
      packs += 1
      let name = "world-\(packs).\(ending)"
      let arguments = [
        "pack", nginx.url("xyz/{z}/{x}/{y}.webp?pack=\(packs)"), "--bounds=-180,-85,180,85", "--zooms=0-4", "--rate=150", "-o",
        name,
      ]
      let before = kills
      while kills < Soak.kills, !visitor.has(name) {
        kills += 1
        let program = try visitor.start(arguments)
        try await Task.sleep(for: .seconds(Double.random(in: 0.1...0.9, using: &generator)))
        program.kill()
      }
      let wasWhole = visitor.has(name)
      let last = try await visitor.overlook(arguments, seconds: 120)
      // One that is whole already is not made again, and what it left beside it is cleared away.
      #expect(wasWhole ? last.errors.contains("exists already") : last.status == 0, "\(last.errors)")
      try expectWhole("\(visitor.home.path)/\(name)", folder)
      #expect(visitor.names.filter { $0.contains(name) } == [name], "\(visitor.names)")
      // What a killed run had and had not brought to the disk yet is asked for once more, and nothing else: tiles are written
      // once a second, and 150 come in that time.
      let requests = try await nginx.takeRequests().count
      let runs = kills - before + 1
      #expect(requests <= 341 + runs * 160, "\(requests) requests for 341 tiles in \(runs) runs")
    }
  }

  /// Whether the pack has the tiles that `folder` has, byte by byte.
  private func expectWhole(_ path: String, _ folder: ServerFolder) throws {
    let packed = try ArchiveOpener.open(path: path)
    #expect(packed.tileCount == 341)
    for tile in WorldTiles.all(zooms: Self.zooms) {
      #expect(try packed.tile(tile) == folder.bytes("xyz/\(tile.z)/\(tile.x)/\(tile.y).webp"), "\(path): \(tile)")
    }
  }
}
