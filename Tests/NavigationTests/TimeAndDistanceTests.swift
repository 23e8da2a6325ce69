import OverlookNavigation
import Testing

@Suite struct TimeAndDistanceTests {
  @Test func holdsWhatItIsGiven() {
    let value = TimeAndDistance(time: 60, distance: 1_000)
    #expect(value.time == 60 && value.distance == 1_000)
  }
}
