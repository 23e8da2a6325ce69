import Foundation
import OverlookFormats
import OverlookGeometry
import OverlookSupport
import OverlookTestSupport
import Testing

extension CommandTests {
  /// Vector tiles by a template, and archives of them in the styles of the program.
  @Suite struct VectorSourceTests {
    private static let city = URL(fileURLWithPath: #filePath)
      .deletingLastPathComponent().deletingLastPathComponent().deletingLastPathComponent()
      .appendingPathComponent("Assets/Regions/Helsinki.region/tiles.pmtiles").path

    @Test func aTemplateOfVectorTilesIsDrawnFromItsTiles() async throws {
      let place = try Workplace()
      let archive = try PMTilesArchive(path: Self.city)
      let server = try #require(
        LoopbackServer { path in
          let numbers = path.split(separator: "/").compactMap { Int($0.prefix { $0.isNumber }) }
          guard numbers.count == 3, let tile = try? archive.tile(TileID(z: numbers[0], x: numbers[1], y: numbers[2])) else {
            return .status(404)
          }
          return .status(200, tile)
        })
      defer { server.stop() }
      let view = ["snapshot", "--center=60.1685,24.943", "--zoom=14", "--size=200x150", "--no-cache", "--no-demo"]
      try await place.overlook(view + ["--tiles", server.url("{z}/{x}/{y}.pbf"), "-o", "a.png"]).expectSuccess()
      #expect(server.requests.count > 2)
      let colors = try ImageDecoder.decode(try place.bytes("a.png")).pixels
      let different = Set(stride(from: 0, to: colors.count, by: 4).map { (at: Int) -> [UInt8] in Array(colors[at..<at + 3]) })
      #expect(different.count > 50)
    }

    /// From near and from afar, where another source of the style has the same tiles.
    @Test(
      arguments: [3, 14],
      [
        (LoopbackServer.Answer.status(403), "403"), (.status(200, Array("<html>sign in</html>".utf8)), "web page"),
        (.status(404), "has none of the tiles in view"), (.status(204), "has none of the tiles in view"),
        (.status(500), "answers 500"),
      ]) func aTemplateWithoutTilesIsAFailure(zoom: Int, faulty: (answer: LoopbackServer.Answer, mentions: String)) async throws
    {
      let (answer, mentions) = faulty
      let place = try Workplace()
      let server = try #require(LoopbackServer { _ in answer })
      defer { server.stop() }
      let outcome = try await place.overlook(
        [
          "snapshot", "-o", "o.png", "--size=64x48", "--no-cache", "--timeout=4", "--zoom=\(zoom)", "--tiles",
          server.url("{z}/{x}/{y}.pbf"),
        ])
      #expect(outcome.status == 1, "\(outcome.errors)")
      #expect(outcome.errors.contains(mentions) && outcome.errors.contains("127.0.0.1:"), "\(outcome.errors)")
      #expect(!outcome.errors.contains("\"city\""))
    }

    /// With the longitude first nothing is there.
    @Test(arguments: [true, false]) func aCenterInTheOtherOrderIsHintedAt(isOther: Bool) async throws {
      let place = try Workplace()
      let outcome = try await place.overlook(
        [
          "snapshot", "-o", "o.png", "--size=64x48", "--zoom=15", "--tiles", Self.city,
          isOther ? "--center=24.943,60.1685" : "--center=60.1685,24.943",
        ])
      #expect(outcome.status == 0, "\(outcome.errors)")
      let hint = "tiles.pmtiles has no tiles in view; the latitude comes first: was --center 60.1685,24.943 meant?"
      #expect(outcome.errors.contains(hint) == isOther, "\(outcome.errors)")
    }

    /// The archive is drawn by night too, and seen as a whole where nothing else is said.
    @Test func anArchiveIsDrawnInTheStyleThatIsNamed() async throws {
      let place = try Workplace()
      let copy = place.path + "/town.pmtiles"
      try FileManager.default.copyItem(atPath: Self.city, toPath: copy)
      let view = ["--center=60.1685,24.943", "--zoom=15", "--size=200x150"]
      func mean(_ name: String, _ arguments: [String]) async throws -> Double {
        try await place.overlook(["snapshot", "-o", name] + arguments).expectSuccess()
        let pixels = try ImageDecoder.decode(try place.bytes(name)).pixels
        return Double(pixels.reduce(0) { $0 + Int($1) }) / Double(pixels.count)
      }
      let night = try await mean("night.png", view + ["--style=night", "--tiles", copy])
      let day = try await mean("day.png", view + ["--style=day", "--tiles", copy])
      #expect(night < 120 && day > 180, "\(night), \(day)")
      _ = try await mean("whole.png", ["--size=200x150", "--style=night", copy])
      _ = try await mean("world.png", ["--size=200x150", "--style=night"])
      #expect(try place.bytes("whole.png") != place.bytes("world.png"))
    }

    @Test func theLayersOfAnArchiveAreListed() async throws {
      let place = try Workplace()
      let list = try await place.overlook(["info", "--list-layers", Self.city])
      list.expectSuccess()
      #expect(list.output.split(separator: "\n").contains { $0.hasPrefix("transportation") })
      let info = try await place.overlook(["info", Self.city])
      #expect(info.output.contains("transportation"))
    }

    @Test func plansOpenWhereTheyAre() async throws {
      let place = try Workplace()
      let folder = try IndoorFolder()
      let arguments = ["snapshot", "--size=200x200", "--indoor", folder.path, "-o"]
      try await place.overlook(arguments + ["a.png"]).expectSuccess()
      try await place.overlook(arguments + ["b.png", "--center=0.0005,0.0015", "--zoom=17.5"]).expectSuccess()
      #expect(try place.bytes("a.png") == place.bytes("b.png"))
    }
  }
}
