import Foundation
import OverlookGeometry
import OverlookInput
import OverlookTestSupport
import Testing

/// A real window on an X server of its own. One experiment at a time, because they measure.
@Suite(.serialized, .enabled(if: VirtualDisplay.isAvailable, "Xvfb is not installed"))
struct WindowTests {
  private let display: VirtualDisplay

  init() throws {
    display = try VirtualDisplay()
  }

  private func probe(_ arguments: String...) async throws -> Tool.Outcome {
    let outcome = try await Tool.run(Tool.built("PlatformProbe"), arguments, environment: ["DISPLAY": display.name])
    #expect(outcome.status == 0, "\(outcome.errors)")
    return outcome
  }

  /// Depths and stencil numbers stand in the way of drivers that draw on the processor.
  @Test func theFramebufferHasAlphaOneAndNoDepthsWhereTheProcessorDraws() async throws {
    let outcome = try await Tool.run(
      Tool.built("PlatformProbe"), ["open"], environment: ["DISPLAY": display.name, "LIBGL_ALWAYS_SOFTWARE": "1"])
    #expect(outcome.status == 0, "\(outcome.errors)")
    // The content clears to 0.2, 0.4, 0.6 with alpha 0.25.
    #expect(outcome.value("pixel") == "51,102,153,255")
    #expect(outcome.value("depth") == "0" && outcome.value("stencil") == "0")
    #expect(outcome.value("glerror") == "0")
    #expect(outcome.value("points") == "400.0x300.0" && outcome.value("pixels") == "400x300")
    #expect(outcome.value("released") == "1")
  }

  @Test func aLostContextIsReplacedAndDrawingGoesOn() async throws {
    let outcome = try await probe("lose", "2")
    #expect(outcome.value("lost") == "2" && outcome.value("released") == "3")
    #expect(outcome.value("points") == "400.0x300.0")
    #expect(outcome.number("drawn") >= 1 && outcome.value("pixel") == "51,102,153,255")
  }

  @Test func aContextThatIsLostAgainAndAgainEndsTheLoopWithTheReason() async throws {
    let outcome = try await probe("lose", "9")
    #expect(outcome.value("ended")?.contains("the graphics driver was reset") == true)
  }

  @Test func anIdleWindowDrawsNothingAndUsesNoProcessor() async throws {
    let outcome = try await probe("idle", "2")
    #expect(outcome.value("frames") == "0")
    #expect(outcome.number("wakes") <= 2, "one of them ends the experiment")
    #expect(outcome.number("percent") < 1)
  }

  @Test func workOfTheMainActorRunsWhileTheLoopSleeps() async throws {
    let outcome = try await probe("async")
    #expect(outcome.value("hops") == "20")
    #expect(outcome.number("hop-ms") < 50)
    #expect(outcome.number("sleep-ms") < 50)
    #expect(outcome.value("main-thread") == "true")
    #expect(outcome.value("crowd") == "1000")
    #expect(outcome.value("frames") == "0", "such work alone draws nothing")
    #expect(outcome.number("percent") < 1)
  }

  @Test func manyInvalidationsInAnIntervalMakeOneFrame() async throws {
    let outcome = try await probe("coalesce")
    #expect(outcome.number("invalidations") > 1000)
    // 60 frames a second, and those that a busy machine lets the driver take at once.
    let frames = outcome.number("after") - outcome.number("before")
    let most = 0.06 * outcome.number("milliseconds") + 10
    #expect(frames >= 1 && frames <= most, "\(frames) of \(most)")
  }

  /// Xvfb has no refresh to wait for, so the loop itself keeps 60, 30 and 30 frames a second.
  @Test(arguments: [("maximum", 60.0), ("conservative", 30), ("powerSave", 30)])
  func animationsKeepTheRateAndThenStop(policy: String, rate: Double) async throws {
    let outcome = try await probe("animate", policy)
    #expect(outcome.number("rate") <= rate + 1.5)
    #expect(outcome.number("rate") >= rate / 3)
    #expect(outcome.value("after") == "0")
    #expect(outcome.value("timings") == "true")
  }

  @Test func deadlinesWakeTheLoopInTimeAndNotBefore() async throws {
    let outcome = try await probe("deadlines")
    #expect(outcome.value("drawn") == "3")
    #expect(outcome.number("asked") <= 8, "it does not poll")
    #expect(outcome.number("earliest-ms") >= 0)
    #expect(outcome.number("latest-ms") < 100)
  }

  /// Of 20 in two seconds; it was asked again and again when, and never then.
  @Test func aTimeFromNowComes() async throws {
    let outcome = try await probe("intervals")
    #expect(outcome.number("asked") >= 5)
    #expect(outcome.number("asked") <= 24)
  }

  @Test func aCoveredOrHiddenWindowDrawsNothing() async throws {
    let outcome = try await probe("hide")
    #expect(outcome.value("covered") == "0" && outcome.value("hidden") == "0")
    for name in ["seen", "uncovered", "shown"] { #expect(outcome.number(name) > 3, "\(name)") }
  }

  @Test func aPausedLoopDrawsNothing() async throws {
    let outcome = try await probe("pause")
    #expect(outcome.value("paused") == "0")
    #expect(outcome.number("resumed") > 5)
  }

  @Test func fullscreenFillsTheScreenAndGoesBack() async throws {
    let outcome = try await probe("fullscreen")
    #expect(outcome.value("window") == "400.0x300.0")
    #expect(outcome.value("fullscreen") == "1280.0x1024.0 true")
    #expect(outcome.value("back") == "400.0x300.0 false")
  }

  /// What `PlatformProbe` tells of a log that it plays, and what it records of it.
  private func replay(_ text: String) async throws -> (outcome: Tool.Outcome, recorded: InputLog) {
    let file = FileManager.default.temporaryDirectory.appendingPathComponent("\(UUID().uuidString).log")
    try text.write(to: file, atomically: true, encoding: .utf8)
    defer { try? FileManager.default.removeItem(at: file) }
    let outcome = try await probe("replay", file.path)
    let header = try #require(outcome.output.range(of: "overlook-input"))
    return (outcome, try InputLog(parsing: String(outcome.output[header.lowerBound...])))
  }

  /// And neither taken from the person nor given to them.
  @Test func whatOthersCopiedIsPlayedAndRecordedToo() async throws {
    let text = """
      overlook-input 3
      size 400 300
      0.1 key-down v control
      0.2 clipboard A%20b
      0.2 key-down v control
      0.2 clipboard C
      0.2 key-down v control
      0.3 key-down c control
      0.3 key-down v control
      0.4 clipboard
      0.4 key-down v control
      0.5 key-down escape
      0.55 key-up escape

      """
    let (outcome, recorded) = try await replay(text)
    #expect(outcome.value("pasted") == "none,A b,C,own,none" && outcome.value("left") == "the person's")
    let played = try InputLog(parsing: text)
    #expect(recorded.events.map(\.kind) == played.events.map(\.kind))
    #expect(recorded.clipboardChanges.map(\.text) == [""] + played.clipboardChanges.map(\.text))
    #expect(recorded.clipboardChanges.map(\.eventCount) == [0, 1, 2, 5])
  }

  @Test func aLogIsPlayedAsIfTyped() async throws {
    let text = """
      overlook-input 1
      size 400 300
      0 move 10 20
      0.1 press left 10 20 shift
      0.15 move 60 70
      0.2 release left 60 70 shift
      0.3 scroll 0 1 60 70
      0.35 key-down plus
      0.4 key-up plus
      0.5 key-down escape
      0.55 key-up escape

      """
    let (outcome, recorded) = try await replay(text)
    #expect(outcome.value("events") == "9")
    #expect(outcome.number("late-ms") < 100)
    let played = try InputLog(parsing: text)
    #expect(recorded.events.map(\.kind) == played.events.map(\.kind))
    for (a, b) in zip(recorded.events, played.events) { #expect(abs(a.timeSeconds - b.timeSeconds) < 0.01) }
  }

  @Test(.enabled(if: VirtualDisplay.hasRobot, "xdotool is not installed")) func mouseAndKeyboardArriveAsEvents() async throws {
    let probe = try Tool(Tool.built("PlatformProbe"), ["events", "20"], environment: ["DISPLAY": display.name])
    try await probe.wait(for: "ready")
    try await display.robot("mousemove", "100", "80")
    try await display.robot("mousedown", "1", "mousemove", "150", "90", "mouseup", "1")
    try await display.robot("click", "4", "click", "5", "click", "3", "click", "2")
    // A wheel that tilts to the left and to the right, and the buttons beside the thumb.
    try await display.robot("click", "6", "click", "7", "click", "8", "click", "9")
    try await display.robot(
      "keydown", "shift", "key", "Left", "keyup", "shift", "key", "plus", "key", "n", "key", "F11", "key", "x")
    try await display.robot("key", "Escape")
    let outcome = try await probe.wait()
    let header = try #require(outcome.output.range(of: "overlook-input"))
    let log = try InputLog(parsing: String(outcome.output[header.lowerBound...]))
    let (start, end) = (ScreenPoint(x: 100, y: 80), ScreenPoint(x: 150, y: 90))
    // Moves in between depend on how the server batches them.
    let kinds = log.events.map(\.kind).filter { if case .pointerMoved = $0 { false } else { $0 != .pointerLeft } }
    #expect(log.events.map(\.kind).contains(.pointerMoved(end)))
    #expect(
      kinds == [
        .buttonPressed(.left, start, []), .buttonReleased(.left, end, []),
        .scrolled(x: 0, y: 1, at: end, []), .scrolled(x: 0, y: -1, at: end, []),
        .buttonPressed(.right, end, []), .buttonReleased(.right, end, []),
        .buttonPressed(.middle, end, []), .buttonReleased(.middle, end, []),
        .scrolled(x: -1, y: 0, at: end, []), .scrolled(x: 1, y: 0, at: end, []),
        .buttonPressed(.back, end, []), .buttonReleased(.back, end, []),
        .buttonPressed(.forward, end, []), .buttonReleased(.forward, end, []),
        .keyPressed(.left, .shift), .keyReleased(.left, .shift),
        // The robot holds Shift to type a plus, and lets go of it first.
        .keyPressed(.plus, .shift), .textCommitted("+"), .keyReleased(.plus, []),
        .keyPressed(.n, []), .textCommitted("n"), .keyReleased(.n, []), .keyPressed(.f11, []), .keyReleased(.f11, []),
        .keyPressed(.x, []), .textCommitted("x"), .keyReleased(.x, []),
        .keyPressed(.escape, []), .keyReleased(.escape, []),
      ])
  }

  @Test(.enabled(if: VirtualDisplay.hasRobot, "xdotool is not installed")) func aStormOfSizesResizesAtMostOnceAFrame()
    async throws
  {
    let probe = try Tool(Tool.built("PlatformProbe"), ["resize"], environment: ["DISPLAY": display.name])
    try await probe.wait(for: "ready")
    for step in 0..<100 {
      try await display.robot("search", "--name", "probe", "windowsize", "\(400 + step * 3)", "\(300 + step)")
    }
    try await display.robot("mousemove", "100", "80", "key", "Escape")
    let outcome = try await probe.wait()
    #expect(outcome.status == 0)
    #expect(outcome.number("resizes") > 2)
    #expect(outcome.number("resizes") <= outcome.number("frames"))
    #expect(outcome.value("last") == "697x399")
    #expect(outcome.number("during-events") > 0, "the refresh callback draws")
    #expect(outcome.value("glerror") == "0")
  }

  @Test func whatWasRefusedSaysSoInTwoLinesWithinTwoSeconds() async throws {
    try await refusal(["DISPLAY": nil], "no display", "DISPLAY is not set")
    try await refusal(["DISPLAY": ":64999"], "no display", ":64999")
    try await refusal(["DISPLAY": display.name, "MESA_GL_VERSION_OVERRIDE": "2.1"], "OpenGL is too old", "2.1")
    try await refusal(["DISPLAY": display.name, "LIBGL_DRIVERS_PATH": "/nonexistent"], "no OpenGL", "GLX")
    let withoutGLX = try VirtualDisplay(["-extension", "GLX"])
    try await refusal(["DISPLAY": withoutGLX.name], "no OpenGL", "GLX")
  }

  private func refusal(_ environment: [String: String?], _ beginning: String, _ mentions: String) async throws {
    let outcome = try await Tool.run(Tool.built("PlatformProbe"), ["open"], environment: environment)
    #expect(outcome.status == 1)
    #expect(outcome.seconds < 20)
    // Mesa prints lines of its own.
    let lines = outcome.errors.split(separator: "\n").filter { !$0.hasPrefix("libGL") }
    #expect(lines.count == 2)
    #expect(lines.first?.hasPrefix(beginning) == true && lines.first?.contains(mentions) == true, "\(lines)")
    #expect(lines.last?.hasPrefix("try: ") == true)
  }
}
