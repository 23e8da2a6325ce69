import Overlook
import OverlookSupport

/// A place where a tour stops.
struct TourStop: Hashable, Sendable {
  var name: String
  var camera: CameraPosition
  /// Of the flight to it at the speed 1; nil for as long as the way is far.
  var flightSeconds: Double?
}

/// Where a tour is: which stop it flies to or stays at, whether it goes on, and how fast. A value.
struct TourState: Hashable, Sendable {
  let stops: [TourStop]
  private(set) var index = 0
  var isPlaying = true
  private(set) var speed = 1.0

  static let speeds = [0.5, 1, 2, 4]
  /// At a stop, at the speed 1.
  static let staySeconds = 2.0

  /// Nil for a tour without stops.
  init?(_ stops: [TourStop]) {
    guard !stops.isEmpty else { return nil }
    self.stops = stops
  }

  var stop: TourStop { stops[min(index, stops.count - 1)] }
  var isAtEnd: Bool { index >= stops.count - 1 }

  /// Goes to the next stop, or the one before; false at the ends.
  mutating func go(by step: Int) -> Bool {
    let next = index + (step > 0 ? 1 : -1)
    guard stops.indices.contains(next) else { return false }
    index = next
    return true
  }

  mutating func goToStart() { index = 0 }

  /// The next speed, after the fastest the slowest.
  mutating func changeSpeed() {
    let place = Self.speeds.firstIndex(of: speed) ?? 0
    speed = Self.speeds[(place + 1) % Self.speeds.count]
  }
}

/// Flies a map from stop to stop.
@MainActor final class TourPlayer {
  private(set) var state: TourState?
  private(set) var title = ""
  var onChange: () -> Void = {}
  private unowned let map: MapView
  private var run: Task<Void, Never>?

  init(map: MapView) { self.map = map }

  func play(_ stops: [TourStop], title: String) {
    state = TourState(stops)
    self.title = title
    start()
  }

  func end() {
    run?.cancel()
    (run, state) = (nil, nil)
    onChange()
  }

  /// Goes on or waits; at the end it begins anew.
  func toggle() {
    guard var now = state else { return }
    now.isPlaying.toggle()
    if now.isPlaying, now.isAtEnd { now.goToStart() }
    state = now
    if now.isPlaying { start() } else { pause() }
  }

  func go(by step: Int) {
    guard state?.go(by: step) == true else { return }
    start()
  }

  func changeSpeed() {
    state?.changeSpeed()
    onChange()
  }

  private func pause() {
    run?.cancel()
    run = nil
    map.stopAnimation()
    onChange()
  }

  /// Flies to the present stop, and on while it plays.
  private func start() {
    run?.cancel()
    onChange()
    run = Task { [weak self] in
      while let self, let now = self.state, !Task.isCancelled {
        let outcome = await self.fly(now)
        // Somebody moved the map by hand: the tour waits.
        if Task.isCancelled { return }
        if outcome == .interrupted { return self.halt() }
        guard now.isPlaying, !now.isAtEnd else { return self.halt() }
        try? await Task.sleep(for: .seconds(TourState.staySeconds / (self.state?.speed ?? 1)))
        if Task.isCancelled || self.state?.go(by: 1) != true { return }
        self.onChange()
      }
    }
  }

  private func fly(_ now: TourState) async -> MotionOutcome {
    let seconds = now.stop.flightSeconds.map { min(max($0, 0), 600) } ?? map.flightSeconds(to: now.stop.camera)
    return await map.fly(to: now.stop.camera, seconds: seconds / now.speed).outcome
  }

  private func halt() {
    state?.isPlaying = false
    run = nil
    onChange()
  }
}
