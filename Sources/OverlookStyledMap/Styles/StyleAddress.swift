import Foundation
import OverlookNetwork
import OverlookSupport

/// Where something lies that a style names.
package enum StyleAddress: Hashable, Sendable {
  case file(path: String)
  /// An http or https address, or one of a protocol that the app answers.
  case web(String)
  /// A `data:` address, with what it holds.
  case data(String)
  /// An archive as `TileSource.open` takes it: a path or a web address behind "pmtiles:" or "mbtiles:".
  case archive(String)

  /// What messages call it: the host, or the path.
  package var name: String {
    switch self {
    case .file(let path): path
    case .web(let url): HTTPAddress.name(of: url) ?? "the server"
    case .data: "the data: address"
    case .archive(let location): location
    }
  }

  /// Of which thing there it is: on the web the whole address, without its secrets.
  package var location: String {
    if case .web(let url) = self { OutsideText.cleaned(Redactor.redacted(url)) } else { name }
  }
}

/// Where a style came from, which decides what the references in it mean.
package struct StyleBase: Sendable {
  package enum Place: Hashable, Sendable {
    /// The folder of a file.
    case folder(String)
    /// The address of a document on the web.
    case web(String)
  }

  package var place: Place
  /// The path of a file that the program ships, by its name; nil when there is none.
  package var asset: @Sendable (String) -> String?

  package init(place: Place, asset: @escaping @Sendable (String) -> String? = { _ in nil }) {
    self.place = place
    self.asset = asset
  }

  /// Whether the style is a stranger's: its references may not lead to files of this machine.
  private var isRemote: Bool {
    if case .web = place { true } else { false }
  }

  /// What `reference` means in a style from here; nil when it is none of the known forms or may not be followed.
  package func address(_ reference: String) -> StyleAddress? {
    let text = reference.trimmingCharacters(in: .whitespacesAndNewlines)
    guard !text.isEmpty, text.utf8.count <= 8 << 20 else { return nil }
    let start = text.prefix(12).lowercased()
    if start.hasPrefix("http://") || start.hasPrefix("https://") { return .web(Self.encoded(text)) }
    if start.hasPrefix("data:") { return .data(text) }
    if start.hasPrefix("asset://") { return asset(String(text.dropFirst(8))).map { .file(path: $0) } }
    for prefix in ["pmtiles://", "mbtiles://"] where start.hasPrefix(prefix) {
      return archive(String(text.dropFirst(prefix.count)), kind: String(prefix.dropLast(2)))
    }
    if start.hasPrefix("file://") { return isRemote ? nil : .file(path: Self.path(ofFileURL: text)) }
    if start.hasPrefix("local://") { return isRemote ? nil : local(String(text.dropFirst(8))) }
    if CustomProtocols.shared.answers(text) { return .web(Self.encoded(text)) }
    guard !Self.hasScheme(text) else { return nil }
    switch place {
    case .folder(let folder): return .file(path: Self.existing(text.hasPrefix("/") ? text : Self.join(folder, text)))
    case .web(let base): return Self.resolved(text, base)
    }
  }

  /// A reference to a document that itself lies at `address`.
  package func base(of address: StyleAddress) -> StyleBase {
    switch address {
    case .file(let path): StyleBase(place: .folder((path as NSString).deletingLastPathComponent), asset: asset)
    case .web(let url): StyleBase(place: .web(url), asset: asset)
    case .data, .archive: self
    }
  }

  private func archive(_ rest: String, kind: String) -> StyleAddress? {
    switch address(rest) {
    case .web(let url)?: .archive("\(kind)\(url)")
    case .file(let path)?: .archive("\(kind)\(path)")
    case .data?, .archive?, nil: nil
    }
  }

  /// References of test suites: below one of the folders above the style, or below "assets" there.
  private func local(_ rest: String) -> StyleAddress? {
    guard case .folder(let folder) = place else { return nil }
    let head = String(rest.prefix { $0 != "/" && $0 != "{" })
    var ancestor = (folder as NSString).standardizingPath
    for _ in 0..<32 {
      for candidate in [ancestor, Self.join(ancestor, "assets")]
      where FileManager.default.fileExists(atPath: Self.join(candidate, head)) {
        return .file(path: Self.existing(Self.join(candidate, rest)))
      }
      let above = (ancestor as NSString).deletingLastPathComponent
      if above == ancestor { break }
      ancestor = above
    }
    return .file(path: Self.join(folder, rest))
  }

  /// References are paths, but some are written as addresses are, with "%20" for a space.
  private static func existing(_ path: String) -> String {
    guard path.contains("%"), !FileManager.default.fileExists(atPath: path), let plain = path.removingPercentEncoding else {
      return path
    }
    return plain
  }

  private static func join(_ folder: String, _ name: String) -> String {
    folder.isEmpty ? name : folder.hasSuffix("/") ? folder + name : "\(folder)/\(name)"
  }

  private static func path(ofFileURL text: String) -> String {
    let rest = text.dropFirst("file://".count)
    let path = rest.hasPrefix("/") ? rest : rest[(rest.firstIndex(of: "/") ?? rest.startIndex)...]
    return path.removingPercentEncoding ?? String(path)
  }

  private static func hasScheme(_ text: String) -> Bool {
    guard let colon = text.range(of: "://") else { return false }
    return text[..<colon.lowerBound].allSatisfy { $0.isASCII && ($0.isLetter || $0.isNumber || "+-.".contains($0)) }
  }

  /// Placeholders in braces stay as they are.
  private static func resolved(_ reference: String, _ base: String) -> StyleAddress? {
    guard let base = URL(string: base), let url = URL(string: encodedBraces(reference), relativeTo: base) else { return nil }
    return .web(plainBraces(url.absoluteString))
  }

  private static func encoded(_ text: String) -> String {
    text.contains(" ") ? text.replacing(" ", with: "%20") : text
  }

  private static func encodedBraces(_ text: String) -> String {
    encoded(text).replacing("{", with: "%7B").replacing("}", with: "%7D")
  }

  private static func plainBraces(_ text: String) -> String {
    text.replacing("%7B", with: "{").replacing("%7D", with: "}")
  }
}

extension StyleBase {
  /// Under which a cache keeps what comes from the web for a style from here.
  var cacheName: String {
    switch place {
    case .folder: "styles"
    case .web(let url): Redactor.identity(url)
    }
  }
}
