import Foundation
import OverlookGeometry
import OverlookInput
import OverlookTestSupport
import Testing

/// What a window exchanges with other programs of the desktop, on an X server of its own.
@Suite(.serialized, .enabled(if: VirtualDisplay.isAvailable, "Xvfb is not installed"))
struct DesktopTests {
  private static let hasClipboardTool = Tool.path("xclip") != nil

  private let display: VirtualDisplay
  private let folder: URL

  init() throws {
    display = try VirtualDisplay()
    folder = FileManager.default.temporaryDirectory.appendingPathComponent("overlook-\(UUID().uuidString)")
    try FileManager.default.createDirectory(at: folder, withIntermediateDirectories: true)
  }

  private var environment: [String: String?] { ["DISPLAY": display.name] }

  private func file(_ name: String, _ bytes: [UInt8]) throws -> String {
    try Data(bytes).write(to: folder.appendingPathComponent(name))
    return folder.path + "/" + name
  }

  /// Begins to offer the bytes of a file to those who paste.
  private func copy(_ bytes: [UInt8], as kind: String = "UTF8_STRING") async throws -> Tool {
    let owner = try Tool(
      "xclip", ["-selection", "clipboard", "-t", kind, "-quiet", "-i", try file("copied", bytes)], environment: environment)
    // Silent until it has lost the clipboard again.
    try await Task.sleep(for: .seconds(0.5))
    return owner
  }

  private func paste() async throws -> (outcome: Tool.Outcome, bytes: [UInt8]) {
    let path = folder.path + "/pasted"
    let outcome = try await Tool.run(Tool.built("PlatformProbe"), ["paste", path], environment: environment)
    #expect(outcome.status == 0, "\(outcome.errors)")
    return (outcome, [UInt8](try Data(contentsOf: URL(fileURLWithPath: path))))
  }

  // MARK: The clipboard

  @Test(.enabled(if: hasClipboardTool, "xclip is not installed"), arguments: [1, 5000, 45_000])
  func whatIsCopiedHereIsPastedElsewhere(count: Int) async throws {
    let text = String(repeating: "Zürich \t東京\n", count: count)
    let copier = try Tool(Tool.built("PlatformProbe"), ["copy", try file("text", Array(text.utf8))], environment: environment)
    try await copier.wait(for: "copied")
    let pasted = try await Tool.run("xclip", ["-selection", "clipboard", "-t", "UTF8_STRING", "-o"], environment: environment)
    #expect(pasted.output == text)
    copier.kill()
  }

  @Test(.enabled(if: hasClipboardTool, "xclip is not installed")) func theOwnCopyIsPastedWithoutAsking() async throws {
    let copier = try Tool(
      Tool.built("PlatformProbe"), ["copy", try file("text", Array("60.17, 24.94".utf8))], environment: environment)
    await #expect(throws: Never.self) { try await copier.wait(for: "own true") }
    copier.kill()
  }

  /// What does not fit into one piece is handed over in many.
  @Test(.enabled(if: hasClipboardTool, "xclip is not installed"), arguments: [1, 1000, 900_000])
  func whatIsCopiedElsewhereIsPastedHere(count: Int) async throws {
    let text = String(repeating: "ä", count: count / 2) + "\tz\n"
    let owner = try await copy(Array(text.utf8))
    let (outcome, bytes) = try await paste()
    #expect(bytes == Array(text.utf8))
    #expect(outcome.number("seconds") < 10)
    owner.kill()
  }

  @Test(.enabled(if: hasClipboardTool, "xclip is not installed")) func megabytesAreCutBetweenTwoCharacters() async throws {
    let owner = try await copy(Array(String(repeating: "漢", count: 1_500_000).utf8))
    let (outcome, bytes) = try await paste()
    let count = (1 << 20) / 3
    #expect(bytes == Array(String(repeating: "漢", count: count).utf8))
    #expect(outcome.number("seconds") < 10)
    owner.kill()
  }

  @Test(.enabled(if: hasClipboardTool, "xclip is not installed")) func whatIsNoTextIsNotPasted() async throws {
    var owner = try await copy([0x89, 0x50, 0x4E, 0x47, 0x0D, 0x0A, 0x1A, 0x0A], as: "image/png")
    #expect(try await paste().outcome.value("pasted") == "false")
    owner.kill()
    // A program that calls it text all the same.
    owner = try await copy([0xFF, 0xFE, 0x00, 0xD8, 0x41, 0x80, 0x80, 0x80, 0x80, 0x80])
    #expect(try await paste().outcome.value("pasted") == "false")
    owner.kill()
    owner = try await copy(Array("a\u{0}b\u{1B}[31m\rc\u{FFFF}".utf8))
    #expect(try await paste().bytes == Array("ab[31m\nc".utf8))
    owner.kill()
  }

  @Test(.enabled(if: hasClipboardTool, "xclip is not installed")) func aProgramThatDoesNotAnswerIsNotWaitedForLong() async throws
  {
    let owner = try await copy(Array("never".utf8))
    owner.suspend()
    let (outcome, bytes) = try await paste()
    #expect(outcome.value("pasted") == "false" && bytes.isEmpty)
    #expect(outcome.number("seconds") < 10)
    owner.kill()
  }

  @Test func withoutAnyCopyNothingIsPasted() async throws {
    let (outcome, _) = try await paste()
    #expect(outcome.value("pasted") == "false")
    #expect(outcome.number("seconds") < 10)
  }

  // MARK: Drops

  /// What the window makes of a drop of these lines at the place 120, 90 in it.
  private func drop(_ lines: [String]) async throws -> [InputEvent.Kind] {
    let probe = try Tool(Tool.built("PlatformProbe"), ["events", "20"], environment: environment)
    try await probe.wait(for: "ready")
    let found = try await Tool.run("xdotool", ["search", "--name", "probe"], environment: environment)
    let window = try #require(found.output.split(separator: "\n").last).description
    let geometry = try await Tool.run("xdotool", ["getwindowgeometry", "--shell", window], environment: environment)
    func edge(_ name: String) -> Int {
      geometry.output.split(separator: "\n").first { $0.hasPrefix(name + "=") }.flatMap { Int($0.dropFirst(2)) } ?? 0
    }
    let list = try file("list", Array(lines.map { $0 + "\r\n" }.joined().utf8))
    let source = try await Tool.run(
      Tool.built("PlatformProbe"), ["drop", window, "\(edge("X") + 120)", "\(edge("Y") + 90)", list], environment: environment)
    #expect(source.value("dropped") == "true", "\(source.output) \(source.errors)")
    try await display.robot("key", "Escape")
    let outcome = try await probe.wait()
    let header = try #require(outcome.output.range(of: "overlook-input"))
    return try InputLog(parsing: String(outcome.output[header.lowerBound...])).events.map(\.kind)
  }

  private func drops(_ kinds: [InputEvent.Kind]) -> [(drop: FileDrop, point: ScreenPoint)] {
    kinds.compactMap { if case .filesDropped(let drop, let point) = $0 { (drop, point) } else { nil } }
  }

  @Test(.enabled(if: VirtualDisplay.hasRobot, "xdotool is not installed")) func filesAreDroppedWhereThePointerIs() async throws {
    let dropped = drops(try await drop(["# a comment", "file:///tmp/a%20map.pmtiles", "file://localhost/tmp/%E6%9D%B1.tif"]))
    #expect(dropped.map(\.point) == [ScreenPoint(x: 120, y: 90)])
    #expect(dropped.first?.drop.paths.first == "/tmp/a map.pmtiles")
    #expect(dropped.first?.drop.paths.last?.hasSuffix("/tmp/東.tif") == true)
  }

  @Test(.enabled(if: VirtualDisplay.hasRobot, "xdotool is not installed")) func aDropIsNoLargerThanItsLimits() async throws {
    let names = (0..<1500).map { "file:///tmp/\($0)" } + ["file:///tmp/%FF%FE", "file:///" + String(repeating: "a", count: 5000)]
    let dropped = try #require(drops(try await drop(names)).first).drop
    #expect(dropped.paths == (0..<1000).map { "/tmp/\($0)" })
    #expect(dropped.omittedCount == 502)
  }
}

/// Fingers on a touchpad, as XInput 2.4 tells of them.
@Suite(
  .serialized, .enabled(if: TouchpadDisplay.isAvailable, "there is no Xorg with a driver for tests, or no right to start it"))
struct TouchpadTests {
  @Test(.enabled(if: VirtualDisplay.hasRobot, "xdotool is not installed")) func aPinchZoomsAndTurnsByWhatTheFingersDid()
    async throws
  {
    let pad = try TouchpadDisplay()
    let probe = try Tool(Tool.built("PlatformProbe"), ["events", "20"], environment: ["DISPLAY": pad.display.name])
    try await probe.wait(for: "ready")
    try await pad.display.robot("mousemove", "100", "80")
    pad.pinch(.begin)
    for (scale, degrees) in [(1.25, 2.0), (1.5, 3), (1.2, -1)] { pad.pinch(.update, scale: scale, degrees: degrees) }
    pad.pinch(.end, scale: 1.2)
    // The next one begins anew.
    pad.pinch(.begin)
    pad.pinch(.update, scale: 0.5)
    pad.pinch(.end, scale: 0.5)
    try await pad.display.robot("key", "Escape")
    let outcome = try await probe.wait()
    let header = try #require(outcome.output.range(of: "overlook-input"))
    let log = try InputLog(parsing: String(outcome.output[header.lowerBound...]))
    var (scale, degrees, count) = (1.0, 0.0, 0)
    for case .pinched(let factor, let turn, let point, let modifiers) in log.events.map(\.kind) {
      (scale, degrees, count) = (scale * factor, degrees + turn, count + 1)
      #expect(point == ScreenPoint(x: 100, y: 80) && modifiers == [])
    }
    #expect((1...4).contains(count), "as many as frames of the loop, at most one for each step")
    #expect(abs(scale - 0.6) < 0.001 && abs(degrees - 4) < 0.001)
  }
}
