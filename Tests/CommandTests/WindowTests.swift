import Foundation
import OverlookFormats
import OverlookSupport
import OverlookTestSupport
import Synchronization
import Testing

extension CommandTests {
  /// The viewer in a real window that fills an X server's screen, compared with what `snapshot` draws.
  @Suite(.serialized, .enabled(if: VirtualDisplay.isAvailable, "Xvfb is not installed"))
  struct WindowTests {
    private let place: Workplace
    private let display: VirtualDisplay

    init() throws {
      place = try Workplace()
      try FileManager.default.createDirectory(atPath: place.path + "/screen", withIntermediateDirectories: false)
      display = try VirtualDisplay(["-screen", "0", "640x480x24", "-fbdir", place.path + "/screen"])
    }

    private var environment: [String: String?] {
      Workplace.environment.merging(["DISPLAY": display.name, "XDG_STATE_HOME": place.statePath]) { $1 }
    }

    private func start(_ arguments: [String]) throws -> Tool {
      try Tool(Workplace.program, arguments, environment: environment, in: place.path)
    }

    private func snapshot(_ camera: PlainCamera, size: String = "320x240", hasImagery: Bool = true) async throws -> Image {
      let view = camera.arguments(hasImagery: hasImagery)
      try await place.overlook(["snapshot", "-o", "expected.png", "--size", size] + view).expectSuccess()
      return try ImageDecoder.decode(try place.bytes("expected.png"))
    }

    /// Waits until the screen's upper left shows what `expected` shows. `allowance`: the share of the pixels that may differ, for
    /// the pointer and what the viewer has and a snapshot has not: of so small a view the button of the own location is 1.1 %.
    private func expectScreen(
      _ expected: Image, allowance: Double = 0.016, _ location: SourceLocation = #_sourceLocation
    ) async throws {
      var share = 1.0
      let end = ContinuousClock.now + .seconds(patienceSeconds)
      while ContinuousClock.now < end {
        let screen = try VirtualDisplay.picture(inFolder: place.path + "/screen")
        share = screen.upperLeft(like: expected).flatMap { PictureComparison(expected, $0)?.share } ?? 1
        if share < allowance { return }
        try await Task.sleep(for: .seconds(0.05))
      }
      Issue.record("\(share * 100) % of the pixels differ from the picture of the camera", sourceLocation: location)
    }

    @Test func theWindowShowsWhatASnapshotShows() async throws {
      let viewer = try start(["--size=320x240"] + PlainCamera.start.arguments)
      try await expectScreen(try await snapshot(PlainCamera.start))
      #expect(viewer.isRunning)
    }

    @Test func theEndOfTheServerIsToldInOneLine() async throws {
      let viewer = try start(["--size=320x240"] + PlainCamera.start.arguments)
      try await expectScreen(try await snapshot(PlainCamera.start))
      display.stop()
      let outcome = try await viewer.wait()
      #expect(outcome.status == 1)
      let lines = outcome.errors.split(separator: "\n")
      #expect(lines.count == 1 && lines[0].contains("the X server has ended the connection"), "\(outcome.errors)")
    }

    @Test(.enabled(if: VirtualDisplay.hasRobot, "xdotool is not installed")) func mouseAndKeysMoveTheCamera() async throws {
      let viewer = try start(["--size=320x240"] + PlainCamera.start.arguments)
      try await expectScreen(try await snapshot(PlainCamera.start))
      // A pointer that rests before the release leaves no inertia.
      try await display.robot("mousemove", "200", "150", "mousedown", "1", "mousemove", "170", "170", "mousemove", "140", "190")
      try await Task.sleep(for: .seconds(0.6))
      try await display.robot("mouseup", "1")
      var camera = PlainCamera.start.panned(x: 60, y: -40)
      try await expectScreen(try await snapshot(camera))

      try await display.robot("mousemove", "220", "60", "click", "--repeat", "2", "--delay", "80", "1")
      camera = camera.zoomed(by: 1, atX: 60, y: -60)
      try await expectScreen(try await snapshot(camera))

      try await display.robot("mousemove", "160", "120", "click", "5")
      camera = camera.zoomed(by: -GestureLog.detent, atX: 0, y: 0)
      try await expectScreen(try await snapshot(camera))

      try await display.robot("key", "minus")
      camera = camera.zoomed(by: -1, atX: 0, y: 0)
      try await expectScreen(try await snapshot(camera))

      try await display.robot("mousemove", "100", "100", "mousedown", "3", "mousemove", "120", "95", "mousemove", "150", "80")
      try await Task.sleep(for: .seconds(0.6))
      try await display.robot("mouseup", "3")
      // The viewer has a compass.
      try await expectScreen(try await snapshot(camera.turned(bearing: 40, tilt: 10)), allowance: 0.04)
      try await display.robot("key", "u", "key", "n")
      try await expectScreen(try await snapshot(camera))
      #expect(viewer.isRunning)
    }

    @Test(.enabled(if: VirtualDisplay.hasRobot, "xdotool is not installed")) func f11FillsTheScreenAndGoesBack() async throws {
      let viewer = try start(["--size=320x240"] + PlainCamera.start.arguments)
      let small = try await snapshot(PlainCamera.start)
      try await expectScreen(small)
      try await display.robot("mousemove", "160", "120", "key", "F11")
      // There is room for menu, search field and zoom buttons, which lie on 6 % of it.
      try await expectScreen(try await snapshot(PlainCamera.start, size: "640x480"), allowance: 0.07)
      try await display.robot("key", "F11")
      try await expectScreen(small)
      #expect(viewer.isRunning)
    }

    @Test func aLogIsPlayedInTheWindow() async throws {
      let log = GestureLog.all[0]
      let file = try place.file("input.log", try log.bytes())
      let viewer = try start(["replay", file, "--stay"] + log.start.arguments)
      try await expectScreen(try await snapshot(log.end))
      #expect(viewer.isRunning)
    }

    @Test func theWindowClosesWhenTheLogHasEnded() async throws {
      let log = GestureLog.all[0]
      let file = try place.file("input.log", try log.bytes())
      let outcome = try await start(["replay", file] + log.start.arguments).wait()
      outcome.expectSuccess()
      #expect(outcome.output.contains("frames drawn"))
    }

    @Test(.enabled(if: VirtualDisplay.hasRobot, "xdotool is not installed")) func f2RecordsALogThatReplays() async throws {
      let viewer = try start(["--size=320x240"] + PlainCamera.start.arguments)
      try await expectScreen(try await snapshot(PlainCamera.start))
      try await display.robot("mousemove", "220", "60", "key", "F2", "click", "4")
      let end = PlainCamera.start.zoomed(by: GestureLog.detent, atX: 60, y: -60)
      try await expectScreen(try await snapshot(end))
      try await display.robot("key", "F2")
      let limit = ContinuousClock.now + .seconds(patienceSeconds)
      while try !place.names.contains(where: { $0.hasSuffix(".log") }), ContinuousClock.now < limit {
        try await Task.sleep(for: .seconds(0.05))
      }
      let log = try #require(try place.names.first { $0.hasSuffix(".log") })
      try await place.overlook(["replay", log, "-o", "replayed.png"] + PlainCamera.start.arguments).expectSuccess()
      let replayed = try ImageDecoder.decode(try place.bytes("replayed.png"))
      let expected = try await snapshot(end)
      #expect(try #require(PictureComparison(expected, replayed)).share <= GoldenPicture.tolerance)
      #expect(viewer.isRunning)
    }

    /// What the window keeps when it is closed.
    private func session() throws -> String {
      let path = place.statePath + "/overlook/session.json"
      return (try? String(contentsOfFile: path, encoding: .utf8)) ?? ""
    }

    @Test(.enabled(if: VirtualDisplay.hasRobot, "xdotool is not installed")) func theViewComesBackUnlessANewOneIsWanted()
      async throws
    {
      // On the embedded map: tiles that are named are named anew, and shown whole.
      let first = try start(["--size=320x240"] + PlainCamera.start.arguments(hasImagery: false))
      // A picture has no labels that its edge would cut; a window has.
      try await expectScreen(try await snapshot(PlainCamera.start, hasImagery: false), allowance: 0.1)
      try await display.robot("mousemove", "160", "120", "key", "minus")
      let camera = PlainCamera.start.zoomed(by: -1, atX: 0, y: 0)
      // Labels that were there stay where they are, and a picture has them where they fit best.
      try await expectScreen(try await snapshot(camera, hasImagery: false), allowance: 0.1)
      try await display.robot("key", "ctrl+q")
      #expect(try await first.wait().status == 0)
      #expect(try session().contains("\"camera\""))
      let second = try start(["--no-demo"])
      try await expectScreen(try await snapshot(camera, hasImagery: false), allowance: 0.1)
      try await display.robot("mousemove", "160", "120", "key", "ctrl+q")
      #expect(try await second.wait().status == 0)
    }

    @Test(.enabled(if: VirtualDisplay.hasRobot, "xdotool is not installed")) func keysOpenPagesAndTheOpenOneComesBack()
      async throws
    {
      let first = try start(["--size=640x480"] + PlainCamera.start.arguments)
      try await expectScreen(try await snapshot(PlainCamera.start, size: "640x480"), allowance: 0.07)
      // Settings, and then the keys in their place.
      try await display.robot("mousemove", "500", "240", "key", "ctrl+shift+p", "key", "F1", "sleep", "0.5", "key", "ctrl+q")
      #expect(try await first.wait().status == 0)
      let kept = try session()
      #expect(kept.contains(#""page":"help""#), "\(kept)")
      let second = try start(["--size=640x480"] + PlainCamera.start.arguments)
      // The sheet lies on more than a third of the window.
      let bare = try await snapshot(PlainCamera.start, size: "640x480")
      var share = 0.0
      let isShown = try await eventually(pause: 0.1) {
        let screen = try VirtualDisplay.picture(inFolder: place.path + "/screen")
        share = screen.upperLeft(like: bare).flatMap { PictureComparison(bare, $0)?.share } ?? 0
        // Before its first picture the window is black.
        return share > 0.3 && share < 0.9
      }
      #expect(isShown, "\(share)")
      try await display.robot("mousemove", "500", "240", "key", "Escape", "key", "ctrl+q")
      #expect(try await second.wait().status == 0)
      #expect(try !session().contains("help"), "what is closed stays closed")
    }

    @Test(.enabled(if: VirtualDisplay.hasRobot, "xdotool is not installed")) func aDamagedSessionIsPutAside() async throws {
      let folder = place.statePath + "/overlook"
      try FileManager.default.createDirectory(atPath: folder, withIntermediateDirectories: true)
      try Data("{nonsense".utf8).write(to: URL(fileURLWithPath: folder + "/session.json"))
      let viewer = try start(["--size=320x240"] + PlainCamera.start.arguments)
      // A key that comes before the window is there is lost.
      let hasEnded = try await eventually(pause: 1) {
        if viewer.isRunning { try await display.robot("mousemove", "160", "60", "key", "ctrl+q") }
        return !viewer.isRunning
      }
      #expect(hasEnded)
      #expect(try await viewer.wait().status == 0)
      let kept = try String(contentsOfFile: folder + "/session.json.damaged", encoding: .utf8)
      #expect(kept == "{nonsense")
      #expect(try session().contains("\"camera\""))
    }

    /// Xlib ends the process; it must not hang.
    @Test func aDisplayThatGoesAwayEndsTheViewer() async throws {
      let doomed = try VirtualDisplay()
      let viewer = try Tool(
        Workplace.program, [], environment: Workplace.environment.merging(["DISPLAY": doomed.name]) { $1 }, in: place.path)
      try await Task.sleep(for: .seconds(2))
      doomed.stop()
      let outcome = try await viewer.wait()
      #expect(outcome.status == 1)
    }

    @Test func aShaderThatDoesNotCompileEndsTheViewer() async throws {
      let resources = try place.resources { shaders in
        try Data("void main() {".utf8).write(to: URL(fileURLWithPath: shaders + "/marker.frag"))
      }
      let outcome = try await place.overlook(
        ["--demo"], environment: ["DISPLAY": display.name, "OVERLOOK_RESOURCES": resources])
      outcome.expectError("marker.frag")
    }

    @Test func aServerThatFailsEndsNothing() async throws {
      let server = try #require(LoopbackServer { _ in .status(500) })
      defer { server.stop() }
      let viewer = try start(["--size=320x240", "--tiles", server.url("{z}/{x}/{y}")])
      #expect(await eventually { !viewer.errors.isEmpty })
      try await Task.sleep(for: .seconds(1))
      #expect(viewer.isRunning)
      #expect(viewer.errors.hasPrefix("overlook: warning: 127.0.0.1:"))
      #expect(viewer.errors.split(separator: "\n").count == 1, "once for each cause: \(viewer.errors)")
    }

    @Test func aServerThatTakesItsTimeHoldsBackNothingElse() async throws {
      let tile = try BadArchive.picture()
      let isReleased = Atomic(false)
      let server = try #require(
        LoopbackServer { path in
          guard path == "tiles.json" else { return .status(200, tile) }
          while !isReleased.load(ordering: .acquiring) { Thread.sleep(forTimeInterval: 0.01) }
          return .status(200, Array(#"{"tilejson": "3.0.0", "tiles": ["{z}/{x}/{y}"], "bounds": [5, 40, 15, 50]}"#.utf8))
        })
      defer {
        isReleased.store(true, ordering: .releasing)
        server.stop()
      }
      let viewer = try start(["--size=320x240", server.url("tiles.json")] + PlainCamera.start.arguments)
      // What is on this machine, below a line that says what is waited for.
      try await expectScreen(try await snapshot(PlainCamera.start), allowance: 0.2)
      // The map may stand before the server is asked.
      #expect(await eventually { !server.requests.isEmpty })
      #expect(server.requests.count == 1 && viewer.errors.isEmpty)
      isReleased.store(true, ordering: .releasing)
      let arguments = ["snapshot", "-o", "both.png", "--size=320x240", server.url("tiles.json")]
      try await place.overlook(arguments + PlainCamera.start.arguments).expectSuccess()
      try await expectScreen(try ImageDecoder.decode(try place.bytes("both.png")))
      #expect(viewer.isRunning && viewer.errors.isEmpty)
    }

    @Test(arguments: [["tiles.json"], ["--tiles", "wms"], ["--style", "style.json"], ["far.pmtiles"]])
    func whatAServerDoesNotHaveIsToldInOneLine(arguments: [String]) async throws {
      let server = try #require(LoopbackServer { _ in .status(404) })
      defer { server.stop() }
      let location = server.url(arguments.last ?? "")
      let viewer = try start(["--size=320x240", "--no-cache", "--center=0,0", "--zoom=1"] + arguments.dropLast() + [location])
      let end = ContinuousClock.now + .seconds(patienceSeconds)
      while viewer.errors.isEmpty, ContinuousClock.now < end { try await Task.sleep(for: .seconds(0.05)) }
      try await Task.sleep(for: .seconds(0.5))
      #expect(viewer.isRunning, "the embedded map stays")
      #expect(viewer.errors.hasPrefix("overlook: error: ") && viewer.errors.contains("127.0.0.1"), "\(viewer.errors)")
      #expect(viewer.errors.split(separator: "\n").count == 1, "\(viewer.errors)")
    }

    @Test(arguments: [
      ["MESA_GL_VERSION_OVERRIDE": "3.2"], ["MESA_GL_VERSION_OVERRIDE": "2.1"], ["LIBGL_DRIVERS_PATH": "/nonexistent"],
    ]) func aDisplayWithoutOpenGL33IsTold(environment: [String: String]) async throws {
      var environment: [String: String?] = environment
      environment["DISPLAY"] = display.name
      let outcome = try await place.overlook([], environment: environment, seconds: 10)
      outcome.expectError("OpenGL")
      #expect(outcome.errors.contains("try: "))
    }

    /// The display cannot, but EGL can: `make run` has a picture to show for it.
    @Test func aDisplayWithoutGLXGetsThePictureThatIsAskedFor() async throws {
      let bare = try VirtualDisplay(["-extension", "GLX"])
      let environment: [String: String?] = ["DISPLAY": bare.name]
      try await place.overlook([], environment: environment, seconds: 10).expectError("no OpenGL")
      let outcome = try await place.overlook(
        ["--size=64x48"], environment: environment.merging(["OVERLOOK_PICTURE": "o.png"]) { $1 })
      outcome.expectSuccess()
      #expect(try ImageDecoder.decode(try place.bytes("o.png")).width == 64)
    }

    @Test(arguments: ["32x24", "1x1", "16000x16000"]) func anySizeOfWindowOpens(size: String) async throws {
      let viewer = try start(["--size", size])
      try await Task.sleep(for: .seconds(1.5))
      #expect(viewer.isRunning)
    }
  }
}

extension Image {
  /// The part at the upper left that is as large as `other`; nil when the picture is smaller.
  fileprivate func upperLeft(like other: Image) -> Image? {
    guard width >= other.width, height >= other.height else { return nil }
    var part: [UInt8] = []
    part.reserveCapacity(4 * other.width * other.height)
    for row in 0..<other.height {
      let start = 4 * row * width
      part += pixels[start..<(start + 4 * other.width)]
    }
    return Image(width: other.width, height: other.height, premultipliedRGBA: part)
  }
}
