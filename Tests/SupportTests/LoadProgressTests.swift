@testable import OverlookSupport
import Testing

@Suite struct LoadProgressTests {
  @Test func ofSeveralThingsTheWorstCountsAndTheFirstToCome() {
    var progress = LoadProgress.ready
    progress.add(LoadProgress(.failed, earliestArrival: 30))
    progress.add(LoadProgress(.givenUp, earliestArrival: 5))
    #expect(progress == LoadProgress(.failed, earliestArrival: 5))
    #expect(!progress.isComplete && progress.isOver)
    progress.add(.loading)
    #expect(!progress.isOver && progress.mayArrive(before: -1e9))
    #expect([LoadProgress.ready, .ready].combined == .ready)
  }

  @Test func nothingOfWhatIsCompleteIsWaitedFor() {
    #expect(!LoadProgress.ready.mayArrive(before: .infinity))
    #expect(!LoadProgress(.givenUp, earliestArrival: -.infinity).mayArrive(before: 10))
    #expect(LoadProgress(.failed, earliestArrival: 10).mayArrive(before: 10))
    #expect(!LoadProgress(.failed, earliestArrival: 10).mayArrive(before: 9.9))
    // Whoever has all the time in the world need not wait for what never comes either.
    #expect(!LoadProgress(.loading).mayArrive(before: .infinity))
  }

  /// Pauses are 1, 2, 4, 8 seconds without jitter; from the fourth failure on the next try is more than six seconds away.
  @Test func whatFailsAgainAndAgainIsNoLongerWorthWaitingFor() {
    var retry = RetryState()
    #expect(retry.progress(isLoading: false) == .loading)
    var states: [LoadProgress.State] = []
    for number in 0..<7 {
      retry.fail(.passing("x"), now: Double(100 * number), view: 1, jitter: 0.5)
      states.append(retry.progress(isLoading: false).state)
      // It stays so while it is asked for again, and something may come then.
      #expect(retry.progress(isLoading: true) == LoadProgress(states[number], earliestArrival: -.infinity))
    }
    #expect(states == [.loading, .loading, .loading, .failed, .failed, .givenUp, .givenUp])
  }

  @Test func whoIsLikelyToFailAgainIsNotWaitedForWhateverTheTime() {
    var retry = RetryState()
    retry.fail(.passing("x", isLikelyToStay: true), now: 0, view: 1, jitter: 0.5)
    #expect(retry.progress(isLoading: false) == LoadProgress(.loading, earliestArrival: 1))
    retry.fail(.passing("x", isLikelyToStay: true), now: 1, view: 1, jitter: 0.5)
    #expect(retry.progress(isLoading: false) == LoadProgress(.failed, earliestArrival: .infinity))
  }
}
