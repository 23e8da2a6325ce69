import Foundation
import OverlookNetwork
import OverlookSupport

/// What a person wrote to say where tiles are, read as far as that goes without looking there.
struct SourceLocation {
  enum Form {
    /// The addresses of single tiles.
    case template(TileURLTemplate)
    /// The address of a document or an archive, with its secrets: never for messages.
    case web(HiddenText)
    case file(path: String)
  }

  let form: Form
  /// What it was said to be, by a prefix or an option.
  let kind: TileSource.Kind?
  /// Without secrets, for messages.
  let displayName: String
  /// The same text for the same location, without secrets.
  let identity: String

  init(_ text: String, options: TileSource.Options) throws(TileSourceError) {
    let (named, location) = Self.split(text)
    kind = options.kind ?? named
    displayName = SourceText.redacted(location)
    identity = Redactor.identity(location)
    form = try Self.form(of: location, kind: kind, displayName: displayName, options: options)
  }

  /// What a prefix says, and the rest without white space around it.
  private static func split(_ text: String) -> (kind: TileSource.Kind?, location: String) {
    var text = text.trimmingPrefix { $0.isWhitespace }
    while text.last?.isWhitespace == true { text.removeLast() }
    let named = text.firstIndex(of: ":").flatMap { SourcePrefix(rawValue: text[..<$0].lowercased()) }
    if let named {
      text = text.dropFirst(named.rawValue.count + 1)
      // "pmtiles://https://..." and "mbtiles:///path" are usual as well.
      if text.hasPrefix("//") { text = text.dropFirst(2) }
    }
    return (named.map(TileSource.Kind.init), TileURLTemplate.withPlainBraces(String(text)))
  }

  /// What the tiles and documents of a location are kept under.
  static func cacheName(of text: String) -> String {
    Redactor.identity(split(text).location)
  }

  private static func form(
    of text: String, kind: TileSource.Kind?, displayName: String, options: TileSource.Options
  ) throws(TileSourceError) -> Form {
    guard !text.isEmpty else { throw .badLocation(source: "the source", fault: "its name is empty") }
    let isOfApp = CustomProtocols.shared.answers(text)
    if isOfApp, [.pmtiles, .mbtiles, .geoTIFF].contains(kind) || HTTPAddress.isArchive(text) {
      throw .badLocation(source: displayName, fault: "archives cannot be read through a protocol of the app")
    }
    if !isOfApp, !HTTPAddress.hasWebScheme(text) {
      if text.lowercased().hasPrefix("file://"), !text.contains("{") { return .file(path: path(ofFileURL: text)) }
      guard !text.contains("://") else {
        throw .badLocation(source: displayName, fault: "only http and https addresses and files can be opened")
      }
      return .file(path: text)
    }
    do throws(TileURLTemplate.Problem) {
      var values = options.templateValues
      values.isTMS = kind == .tms
      let template = try TileAddressTemplate(text, values: values)
      if template.pieces.contains(where: \.isOfTile) || kind == .template {
        return .template(try TileURLTemplate(text, values: values))
      }
      let address = TileAddressTemplate.example(template.pieces)
      guard isOfApp || HTTPAddress(address) != nil else { throw .notHTTP }
      return .web(HiddenText(address))
    } catch {
      throw .badLocation(source: displayName, fault: "\(error)")
    }
  }

  private static func path(ofFileURL text: String) -> String {
    // "file:///a%20b" and "file://localhost/a"; what is no such address is left to the system to refuse.
    let rest = text.dropFirst("file://".count)
    let path = rest.hasPrefix("/") ? rest : rest[(rest.firstIndex(of: "/") ?? rest.startIndex)...]
    return path.removingPercentEncoding ?? String(path)
  }
}

extension TileSource.Kind {
  init(_ prefix: SourcePrefix) {
    self =
      switch prefix {
      case .tms: .tms
      case .wmts: .wmts
      case .wms: .wms
      case .tilejson: .tileJSON
      case .mbtiles: .mbtiles
      case .pmtiles: .pmtiles
      case .geotiff, .cog: .geoTIFF
      }
  }
}

extension TileSource.Options {
  var templateValues: TileURLTemplate.Values {
    var values = TileURLTemplate.Values()
    values.time = time
    values.secrets = secrets
    if let subdomains { values.subdomains = subdomains }
    return values
  }
}

extension HTTPAddress {
  /// Whether the path of an address ends as those of remote archives do.
  fileprivate static func isArchive(_ text: String) -> Bool {
    let path = WebQuery(text).path.lowercased()
    return path.hasSuffix(".pmtiles") || isGeoTIFF(path: path) && !path.contains("{")
  }

  /// Whether a path in lower case ends as those of GeoTIFF files do.
  static func isGeoTIFF(path: String) -> Bool { path.hasSuffix(".tif") || path.hasSuffix(".tiff") }

  /// Whether `text` begins as an address of the web does.
  static func hasWebScheme(_ text: String) -> Bool {
    let start = text.prefix(8).lowercased()
    return start.hasPrefix("http://") || start.hasPrefix("https://")
  }
}
