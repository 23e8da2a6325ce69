import Foundation

/// Names of states and provinces in other languages, from Unicode CLDR (`common/subdivisions`: a file for each language, names by the
/// codes of ISO 3166-2). A province is found there by its name, in whatever language, among those of its country.
struct DivisionNames {
  /// By code, names by language.
  private var names: [String: [String: String]] = [:]
  /// By country and plain name.
  private var codes: [String: Set<String>] = [:]
  private let languages: [String]

  /// - Parameter folder: `usr/share/unicode/cldr/common/subdivisions` of the Debian package unicode-cldr-core.
  init(folder: String, languages: [String]) throws {
    self.languages = languages
    for file in try FileManager.default.contentsOfDirectory(atPath: folder).sorted() where file.hasSuffix(".xml") {
      let language = String(file.dropLast(4))
      for (code, name) in try Self.entries(String(contentsOfFile: "\(folder)/\(file)", encoding: .utf8)) {
        if languages.contains(language) { names[code, default: [:]][language] = name }
        codes["\(code.prefix(2)):\(Self.plain(name))", default: []].insert(code)
      }
    }
  }

  /// `<subdivision type="deby">Bavaria</subdivision>`, one a line.
  private static func entries(_ text: String) -> [(code: String, name: String)] {
    text.split(separator: "\n").compactMap { line in
      guard let start = line.firstRange(of: "<subdivision type=\""), let end = line.firstRange(of: "</subdivision>"),
        let quote = line[start.upperBound...].firstIndex(of: "\""), let bracket = line[quote...].firstIndex(of: ">"),
        bracket < end.lowerBound
      else { return nil }
      let name = written(line[line.index(after: bracket)..<end.lowerBound].replacing("&amp;", with: "&"))
      return name.contains("↑") || name.isEmpty ? nil : (String(line[start.upperBound..<quote]), name)
    }
  }

  /// Without what the lists tell equal names apart by: "Риоха²", "Çankırı (prowincja)".
  private static func written(_ name: some StringProtocol) -> String {
    var name = name[...]
    if let bracket = name.firstIndex(where: { "(（".contains($0) }), bracket > name.startIndex { name = name[..<bracket] }
    return String(name.filter { !"¹²³⁴⁵".contains($0) }).trimmingCharacters(in: .whitespaces)
  }

  private static func plain(_ name: String) -> String {
    name.folding(options: [.diacriticInsensitive, .caseInsensitive], locale: nil).filter { $0.isLetter || $0.isNumber }
  }

  /// By language, those that differ from `name`. None where two provinces of the country have that name.
  ///
  /// - Parameters:
  ///   - country: ISO 3166-1, two letters.
  ///   - code: The province's where it is known: it is not looked for by its name then.
  func names(of name: String, country: String, code: String? = nil) -> [(language: String, name: String)] {
    let found = codes["\(country.lowercased()):\(Self.plain(name))"] ?? []
    guard let known = (code ?? (found.count == 1 ? found.first : nil)).flatMap({ names[$0] }) else { return [] }
    return languages.compactMap { language in
      guard let other = known[language], other != name else { return nil }
      return (language, other)
    }
  }
}
