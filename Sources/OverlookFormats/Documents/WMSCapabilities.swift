package import OverlookGeometry

/// What a WMS server of version 1.1.1 (OGC 01-068r3) or 1.3.0 (OGC 06-042) offers.
package struct WMSCapabilities: Hashable, Sendable {
  package enum Version: String, Hashable, Sendable {
    case v111 = "1.1.1"
    case v130 = "1.3.0"
  }

  /// A layer, with what it inherits from those around it.
  package struct Layer: Hashable, Sendable {
    /// Nil when the layer only groups others and cannot be asked for.
    package var name: String?
    /// Cleaned, for people; the name when there is none.
    package var title = ""
    package var abstract: String?
    /// Layers around this one.
    package var depth = 0
    package var styles: [Style] = []
    /// Names of coordinate systems as the server writes them: all that mean Web Mercator, and a few others.
    package var crs: [String] = []
    package var bounds: CoordinateBounds?
    package var time: TimeDimension?
    package var attribution: String?
    package var isQueryable = false
    package var isOpaque = false
  }

  package struct Style: Hashable, Sendable {
    package var name = ""
    package var title: String?
  }

  package var version = Version.v130
  package var title: String?
  /// Every layer, outer before inner, in the order of the document.
  package var layers: [Layer] = []
  /// MIME types of pictures, as the server writes them.
  package var formats: [String] = []
  /// Where pictures are asked for.
  package var endpoint = ""
  /// Where GetFeatureInfo is asked for, and the MIME types of its answers.
  package var featureInfoEndpoint: String?
  package var featureInfoFormats: [String] = []
  /// The largest picture in pixels.
  package var maximumWidth: Int?
  package var maximumHeight: Int?
  /// One line each, cleaned.
  package var warnings: [String] = []

  /// Reads the bytes of a document without content coding; `baseURL` is where it came from, nil for a file.
  package init(xml: [UInt8], baseURL: String?) throws(FormatError) {
    throw .unsupported("WMS capabilities", fault: "not yet")
  }

  /// The addresses of pictures that are the tiles of the Web Mercator grid. What is not asked for is chosen: the first layer with
  /// a name that can be shown, default styles, PNG, the document's version, the default time. Throws when what is asked for is not
  /// offered, naming what is.
  package func address(
    layers: [String] = [], styles: [String] = [], format: String? = nil, version: Version? = nil, transparent: Bool = true,
    time: String? = nil, tilePixels: Int = 256
  ) throws(FormatError) -> WMSAddress {
    throw .unsupported("WMS capabilities", fault: "not yet")
  }
}
