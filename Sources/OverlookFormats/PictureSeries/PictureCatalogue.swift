package import OverlookGeometry
internal import OverlookSupport

/// What a document offers of pictures over time: the capabilities of a weather office, a manifest of radar tiles, a list of
/// files, or the layers of a WMS that have times.
package struct PictureCatalogue: Sendable {
  package struct Layer: Hashable, Sendable {
    package var name: String
    /// Cleaned, for people.
    package var title: String
    /// How many pictures there are; nil when they have not been counted.
    package var stepCount: Int?
  }

  private enum Content: Sendable {
    case listed([PictureSeries])
    case service(WMSCapabilities)
  }

  private let content: Content

  static let thing = "catalogue of pictures"
  /// The tiles that make a picture of a radar manifest at most.
  private static let tileLimit = 16
  /// Pixels of the longer side of a picture that a WMS is asked for.
  private static let servicePixels = 1024

  /// Reads the bytes of a document without content coding; `baseURL` is where it came from, nil for a file.
  package init(_ bytes: [UInt8], baseURL: String?) throws(FormatError) {
    if DocumentKind.looksLikeXML(bytes) {
      if let exception = ServiceException(xml: bytes) { throw .unsupported(Self.thing, fault: exception.sentence) }
      self = try Self(WMSCapabilities(xml: bytes, baseURL: baseURL))
      return
    }
    let json = try JSONParser.parse(bytes, thing: Self.thing)
    let addresses = DocumentAddresses(baseURL: baseURL)
    let series: [PictureSeries]
    if let layers = json["Layers"] {
      series = try OfficeCapabilities.series(layers, addresses)
    } else if json["radar"] != nil || json["satellite"] != nil {
      series = try RadarManifest.series(json, addresses)
    } else if json["frames"] != nil {
      series = [try PictureFolder.series(json, addresses)]
    } else {
      throw .unrecognized(Self.thing, found: "a JSON document that lists no pictures")
    }
    guard series.contains(where: { !$0.steps.isEmpty }) else {
      let reasons = series.flatMap(\.warnings).joined(separator: "; ")
      throw .malformed(Self.thing, fault: "it lists no pictures" + (reasons.isEmpty ? "" : " that can be used (\(reasons))"))
    }
    content = .listed(series)
  }

  /// Throws when no layer has times.
  package init(_ capabilities: WMSCapabilities) throws(FormatError) {
    guard capabilities.layers.contains(where: { $0.name != nil && $0.time != nil }) else {
      throw .unsupported(Self.thing, fault: "no layer of the WMS has times")
    }
    content = .service(capabilities)
  }

  /// In the order of the document; only those with pictures.
  package var layers: [Layer] {
    switch content {
    case .listed(let series):
      series.filter { !$0.steps.isEmpty }.map { Layer(name: $0.name, title: $0.title, stepCount: $0.steps.count) }
    case .service(let capabilities):
      capabilities.layers.compactMap { layer in
        guard let name = layer.name, layer.time != nil else { return nil }
        return Layer(name: name, title: layer.title, stepCount: nil)
      }
    }
  }

  /// The pictures of a layer, the first one when `name` is nil.
  ///
  /// - Parameters:
  ///   - limit: The newest so many steps are taken, 1 ... `PictureSeries.stepLimit`.
  ///   - area: What the pictures are to cover, where the document leaves that open: of a WMS and of a manifest of tiles.
  package func series(named name: String?, limit: Int, area: CoordinateBounds?) throws(FormatError) -> PictureSeries {
    let layers = layers
    guard let layer = name == nil ? layers.first : layers.first(where: { $0.name == name || $0.title == name }) else {
      throw NameList.missing(name ?? "", kind: "layer", of: layers.map(\.name), thing: Self.thing)
    }
    switch content {
    case .listed(let all):
      guard var series = all.first(where: { $0.name == layer.name }) else {
        throw .malformed(Self.thing, fault: "it lists no pictures")
      }
      series.arrange(limit: limit)
      if case .tiles? = series.steps.first?.place {
        series.block = TileBlock(around: area ?? .world, limit: Self.tileLimit)
        series.bounds = series.block?.bounds ?? .empty
      }
      guard series.bounds.isValid else { throw .malformed(Self.thing, fault: "its area is empty") }
      return series
    case .service(let capabilities):
      return try Self.series(of: layer, capabilities, limit: limit, area: area)
    }
  }

  private static func series(
    of layer: Layer, _ capabilities: WMSCapabilities, limit: Int, area: CoordinateBounds?
  ) throws(FormatError) -> PictureSeries {
    let address = try capabilities.address(layers: [layer.name], transparent: true, tilePixels: 256)
    guard let times = address.timeDimension else { throw .unsupported(thing, fault: "layer \(layer.name) has no times") }
    var series = PictureSeries()
    series.name = layer.name
    series.title = layer.title
    series.attribution = address.attribution
    series.bounds = area ?? address.bounds
    let longest = min(servicePixels, capabilities.maximumWidth ?? .max, capabilities.maximumHeight ?? .max)
    guard let rect = PictureArea(series.bounds), let size = rect.pixels(longest: longest) else {
      throw .unsupported(thing, fault: "the area of layer \(layer.name) is empty")
    }
    series.bounds = rect.bounds
    for text in times.latestTimes(limit: min(max(limit, 1), PictureSeries.stepLimit)) {
      guard let time = ISOTime(text),
        let url = address.url(covering: rect.meters, width: size.width, height: size.height, time: text)
      else { continue }
      series.steps.append(
        PictureSeries.Step(timeSeconds: time.secondsSinceEpoch, name: OutsideText.cleaned(text, limit: 60), place: .address(url)))
    }
    series.arrange(limit: limit)
    guard !series.steps.isEmpty else { throw .malformed(thing, fault: "layer \(layer.name) names no time that can be read") }
    return series
  }
}

/// An area of Mercator's plane that a picture covers.
private struct PictureArea {
  let bounds: CoordinateBounds
  let west: WorldPoint
  let east: WorldPoint

  /// Nil when nothing of the bounds lies on the map.
  init?(_ bounds: CoordinateBounds) {
    guard bounds.isValid else { return nil }
    let southWest = WorldPoint(bounds.southWest)
    var northEast = WorldPoint(bounds.northEast)
    if northEast.x < southWest.x { northEast.x += 1 }
    guard northEast.x > southWest.x, southWest.y > northEast.y else { return nil }
    self.bounds = CoordinateBounds(southWest: southWest.coordinate, northEast: northEast.coordinate)
    west = southWest
    east = northEast
  }

  /// West, south, east and north in metres of EPSG:3857.
  var meters: [Double] {
    [west.x - 0.5, 0.5 - west.y, east.x - 0.5, 0.5 - east.y].map { $0 * WebMercatorGrid.widthMeters }
  }

  /// Square pixels, `longest` of them along the longer side.
  func pixels(longest: Int) -> (width: Int, height: Int)? {
    let (width, height) = (east.x - west.x, west.y - east.y)
    let scale = Double(longest) / max(width, height)
    guard longest > 0, let columns = Int(exactly: (width * scale).rounded()), let rows = Int(exactly: (height * scale).rounded())
    else { return nil }
    return (max(columns, 1), max(rows, 1))
  }
}
