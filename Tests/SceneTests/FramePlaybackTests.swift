import OverlookScene
import Testing

@Suite struct FramePlaybackTests {
  private func playing(_ count: Int, _ change: (inout FramePlayback) -> Void = { _ in }) -> FramePlayback {
    var playback = FramePlayback()
    playback.count = count
    change(&playback)
    playback.play()
    _ = playback.step(now: 10)
    return playback
  }

  private func indices(_ playback: inout FramePlayback, _ times: [Double]) -> [Int] {
    times.map { time in
      _ = playback.step(now: time)
      return playback.index
    }
  }

  /// A second a frame, and the first after the last.
  @Test func aLoopWrapsToTheFirstFrame() {
    var playback = playing(3)
    #expect(indices(&playback, [10.99, 11, 12, 13, 14]) == [0, 1, 2, 0, 1])
  }

  @Test func aBounceGoesBackAndForth() {
    var playback = playing(3) { $0.mode = .bounce }
    #expect(indices(&playback, [11, 12, 13, 14, 15, 16, 17, 18, 19]) == [1, 2, 1, 0, 1, 2, 1, 0, 1])
  }

  @Test func onceEndsAtTheLastFrameAndBeginsAnewWithTheNextPlay() {
    var playback = playing(2) { $0.mode = .once }
    #expect(indices(&playback, [11, 12]) == [1, 1])
    #expect(!playback.isPlaying && playback.deadline(now: 12) == nil)
    playback.play()
    #expect(playback.isPlaying && playback.index == 0)
  }

  @Test func speedShortensTurns() {
    var playback = playing(10) { $0.speed = 4 }
    #expect(indices(&playback, [10.2, 10.25, 10.5, 10.75]) == [0, 1, 2, 3])
  }

  /// A frame that comes late is followed by the next one, not by the one that its time would have been.
  @Test func noFrameIsLeftOutWhenTheCallerComesLate() {
    var playback = playing(10)
    #expect(indices(&playback, [15.5, 16, 16.5]) == [1, 1, 2])
  }

  @Test func aClockThatIsTurnedBackNeitherStopsNorHurriesIt() {
    var playback = playing(10)
    #expect(indices(&playback, [11, 3, 3.5, 4, 5]) == [1, 1, 1, 2, 3])
  }

  /// The frame begins to be the next one so long before the end of its turn.
  @Test func aFrameBecomesTheNextAtTheEndOfItsTurn() {
    let playback = playing(3) { $0.fadeSeconds = 0.4 }
    #expect(playback.share(now: 10.5) == 0)
    #expect(abs(playback.share(now: 10.8) - 0.5) < 1e-9)
    #expect(abs(playback.share(now: 10.9) - 0.75) < 1e-9)
    #expect(abs((playback.deadline(now: 10.1) ?? 0) - 10.6) < 1e-9)
    #expect(playback.deadline(now: 10.7) == 10.7)
  }

  @Test func nothingIsDueWhileItIsPausedOrHasOneFrameOnly() {
    #expect(playing(1).deadline(now: 11) == nil)
    var playback = playing(5)
    playback.pause()
    #expect(playback.deadline(now: 11) == nil && !playback.step(now: 20) && playback.share(now: 20) == 0)
  }

  @Test func stepsMeetAtTheEnds() {
    var playback = FramePlayback()
    playback.count = 4
    playback.move(by: -1)
    #expect(playback.index == 3)
    playback.move(by: 6)
    #expect(playback.index == 1)
    playback.move(by: .min)
    playback.move(by: .max)
    #expect((0..<4).contains(playback.index))
  }

  @Test func valuesThatAreNoneAreBoundedOrIgnored() {
    var playback = FramePlayback()
    playback.intervalSeconds = .nan
    playback.speed = .infinity
    playback.fadeSeconds = -1
    playback.count = -5
    #expect(playback.intervalSeconds == 1 && playback.speed == 1000 && playback.fadeSeconds == 0 && playback.count == 0)
    playback.intervalSeconds = 0
    playback.show(.max)
    playback.move(by: 3)
    playback.play()
    #expect(playback.turnSeconds > 0 && playback.index == 0 && !playback.step(now: 1) && !playback.step(now: 2))
  }
}
