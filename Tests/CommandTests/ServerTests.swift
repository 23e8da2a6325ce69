import Foundation
import OverlookFormats
import OverlookSupport
import OverlookTestSupport
import Synchronization
import Testing

extension CommandTests {
  /// `--tiles` with servers that fail. What may get better is tried until the time is up (status 3); what cannot is a failure.
  @Suite struct ServerTests {
    /// Long enough for a second try on a busy machine, and too short for a third.
    private static let patience = 2.5

    private func snapshot(_ tiles: String, timeoutSeconds: Double = patience) async throws -> (Tool.Outcome, names: [String]) {
      let place = try Workplace()
      let arguments = ["snapshot", "-o", "o.png", "--size=64x48", "--timeout=\(timeoutSeconds)", "--tiles", tiles]
      return (try await place.overlook(arguments, seconds: 120), try place.names)
    }

    /// What may get better in time is waited for, and not longer than it may.
    private func check(_ outcome: Tool.Outcome, _ names: [String], _ start: String, mentions: String) {
      #expect(outcome.status == 3)
      #expect(outcome.errors.split(separator: "\n").count == 1, "\(outcome.errors)")
      #expect(outcome.errors.hasPrefix("overlook: warning: ") && outcome.errors.contains(start), "\(outcome.errors)")
      #expect(outcome.errors.contains(mentions) && outcome.errors.contains("o.png shows what was there"), "\(outcome.errors)")
      #expect(names == ["o.png"])
    }

    private func snapshot(of answer: LoopbackServer.Answer) async throws -> (Tool.Outcome, names: [String]) {
      let server = try #require(LoopbackServer { _ in answer })
      defer { server.stop() }
      return try await snapshot(server.url("{z}/{x}/{y}.png"))
    }

    @Test(arguments: [
      (LoopbackServer.Answer.status(404), "has none of the tiles"), (.status(204), "has none of the tiles"),
      (.status(410), "has none of the tiles"), (.status(401), "401"), (.status(403), "403"),
      (.status(302, headers: ["Location: file:///etc/passwd"]), "redirects"),
      (.status(302, headers: ["Location: /again"]), "redirects"), (.endless, "8 MiB"),
    ]) func aServerWithoutTilesIsAFailure(answer: LoopbackServer.Answer, mentions: String) async throws {
      let (outcome, names) = try await snapshot(of: answer)
      outcome.expectError(mentions)
      #expect(outcome.errors.contains("127.0.0.1:"))
      #expect(names.isEmpty)
    }

    @Test(arguments: [
      LoopbackServer.Answer.silence, .half(Array("HTTP/1.1 200 OK\r\nContent-Length: 9\r\n\r\n".utf8)),
    ]) func aServerThatIsSlowIsWaitedForUntilTheTimeIsUp(answer: LoopbackServer.Answer) async throws {
      let (outcome, names) = try await snapshot(of: answer)
      check(outcome, names, "after \(Self.patience) s", mentions: "no answer")
      #expect(outcome.seconds > Self.patience && outcome.seconds < 20)
    }

    @Test(arguments: [
      (LoopbackServer.Answer.status(500), "500"), (.status(503), "503"),
      (.status(200, Array("<html>sign in</html>".utf8)), "web page"), (.status(200), "0 bytes"),
      (.raw([]), "cannot be reached"), (.raw(Array("\u{1}\u{2}garbage\r\n\r\n".utf8)), "not HTTP"),
    ]) func aServerThatFailsIsWaitedForWhileItIsAskedAgain(answer: LoopbackServer.Answer, mentions: String) async throws {
      let (outcome, names) = try await snapshot(of: answer)
      check(outcome, names, "would not come within \(Self.patience) s", mentions: mentions)
      // The second try is 0.8 to 1.2 s after the first, the third one at least 1.6 s after that.
      #expect(outcome.seconds > 0.8 && outcome.seconds < 20)
    }

    /// Of a minute that a picture may take nothing is spent on what is known not to come.
    @Test(arguments: [
      ("http://127.0.0.1:1/{z}/{x}/{y}", "127.0.0.1:1 cannot be reached"),
      ("http://nowhere.invalid/{z}/{x}/{y}", "nowhere.invalid cannot be reached"), ("429", "429"),
    ]) func whatWillNotComeIsNotWaitedFor(tiles: String, mentions: String) async throws {
      let server = try #require(LoopbackServer { _ in .status(429, headers: ["Retry-After: 3600"]) })
      defer { server.stop() }
      let address = tiles == "429" ? server.url("{z}/{x}/{y}") : tiles
      let (outcome, names) = try await snapshot(address, timeoutSeconds: 60)
      check(outcome, names, "would not come within 60 s", mentions: mentions)
      #expect(outcome.seconds < 45)
    }

    /// As sources of a style, which has tiles of its own.
    @Test func aStyleOfAServerThatIsNotThereIsNotWaitedFor() async throws {
      let place = try Workplace()
      let style = """
        {"version": 8, "sources": {"s": {"type": "raster", "tiles": ["http://127.0.0.1:1/{z}/{x}/{y}"]}},
         "layers": [{"id": "back", "type": "background", "paint": {"background-color": "#0000ff"}},
          {"id": "s", "type": "raster", "source": "s"}]}
        """
      try Data(style.utf8).write(to: URL(fileURLWithPath: place.path + "/style.json"))
      let arguments = ["snapshot", "-o", "o.png", "--size=64x48", "--zoom=3", "--timeout=60", "--style", "style.json"]
      let outcome = try await place.overlook(arguments, seconds: 120)
      #expect(outcome.status == 3 && outcome.seconds < 45, "\(outcome.errors)")
      let names = ["127.0.0.1:1 cannot be reached", "would not come within 60 s"]
      #expect(names.allSatisfy(outcome.errors.contains), "\(outcome.errors)")
      let image = try ImageDecoder.decode(try place.bytes("o.png"))
      #expect(Array(image.pixels.prefix(4)) == [0, 0, 255, 255])
    }

    @Test func aServerThatRecoversInTimeIsShown() async throws {
      let tile = try BadArchive.picture()
      let failed = Mutex<[String: Int]>([:])
      let server = try #require(
        LoopbackServer { path in
          let tries = failed.withLock { tries in
            tries[path, default: 0] += 1
            return tries[path, default: 0]
          }
          return tries < 3 ? .status(500) : .status(200, tile)
        })
      defer { server.stop() }
      let place = try Workplace()
      let arguments = [
        "snapshot", "-o", "o.png", "--size=64x48", "--timeout=60", "--zoom=3", "--tiles", server.url("{z}/{x}/{y}"),
      ]
      let outcome = try await place.overlook(arguments, seconds: 120)
      #expect(outcome.status == 0, "\(outcome.errors)")
      let image = try ImageDecoder.decode(try place.bytes("o.png"))
      #expect(Array(image.pixels.prefix(4)) == [200, 40, 90, 255])
    }

    /// What came of others is in the picture.
    @Test func beneathAServerThatIsNotThereTheOthersAreDrawn() async throws {
      let tile = try BadArchive.picture()
      let server = try #require(LoopbackServer { _ in .status(200, tile) })
      defer { server.stop() }
      let place = try Workplace()
      let arguments = [
        "snapshot", "-o", "o.png", "--size=64x48", "--timeout=60", "--zoom=3", "--tiles", server.url("{z}/{x}/{y}"),
        "http://127.0.0.1:1/{z}/{x}/{y}",
      ]
      let outcome = try await place.overlook(arguments, seconds: 120)
      #expect(outcome.status == 3 && outcome.seconds < 45, "\(outcome.errors)")
      let image = try ImageDecoder.decode(try place.bytes("o.png"))
      #expect(Array(image.pixels.prefix(4)) == [200, 40, 90, 255])
    }

    /// Pictures so large that a frame uploads no more than one.
    @Test func besideATileThatFailsItsNeighboursAreDrawn() async throws {
      let tile = try PNGEncoder.encode(Image(width: 2048, height: 2048, scale: 1) { _, _ in SIMD4(200, 40, 90, 255) })
      let server = try #require(
        LoopbackServer { $0.hasPrefix("/1/0/0") || $0.hasPrefix("1/0/0") ? .status(500) : .status(200, tile) })
      defer { server.stop() }
      let place = try Workplace()
      let arguments = [
        "snapshot", "-o", "o.png", "--size=256x256", "--timeout=3", "--zoom=1", "--center=0,0", "--tiles",
        server.url("{z}/{x}/{y}"),
      ]
      let outcome = try await place.overlook(arguments, seconds: 120)
      #expect(outcome.status == 3 && outcome.errors.contains("answers 500"), "\(outcome.errors)")
      let image = try ImageDecoder.decode(try place.bytes("o.png"))
      let colors = [(192, 64), (64, 192), (192, 192)].map { x, y in
        Array(image.pixels[(4 * (y * image.width + x))..<(4 * (y * image.width + x) + 4)])
      }
      #expect(colors == [[UInt8]](repeating: [200, 40, 90, 255], count: 3))
    }

    @Test(arguments: [
      ("http://127.0.0.1:1/{z}/{x}/{y}", "127.0.0.1:1"), ("http://nowhere.invalid/{z}/{x}/{y}", "nowhere.invalid"),
    ])
    func aServerThatIsNotThereIsNamed(tiles: String, mentions: String) async throws {
      let (outcome, names) = try await snapshot(tiles)
      #expect(outcome.status == 3)
      #expect(outcome.errors.hasPrefix("overlook: warning: ") && outcome.errors.contains("\(mentions) cannot be reached"))
      #expect(names == ["o.png"])
    }

    @Test func hugeAndCutPicturesAreNotDrawn() async throws {
      for archive in [BadArchive.hugePicture, .cutPicture] {
        let tile = try archive.tile()
        let (outcome, _) = try await snapshot(of: .status(200, tile))
        #expect(outcome.status == 3)
        #expect(outcome.errors.contains(archive.mentions), "\(outcome.errors)")
      }
    }

    @Test func aGoodServerIsShownAndAskedForWhatIsInView() async throws {
      let tile = try BadArchive.picture()
      let server = try #require(LoopbackServer { _ in .status(200, tile) })
      defer { server.stop() }
      let place = try Workplace()
      let arguments = [
        "snapshot", "-o", "o.png", "--size=64x48", "--zoom=3", "--center=10,10", "--tiles", server.url("{z}/{x}/{y}"),
      ]
      try await place.overlook(arguments).expectSuccess()
      let image = try ImageDecoder.decode(try place.bytes("o.png"))
      #expect(Array(image.pixels.prefix(4)) == [200, 40, 90, 255])
      // 10 degrees north and east of the middle of the world, at zoom 3: column 4, row 3; and what contains it.
      let tiles = Set(server.requests.compactMap { $0.split(separator: " ").dropFirst().first.map(String.init) })
      #expect(tiles.contains("/3/4/3") && tiles.isSubset(of: ["/3/4/3", "/2/2/1", "/1/1/0", "/0/0/0"]), "\(tiles)")
      #expect(server.requests.allSatisfy { $0.contains("User-Agent: Overlook/") })
    }

    /// 404 beside good tiles is how the covered part of the world ends; what is refused is told, and the rest is shown.
    @Test(arguments: [(404, ""), (400, "left out")]) func someTilesMayBeMissing(status: Int, mentions: String) async throws {
      let tile = try BadArchive.picture()
      let server = try #require(LoopbackServer { path in path == "1/0/0" ? .status(200, tile) : .status(status) })
      defer { server.stop() }
      let place = try Workplace()
      let arguments = [
        "snapshot", "-o", "o.png", "--size=64x48", "--zoom=1", "--center=0,0", "--tiles", server.url("{z}/{x}/{y}"),
      ]
      let outcome = try await place.overlook(arguments)
      #expect(outcome.status == 0)
      #expect(mentions.isEmpty ? outcome.errors.isEmpty : outcome.errors.contains(mentions), "\(outcome.errors)")
      let image = try ImageDecoder.decode(try place.bytes("o.png"))
      #expect(Array(image.pixels.prefix(4)) == [200, 40, 90, 255])
      #expect(Array(image.pixels[(4 * 63)..<(4 * 64)]) != [200, 40, 90, 255])
    }
  }
}
