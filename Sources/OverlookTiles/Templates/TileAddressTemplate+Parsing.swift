import Foundation
import OverlookGeometry
import OverlookNetwork
import OverlookSupport

extension TileURLTemplate {
  /// Addresses that were copied from a browser have their braces encoded.
  static func withPlainBraces(_ text: String) -> String {
    guard text.contains("%7") else { return text }
    let plain = ["%7B", "%7b"].reduce(text) { $0.replacing($1, with: "{") }
      .replacing("%7D", with: "}").replacing("%7d", with: "}")
    // Braces may also be part of a value.
    return ["{z}", "{x}", "{y}", "{-y}", "{quadkey}", "{bbox-epsg-3857}"].contains(where: plain.contains) ? plain : text
  }
}

extension TileAddressTemplate {
  enum Part {
    case text(String)
    /// What stands in braces.
    case placeholder(String)
  }

  static func parts(of text: String) -> [Part] {
    var parts: [Part] = []
    var rest = Substring(text)
    while let open = rest.firstIndex(of: "{"), let close = rest[open...].firstIndex(of: "}") {
      if open > rest.startIndex { parts.append(.text(String(rest[..<open]))) }
      parts.append(.placeholder(String(rest[rest.index(after: open)..<close])))
      rest = rest[rest.index(after: close)...]
    }
    if !rest.isEmpty { parts.append(.text(String(rest))) }
    return parts
  }

  static func piece(_ name: String, _ values: TileURLTemplate.Values) throws(TileURLTemplate.Problem) -> Piece {
    switch name.lowercased() {
    case "z", "zoom", "tilematrix": return .zoom
    case "x", "tilecol": return .column
    case "y", "tilerow": return values.isTMS ? .rowFromSouth : .row
    case "-y": return .rowFromSouth
    case "q", "quadkey": return .quadkey
    case "bbox-epsg-3857": return .box
    case "ratio", "r": return .ratio
    case "prefix": return .prefix
    case "s": return try choice(values.subdomains, name)
    case "time": return try value(values.time, name)
    case "apikey", "api_key", "key", "token", "access_token": return try value(values.key, name)
    default: break
    }
    if let names = argument(of: name, "switch:") { return try choice(names.split(separator: ",").map(String.init), name) }
    if let variable = argument(of: name, "env:") { return try value(values.environment[variable], name) }
    throw .unknown(placeholder: "{\(name)}")
  }

  private static func argument(of name: String, _ prefix: String) -> String? {
    name.hasPrefix(prefix) ? String(name.dropFirst(prefix.count)) : nil
  }

  private static func choice(_ names: [String], _ placeholder: String) throws(TileURLTemplate.Problem) -> Piece {
    let usable = names.filter { !$0.isEmpty }
    guard !usable.isEmpty else { throw .noValue(placeholder: "{\(placeholder)}") }
    return .choice(usable.map(encoded))
  }

  private static func value(_ value: String?, _ placeholder: String) throws(TileURLTemplate.Problem) -> Piece {
    guard let value, !value.isEmpty else { throw .noValue(placeholder: "{\(placeholder)}") }
    return .text(HiddenText(encodedValue(value)))
  }

  /// A value as it can stand anywhere in an address.
  static func encodedValue(_ value: String) -> String {
    PercentEncoding.value(value)
  }

  /// Text with what may not stand in an address encoded; what is encoded already stays.
  static func encoded(_ text: String) -> String {
    PercentEncoding.encoded(text) { $0 > 0x20 && $0 < 0x7F && !"\"<>\\^`{|}".utf8.contains($0) }
  }

  /// Throws when the pieces cannot name every tile on a web server.
  func check() throws(TileURLTemplate.Problem) {
    let isWhole = pieces.contains(.quadkey) || pieces.contains(.box)
    if !isWhole {
      if !pieces.contains(.zoom) { throw .missing(placeholder: "{z}") }
      if !pieces.contains(.column) { throw .missing(placeholder: "{x}") }
      if !pieces.contains(.row) && !pieces.contains(.rowFromSouth) { throw .missing(placeholder: "{y}") }
    }
    for names in [pieces] + choices {
      guard Self.isWebAddress(Self.example(names)) else { throw .notHTTP }
    }
  }

  /// The pieces with each name of each choice, one at a time.
  private var choices: [[Piece]] {
    pieces.indices.flatMap { index -> [[Piece]] in
      guard case .choice(let names) = pieces[index] else { return [] }
      return names.map { name in
        var copy = pieces
        copy[index] = .text(HiddenText(name))
        return copy
      }
    }
  }

  static func example(_ pieces: [Piece]) -> String {
    pieces.map { piece in
      switch piece {
      case .text(let text): text.text
      case .choice(let names): names.first ?? ""
      case .zoom, .column, .row, .rowFromSouth, .quadkey, .box, .prefix: "0"
      case .ratio: ""
      }
    }.joined()
  }

  private static func isWebAddress(_ text: String) -> Bool {
    guard text.utf8.count <= 8192 else { return false }
    if CustomProtocols.shared.answers(text) { return true }
    guard let url = URL(string: text), let scheme = url.scheme?.lowercased() else { return false }
    guard scheme == "http" || scheme == "https", url.host?.isEmpty == false else { return false }
    return url.port.map((1...65_535).contains) ?? true
  }
}
