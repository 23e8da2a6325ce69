import Foundation
import Overlook
import OverlookFormats
import OverlookGeometry
import OverlookSupport
import OverlookTestSupport
import Synchronization
import Testing

extension CommandTests {
  /// `overlook pack`.
  @Suite struct PackTests {
    /// A picture of 8 x 8 pixels whose colour tells the tile.
    private static func picture(_ path: String) -> [UInt8] {
      let colour = UInt8(truncatingIfNeeded: path.utf8.reduce(7) { $0 &* 31 &+ Int($1) })
      let image = Image(width: 8, height: 8, premultipliedRGBA: [UInt8](repeating: colour, count: 256).map { $0 | 1 })
      return image.flatMap { try? PNGEncoder.encode($0) } ?? []
    }

    private static func expectWhole(_ path: String, zooms: ClosedRange<Int>, _ location: SourceLocation = #_sourceLocation) throws
    {
      let archive = try ArchiveOpener.open(path: path)
      for tile in PackArea(bounds: .world, zooms: zooms).tiles {
        #expect(try archive.tile(tile) == picture("\(tile.z)/\(tile.x)/\(tile.y)"), "\(tile)", sourceLocation: location)
      }
    }

    private static let world = ["--bounds=-180,-90,180,90", "--rate=5000"]

    @Test func anAreaBecomesAFileThatCheckFindsSound() async throws {
      let server = try #require(LoopbackServer { .status(200, Self.picture($0)) })
      defer { server.stop() }
      let place = try Workplace()
      for name in ["a.mbtiles", "b.pmtiles"] {
        let outcome = try await place.overlook(
          ["pack", server.url("{z}/{x}/{y}"), "--bounds", "-180,-85,180,85", "--rate=5000", "--zooms=0-3", "-o", name])
        outcome.expectSuccess()
        let lines = outcome.output.split(separator: "\n")
        // 1 + 4 + 16 + 64 tiles.
        #expect(lines.first?.hasPrefix("85 tiles, about ") == true && lines.last == "\(name): 85 tiles", "\(outcome.output)")
        try await place.overlook(["check", name]).expectSuccess()
        try Self.expectWhole("\(place.path)/\(name)", zooms: 0...3)
      }
      #expect(try place.names == ["a.mbtiles", "b.pmtiles"])
      // The samples of the estimate are not asked for twice.
      #expect(server.requests.count == 170)
    }

    @Test func theEstimateMakesNothing() async throws {
      let server = try #require(LoopbackServer { .status(200, Self.picture($0)) })
      defer { server.stop() }
      let place = try Workplace()
      let outcome = try await place.overlook(["pack", server.url("{z}/{x}/{y}"), "--zooms=0-8", "--estimate"] + Self.world)
      outcome.expectSuccess()
      // The sum of 4^z for z of 0 to 8, at 5000 a second.
      #expect(
        outcome.output.hasPrefix("87381 tiles, about ") && outcome.output.contains("about 18 s at 5000"), "\(outcome.output)")
      #expect(server.requests.count <= 16)
      #expect(try place.names.isEmpty)
    }

    @Test func tooManyTilesAreRefusedBeforeAnythingIsAsked() async throws {
      let server = try #require(LoopbackServer { .status(200, Self.picture($0)) })
      defer { server.stop() }
      let place = try Workplace()
      let arguments = ["pack", server.url("{z}/{x}/{y}"), "--zooms=0-10", "-o", "a.pmtiles"] + Self.world
      try await place.overlook(arguments).expectError("1398101 tiles, more than 500000")
      try await place.overlook(arguments + ["--max-tiles=1000000"]).expectError("more than 1000000")
      #expect(server.requests.isEmpty)
      #expect(try place.names.isEmpty)
    }

    @Test(arguments: [
      "https://tile.openstreetmap.org/{z}/{x}/{y}.png", "https://{s}.tile.openstreetmap.org/{z}/{x}/{y}.png",
      "https://tile.openstreetmap.de/{z}/{x}/{y}.png",
    ])
    func communityServersAreNotAsked(location: String) async throws {
      let place = try Workplace()
      // No proxy could carry a request that was made all the same.
      let environment: [String: String?] = ["https_proxy": "http://127.0.0.1:1", "http_proxy": "http://127.0.0.1:1"]
      for more in [["-o", "a.mbtiles"], ["--estimate"]] {
        let outcome = try await place.overlook(
          ["pack", location, "--bounds=0,0,1,1", "--zooms=0-3"] + more, environment: environment)
        outcome.expectError("forbids downloading areas")
      }
      #expect(try place.names.isEmpty)
    }

    @Test func aPackThatCannotBeWrittenIsToldByItsName() async throws {
      let place = try Workplace()
      let file = try place.file("one.pmtiles", try BadArchive.archive(tile: BadArchive.picture()))
      let outcome = try await place.overlook(["pack", file, "--bounds=0,0,1,1", "--zooms=0-0", "-o", "nowhere/a.mbtiles"])
      outcome.expectError("nowhere/a.mbtiles cannot be written: No such file or directory")
    }

    @Test func aTileJSONDocumentIsNoWayAround() async throws {
      let place = try Workplace()
      let json = #"{"tilejson": "3.0.0", "tiles": ["https://a.tile.openstreetmap.org/{z}/{x}/{y}.png"], "maxzoom": 5}"#
      let file = try place.file("osm.json", Array(json.utf8))
      let outcome = try await place.overlook(["pack", file, "--bounds=0,0,1,1", "--zooms=0-3", "-o", "a.mbtiles"])
      outcome.expectError("a.tile.openstreetmap.org forbids downloading areas")
      #expect(try place.names == ["osm.json"])
    }

    /// Killed at any moment, over as many packs as that takes: the same command goes on, and what comes out is whole.
    @Test(arguments: ["mbtiles", "pmtiles"]) func whoIsKilledGoesOn(form: String) async throws {
      let server = try #require(
        LoopbackServer { path in
          Thread.sleep(forTimeInterval: 0.008)
          return .status(200, Self.picture(path))
        })
      defer { server.stop() }
      let place = try Workplace()
      var generator = SeededGenerator(seed: 5)
      var (kills, packs) = (0, 0)
      while kills < Soak.kills || packs == 0 && kills < 40 {
        let name = "\(packs).\(form)"
        let command = "pack '\(server.url("{z}/{x}/{y}"))' --bounds=-180,-90,180,90 --zooms=0-5 --rate=5000 -q -o \(name)"
        // On a busy machine the start alone takes as long.
        let seconds = Double.random(in: 0.1...2, using: &generator) * (1 + Double(kills) / 10)
        let outcome = try await place.shell("timeout -s KILL \(seconds) \"$overlook\" \(command)")
        #expect(outcome.errors.isEmpty, "\(outcome.errors)")
        if outcome.status != 0 {
          kills += 1
          guard try place.names.contains(name) else { continue }
          // It ended between giving the name and clearing up, which the same command then does.
          try await place.shell("\"$overlook\" \(command)").expectError("\(name) cannot be written: it exists already")
        }
        try Self.expectWhole("\(place.path)/\(name)", zooms: 0...5)
        try await place.overlook(["check", name]).expectSuccess()
        packs += 1
        #expect(try place.names == (0..<packs).map { "\($0).\(form)" })
      }
      #expect(packs >= 1)
    }

    @Test func controlCEndsInOrderAndTheSameCommandGoesOn() async throws {
      let server = try #require(
        LoopbackServer { path in
          Thread.sleep(forTimeInterval: 0.01)
          return .status(200, Self.picture(path))
        })
      defer { server.stop() }
      let place = try Workplace()
      let arguments = [
        "pack", server.url("{z}/{x}/{y}"), "--zooms=0-5", "--rate=200", "-o", "a.pmtiles", "--bounds=-180,-90,180,90",
      ]
      let line = arguments.map { "'\($0)'" }.joined(separator: " ")
      // In the foreground: else the program gets the signal twice, which ends it at once.
      let stopped = try await place.shell("timeout --foreground --preserve-status -s INT 1 \"$overlook\" \(line)")
      #expect(stopped.status == 130)
      #expect(stopped.errors == "overlook: warning: stopped; the same command goes on where this one ended\n")
      let asked = server.requests.count
      #expect(asked > 20 && asked < 1000)
      #expect(try !place.names.contains("a.pmtiles"))
      let outcome = try await place.overlook(arguments.map { $0 == "--rate=200" ? "--rate=5000" : $0 })
      outcome.expectSuccess()
      #expect(outcome.output.hasPrefix("going on with a.pmtiles"))
      // Nothing that came before the end was lost: only what was under way is asked for again.
      #expect(server.requests.count <= 1365 + 60, "\(server.requests.count)")
      try Self.expectWhole("\(place.path)/a.pmtiles", zooms: 0...5)
    }

    @Test func retryAfterIsObeyed() async throws {
      let times = Mutex<[Double]>([])
      let server = try #require(
        LoopbackServer { path in
          let number = times.withLock { times in
            times.append(MonotonicClock.now())
            return times.count
          }
          return number == 30 ? .status(429, headers: ["Retry-After: 3"]) : .status(200, Self.picture(path))
        })
      defer { server.stop() }
      let place = try Workplace()
      let outcome = try await place.overlook(
        ["pack", server.url("{z}/{x}/{y}"), "--zooms=0-3", "-o", "a.pmtiles", "-q", "--bounds=-180,-90,180,90", "--rate=20"])
      outcome.expectSuccess()
      let asked = times.withLock { $0 }
      // One tile was asked for twice. What was under way beside the answer 429 may still have come.
      #expect(asked.count == 86)
      let gap = zip(asked.dropFirst(29), asked.dropFirst(30)).map { $1 - $0 }.max() ?? 0
      #expect(gap >= 2.8, "\(gap)")
    }

    @Test func aServerThatFailsIsToldAndWhatCameIsKept() async throws {
      let isWell = Atomic<Bool>(false)
      let server = try #require(
        LoopbackServer { path in
          if path.hasPrefix("2/"), !isWell.load(ordering: .relaxed) { return .status(400) }
          return .status(200, Self.picture(path))
        })
      defer { server.stop() }
      let place = try Workplace()
      let arguments = ["pack", server.url("{z}/{x}/{y}"), "--zooms=0-2", "-o", "a.mbtiles", "-q"] + Self.world
      let outcome = try await place.overlook(arguments)
      outcome.expectError("could not be had")
      #expect(outcome.errors.contains("(400)") && outcome.errors.contains("the same command goes on"), "\(outcome.errors)")
      isWell.store(true, ordering: .relaxed)
      let before = server.requests.count
      try await place.overlook(arguments).expectSuccess()
      #expect(server.requests.count - before == 16)
      try Self.expectWhole("\(place.path)/a.mbtiles", zooms: 0...2)
    }

    /// A map of the server's tiles, without the server: the pack answers, named by `--pack` or found among FILES.
    @Test(arguments: [
      ["--pack", "a.pmtiles"], ["a.pmtiles"], ["--offline", "--pack", "a.pmtiles"], ["--offline", "a.pmtiles"],
    ])
    func aPackStandsInForItsServer(arguments: [String]) async throws {
      let tile = try BadArchive.picture()
      let server = try #require(LoopbackServer { _ in .status(200, tile) })
      let place = try Workplace()
      let location = server.url("{z}/{x}/{y}")
      try await place.overlook(["pack", location, "--zooms=0-2", "-q", "-o", "a.pmtiles"] + Self.world).expectSuccess()
      server.stop()
      let asked = server.requests.count
      let snapshot = ["snapshot", "-o", "o.png", "--size=64x48", "--zoom=1", "--no-cache", "--tiles", location, "--timeout=20"]
      let outcome = try await place.overlook(snapshot + arguments)
      outcome.expectSuccess()
      let image = try ImageDecoder.decode(try place.bytes("o.png"))
      #expect(Array(image.pixels.prefix(4)) == [200, 40, 90, 255])
      #expect(server.requests.count == asked)
    }

    @Test func aPackOfSomethingElseIsNotTaken() async throws {
      let tile = try BadArchive.picture()
      let server = try #require(LoopbackServer { _ in .status(200, tile) })
      defer { server.stop() }
      let place = try Workplace()
      try await place.overlook(["pack", server.url("{z}/{x}/{y}"), "--zooms=0-1", "-q", "-o", "a.pmtiles"] + Self.world)
        .expectSuccess()
      let outcome = try await place.overlook(
        ["snapshot", "-o", "o.png", "--size=64x48", "--tiles", server.url("b/{z}/{x}/{y}"), "--pack", "a.pmtiles"])
      outcome.expectError("it was made of http://127.0.0.1:\(server.port)/{z}/{x}/{y}")
    }

    /// Without its document nobody knows what a source's tiles are; the pack does.
    @Test func aPackStandsInForADocumentThatCannotBeHad() async throws {
      let tile = try BadArchive.picture()
      let server = try #require(
        LoopbackServer { path in
          let json = "{\"tilejson\": \"3.0.0\", \"tiles\": [\"{z}/{x}/{y}.png\"], \"maxzoom\": 2}"
          return path == "map.json" ? .status(200, Array(json.utf8)) : .status(200, tile)
        })
      let place = try Workplace()
      let location = server.url("map.json")
      try await place.overlook(["pack", location, "--zooms=0-2", "-q", "-o", "a.pmtiles"] + Self.world).expectSuccess()
      server.stop()
      let outcome = try await place.overlook(
        [
          "snapshot", "-o", "o.png", "--size=64x48", "--zoom=1", "--no-cache", "--offline", "--tiles", location, "--pack",
          "a.pmtiles",
        ])
      #expect(outcome.status == 0)
      #expect(outcome.errors.contains("a.pmtiles is shown in its place"), "\(outcome.errors)")
      let image = try ImageDecoder.decode(try place.bytes("o.png"))
      #expect(Array(image.pixels.prefix(4)) == [200, 40, 90, 255])
    }

    @Test(arguments: [
      ["pack"], ["pack", "a.pmtiles", "--zooms=0-3", "-o", "b.mbtiles"],
      ["pack", "a.pmtiles", "--bounds=0,0,1,1", "-o", "b.mbtiles"],
      ["pack", "a.pmtiles", "--bounds=0,0,1,1", "--zooms=0-3"],
      ["pack", "a.pmtiles", "--bounds=0,0,1,1", "--zooms=0-3", "-o", "b.zip"],
      ["pack", "a.pmtiles", "--bounds=0,5,1,1", "--zooms=0-3", "-o", "b.mbtiles"],
      ["pack", "a.pmtiles", "--bounds=0,0,1,nan", "--zooms=0-3", "-o", "b.mbtiles"],
      ["pack", "a.pmtiles", "--bounds=0,0,1,1", "--zooms=3-2", "-o", "b.mbtiles"],
      ["pack", "a.pmtiles", "--bounds=0,0,1,1", "--zooms=0-31", "-o", "b.mbtiles"],
      ["pack", "a.pmtiles", "--bounds=0,0,1,1", "--zooms=0-3", "-o", "b.mbtiles", "--rate=0"],
      ["pack", "a.pmtiles", "--bounds=0,0,1,1", "--zooms=0-3", "-o", "b.mbtiles", "--max-tiles=0"],
      ["pack", "http://127.0.0.1/{z}/{x}", "--bounds=0,0,1,1", "--zooms=0-3", "-o", "b.mbtiles"],
    ]) func wrongUsageIsTold(arguments: [String]) async throws {
      let place = try Workplace()
      try await place.overlook(arguments).expectUsageError()
      #expect(try place.names.isEmpty)
    }

    @Test func aFolderThatIsNotThereIsNamedBeforeAnythingIsAsked() async throws {
      let server = try #require(LoopbackServer { .status(200, Self.picture($0)) })
      defer { server.stop() }
      let place = try Workplace()
      try await place.overlook(["pack", server.url("{z}/{x}/{y}"), "--zooms=0-1", "-o", "no/a.mbtiles"] + Self.world)
        .expectError("no/a.mbtiles")
      #expect(server.requests.isEmpty)
    }
  }
}
