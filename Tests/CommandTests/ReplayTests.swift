import Foundation
import OverlookFormats
import OverlookGeometry
import OverlookInput
import OverlookSupport
import OverlookTestSupport
import Testing

extension CommandTests {
  /// `overlook replay LOG -o PICTURE` against `overlook snapshot` of the camera that each gesture must lead to.
  @Suite struct ReplayTests {
    @Test(arguments: GestureLog.all) func aGestureLeadsToTheCameraOfTheFormula(log: GestureLog) async throws {
      let place = try Workplace()
      let file = try place.file("input.log", try log.bytes())
      try await place.overlook(["replay", file, "-o", "actual.png"] + log.start.arguments).expectSuccess()
      try await place.overlook(["snapshot", "-o", "expected.png", "--size=320x240"] + log.end.arguments).expectSuccess()
      let actual = try ImageDecoder.decode(try place.bytes("actual.png"))
      let expected = try ImageDecoder.decode(try place.bytes("expected.png"))
      let comparison = try #require(PictureComparison(expected, actual))
      #expect(comparison.share <= GoldenPicture.tolerance, "\(log): \(comparison.differingPixels) pixels differ")
      #expect(try place.names == ["actual.png", "expected.png", "input.log"])
    }

    /// The camera's formulas are worth nothing if every camera looked alike.
    @Test func theStartLooksDifferentFromEveryEnd() async throws {
      let place = try Workplace()
      try await place.overlook(["snapshot", "-o", "a.png", "--size=320x240"] + PlainCamera.start.arguments).expectSuccess()
      try await place.overlook(["snapshot", "-o", "b.png", "--size=320x240"] + PlainCamera.start.panned(x: 3, y: 0).arguments)
        .expectSuccess()
      let (a, b) = (try ImageDecoder.decode(try place.bytes("a.png")), try ImageDecoder.decode(try place.bytes("b.png")))
      #expect(try #require(PictureComparison(a, b)).share > 10 * GoldenPicture.tolerance)
    }

    @Test func theFiguresComeAndGoWithF3() async throws {
      let place = try Workplace()
      let press = "0.1 key-down f3\n0.2 key-up f3\n"
      for (name, body) in [("once", press), ("twice", press + "0.5 key-down f3\n0.6 key-up f3\n"), ("never", "")] {
        let file = try place.file("\(name).log", Array("overlook-input 1\nsize 640 480\n\(body)".utf8))
        try await place.overlook(["replay", file, "-o", "\(name).png"]).expectSuccess()
      }
      let pictures = try ["once", "twice", "never"].map { try ImageDecoder.decode(try place.bytes("\($0).png")) }
      #expect(pictures[1].pixels == pictures[2].pixels)
      #expect(try #require(PictureComparison(pictures[0], pictures[2])).share > 0.02)
    }

    @Test func whatIsStillHeldAtTheEndIsReleased() async throws {
      let place = try Workplace()
      let text = "overlook-input 1\nsize 64 48\n0.1 press left 10 10\n0.2 move 20 20\n0.3 key-down right\n"
      let file = try place.file("held.log", Array(text.utf8))
      try await place.overlook(["replay", file, "-o", "o.png"], seconds: 20).expectSuccess()
    }

    @Test func aDayWithoutEventsTakesNoDay() async throws {
      let place = try Workplace()
      let file = try place.file("long.log", Array("overlook-input 1\nsize 64 48\n1 move 5 5\n86000 move 6 6\n".utf8))
      try await place.overlook(["replay", file, "-o", "o.png"], seconds: 20).expectSuccess()
    }

    @Test func wildInputIsBorne() async throws {
      let place = try Workplace()
      let text = """
        overlook-input 1
        size 64 48
        0.1 scroll 0 1000000 400 300
        0.2 move 1000000 -1000000
        0.3 press right 1000000 -1000000
        0.4 move -1000000 1000000
        0.5 scroll -1000000 -1000000 -1000000 5
        0.6 release middle 0 0
        0.6 press left 0 0 shift
        0.6 release left 1000000 1000000 shift+control+alt
        0.7 key-up home

        """
      let file = try place.file("wild.log", Array(text.utf8))
      try await place.overlook(["replay", file, "-o", "o.png"]).expectSuccess()
    }

    @Test(arguments: [
      ("", "line 1"), ("hello\n", "line 1"), ("overlook-input 9\nsize 1 1\n", "version"), ("overlook-input 1\n", "line 2"),
      ("overlook-input 1\nsize nan 5\n", "line 2"), ("overlook-input 1\nsize 64 48\n0.1 move 1 2", "middle of a line"),
      ("overlook-input 1\nsize 64 48\n0.1 move nan 2\n", "line 3"),
      ("overlook-input 1\nsize 64 48\n2 leave\n1 leave\n", "line 4"),
      ("overlook-input 1\nsize 64 48\n0.1 jump\n", "line 3"), ("overlook-input 1\nsize 64 48\n0.1 key-down f13\n", "unknown key"),
      ("overlook-input 1\nsize 1000000 1000000\n", "picture"), ("\u{0}\u{1}\u{2}", "not plain text"),
    ]) func aBrokenLogIsNamedWithItsLine(text: String, mentions: String) async throws {
      let place = try Workplace()
      let file = try place.file("bad.log", Array(text.utf8))
      try await place.overlook(["replay", file, "-o", "o.png"], seconds: 20).expectError(mentions)
      #expect(try place.names == ["bad.log"])
    }

    @Test(arguments: ["/nonexistent.log", "/tmp", "/dev/zero"]) func whatIsNoFileIsNamed(path: String) async throws {
      let place = try Workplace()
      try await place.overlook(["replay", path, "-o", "o.png"], seconds: 10).expectError(path)
    }
  }
}

/// A camera by its numbers, moved by the formulas of the projection in the plane.
struct PlainCamera {
  var x: Double
  var y: Double
  var zoom: Double
  var bearing = 0.0
  var tilt = 0.0

  /// Where the logs begin.
  static let start = PlainCamera(latitude: 44, longitude: 9, zoom: 4)

  init(latitude: Double, longitude: Double, zoom: Double) {
    let world = WorldPoint(LocationCoordinate(latitude: latitude, longitude: longitude))
    (x, y, self.zoom) = (world.x, world.y, zoom)
  }

  /// Over imagery: labels of the map stay where they are while it moves, and so tell where it came from.
  var arguments: [String] { arguments(hasImagery: true) }

  func arguments(hasImagery: Bool) -> [String] {
    let place = WorldPoint(x: x, y: y).coordinate
    return [
      "--center=\(place.latitude),\(place.longitude)", "--zoom=\(zoom)", "--bearing=\(bearing)", "--tilt=\(tilt)", "--no-demo",
    ] + (hasImagery ? ["--tiles=\(Self.imagery)"] : [])
  }

  private static let imagery = URL(fileURLWithPath: #filePath).deletingLastPathComponent()
    .appendingPathComponent("../../Assets/World/world.pmtiles").standardizedFileURL.path

  /// The view moved over the ground by so many points, right and down.
  func panned(x: Double, y: Double) -> PlainCamera {
    var camera = self
    camera.x += x / (256 * exp2(zoom))
    camera.y += y / (256 * exp2(zoom))
    return camera
  }

  /// The ground at (`x`, `y`) points from the middle of the view stays there.
  func zoomed(by levels: Double, atX x: Double, y: Double) -> PlainCamera {
    var camera = panned(x: x, y: y)
    camera.zoom += levels
    return camera.panned(x: -x, y: -y)
  }

  func turned(bearing: Double, tilt: Double) -> PlainCamera {
    var camera = self
    camera.bearing = bearing
    camera.tilt = tilt
    return camera
  }
}

/// A log of `Tests/CommandTests/Logs`, for a view of 320 x 240 points, and what it must lead to (features.md section 5).
struct GestureLog: Sendable, CustomTestStringConvertible {
  let name: String
  var start = PlainCamera.start
  let end: PlainCamera

  var testDescription: String { name }

  func bytes() throws -> [UInt8] {
    let folder = URL(fileURLWithPath: #filePath).deletingLastPathComponent()
    return [UInt8](try Data(contentsOf: folder.appendingPathComponent("Logs/\(name).log")))
  }

  /// One detent of a wheel: 400 units at a rate of 1/450, scale 2 / (1 + e^-x).
  static let detent = log2(2 / (1 + exp(-400.0 / 450)))
  private static let turned = PlainCamera.start.turned(bearing: 50, tilt: 20)

  static let all = [
    GestureLog(name: "drag", end: PlainCamera.start.panned(x: 60, y: -40)),
    GestureLog(name: "wheel", end: PlainCamera.start.zoomed(by: 3 * detent, atX: 60, y: -60)),
    GestureLog(name: "wheel-out", end: PlainCamera.start.zoomed(by: -detent, atX: -100, y: 50)),
    GestureLog(name: "right-drag", end: PlainCamera.start.turned(bearing: 40, tilt: 10)),
    GestureLog(name: "control-drag", end: PlainCamera.start.turned(bearing: 40, tilt: 10)),
    GestureLog(name: "double-click", end: PlainCamera.start.zoomed(by: 1, atX: 60, y: -60)),
    GestureLog(
      name: "box-zoom", end: PlainCamera.start.panned(x: 0, y: -15).zoomed(by: log2(320.0 / 120), atX: 0, y: 0)),
    GestureLog(name: "box-cancelled", end: PlainCamera.start),
    GestureLog(name: "arrow-tap", end: PlainCamera.start.panned(x: 100, y: 0)),
    GestureLog(name: "arrow-held", end: PlainCamera.start.panned(x: 0, y: 250)),
    GestureLog(name: "plus", end: PlainCamera.start.zoomed(by: 1, atX: 0, y: 0)),
    GestureLog(name: "page-down", end: PlainCamera.start.zoomed(by: -1, atX: 0, y: 0)),
    GestureLog(name: "n", start: turned, end: turned.turned(bearing: 0, tilt: 20)),
    GestureLog(name: "u", start: turned, end: turned.turned(bearing: 50, tilt: 0)),
    GestureLog(name: "r", start: turned, end: PlainCamera.start),
    GestureLog(name: "home", end: PlainCamera(latitude: 25, longitude: 10, zoom: 1)),
  ]
}
