@testable import OverlookPlatform
import Testing

@Suite struct IdleWatchTests {
  private static func times(_ watch: inout IdleWatch, _ times: Double...) -> [Double] {
    times.filter { watch.takeDue(now: $0) }
  }

  @Test func memoryIsGivenBackOnceAMinuteAfterTheLastFrame() {
    var watch = IdleWatch()
    #expect(Self.times(&watch, 0, 1000) == [], "nothing was drawn")
    #expect(watch.deadline == nil)
    watch.noteFrame(now: 10)
    watch.note(isSeen: true, now: 20)
    #expect(watch.deadline == 70)
    #expect(Self.times(&watch, 69.9, 70, 500) == [70])
    #expect(watch.deadline == nil)
    watch.noteFrame(now: 600)
    #expect(Self.times(&watch, 659, 660, 661) == [660])
  }

  @Test func aViewThatIsHiddenGivesItBackSooner() {
    var watch = IdleWatch()
    watch.noteFrame(now: 10)
    watch.note(isSeen: false, now: 20)
    watch.note(isSeen: false, now: 40)
    #expect(Self.times(&watch, 49.9, 50, 51) == [50])
    #expect(watch.deadline == nil)
  }

  /// Seen, everything in the driver's memory is kept; hidden, it is not.
  @Test func whatWasIdleGivesBackMoreWhenItIsHidden() {
    var watch = IdleWatch()
    watch.noteFrame(now: 0)
    #expect(Self.times(&watch, 60) == [60])
    watch.note(isSeen: false, now: 100)
    #expect(Self.times(&watch, 129, 130) == [130])
  }

  @Test func contextsThatAreLostAgainAndAgainAreNotRenewed() {
    var losses = ContextLosses()
    let allowed = [0.0, 1, 2, 59, 60.5].filter { losses.allowsAnother(now: $0) }
    #expect(allowed == [0, 1, 2, 60.5])
  }
}
