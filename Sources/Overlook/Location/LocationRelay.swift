import Foundation
import OverlookLocation

/// Hands what one provider tells to all who want to know: maps and navigators that share it. The provider runs while somebody listens.
@MainActor final class LocationRelay {
  /// Who listens, until it is let go or ended.
  final class Subscription {
    fileprivate let hear: @MainActor (LocationUpdate) -> Void
    fileprivate weak var relay: LocationRelay?

    fileprivate init(_ hear: @escaping @MainActor (LocationUpdate) -> Void, _ relay: LocationRelay) {
      self.hear = hear
      self.relay = relay
    }

    @MainActor func end() {
      relay?.remove(self)
      relay = nil
    }
  }

  private static var relays: [ObjectIdentifier: LocationRelay] = [:]

  private let provider: any LocationProvider
  private var listeners: [Subscription] = []

  private init(_ provider: any LocationProvider) {
    self.provider = provider
  }

  /// Begins to listen to a provider, which is started where it was not; what it knows already is told at once.
  static func subscribe(
    to provider: any LocationProvider, _ hear: @escaping @MainActor (LocationUpdate) -> Void
  ) -> Subscription {
    let relay = relays[ObjectIdentifier(provider)] ?? LocationRelay(provider)
    relays[ObjectIdentifier(provider)] = relay
    let subscription = Subscription(hear, relay)
    relay.listeners.append(subscription)
    if relay.listeners.count == 1 {
      provider.onUpdate = { [weak relay] in relay?.tell($0) }
      provider.start()
    } else {
      hear(.status(provider.status))
      if let fix = provider.lastFix { hear(.fix(fix)) }
    }
    return subscription
  }

  private func tell(_ update: LocationUpdate) {
    // A copy: those that hear of it may leave.
    for listener in listeners where listener.relay === self { listener.hear(update) }
  }

  private func remove(_ subscription: Subscription) {
    listeners.removeAll { $0 === subscription }
    guard listeners.isEmpty, Self.relays[ObjectIdentifier(provider)] === self else { return }
    Self.relays[ObjectIdentifier(provider)] = nil
    provider.onUpdate = nil
    provider.stop()
  }
}
