import OverlookSupport
import Synchronization

/// What a location may need to be let in with; printed and logged as nothing.
struct SourceSecrets: Hashable, Sendable {
  private var hiddenKey: HiddenText?
  private var hiddenEnvironment: [String: HiddenText] = [:]

  /// For `{apikey}`; where none was set, that of the process.
  var key: String? {
    get { hiddenKey?.text ?? ProcessKey.text }
    set { hiddenKey = newValue.map(HiddenText.init) }
  }

  /// For `{env:NAME}`, by name.
  var environment: [String: String] {
    get { hiddenEnvironment.mapValues(\.text) }
    set { hiddenEnvironment = newValue.mapValues(HiddenText.init) }
  }
}

/// The key that an app has for its provider of maps, given once before any map is made.
package enum ProcessKey {
  private static let hidden = Mutex<HiddenText?>(nil)

  /// Nil until it is given.
  package static var text: String? { hidden.withLock { $0?.text } }

  /// Keeps the key; false where there is one already.
  package static func provide(_ text: String) -> Bool {
    hidden.withLock { hidden in
      guard hidden == nil else { return false }
      hidden = HiddenText(text)
      return true
    }
  }

  /// For tests, which share a process.
  static func forget() { hidden.withLock { $0 = nil } }
}
