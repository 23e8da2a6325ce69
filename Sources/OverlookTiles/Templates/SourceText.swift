import OverlookSupport

/// Text that is never shown: neither printed nor found by looking into the value that holds it.
struct HiddenText: Hashable, Sendable, CustomStringConvertible, CustomDebugStringConvertible, CustomReflectable {
  let text: String

  init(_ text: String) {
    self.text = text
  }

  var description: String { "(hidden)" }
  var debugDescription: String { description }
  var customMirror: Mirror { Mirror(self, children: []) }
}

/// Locations as messages name them.
enum SourceText {
  /// Without what is secret, on one line.
  static func redacted(_ location: String) -> String {
    OutsideText.cleaned(Redactor.redacted(location))
  }
}
