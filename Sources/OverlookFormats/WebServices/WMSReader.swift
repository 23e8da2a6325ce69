internal import OverlookGeometry
internal import OverlookSupport

/// Puts `WMSCapabilities` together from the elements of a document. Parts that make no sense are left out with a warning.
struct WMSReader {
  private let addresses: DocumentAddresses
  private var warnings = WarningList()
  private var version = WMSCapabilities.Version.v130
  /// Styles, names and dimensions that layers may still inherit: what a document of given size can be blown up to is bounded.
  private var inheritanceLeft = 2_000_000

  private static let otherCRSLimit = 8
  private static let formatLimit = 100

  init(addresses: DocumentAddresses) {
    self.addresses = addresses
  }

  func capabilities(_ root: XMLNode) throws(FormatError) -> WMSCapabilities {
    var reader = self
    return try reader.read(root)
  }

  private mutating func read(_ root: XMLNode) throws(FormatError) -> WMSCapabilities {
    var result = WMSCapabilities()
    version = try Self.version(root)
    result.version = version
    let service = root.first("Service")
    result.title = service?.text(of: "Title").map { OutsideText.cleaned($0) }
    result.maximumWidth = Self.positive(service?.text(of: "MaxWidth"))
    result.maximumHeight = Self.positive(service?.text(of: "MaxHeight"))
    guard let capability = root.first("Capability") else {
      throw .malformed(WMSCapabilities.thing, fault: "it has no Capability")
    }
    let map = capability.first(at: "Request", "GetMap")
    result.formats = Self.formats(map)
    result.endpoint = try endpoint(map)
    if let info = capability.first(at: "Request", "GetFeatureInfo") {
      result.featureInfoFormats = Self.formats(info)
      result.featureInfoEndpoint = Self.reference(info).flatMap { addresses.address($0) }
        .map { QueryAddress($0, base: addresses.base).text }
    }
    result.layers = layers(capability)
    guard !result.layers.isEmpty else { throw .malformed(WMSCapabilities.thing, fault: "it lists no layers") }
    result.warnings = warnings.lines
    return result
  }

  private static func version(_ root: XMLNode) throws(FormatError) -> WMSCapabilities.Version {
    let text = root.attribute("version") ?? ""
    if text.hasPrefix("1.3") { return .v130 }
    if text.hasPrefix("1.1") { return .v111 }
    guard text.isEmpty else { throw .unsupported(WMSCapabilities.thing, fault: "version \(text.prefix(20)) of WMS") }
    return root.name == "WMS_Capabilities" ? .v130 : .v111
  }

  private static func positive(_ text: String?) -> Int? {
    DocumentNumber.int(text).flatMap { $0 > 0 ? $0 : nil }
  }

  private static func formats(_ operation: XMLNode?) -> [String] {
    operation?.children("Format").prefix(formatLimit).map(\.text).filter { !$0.isEmpty } ?? []
  }

  // MARK: Where

  private static func reference(_ operation: XMLNode?) -> String? {
    let http = operation?.children("DCPType").flatMap { $0.children("HTTP") } ?? []
    let resource = http.flatMap { $0.children("Get") }.flatMap { $0.children("OnlineResource") }.first
    guard let text = resource?.attribute("href"), !text.isEmpty else { return nil }
    return text
  }

  /// The address for GetMap; that of the document where the server names none that may be used (often its name behind a proxy).
  private mutating func endpoint(_ operation: XMLNode?) throws(FormatError) -> String {
    var fault = "it has no address for GetMap"
    if let reference = Self.reference(operation) {
      switch addresses.verdict(on: reference) {
      case .usable(let address): return QueryAddress(address, base: addresses.base).text
      case .refused(let reason): fault = "GetMap: \(reason)"
      }
    }
    guard let base = addresses.base else { throw .unsupported(WMSCapabilities.thing, fault: fault) }
    warnings.add("\(fault); the address of the document is asked instead")
    return QueryAddress(base, base: base).text
  }

  // MARK: Layers

  private mutating func layers(_ capability: XMLNode) -> [WMSCapabilities.Layer] {
    var result: [WMSCapabilities.Layer] = []
    // Walked with a stack: outer before inner, in the order of the document.
    var open: [(node: XMLNode, parent: WMSCapabilities.Layer?)] = capability.children("Layer").reversed().map { ($0, nil) }
    while let (node, parent) = open.popLast() {
      let layer = layer(node, parent: parent)
      result.append(layer)
      open.append(contentsOf: node.children("Layer").reversed().map { ($0, layer) })
    }
    return result
  }

  private mutating func layer(_ node: XMLNode, parent: WMSCapabilities.Layer?) -> WMSCapabilities.Layer {
    var layer = WMSCapabilities.Layer()
    layer.name = node.text(of: "Name")
    layer.title = OutsideText.cleaned(node.text(of: "Title") ?? layer.name ?? "")
    layer.abstract = node.text(of: "Abstract").map { OutsideText.plainText(fromHTML: $0) }
    layer.depth = parent.map { $0.depth + 1 } ?? 0
    layer.isQueryable = Self.flag(node.attribute("queryable")) ?? false
    layer.isOpaque = Self.flag(node.attribute("opaque")) ?? parent?.isOpaque ?? false
    layer.crs = crs(node, parent: parent?.crs ?? [])
    layer.styles = styles(node, parent: parent?.styles ?? [])
    layer.bounds = bounds(node) ?? parent?.bounds
    let words = node.first("Attribution")?.text(of: "Title").map { OutsideText.plainText(fromHTML: $0) }
    layer.attribution = words.flatMap { $0.isEmpty ? nil : $0 } ?? parent?.attribution
    layer.time = parent?.time
    layer.dimensions = mayInherit(parent?.dimensions.count ?? 0) ? parent?.dimensions ?? [] : []
    readDimensions(node, into: &layer)
    return layer
  }

  private static func flag(_ text: String?) -> Bool? {
    text.map { ["1", "true"].contains($0.lowercased()) }
  }

  /// Whether `count` more things may be copied from an outer layer.
  private mutating func mayInherit(_ count: Int) -> Bool {
    guard count <= inheritanceLeft else {
      warnings.add("layers inherit more than can be kept; some know only their own styles and dimensions")
      return false
    }
    inheritanceLeft -= count
    return true
  }

  /// Names of Web Mercator, then a few of the others, which messages list: servers name thousands.
  private func crs(_ node: XMLNode, parent: [String]) -> [String] {
    var result = parent
    var known = Set(parent)
    var otherCount = parent.count { WebMercatorGrid.projection($0) != .webMercator }
    for child in node.children where child.name == "CRS" || child.name == "SRS" {
      // 1.1.0 puts all names into one element.
      for name in child.text.split(whereSeparator: { $0 == " " || $0 == "\n" }).map(String.init) where name.utf8.count <= 64 {
        let isMercator = WebMercatorGrid.projection(name) == .webMercator
        guard isMercator || otherCount < Self.otherCRSLimit, result.count < 2 * Self.otherCRSLimit else { continue }
        guard known.insert(name).inserted else { continue }
        if !isMercator { otherCount += 1 }
        result.append(name)
      }
    }
    return result
  }

  private mutating func styles(_ node: XMLNode, parent: [WMSCapabilities.Style]) -> [WMSCapabilities.Style] {
    let own = node.children("Style").compactMap { style -> WMSCapabilities.Style? in
      guard let name = style.text(of: "Name") else { return nil }
      return WMSCapabilities.Style(name: name, title: style.text(of: "Title").map { OutsideText.cleaned($0) })
    }
    guard !parent.isEmpty else { return own }
    guard !own.isEmpty else { return parent }
    guard mayInherit(parent.count) else { return own }
    let names = Set(own.map(\.name))
    return own + parent.filter { !names.contains($0.name) }
  }

  private mutating func bounds(_ node: XMLNode) -> CoordinateBounds? {
    if let box = node.first("EX_GeographicBoundingBox") {
      let numbers = ["westBoundLongitude", "southBoundLatitude", "eastBoundLongitude", "northBoundLatitude"]
        .map { DocumentNumber.double(box.text(of: $0)) }
      if let bounds = Self.degrees(numbers) { return bounds }
      warnings.add("a bounding box that makes no sense is not used")
    }
    let corners = ["minx", "miny", "maxx", "maxy"]
    if let box = node.first("LatLonBoundingBox") {
      if let bounds = Self.degrees(corners.map { DocumentNumber.double(box.attribute($0)) }) { return bounds }
      warnings.add("a bounding box that makes no sense is not used")
    }
    for box in node.children("BoundingBox") {
      guard WebMercatorGrid.projection(box.attribute("CRS") ?? box.attribute("SRS") ?? "") == .webMercator else { continue }
      let numbers = corners.compactMap { DocumentNumber.double(box.attribute($0)) }
      guard numbers.count == 4 else { continue }
      return WebMercatorGrid.bounds(minX: numbers[0], minY: numbers[1], maxX: numbers[2], maxY: numbers[3])
    }
    return nil
  }

  /// Of west, south, east and north.
  private static func degrees(_ numbers: [Double?]) -> CoordinateBounds? {
    let numbers = numbers.compactMap { $0 }
    guard numbers.count == 4, numbers[0] <= numbers[2] else { return nil }
    return CoordinateBounds(west: numbers[0], south: numbers[1], east: numbers[2], north: numbers[3])
  }

  // MARK: Dimensions

  /// 1.3.0 has values and defaults in Dimension; 1.1.1 declares there and has them in Extent.
  private func readDimensions(_ node: XMLNode, into layer: inout WMSCapabilities.Layer) {
    let declared = node.children("Dimension").prefix(32)
    let extents = node.children("Extent").prefix(32)
    for holder in version == .v130 ? Array(declared) : Array(extents) + declared.filter({ !$0.text.isEmpty }) {
      guard let name = holder.attribute("name"), !name.isEmpty else { continue }
      let defaultValue = holder.attribute("default").flatMap { $0.isEmpty ? nil : $0 }
      if name.lowercased() == "time" {
        layer.time = TimeDimension(
          list: holder.text, defaultTime: defaultValue, hasNearestValue: Self.flag(holder.attribute("nearestValue")) ?? false,
          hasCurrent: Self.flag(holder.attribute("current")) ?? false)
        continue
      }
      let units = declared.first { $0.attribute("name") == name }?.attribute("units")
      let values = holder.text.split(separator: ",").prefix(10_000).map { XMLText.trimmed(String($0)) }
      layer.dimensions.removeAll { $0.name == name }
      layer.dimensions.append(WMSCapabilities.Dimension(name: name, units: units, defaultValue: defaultValue, values: values))
    }
  }
}
