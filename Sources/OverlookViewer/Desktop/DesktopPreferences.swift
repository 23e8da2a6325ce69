import OverlookStreams
import OverlookSupport

/// What the desktop says of how programs are to look, through the portal for settings (org.freedesktop.portal.Settings). Without a
/// portal nothing is preferred.
package struct DesktopPreferences: Hashable, Sendable {
  /// Dark or light colours; nil for no preference.
  package var isDark: Bool?
  package var reducesMotion = false

  package init() {}

  static let namespace = "org.freedesktop.appearance"

  /// Takes over a value by its key; unknown values are no preference.
  mutating func take(_ key: String, _ value: UInt32) {
    switch key {
    case "color-scheme": isDark = value == 1 ? true : value == 2 ? false : nil
    case "reduced-motion": reducesMotion = value == 1
    default: break
    }
  }

  static let keys = ["color-scheme", "reduced-motion"]
}

/// Follows what the desktop prefers, on a thread of its own.
package final class DesktopWatch: Sendable {
  private let mailbox: Mailbox<DesktopPreferences>
  private let signal = StopSignal()

  private static let service = "org.freedesktop.portal.Desktop"
  private static let path = "/org/freedesktop/portal/desktop"
  private static let interface = "org.freedesktop.portal.Settings"
  private static let bus = "org.freedesktop.DBus"

  /// `wake` is called on any thread when there is news.
  package init(wake: @escaping @Sendable () -> Void) {
    mailbox = Mailbox(wake: wake)
  }

  deinit { signal.set() }

  /// Begins to follow the bus at `address`; nothing happens without one.
  package func start(address: String?) {
    guard let address else { return }
    try? ServiceThread.start("desktop") { [mailbox, signal] in Self.run(address, mailbox, signal) }
  }

  /// What was told since it was asked last; nil for nothing new.
  package func takeNews() -> DesktopPreferences? { mailbox.drain().last }

  private static func run(_ address: String, _ mailbox: Mailbox<DesktopPreferences>, _ signal: StopSignal) {
    do throws(ConnectionError) {
      let connection = try MessageBus(address: address)
      for rule in [
        "type='signal',interface='\(interface)',member='SettingChanged',arg0='\(DesktopPreferences.namespace)'",
        "type='signal',sender='\(bus)',member='NameOwnerChanged',arg0='\(service)'",
      ] { try connection.listen(rule) }
      var known = read(connection)
      mailbox.post(known)
      while !signal.isSet {
        guard let message = try connection.next() else {
          _ = signal.wait(for: connection.descriptor, .readable, seconds: 3600)
          continue
        }
        let before = known
        if message.isSignal(bus, "NameOwnerChanged") {
          known = read(connection)
        } else if message.isSignal(interface, "SettingChanged"), message.text() == DesktopPreferences.namespace,
          let key = message.text(), message.enter("v", "u"), let value = message.number()
        {
          known.take(key, value)
        }
        if known != before { mailbox.post(known) }
      }
    } catch {
      // Who has no bus, or lost it, has no preferences that could change.
    }
  }

  private static func read(_ connection: MessageBus) -> DesktopPreferences {
    var known = DesktopPreferences()
    for key in DesktopPreferences.keys {
      // Older portals know `Read` alone, whose answer lies in one variant more.
      if let answer = try? connection.call(
        service, path, interface, "ReadOne", [.text(DesktopPreferences.namespace), .text(key)])
      {
        if answer.enter("v", "u"), let value = answer.number() { known.take(key, value) }
      } else if let answer = try? connection.call(
        service, path, interface, "Read", [.text(DesktopPreferences.namespace), .text(key)]), answer.enter("v", "v"),
        answer.enter("v", "u"), let value = answer.number()
      {
        known.take(key, value)
      }
    }
    return known
  }
}
