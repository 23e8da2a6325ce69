extension ExpressionProgram {
  /// The same program for people of a language: where it asks for a feature's name, the name in that language is taken if there
  /// is one, and the name in Latin letters for one in a script that cannot be drawn (`ExpressionContext.isSupportedScript`).
  ///
  /// - Parameter language: A BCP 47 tag, such as "fi" or "zh-Hant"; of one with several parts, the first alone is tried as well.
  ///   Nil: no language before others.
  package func localized(_ language: String?) -> ExpressionProgram {
    var program = self
    program.namesGiveWay = true
    guard let language else { return program }
    var tags = [language]
    if let first = language.split(whereSeparator: { $0 == "-" || $0 == "_" }).first, first.count < language.count {
      tags.append(String(first))
    }
    for index in nodes.indices {
      guard case .property(let name) = nodes[index].operation, Self.isName(name) else { continue }
      let wanted = tags.flatMap { ["name:\($0)", "name_\($0)"] }
      program.nodes[index].operation = .firstProperty(wanted + [name])
    }
    return program
  }

  /// Where names in Latin letters are found, the best first.
  static let latinNames = ["name:latin", "name_latin", "name:en", "name_en", "name_int", "int_name", "name:fr", "name:de"]

  /// Whether a property is a name that others complete: nothing takes its place.
  static func isComplement(_ property: String) -> Bool { property.hasSuffix("nonlatin") }

  /// "name", or one of its versions: "name:latin", "name_en", "name_int".
  static func isName(_ property: String) -> Bool {
    property == "name" || property.hasPrefix("name:") || property.hasPrefix("name_")
  }
}
