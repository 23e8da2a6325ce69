package import OverlookGeometry

/// What a WMTS 1.0.0 server offers (OGC 07-057r7).
package struct WMTSCapabilities: Hashable, Sendable {
  package enum Encoding: String, Hashable, Sendable {
    /// Addresses from templates.
    case rest
    /// Addresses with a query.
    case kvp
  }

  package struct Layer: Hashable, Sendable {
    package var identifier = ""
    /// Cleaned, for people; the identifier when there is none.
    package var title = ""
    package var abstract: String?
    package var styles: [Style] = []
    /// MIME types as the server writes them.
    package var formats: [String] = []
    package var matrixSetLinks: [MatrixSetLink] = []
    package var templates: [Template] = []
    package var time: TimeDimension?
    /// In the order of the document, time among them.
    package var dimensions: [Dimension] = []
    package var bounds: CoordinateBounds?
  }

  package struct Style: Hashable, Sendable {
    package var identifier = ""
    package var title: String?
    package var isDefault = false
  }

  package struct MatrixSetLink: Hashable, Sendable {
    package var matrixSet = ""
    /// By identifier of the matrix; nil when every tile of the set exists.
    package var limits: [String: MatrixLimits]?
  }

  package struct MatrixLimits: Hashable, Sendable {
    package var rows = 0...0
    package var columns = 0...0
  }

  package struct Template: Hashable, Sendable {
    /// MIME type; empty when the document does not say.
    package var format = ""
    /// An http(s) address with placeholders.
    package var address = ""
  }

  package struct Dimension: Hashable, Sendable {
    package var identifier = ""
    package var defaultValue: String?
    package var values: [String] = []

    var isTime: Bool { identifier.lowercased() == "time" }
  }

  package struct MatrixSet: Hashable, Sendable {
    package var identifier = ""
    /// As the server writes it.
    package var crs = ""
    /// The matrices that are levels of the Web Mercator grid, by zoom, one each; empty when the set is in another projection or
    /// not aligned with that grid.
    package var matrices: [Matrix] = []
    /// Why there are no matrices.
    package var fault: String?

    /// 0 ... 30 in order.
    package var zooms: [Int] { matrices.map(\.zoom) }
  }

  package struct Matrix: Hashable, Sendable {
    package var identifier = ""
    package var zoom = 0
    /// Where the matrix begins in the grid of that zoom.
    package var firstColumn = 0
    package var firstRow = 0
    package var columnCount = 0
    package var rowCount = 0
    package var tilePixels = 256
  }

  package var title: String?
  package var layers: [Layer] = []
  package var matrixSets: [MatrixSet] = []
  /// Where requests with a query go; nil when the server takes none.
  package var endpoint: String?
  /// One line each, cleaned.
  package var warnings: [String] = []

  static let thing = "WMTS capabilities"

  /// Reads the bytes of a document without content coding; `baseURL` is where it came from, nil for a file.
  package init(xml: [UInt8], baseURL: String?) throws(FormatError) {
    let root = try XMLReader.document(xml, thing: Self.thing).root
    try CapabilitiesRoot.check(root, isExpected: { $0 == "Capabilities" }, thing: Self.thing)
    self = try WMTSReader(addresses: DocumentAddresses(baseURL: baseURL)).capabilities(root)
  }

  init() {}

  /// The addresses of one layer's tiles. What is not asked for is chosen: the first layer that can be shown, its default style,
  /// the matrix set in Web Mercator with the most zooms, the first format that can be decoded, the default time, templates before
  /// queries. Throws when what is asked for is not offered, naming what is.
  package func address(
    layer: String? = nil, style: String? = nil, matrixSet: String? = nil, format: String? = nil, time: String? = nil,
    encoding: Encoding? = nil
  ) throws(FormatError) -> WMTSAddress {
    let chooser = WMTSChooser(
      self, style: style, matrixSet: matrixSet, format: format, time: time, encoding: encoding)
    guard !layers.isEmpty else { throw .malformed(Self.thing, fault: "it lists no layers") }
    if let layer {
      let found = layers.first { $0.identifier == layer } ?? layers.first { $0.title == layer }
      guard let found else { throw NameList.missing(layer, kind: "layer", of: layers.map(\.identifier), thing: Self.thing) }
      return try chooser.address(found)
    }
    // One layer that cannot be shown does not hide the others; if none can, the first one's reason is told.
    var fault: FormatError?
    for layer in layers {
      do {
        return try chooser.address(layer)
      } catch {
        if fault == nil { fault = error }
      }
    }
    throw fault ?? .malformed(Self.thing, fault: "it lists no layers")
  }
}

/// What both kinds of capabilities check of the outermost element.
enum CapabilitiesRoot {
  /// Throws the server's own words when it sent a report of an error, and names what else was sent.
  static func check(_ root: XMLNode, isExpected: (String) -> Bool, thing: String) throws(FormatError) {
    if isExpected(root.name) { return }
    if let exception = ServiceException(root) { throw .unreadable(thing, fault: exception.sentence) }
    let isPage = root.name.lowercased() == "html"
    throw .unrecognized(
      thing, found: isPage ? "a web page (an error or sign-in page?)" : "an XML document <\(root.name.prefix(60))>")
  }
}

/// Names for messages that say what there is instead.
enum NameList {
  static func missing(_ name: String, kind: String, of names: [String], thing: String) -> FormatError {
    .unsupported(thing, fault: "there is no \(kind) \(name.prefix(80)); there is \(text(names))")
  }

  /// The first few.
  static func text(_ names: [String]) -> String {
    guard !names.isEmpty else { return "none" }
    let shown = names.prefix(8).map { String($0.prefix(60)) }.joined(separator: ", ")
    return names.count > 8 ? "\(shown) and \(names.count - 8) more" : shown
  }
}
