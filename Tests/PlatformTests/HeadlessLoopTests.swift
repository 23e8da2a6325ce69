import CGL
import Foundation
import OverlookGeometry
import OverlookInput
import OverlookPlatform
import OverlookSupport
import OverlookTestSupport
import Testing

@MainActor @Suite struct HeadlessLoopTests {
  /// Left half red, right half green, the top row blue.
  private final class Flag: WindowContent {
    var wake: @Sendable () -> Void = {}
    var isDirty = true
    var size = ScreenSize(width: 0, height: 0)
    var pixels = PixelSize(width: 0, height: 0)
    var events: [InputEvent] = []
    var times: [Double] = []
    var released = 0
    var hadContext = true
    var onDraw: () -> Void = {}
    /// Sizes that were told before those of `resize`.
    var announced: [ScreenSize] = []

    func prepare(for size: ScreenSize, framebuffer: PixelSize) {
      announced.append(pixels.width == 0 ? size : ScreenSize(width: 0, height: 0))
    }

    func resize(to size: ScreenSize, framebuffer: PixelSize) {
      (self.size, pixels) = (size, framebuffer)
      noteContext()
    }

    func handle(_ event: InputEvent) { events.append(event) }

    func prepareFrame(now: Double) -> Bool {
      times.append(now)
      defer { isDirty = false }
      return isDirty
    }

    func drawFrame(now: Double) {
      noteContext()
      onDraw()
      glEnable(GLenum(GL_SCISSOR_TEST))
      fill(0, 0, pixels.width / 2, pixels.height, (1, 0, 0))
      fill(pixels.width / 2, 0, pixels.width, pixels.height, (0, 1, 0))
      fill(0, pixels.height - 1, pixels.width, pixels.height, (0, 0, 1))
      glDisable(GLenum(GL_SCISSOR_TEST))
    }

    func nextDeadline(now: Double) -> Double? { nil }
    func invalidatePicture() { isDirty = true }

    func releaseGraphics() {
      released += 1
      noteContext()
    }

    private func noteContext() { hadContext = hadContext && glGetString(GLenum(GL_VERSION)) != nil }

    private func fill(_ left: Int, _ bottom: Int, _ right: Int, _ top: Int, _ color: (Float, Float, Float)) {
      glScissor(GLint(left), GLint(bottom), GLsizei(right - left), GLsizei(top - bottom))
      glClearColor(color.0, color.1, color.2, 1)
      glClear(GLbitfield(GL_COLOR_BUFFER_BIT))
    }
  }

  @Test func pixelsComeWithTheTopRowFirst() throws {
    let flag = Flag()
    let loop = try HeadlessLoop(content: flag, size: ScreenSize(width: 4, height: 3), scale: 2)
    #expect(flag.size == ScreenSize(width: 4, height: 3) && flag.pixels == PixelSize(width: 8, height: 6))
    #expect(loop.renderFrame())
    let pixels = try #require(loop.pixels())
    #expect(pixels.count == 4 * 8 * 6)
    func pixel(_ x: Int, _ y: Int) -> [UInt8] { Array(pixels[(4 * (8 * y + x))..<(4 * (8 * y + x) + 4)]) }
    #expect(pixel(0, 0) == [0, 0, 255, 255] && pixel(7, 0) == [0, 0, 255, 255])
    #expect(pixel(3, 1) == [255, 0, 0, 255] && pixel(4, 1) == [0, 255, 0, 255])
    #expect(pixel(0, 5) == [255, 0, 0, 255])
    let image = try #require(loop.image())
    #expect(image.scale == 2 && image.widthPoints == 4 && image.pixels == pixels)
    loop.close()
    #expect(flag.released == 1 && flag.hadContext)
  }

  /// Depths close the quick ways of drivers on the processor, whether or not they are drawn with.
  @Test(arguments: [true, false, nil]) func onlyCardsDrawIntoDepths(wanted: Bool?) throws {
    let flag = Flag()
    let loop = try HeadlessLoop(content: flag, size: ScreenSize(width: 8, height: 8), hasDepths: wanted)
    loop.renderFrame()
    var bits: GLint = 0
    var renderer = ""
    flag.onDraw = {
      renderer = glGetString(GLenum(GL_RENDERER)).map { String(cString: $0) } ?? ""
      var kind = GL_NONE
      glGetFramebufferAttachmentParameteriv(
        GLenum(GL_DRAW_FRAMEBUFFER), GLenum(GL_DEPTH_STENCIL_ATTACHMENT), GLenum(GL_FRAMEBUFFER_ATTACHMENT_OBJECT_TYPE), &kind)
      guard kind != GL_NONE else { return }
      glGetFramebufferAttachmentParameteriv(
        GLenum(GL_DRAW_FRAMEBUFFER), GLenum(GL_DEPTH_ATTACHMENT), GLenum(GL_FRAMEBUFFER_ATTACHMENT_DEPTH_SIZE), &bits)
    }
    loop.renderFrame(force: true)
    #expect(bits == (wanted ?? !renderer.contains("llvmpipe") ? 24 : 0))
    loop.close()
  }

  /// What was begun before there was a context goes on when there is one, before anything is drawn.
  @Test func theContentIsToldItsSizeBeforeTheContextIsMadeAndAfterwards() throws {
    let flag = Flag()
    let loop = try HeadlessLoop(content: flag, size: ScreenSize(width: 4, height: 3), scale: 2)
    #expect(flag.announced == [ScreenSize(width: 4, height: 3), ScreenSize(width: 4, height: 3)])
    let start = MonotonicClock.now()
    loop.sleep(seconds: 0.002)
    #expect(MonotonicClock.now() - start >= 0.002)
    flag.wake()
    // Hours, were it not woken.
    loop.sleep(seconds: 3600)
    #expect(loop.statistics.framesDrawn == 0 && flag.times.isEmpty)
    loop.close()
  }

  /// The next one is made as it is without.
  @Test func aDriverThatIsLoadedBeforehandBringsTheFirstContext() throws {
    let loading = HeadlessContext.startLoadingDriver()
    let (flag, second) = (Flag(), Flag())
    let loop = try HeadlessLoop(content: flag, size: ScreenSize(width: 4, height: 2))
    #expect(loading.isOver && !loading.hasContext)
    #expect(flag.announced.count >= 2 && flag.announced.allSatisfy { $0 == ScreenSize(width: 4, height: 2) })
    let other = try HeadlessLoop(content: second, size: ScreenSize(width: 4, height: 2))
    #expect(loop.renderFrame() && other.renderFrame())
    #expect(flag.hadContext && second.hadContext)
    #expect(loop.pixels()?.suffix(4) == [0, 255, 0, 255] && loop.pixels() == other.pixels())
    loop.close()
    other.close()
    #expect(loop.context !== other.context)
  }

  @Test func aContextThatNobodyTakesIsLeftAlone() throws {
    let first = HeadlessContext.startLoadingDriver()
    first.wait()
    #expect(first.isOver && first.hasContext)
    HeadlessContext.startLoadingDriver().wait()
    let loop = try HeadlessLoop(content: Flag(), size: ScreenSize(width: 4, height: 2))
    #expect(loop.renderFrame() && first.hasContext)
    loop.close()
  }

  @Test func nothingIsDrawnWithoutAReason() throws {
    let flag = Flag()
    let loop = try HeadlessLoop(content: flag, size: ScreenSize(width: 8, height: 8))
    #expect(loop.renderFrame())
    #expect(!loop.renderFrame())
    #expect(loop.renderFrame(force: true))
    #expect(loop.statistics.framesDrawn == 2 && loop.statistics.framesSkipped == 1)
    loop.close()
  }

  @Test func theClockIsMovedByHand() throws {
    let flag = Flag()
    let loop = try HeadlessLoop(content: flag, size: ScreenSize(width: 8, height: 8))
    loop.send(.keyPressed(.n, []))
    loop.advance(by: 0.1, framesPerSecond: 50)
    #expect(flag.times.count == 5)
    for (time, expected) in zip(flag.times, [0.02, 0.04, 0.06, 0.08, 0.1]) { #expect(abs(time - expected) < 1e-9) }
    #expect(flag.events == [InputEvent(timeSeconds: 0, kind: .keyPressed(.n, []))])
    loop.advance(by: .nan)
    loop.advance(by: -1)
    #expect(abs(loop.now - 0.1) < 1e-9)
    loop.close()
  }

  @Test func aLogIsPlayedInTheLoopsTime() throws {
    let flag = Flag()
    let loop = try HeadlessLoop(content: flag, size: ScreenSize(width: 8, height: 8))
    var log = InputLog(size: ScreenSize(width: 8, height: 8))
    log.append(InputEvent(timeSeconds: 0.05, kind: .keyPressed(.n, [])))
    log.append(InputEvent(timeSeconds: 3, kind: .keyReleased(.n, [])))
    loop.play(log)
    #expect(flag.events == log.events)
    // Without a reason of the content's own, only the start and the two events make frames.
    #expect(flag.times.count == 3)
    for (time, expected) in zip(flag.times, [0, 0.05, 3]) { #expect(abs(time - expected) < 0.02) }
    loop.close()
  }

  @Test func aResizeMakesANewPicture() throws {
    let flag = Flag()
    let loop = try HeadlessLoop(content: flag, size: ScreenSize(width: 8, height: 8))
    loop.renderFrame()
    #expect(loop.resize(to: ScreenSize(width: 16, height: 4)))
    #expect(loop.renderFrame())
    let bytes = 4 * 16 * 4
    #expect(loop.pixels()?.count == bytes)
    #expect(!loop.resize(to: ScreenSize(width: 60_000, height: 60_000)), "more than any driver has")
    #expect(flag.pixels == PixelSize(width: 16, height: 4))
    loop.close()
  }

  @Test func aSizeThatNoDriverHasIsRefused() {
    #expect(throws: PlatformError.self) {
      try HeadlessLoop(content: Flag(), size: ScreenSize(width: 60_000, height: 60_000))
    }
  }

  /// The main actor of a test runner changes threads between jobs; the loop must not care.
  @Test func theContextFollowsTheMainActorFromThreadToThread() async throws {
    let flag = Flag()
    let loop = try HeadlessLoop(content: flag, size: ScreenSize(width: 8, height: 8))
    for _ in 0..<20 {
      try await Task.sleep(nanoseconds: 1_000_000)
      #expect(loop.renderFrame(force: true))
    }
    #expect(flag.hadContext)
    loop.close()
  }

  @Test func aWaitEndsWithTheWakeOrTheTimeout() throws {
    let flag = Flag()
    let loop = try HeadlessLoop(content: flag, size: ScreenSize(width: 8, height: 8))
    let clock = ContinuousClock()
    let wake = flag.wake
    Thread.detachNewThread {
      Thread.sleep(forTimeInterval: 0.1)
      wake()
    }
    var asked = 0
    let waited = clock.measure {
      let isDone = loop.run(timeoutSeconds: 90) {
        asked += 1
        return asked == 2
      }
      #expect(isDone)
    }
    #expect(waited > .milliseconds(50) && waited < .seconds(10))
    let isDone = loop.run(timeoutSeconds: 0.05) { false }
    #expect(!isDone)
    loop.close()
  }

  /// In a process of its own, whose first thread it has: asynchronous work runs while it waits.
  @Test func workOfTheMainActorRunsWhileItWaits() async throws {
    let outcome = try await Tool.run(Tool.built("PlatformProbe"), ["headless"])
    #expect(outcome.status == 0, "\(outcome.errors)")
    #expect(outcome.value("finished") == "true" && outcome.value("timeout") == "true")
    #expect(outcome.number("seconds") < 2)
    #expect(outcome.number("percent") < 10)
  }

  @Test func withoutADriverItSaysSo() async throws {
    let outcome = try await Tool.run(
      Tool.built("PlatformProbe"), ["headless"], environment: ["MESA_GL_VERSION_OVERRIDE": "2.1", "LIBGL_ALWAYS_SOFTWARE": "1"])
    #expect(outcome.status == 1 && outcome.seconds < 20)
    #expect(outcome.errors.hasPrefix("no headless OpenGL 3.3"))
    #expect(outcome.errors.contains("\ntry: "))
  }
}
