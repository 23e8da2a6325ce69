import OverlookInput
import OverlookPlatform
import Testing

@Suite struct DisplayLinkTests {
  /// Draws as soon as the link allows for `seconds`, with swaps that wait for the display's next refresh or return at once.
  private func run(_ link: inout DisplayLink, seconds: Double, rate: Double, waits: Bool, drawSeconds: Double = 0.002) -> Int {
    var now = 100.0
    var frames = 0
    let end = now + seconds
    while now < end {
      let begun = max(now, link.nextFrameTime ?? now)
      now = begun + drawSeconds
      if waits { now = ((now * rate).rounded(.down) + 1) / rate }
      link.presented(at: now, begun: begun)
      frames += 1
    }
    return frames
  }

  @Test func theFirstFrameIsDrawnAtOnce() {
    #expect(DisplayLink(displayRate: 60).nextFrameTime == nil)
  }

  @Test(arguments: [
    (FrameRate.maximum, 60.0, 60.0), (.conservative, 60, 30), (.powerSave, 60, 30), (.maximum, 144, 144),
    (.conservative, 144, 72),
    (.powerSave, 144, 28.8), (.powerSave, 30, 30), (.conservative, 30, 30), (.maximum, 0, 60), (.maximum, .nan, 60),
  ]) func policiesAreRates(policy: FrameRate, display: Double, expected: Double) {
    var link = DisplayLink(displayRate: display)
    link.preferredRate = policy
    #expect(abs(1 / link.frameSeconds - expected) < 1e-6)
  }

  @Test(arguments: [(FrameRate.maximum, 60), (.conservative, 30), (.powerSave, 30)])
  func whereSwapsWaitTheRateIsThatOfThePolicy(policy: FrameRate, expected: Int) {
    var link = DisplayLink(displayRate: 60)
    link.preferredRate = policy
    let frames = run(&link, seconds: 10, rate: 60, waits: true)
    #expect(abs(frames - 10 * expected) <= 2)
    #expect(link.swapsWait)
  }

  @Test(arguments: [(FrameRate.maximum, 60), (.conservative, 30), (.powerSave, 30)])
  func whereSwapsDoNotWaitTheLinkKeepsTheTime(policy: FrameRate, expected: Int) {
    var link = DisplayLink(displayRate: 60)
    link.preferredRate = policy
    let frames = run(&link, seconds: 10, rate: 60, waits: false)
    #expect(!link.swapsWait)
    #expect(abs(frames - 10 * expected) <= 12, "and the few before it is known")
  }

  @Test func slowFramesAreNotHeldBackFurther() {
    var link = DisplayLink(displayRate: 60)
    let frames = run(&link, seconds: 10, rate: 60, waits: false, drawSeconds: 0.05)
    #expect(abs(frames - 200) <= 2)
  }

  @Test func theRefreshIsMeasured() {
    var link = DisplayLink(displayRate: 60)
    #expect(link.refreshSeconds == 1.0 / 60)
    _ = run(&link, seconds: 2, rate: 59.94, waits: true)
    #expect(abs(link.refreshSeconds - 1 / 59.94) < 1e-5)
  }

  @Test func aFrameAfterARestIsDrawnAtOnce() {
    var link = DisplayLink(displayRate: 60)
    _ = run(&link, seconds: 1, rate: 60, waits: false)
    let next = link.nextFrameTime
    #expect(next.map { $0 < 101.1 } == true)
    link.presented(at: 200.002, begun: 200)
    #expect(link.nextFrameTime.map { abs($0 - (200 + 1.0 / 60)) < 1e-9 } == true)
  }
}
