extension ExpressionProgram {
  /// The same program for people of a language: where it asks for a feature's name, the name in that language is taken if there
  /// is one.
  ///
  /// - Parameter language: A BCP 47 tag, such as "fi" or "zh-Hant"; of one with several parts, the first alone is tried as well.
  package func localized(_ language: String) -> ExpressionProgram {
    var program = self
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

  /// "name", or one of its versions: "name:latin", "name_en", "name_int".
  private static func isName(_ property: String) -> Bool {
    property == "name" || property.hasPrefix("name:") || property.hasPrefix("name_")
  }
}
