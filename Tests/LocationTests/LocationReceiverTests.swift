import OverlookGeometry
import OverlookLocation
import Testing

@MainActor @Suite struct LocationReceiverTests {
  private static let track = (0..<3).map {
    LocationFix(LocationCoordinate(latitude: 60, longitude: Double($0)), time: Double($0))
  }

  private func wait(until holds: () -> Bool) async throws {
    let end = ContinuousClock.now + .seconds(10)
    while !holds(), ContinuousClock.now < end { try await Task.sleep(for: .seconds(0.01)) }
    #expect(holds())
  }

  @Test func itTellsOnTheMainThreadHowItFaresAndWhereOneIs() async throws {
    let receiver = LocationReceiver(playing: Self.track, speed: 20)
    var updates: [LocationUpdate] = []
    receiver.onUpdate = { updates.append($0) }
    #expect(receiver.status == .stopped && receiver.lastFix == nil)
    receiver.start()
    receiver.start()
    #expect(receiver.status == .searching && updates == [.status(.searching)])
    try await wait { receiver.status == .ended }
    #expect(
      updates == [
        .status(.searching), .fix(Self.track[0]), .status(.fixed), .fix(Self.track[1]), .fix(Self.track[2]), .status(.ended),
      ])
    #expect(receiver.lastFix == Self.track[2])
  }

  @Test func nothingComesAfterStopEvenInACallback() async throws {
    let receiver = LocationReceiver(playing: Self.track, speed: 100)
    var updates: [LocationUpdate] = []
    receiver.onUpdate = {
      updates.append($0)
      if case .fix = $0 { receiver.stop() }
    }
    receiver.start()
    try await wait { receiver.status == .stopped }
    try await Task.sleep(for: .seconds(0.1))
    #expect(updates == [.status(.searching), .fix(Self.track[0]), .status(.stopped)])
    // And begins anew.
    receiver.start()
    try await wait { updates.count == 6 }
  }

  @Test func oneThatGoesEndsItsFeed() async throws {
    weak var gone: LocationReceiver?
    do {
      let receiver = LocationReceiver(.fixed(LocationCoordinate(latitude: 1, longitude: 1)))
      receiver.start()
      gone = receiver
    }
    try await wait { gone == nil }
  }
}
