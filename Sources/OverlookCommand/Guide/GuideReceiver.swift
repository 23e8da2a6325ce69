import Overlook

/// The fixes of a receiver, for a program that waits for them.
@MainActor final class GuideReceiver {
  private let receiver: LocationReceiver
  private var updates: [LocationUpdate] = []

  private static let slice = 0.1

  init(_ source: LocationSource) {
    receiver = LocationReceiver(source)
    receiver.onUpdate = { [weak self] update in self?.updates.append(update) }
    receiver.start()
  }

  /// What has come in the meantime; waits a little for it.
  func next() -> [LocationUpdate] {
    if updates.isEmpty { GuideVoice.pause(seconds: Self.slice) }
    defer { updates.removeAll() }
    return updates
  }

  func stop() { receiver.stop() }
}
