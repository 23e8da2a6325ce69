/// A text of the interface in the language that was chosen for it, with `{name}` replaced by the values of those names.
///
/// The English text is the key of the catalogues; one that a catalogue lacks is shown in English. What is drawn with it is drawn again
/// when the language changes. Any thread.
public func localized(_ text: StaticString, _ values: [String: String] = [:]) -> String {
  InterfaceText.filled(InterfaceLocale.shared.text(text), values)
}

/// A text with a number in it, in the plural form of the language that goes with `count`: `localized("{count} file", "{count} files",
/// count: 3)`. `{count}` is written with the language's separators. The English text of several is the key of the catalogues.
public func localized(
  _ one: StaticString, _ several: StaticString, count: Int, _ values: [String: String] = [:]
) -> String {
  let locale = InterfaceLocale.shared
  let text = locale.text(one, several, count: count)
  return InterfaceText.filled(text, values.merging(["count": locale.numbers.text(count)]) { given, _ in given })
}

/// Texts with places for values.
package enum InterfaceText {
  /// A text that `localized` made before the language of the interface was changed, in the present language; others stay as they are. For
  /// controls that keep the texts they were given.
  package static func retold(_ text: String) -> String { InterfaceLocale.shared.retold(text) }

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
