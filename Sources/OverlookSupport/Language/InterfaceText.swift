/// A text of the interface in the language that was chosen for it, with `{name}` replaced by the values of those names.
///
/// The English text is the key of the catalogues; one that a catalogue lacks is shown in English.
public func localized(_ text: StaticString, _ values: [String: String] = [:]) -> String {
  InterfaceText.filled("\(text)", values)
}

/// Texts with places for values.
package enum InterfaceText {
  /// `text` with each `{name}` replaced; names without a value stay as they are.
  package static func filled(_ text: String, _ values: [String: String]) -> String {
    guard !values.isEmpty else { return text }
    var result = ""
    var rest = text[...]
    while let open = rest.firstIndex(of: "{"), let close = rest[open...].firstIndex(of: "}") {
      let name = String(rest[rest.index(after: open)..<close])
      result += rest[..<open]
      result += values[name] ?? String(rest[open...close])
      rest = rest[rest.index(after: close)...]
    }
    return result + rest
  }
}
