import Foundation
import OverlookSupport
import Testing

/// The catalogues hold each text that a person reads in a window, whole and in every form.
@Suite struct CatalogueTests {
  private static let folder = "Sources/OverlookSupport/Catalogues"
  static let codes =
    (try? FileManager.default.contentsOfDirectory(atPath: "\(Repository.root)/\(folder)"))?
    .filter { $0.hasSuffix(".json") }.map { String($0.dropLast(5)) }.sorted() ?? []

  private static let literals = try? LocalizedLiterals(Repository.swiftFiles("Sources"))

  /// Texts that are the same in a language as in English, beside signs of units and what has no word in it.
  private static let same: [String: Set<String>] = [
    "ar": ["Backspace", "Ctrl", "Enter", "Home", "Letter", "Overlook {version}", "Page Down", "Page Up", "Shift", "Tabloid"],
    "de": [
      "Format", "Letter", "Name", "Overlook {version}", "Pause", "Radius {length}", "Route", "Server", "Standard", "Tabloid",
      "Text",
      "Tracks",
    ],
    "es": ["Ctrl", "Overlook {version}", "Zoom", "geohashes {column}"],
    "fi": ["Ctrl", "Enter", "Home", "Letter", "Overlook {version}", "Page Down", "Page Up", "Tabloid"],
    "fr": [
      "Accident", "Ctrl", "Description", "Format", "Incident", "Letter", "Menu", "Overlook {version}", "Pause", "Point",
      "Portrait", "Positions", "Satellite", "Standard", "Zoom", "continent", "district",
      "latitude {latitude}, longitude {longitude}",
      "orange", "turquoise", "village", "violet",
    ],
    "ja": ["Ctrl", "Enter", "Home", "Overlook {version}", "Shift"],
  ]

  private func catalogue(_ code: String) throws -> InterfaceCatalogue {
    try .read(Array(Data(contentsOf: URL(fileURLWithPath: "\(Repository.root)/\(Self.folder)/\(code).json"))))
  }

  @Test func textsAreLiterals() throws {
    let literals = try #require(Self.literals)
    #expect(literals.faults.isEmpty, "localized takes literals alone: \(literals.faults)")
    #expect(literals.uses.count > 50)
  }

  /// What a person reads has one text of several for each of one, and the same places for values in both.
  @Test func aTextIsUsedInOneWay() throws {
    let uses = try #require(Self.literals).uses
    for (text, group) in Dictionary(grouping: uses, by: \.text) {
      #expect(Set(group.map { $0.one ?? "" }).count == 1, "with forms and without: \(text) at \(group.map(\.place))")
      for one in group.compactMap(\.one) {
        #expect(LocalizedLiterals.names(one).isSubset(of: LocalizedLiterals.names(text)), "\(one)")
        #expect(text.contains("{count}"), "\(text)")
      }
    }
  }

  @Test(arguments: codes) func eachCatalogueHasEachTextAndNoOther(code: String) throws {
    let used = Set(try #require(Self.literals).uses.map(\.text))
    let texts = try catalogue(code).texts
    let missing = used.subtracting(texts.keys).sorted()
    #expect(missing.isEmpty, "\(code).json lacks \(missing.count): \(missing)")
    let left = Set(texts.keys).subtracting(used).sorted()
    #expect(left.isEmpty, "\(code).json has what nobody uses: \(left)")
  }

  @Test(arguments: codes) func formsAndValuesAreWhole(code: String) throws {
    let plurals = Set(try #require(Self.literals).uses.filter { $0.one != nil }.map(\.text))
    let catalogue = try catalogue(code)
    #expect(catalogue.language.code == code)
    for (key, text) in catalogue.texts {
      let names = LocalizedLiterals.names(key)
      switch text {
      case .plain(let text):
        #expect(!plurals.contains(key) || catalogue.rule == .none, "\(code): no forms of \(key)")
        #expect(LocalizedLiterals.names(text) == names, "\(code): \(text)")
        expectTidy(text, key, code)
      case .forms(let forms):
        #expect(plurals.contains(key), "\(code): forms of \(key)")
        #expect(Set(forms.keys) == Set(catalogue.rule.categories.map(\.rawValue)), "\(code): \(key)")
        for (category, form) in forms {
          // Where a form is that of one number, the language may have no need to say it.
          let optional: Set<String> = ["zero", "one", "two"].contains(category) ? ["count"] : []
          let own = LocalizedLiterals.names(form)
          #expect(own.isSubset(of: names) && names.subtracting(own).isSubset(of: optional), "\(code): \(form)")
          expectTidy(form, key, code)
        }
      }
    }
  }

  private func expectTidy(_ text: String, _ key: String, _ code: String) {
    #expect(!text.isEmpty && !text.contains("  ") && text == text.trimmingCharacters(in: .whitespaces), "\(code): \(text)")
    #expect(key.hasSuffix("…") == text.hasSuffix("…"), "\(code): \(text)")
    if key.hasSuffix(".") { #expect(text.hasSuffix(".") || text.hasSuffix("。"), "\(code): \(text)") }
    #expect(!text.contains("...") && !text.contains("\""), "\(code): \(text)")
  }

  @Test(arguments: codes) func nothingIsLeftInEnglish(code: String) throws {
    let (texts, allowed) = (try catalogue(code).texts, Self.same[code] ?? [])
    let same = texts.filter { key, text in
      guard case .plain(key) = text else { return false }
      return key.replacing(/\{[a-zA-Z]+\}/, with: "").split { !$0.isLetter }.contains { $0.count > 3 }
    }
    let left = Set(same.keys).subtracting(allowed).sorted()
    #expect(left.isEmpty, "\(code): \(left)")
    let needless = allowed.subtracting(same.keys).sorted()
    #expect(needless.isEmpty, "\(code) has other words for \(needless)")
  }

  /// Folders of what a person sees in a window.
  private static let windowFolders = [
    "Sources/OverlookControls", "Sources/Overlook", "Sources/OverlookPanoramaView", "Sources/OverlookViewer",
    "Sources/OverlookCommand/Map",
  ]
  /// Figures for developers, in technical English.
  private static let technical = ["HUD.swift", "CostPanel.swift", "HUDStyle.swift", "FrameGraph.swift", "TileOutlines.swift"]

  @Test func noControlShowsATextThatIsNotLocalized() throws {
    let shown =
      /\b(Label|Button|Toggle|Sheet|TextField|Item|Row|MapNotice)\(\s*"(?<text>[^"]*)"|\b(tooltip|prompt|notice|title|detail)( = |: )"(?<other>[^"]*)"/
    for folder in Self.windowFolders {
      for file in try Repository.swiftFiles(folder) where !Self.technical.contains(where: file.path.hasSuffix) {
        var before = ""
        for (number, line) in file.lines.enumerated() {
          let trimmed = line.trimmingCharacters(in: .whitespaces)
          // A literal in the line below its call.
          let whole = trimmed.hasPrefix("\"") ? before + trimmed : trimmed
          before = trimmed
          guard whole.contains("\""), !trimmed.hasPrefix("//") else { continue }
          let plain = Self.withoutInterpolations(whole)
          for match in plain.matches(of: shown) {
            let text = String(match.output.text ?? match.output.other ?? "")
            #expect(text.firstMatch(of: /[a-z]{2}/) == nil, "\(file):\(number + 1): \"\(text)\"")
          }
        }
      }
    }
  }

  /// A line without what is put into its literals.
  private static func withoutInterpolations(_ line: String) -> String {
    var result = ""
    var depth = 0
    var isEscape = false
    for character in line {
      if depth > 0 {
        depth += character == "(" ? 1 : character == ")" ? -1 : 0
      } else if isEscape, character == "(" {
        result.removeLast()
        depth = 1
      } else {
        result.append(character)
      }
      isEscape = character == "\\" && !isEscape
    }
    return result
  }
}
