import OverlookGeometry
import OverlookLocation
import OverlookTestSupport
import Synchronization
import Testing

@MainActor @Suite struct LocationReceiverTests {
  private static let track = (0..<3).map {
    LocationFix(LocationCoordinate(latitude: 60, longitude: Double($0)), time: Double($0))
  }

  private func wait(until holds: () -> Bool) async throws {
    let end = ContinuousClock.now + .seconds(patienceSeconds)
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

  /// A feed that waits until it is told to stop.
  private final class WaitingFeed: LocationFeed {
    private let ended = Atomic(false)
    var hasEnded: Bool { ended.load(ordering: .sequentiallyConsistent) }

    func run(_ sink: LocationSink) {
      while sink.wait(seconds: 1) {}
      ended.store(true, ordering: .sequentiallyConsistent)
    }
  }

  @Test func oneThatGoesEndsItsFeed() async throws {
    let feed = WaitingFeed()
    do {
      let receiver = LocationReceiver { feed }
      receiver.start()
      try await Task.sleep(for: .seconds(0.1))
      #expect(!feed.hasEnded)
    }
    try await wait { feed.hasEnded }
  }
}
