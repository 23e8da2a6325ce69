import Glibc
import OverlookFormats
import OverlookSupport
import Testing

/// What a query may take is counted in work, so that a busy machine does not give it up.
@Suite struct QueryDeadlineTests {
  private func isOver(_ deadline: QueryDeadline, within seconds: Double) -> Double? {
    let start = MonotonicClock.now()
    while MonotonicClock.now() < start + seconds { if deadline.isOver { return MonotonicClock.now() - start } }
    return nil
  }

  @Test func aThreadThatWorksIsStoppedInTime() throws {
    let deadline = QueryDeadline()
    #expect(!deadline.isOver, "before the first query")
    deadline.start(milliseconds: 50)
    let seconds = try #require(isOver(deadline, within: 2))
    #expect(seconds >= 0.05)
    deadline.start(milliseconds: 50)
    #expect(!deadline.isOver, "the next query has its own time")
  }

  /// As one that does not get its turn.
  @Test func aThreadThatWaitsHasMoreTimeAndNotForEver() {
    let deadline = QueryDeadline()
    func wait(milliseconds: Int) -> Bool {
      deadline.start(milliseconds: 100)
      usleep(useconds_t(milliseconds * 1000))
      return deadline.isOver
    }
    // One of them wakes in time.
    #expect((0..<5).contains { _ in !wait(milliseconds: 150) })
    #expect(wait(milliseconds: 410))
  }
}
