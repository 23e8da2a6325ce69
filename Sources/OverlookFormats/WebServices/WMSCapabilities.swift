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
    /// Dimensions other than time (elevation), in the order of the document.
    package var dimensions: [Dimension] = []
    package var attribution: String?
    package var isQueryable = false
    package var isOpaque = false
  }

  package struct Style: Hashable, Sendable {
    package var name = ""
    package var title: String?
  }

  package struct Dimension: Hashable, Sendable {
    package var name = ""
    package var units: String?
    package var defaultValue: String?
    package var values: [String] = []
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

  static let thing = "WMS capabilities"

  /// Reads the bytes of a document without content coding; `baseURL` is where it came from, nil for a file.
  package init(xml: [UInt8], baseURL: String?) throws(FormatError) {
    let root = try XMLReader.document(xml, thing: Self.thing).root
    let isExpected = { (name: String) in name == "WMS_Capabilities" || name == "WMT_MS_Capabilities" }
    try CapabilitiesRoot.check(root, isExpected: isExpected, thing: Self.thing)
    self = try WMSReader(addresses: DocumentAddresses(baseURL: baseURL)).capabilities(root)
  }

  init() {}

  /// The addresses of pictures that are the tiles of the Web Mercator grid. What is not asked for is chosen: the first layer with
  /// a name that can be shown, default styles, PNG, the document's version, the default time. Throws when what is asked for is
  /// not offered, naming what is.
  ///
  /// `layers` are drawn from the first, lowest, to the last; `styles` belong to them in order, an empty one is the default.
  package func address(
    layers wanted: [String] = [], styles: [String] = [], format: String? = nil, version: Version? = nil,
    transparent: Bool = true, time: String? = nil, tilePixels: Int = 256
  ) throws(FormatError) -> WMSAddress {
    let chosen = try chosenLayers(wanted)
    guard let first = chosen.first else { throw .malformed(Self.thing, fault: "it lists no layers") }
    var address = WMSAddress()
    address.warnings = warnings
    address.version = version ?? self.version
    address.layers = chosen.compactMap(\.name)
    address.title = chosen.map(\.title).joined(separator: ", ")
    address.styles = try chosenStyles(styles, chosen)
    address.crs = try chosenCRS(chosen)
    address.format = try chosenFormat(format, isTransparent: transparent)
    address.tileFormat = TileFormatName.format(address.format) ?? .unknown
    address.isTransparent = transparent && address.tileFormat != .jpeg
    address.tilePixels = try chosenPixels(tilePixels)
    address.bounds = Self.union(chosen)
    address.attribution = chosen.compactMap(\.attribution).first
    address.timeDimension = first.time ?? chosen.compactMap(\.time).first
    if let time {
      guard let dimension = address.timeDimension else {
        throw .unsupported(Self.thing, fault: "layer \(first.name ?? "") has no times to choose from")
      }
      address.time = try TimeChoice.checked(time, dimension, &address.warnings, thing: Self.thing)
    }
    address.isQueryable = chosen.contains(where: \.isQueryable)
    address.featureInfoFormats = featureInfoFormats
    guard let query = QueryAddress(endpoint) else { throw .malformed(Self.thing, fault: "it has no address for GetMap") }
    address.setQueries(map: query, featureInfo: featureInfoEndpoint.flatMap(QueryAddress.init))
    return address
  }

  private func chosenLayers(_ wanted: [String]) throws(FormatError) -> [Layer] {
    guard !wanted.isEmpty else {
      let named = layers.filter { $0.name != nil }
      guard let first = named.first else { throw .malformed(Self.thing, fault: "it lists no layers") }
      return [named.first { Self.mercatorNames($0) != [] } ?? first]
    }
    var result: [Layer] = []
    for name in wanted {
      let found = layers.first { $0.name == name } ?? layers.first { $0.title == name && $0.name != nil }
      guard let found else { throw NameList.missing(name, kind: "layer", of: layers.compactMap(\.name), thing: Self.thing) }
      result.append(found)
    }
    return result
  }

  private func chosenStyles(_ wanted: [String], _ chosen: [Layer]) throws(FormatError) -> [String] {
    var result: [String] = []
    for (index, layer) in chosen.enumerated() {
      guard index < wanted.count, !wanted[index].isEmpty else {
        result.append("")
        continue
      }
      let found = layer.styles.first { $0.name == wanted[index] } ?? layer.styles.first { $0.title == wanted[index] }
      guard let found else {
        throw NameList.missing(wanted[index], kind: "style", of: layer.styles.map(\.name), thing: Self.thing)
      }
      result.append(found.name)
    }
    return result
  }

  /// The first name of Web Mercator that all layers have, EPSG:3857 before others.
  private func chosenCRS(_ chosen: [Layer]) throws(FormatError) -> String {
    var common = chosen.first.map(Self.mercatorNames) ?? []
    for layer in chosen.dropFirst() {
      let names = Set(Self.mercatorNames(layer))
      common = common.filter(names.contains)
    }
    if let crs = common.first(where: { $0.uppercased() == "EPSG:3857" }) ?? common.first { return crs }
    let without = chosen.first { Self.mercatorNames($0).isEmpty } ?? chosen.first
    throw .unsupported(
      Self.thing,
      fault:
        "layer \(without?.name ?? "") is not offered in Web Mercator (EPSG:3857), but in \(NameList.text(without?.crs ?? []))")
  }

  private static func mercatorNames(_ layer: Layer) -> [String] {
    layer.crs.filter { WebMercatorGrid.projection($0) == .webMercator }
  }

  /// PNG for what has to be transparent, when it is offered; else the first that can be decoded.
  private func chosenFormat(_ wanted: String?, isTransparent: Bool) throws(FormatError) -> String {
    if wanted == nil, isTransparent {
      if let plain = formats.first(where: { $0.lowercased() == "image/png" }) { return plain }
      if let other = formats.first(where: { TileFormatName.format($0) == .png }) { return other }
    }
    return try FormatChoice.choose(wanted, of: formats.isEmpty ? ["image/png"] : formats, thing: Self.thing)
  }

  private func chosenPixels(_ pixels: Int) throws(FormatError) -> Int {
    let limit = min(maximumWidth ?? .max, maximumHeight ?? .max, ImageLimits.tile.maximumSide)
    guard pixels >= 16 else { throw .unsupported(Self.thing, fault: "tiles of \(pixels) pixels") }
    guard limit >= 16 else { throw .unsupported(Self.thing, fault: "the server's pictures have at most \(limit) pixels") }
    return min(pixels, limit)
  }

  private static func union(_ layers: [Layer]) -> CoordinateBounds {
    var result = CoordinateBounds.empty
    for layer in layers {
      guard let bounds = layer.bounds else { return .world }
      result = result.including(bounds)
    }
    return result.isValid ? result : .world
  }
}
