internal import OverlookSupport

/// An address to which OGC requests are appended as a query.
struct QueryAddress: Hashable, Sendable {
  private var address: WebReference
  private var items: [Substring]

  /// Parameters that a request sets itself, in lower case. Capabilities, and the address they came from, may hold some of them.
  private static let own: Set<String> = [
    "service", "request", "version", "acceptversions", "wmtver", "sections", "updatesequence", "layer", "layers", "style",
    "styles",
    "format", "tilematrixset", "tilematrix", "tilerow", "tilecol", "crs", "srs", "bbox", "width", "height", "transparent",
    "bgcolor", "exceptions", "query_layers", "info_format", "feature_count", "i", "j", "x", "y",
  ]

  /// Takes the parameters of `base`, the address that the user gave, along to the same server: what a server was asked with (a
  /// key, a map file) it often leaves out where it names itself.
  init(_ address: WebReference, base: WebReference?) {
    self.address = address
    self.address.query = nil
    items = Self.items(of: address.query)
    guard let base, base.origin == address.origin else { return }
    let names = Set(items.map(Self.name))
    items += Self.items(of: base.query).filter { !names.contains(Self.name($0)) && Self.name($0) != "time" }
  }

  init?(_ text: String) {
    guard let address = WebReference(text) else { return nil }
    self.init(address, base: nil)
  }

  var text: String { text(appending: []) }

  /// With `parameters` behind its own ones, their values percent-encoded; without its own of the names `dropped`, in lower case.
  func text(appending parameters: [(name: String, value: String)], dropping dropped: Set<String> = []) -> String {
    let names = Set(parameters.map { $0.name.lowercased() }).union(dropped)
    var query = items.filter { !names.contains(Self.name($0)) }.map(String.init)
    query += parameters.map { "\(PercentEncoding.value($0.name))=\(PercentEncoding.value($0.value))" }
    var result = address
    result.query = query.isEmpty ? nil : query.joined(separator: "&")
    return result.text
  }

  private static func items(of query: String?) -> [Substring] {
    (query ?? "").split(separator: "&").filter { !own.contains(name($0)) }
  }

  private static func name(_ item: Substring) -> String {
    item.prefix { $0 != "=" }.lowercased()
  }
}
