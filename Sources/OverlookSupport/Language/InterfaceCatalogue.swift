import Foundation

/// The texts of the interface in one language: a file of JSON in the resources, `Catalogues/<code>.json`.
///
/// It says how the language writes numbers and which plural forms it has, and for each text in English that in the language, or its
/// forms by plural category.
package struct InterfaceCatalogue: Decodable, Sendable {
  /// One text.
  package enum Text: Decodable, Hashable, Sendable {
    case plain(String)
    case forms([String: String])

    package init(from decoder: any Decoder) throws {
      let container = try decoder.singleValueContainer()
      if let text = try? container.decode(String.self) {
        self = .plain(text)
      } else {
        self = .forms(try container.decode([String: String].self))
      }
    }
  }

  private enum Direction: String, Decodable {
    case leftToRight = "ltr"
    case rightToLeft = "rtl"
  }

  package let language: InterfaceLanguage
  package let rule: PluralRule
  package let numbers: NumberFormat
  /// By the text in English; of one with forms, that of several.
  package let texts: [String: Text]

  private enum Key: String, CodingKey {
    case language, name, direction, plurals, numbers, texts
  }

  package init(from decoder: any Decoder) throws {
    let container = try decoder.container(keyedBy: Key.self)
    language = InterfaceLanguage(
      code: try container.decode(String.self, forKey: .language), name: try container.decode(String.self, forKey: .name),
      isRightToLeft: try container.decode(Direction.self, forKey: .direction) == .rightToLeft)
    let name = try container.decode(String.self, forKey: .plurals)
    guard let rule = PluralRule(rawValue: name) else {
      throw DecodingError.dataCorruptedError(forKey: .plurals, in: container, debugDescription: "no rule of that name")
    }
    self.rule = rule
    numbers = try container.decode(NumberFormat.self, forKey: .numbers)
    texts = try container.decode([String: Text].self, forKey: .texts)
  }

  /// The text in the language; nil where it is missing.
  package func text(_ key: String) -> String? {
    if case .plain(let text) = texts[key] { text } else { nil }
  }

  /// The form that goes with `count`, or that of other numbers; nil where the text is missing.
  package func text(_ key: String, count: Int) -> String? {
    switch texts[key] {
    case .plain(let text): text
    case .forms(let forms): forms[rule.category(of: Double(count)).rawValue] ?? forms[PluralCategory.other.rawValue]
    case nil: nil
    }
  }

  // MARK: Files

  private static let folder = try? ResourceLocator.path("Catalogues", inTarget: "OverlookSupport")

  /// Of the languages that there are files of, sorted.
  static let codes: [String] = {
    guard let folder, let names = try? FileManager.default.contentsOfDirectory(atPath: folder) else { return [] }
    return names.filter { $0.hasSuffix(".json") }.map { String($0.dropLast(5)) }.sorted()
  }()

  /// That of a language; nil where there is none, or none that can be read: English is shown then.
  static func named(_ code: String) -> InterfaceCatalogue? {
    guard let folder, let bytes = try? ResourceLocator.contents(of: "\(folder)/\(code).json") else { return nil }
    return try? read(bytes)
  }

  /// Reads the bytes of a file.
  package static func read(_ bytes: [UInt8]) throws -> InterfaceCatalogue {
    try JSONDecoder().decode(InterfaceCatalogue.self, from: Data(bytes))
  }
}
