import OverlookCamera
import Testing

@Suite struct CameraHistoryTests {
  private func place(_ longitude: Double) -> CameraPosition { CameraPosition(latitude: 10, longitude: longitude, zoom: 5) }

  @Test func goesBackAndForwardAmongThePlaces() {
    var history = CameraHistory()
    #expect(history.goBack() == nil && history.goForward() == nil && history.isEmpty)
    for longitude in [1.0, 2, 3] { history.note(place(longitude)) }
    #expect(history.goForward() == nil)
    #expect(history.goBack() == place(2))
    // The camera arrives where the history led it.
    history.note(place(2))
    #expect(history.goBack() == place(1))
    #expect(history.goBack() == nil)
    #expect(history.goForward() == place(2))
    #expect(history.goForward() == place(3))
  }

  @Test func anotherWayForgetsWhatWasAhead() {
    var history = CameraHistory()
    for longitude in [1.0, 2, 3] { history.note(place(longitude)) }
    _ = history.goBack()
    history.note(place(7))
    #expect(history.goForward() == nil)
    #expect(history.goBack() == place(2))
  }

  @Test func theSamePlaceIsNotedOnceAndOldOnesMakeRoom() {
    var history = CameraHistory()
    for index in 0..<1000 {
      history.note(place(Double(index) / 10))
      history.note(place(Double(index) / 10))
    }
    var count = 1
    while history.goBack() != nil { count += 1 }
    #expect(count == CameraHistory.maximumCount)
  }
}
