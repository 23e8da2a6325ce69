package import OverlookFormats
internal import OverlookSupport

/// The list of extracts that a server publishes, in the form of Geofabrik's `index-v1.json`: GeoJSON whose features have an `id`, a
/// `name` and the addresses of their files.
package struct ExtractIndex: Sendable {
  package struct Extract: Hashable, Sendable {
    /// "mecklenburg-vorpommern".
    package var id: String
    package var name: String
    /// Of the extract that this one is a part of.
    package var parent: String?
    /// Of the PBF file; http or https.
    package var url: String
  }

  /// The documents of the whole world have some megabytes.
  package static let byteLimit = 64 << 20

  /// In the order of the document.
  package let extracts: [Extract]

  /// Features without an id or a PBF file are left out.
  package init(json bytes: [UInt8], thing: String) throws(FormatError) {
    let document = try JSONParser.parse(bytes, thing: thing)
    guard let features = document["features"]?.array else {
      throw .malformed(thing, fault: "it is no list of extracts (a GeoJSON collection of features)")
    }
    extracts = features.compactMap { feature in
      guard let properties = feature["properties"], let id = properties["id"]?.string, let urls = properties["urls"],
        let url = urls["pbf"]?.string, url.hasPrefix("https://") || url.hasPrefix("http://")
      else { return nil }
      return Extract(
        id: OutsideText.cleaned(id), name: OutsideText.cleaned(properties["name"]?.string ?? id),
        parent: properties["parent"]?.string.map { OutsideText.cleaned($0) }, url: url)
    }
    guard !extracts.isEmpty else { throw .malformed(thing, fault: "it lists no extracts") }
  }

  /// By id or name, whatever the letters' case.
  package func extract(named name: String) -> Extract? {
    let key = name.lowercased()
    return extracts.first { $0.id.lowercased() == key } ?? extracts.first { $0.name.lowercased() == key }
  }

  /// Those whose names hold `text`, to choose from; at most eight.
  package func suggestions(for text: String) -> [Extract] {
    let key = text.lowercased().prefix(20)
    let found = extracts.filter { $0.id.lowercased().contains(key) || $0.name.lowercased().contains(key) }
    return Array(found.prefix(8))
  }
}
