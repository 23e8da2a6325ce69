/// A sentence with tokens. "{way_name}" is a token; "[ onto {way_name}| towards {destination}]" is the first of its alternatives all
/// of whose tokens have a value, or nothing. "{way_name:allative}" is a token in a case of the language.
struct PhraseTemplate: Sendable {
  enum Token: String, CaseIterable, Sendable {
    case modifier, keep, place, compass, destination, exit, nth
    case wayName = "way_name"
    case rotaryName = "rotary_name"
    /// A distance behind the word of "in 300 metres", and one by itself.
    case distance, length
    case duration, speed, count
    /// A sentence, the first word of one and what comes behind it, and the next sentence.
    case instruction, first, rest, next
  }

  enum Piece: Hashable, Sendable {
    case text(String)
    case token(Token, wordCase: String?)
  }

  /// Alternatives, one after the other; what is outside of brackets is one alone.
  let groups: [[[Piece]]]

  /// What the tokens stand for; those without a value are missing.
  typealias Values = [Token: String]

  /// Templates are ours: one that cannot be read is a mistake that the tests find, and says nothing.
  init(_ text: String) {
    var groups: [[[Piece]]] = []
    var rest = Substring(text)
    while !rest.isEmpty {
      if rest.first == "[" {
        let body = rest.dropFirst().prefix { $0 != "]" }
        groups.append(body.split(separator: "|", omittingEmptySubsequences: false).map(Self.pieces))
        rest = rest[body.endIndex...].dropFirst()
      } else {
        let body = rest.prefix { $0 != "[" }
        groups.append([Self.pieces(body)])
        rest = rest[body.endIndex...]
      }
    }
    self.groups = groups
  }

  private static func pieces(_ text: Substring) -> [Piece] {
    var pieces: [Piece] = []
    var rest = text
    while !rest.isEmpty {
      let plain = rest.prefix { $0 != "{" }
      if !plain.isEmpty { pieces.append(.text(String(plain))) }
      rest = rest[plain.endIndex...]
      guard !rest.isEmpty else { break }
      let name = rest.dropFirst().prefix { $0 != "}" }
      let parts = name.split(separator: ":")
      if let word = parts.first, let token = Token(rawValue: String(word)) {
        pieces.append(.token(token, wordCase: parts.count > 1 ? String(parts[1]) : nil))
      }
      rest = rest[name.endIndex...].dropFirst()
    }
    return pieces
  }

  /// The tokens that it knows what to do with.
  var tokens: Set<Token> {
    Set(
      groups.joined().joined().compactMap { piece in
        if case .token(let token, _) = piece { return token }
        return nil
      })
  }

  func text(_ values: Values, cases: [String: WordCase]) -> String {
    var result = ""
    for piece in groups.flatMap({ Self.fitting($0, values) }) {
      switch piece {
      case .text(let text): result += text
      case .token(let token, let name):
        let value = values[token] ?? ""
        result += name.flatMap { cases[$0]?.applied(to: value) } ?? value
      }
    }
    return result
  }

  /// The token that the text begins with; nil where it begins with a word of the template.
  func firstToken(_ values: Values) -> Token? {
    guard case .token(let token, _) = groups.lazy.compactMap({ Self.fitting($0, values).first }).first else { return nil }
    return token
  }

  private static func fitting(_ group: [[Piece]], _ values: Values) -> [Piece] {
    group.first { alternative in
      alternative.allSatisfy { piece in
        if case .token(let token, _) = piece { return values[token] != nil }
        return true
      }
    } ?? []
  }
}
