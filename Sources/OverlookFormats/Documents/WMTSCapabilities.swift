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
    /// Dimensions other than time, in the order of the document.
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
    package var limits: [MatrixLimits]?
  }

  package struct MatrixLimits: Hashable, Sendable {
    package var matrix = ""
    package var rows = 0...0
    package var columns = 0...0
  }

  package struct Template: Hashable, Sendable {
    package var format = ""
    /// An http(s) address with placeholders.
    package var address = ""
  }

  package struct Dimension: Hashable, Sendable {
    package var identifier = ""
    package var defaultValue: String?
    package var values: [String] = []
  }

  package struct MatrixSet: Hashable, Sendable {
    package var identifier = ""
    /// As the server writes it.
    package var crs = ""
    /// Zooms of the tile grid of the Web Mercator square, 0 ... 30 in order; empty when the set is in another projection or not
    /// aligned with that grid.
    package var zooms: [Int] = []
    /// Why there are no zooms.
    package var fault: String?
  }

  package var title: String?
  package var layers: [Layer] = []
  package var matrixSets: [MatrixSet] = []
  /// Where requests with a query go; nil when the server takes none.
  package var endpoint: String?
  /// One line each, cleaned.
  package var warnings: [String] = []

  /// Reads the bytes of a document without content coding; `baseURL` is where it came from, nil for a file.
  package init(xml: [UInt8], baseURL: String?) throws(FormatError) {
    throw .unsupported("WMTS capabilities", fault: "not yet")
  }

  /// The addresses of one layer's tiles. What is not asked for is chosen: the first layer that can be shown, its default style,
  /// the matrix set in Web Mercator with the most zooms, the first format that can be decoded, the default time, templates before
  /// queries. Throws when what is asked for is not offered, naming what is.
  package func address(
    layer: String? = nil, style: String? = nil, matrixSet: String? = nil, format: String? = nil, time: String? = nil,
    encoding: Encoding? = nil
  ) throws(FormatError) -> WMTSAddress {
    throw .unsupported("WMTS capabilities", fault: "not yet")
  }
}
