import OverlookTestSupport
import Testing

extension CommandTests {
  /// `overlook navigate`, as far as it goes without a window.
  @Suite struct NavigateTests {
    @Test func whatIsMissingOrOddIsSaidBeforeAWindowOpens() async throws {
      let place = try Workplace()
      let wrong = [
        ["navigate"], ["navigate", "53.5,13.2"], ["navigate", "1,2", "3,4", "--speed", "0"],
        ["navigate", "1,2", "3,4", "--simulate", "--location", "gpsd"], ["navigate", "1,2", "3,4", "--nonsense"],
      ]
      for arguments in wrong {
        try await place.overlook(arguments).expectUsageError()
      }
      let outcome = try await place.overlook(["navigate", "1,2", "3,4", "--location", "nowhere.gpx"])
      #expect(outcome.status == 1, "\(outcome.errors)")
    }
  }
}
