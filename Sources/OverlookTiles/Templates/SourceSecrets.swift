import OverlookSupport

/// What a location may need to be let in with; printed and logged as nothing.
struct SourceSecrets: Hashable, Sendable {
  private var hiddenKey: HiddenText?
  private var hiddenEnvironment: [String: HiddenText] = [:]

  /// For `{apikey}`.
  var key: String? {
    get { hiddenKey?.text }
    set { hiddenKey = newValue.map(HiddenText.init) }
  }

  /// For `{env:NAME}`, by name.
  var environment: [String: String] {
    get { hiddenEnvironment.mapValues(\.text) }
    set { hiddenEnvironment = newValue.mapValues(HiddenText.init) }
  }
}
