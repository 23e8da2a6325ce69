internal import OverlookGeometry
internal import OverlookSupport

/// Puts `WMTSCapabilities` together from the elements of a document. Parts that make no sense are left out with a warning.
struct WMTSReader {
  let addresses: DocumentAddresses
  private var warnings = WarningList()

  private static let matrixLimit = 1000

  init(addresses: DocumentAddresses) {
    self.addresses = addresses
  }

  func capabilities(_ root: XMLNode) throws(FormatError) -> WMTSCapabilities {
    var reader = self
    var result = WMTSCapabilities()
    result.title = root.first("ServiceIdentification")?.text(of: "Title").map { OutsideText.cleaned($0) }
    guard let contents = root.first("Contents") else { throw .malformed(WMTSCapabilities.thing, fault: "it has no Contents") }
    result.endpoint = reader.endpoint(root)
    for node in contents.children {
      switch node.name {
      case "Layer":
        if let layer = reader.layer(node) { result.layers.append(layer) }
      case "TileMatrixSet": result.matrixSets.append(reader.matrixSet(node))
      default: break
      }
    }
    if result.endpoint == nil, result.layers.allSatisfy(\.templates.isEmpty), let base = addresses.base {
      reader.warnings.add("no usable address of tiles is named; the address of the document is asked for them")
      result.endpoint = QueryAddress(base, base: base).text
    }
    result.warnings = reader.warnings.lines
    return result
  }

  // MARK: Where

  /// The address for GetTile with a query: of the first Get that is not only for templates.
  private mutating func endpoint(_ root: XMLNode) -> String? {
    let operations = root.first("OperationsMetadata")?.children("Operation") ?? []
    guard let operation = operations.first(where: { $0.attribute("name") == "GetTile" }) else { return nil }
    let http = operation.children("DCP").flatMap { $0.children("HTTP") }
    for get in http.flatMap({ $0.children("Get") }) {
      let encodings = Self.allowedValues(of: "GetEncoding", get).map { $0.uppercased() }
      guard encodings.isEmpty || encodings.contains("KVP"), let reference = get.attribute("href"), !reference.isEmpty else {
        continue
      }
      switch addresses.verdict(on: reference) {
      case .usable(let address): return QueryAddress(address, base: addresses.base).text
      case .refused(let reason): warnings.add("GetTile: \(reason)")
      }
    }
    return nil
  }

  private static func allowedValues(of name: String, _ node: XMLNode) -> [String] {
    node.children("Constraint").filter { $0.attribute("name") == name }
      .flatMap { $0.children("AllowedValues") }.flatMap { $0.children("Value") }.map(\.text)
  }

  // MARK: Layers

  private mutating func layer(_ node: XMLNode) -> WMTSCapabilities.Layer? {
    guard let identifier = node.text(of: "Identifier") else {
      warnings.add("a layer without an identifier is left out")
      return nil
    }
    var layer = WMTSCapabilities.Layer()
    layer.identifier = identifier
    layer.title = OutsideText.cleaned(node.text(of: "Title") ?? identifier)
    layer.abstract = node.text(of: "Abstract").map { OutsideText.plainText(fromHTML: $0) }
    layer.bounds = bounds(node)
    for child in node.children {
      switch child.name {
      case "Style": layer.styles.append(Self.style(child))
      case "Format": layer.formats.append(child.text)
      case "TileMatrixSetLink": layer.matrixSetLinks.append(link(child, layer: identifier))
      case "ResourceURL":
        if let template = template(child, layer: identifier) { layer.templates.append(template) }
      case "Dimension": addDimension(child, to: &layer)
      default: break
      }
    }
    return layer
  }

  private static func style(_ node: XMLNode) -> WMTSCapabilities.Style {
    let isDefault = ["true", "1"].contains(node.attribute("isDefault")?.lowercased())
    return WMTSCapabilities.Style(
      identifier: node.text(of: "Identifier") ?? "", title: node.text(of: "Title").map { OutsideText.cleaned($0) },
      isDefault: isDefault)
  }

  private mutating func template(_ node: XMLNode, layer: String) -> WMTSCapabilities.Template? {
    guard node.attribute("resourceType")?.lowercased() ?? "tile" == "tile", let text = node.attribute("template") else {
      return nil
    }
    let braces = text.replacing("%7B", with: "{").replacing("%7b", with: "{").replacing("%7D", with: "}").replacing(
      "%7d", with: "}")
    switch addresses.verdict(on: braces) {
    case .usable(let address): return WMTSCapabilities.Template(format: node.attribute("format") ?? "", address: address.text)
    case .refused(let reason):
      warnings.add("layer \(layer): \(reason)")
      return nil
    }
  }

  private mutating func addDimension(_ node: XMLNode, to layer: inout WMTSCapabilities.Layer) {
    guard let identifier = node.text(of: "Identifier"), layer.dimensions.count < 32 else { return }
    var dimension = WMTSCapabilities.Dimension(identifier: identifier)
    dimension.defaultValue = node.text(of: "Default")
    if dimension.isTime {
      let list = node.children("Value").map(\.text).joined(separator: ",")
      let hasCurrent = ["true", "1"].contains(node.text(of: "Current")?.lowercased())
      layer.time = TimeDimension(
        list: list, defaultTime: dimension.defaultValue, hasNearestValue: false, hasCurrent: hasCurrent)
    } else {
      dimension.values = node.children("Value").prefix(10_000).map(\.text)
    }
    layer.dimensions.append(dimension)
  }

  private mutating func link(_ node: XMLNode, layer: String) -> WMTSCapabilities.MatrixSetLink {
    var link = WMTSCapabilities.MatrixSetLink()
    link.matrixSet = node.text(of: "TileMatrixSet") ?? ""
    guard let list = node.first("TileMatrixSetLimits") else { return link }
    var limits: [String: WMTSCapabilities.MatrixLimits] = [:]
    for item in list.children("TileMatrixLimits").prefix(Self.matrixLimit) {
      let numbers = ["MinTileRow", "MaxTileRow", "MinTileCol", "MaxTileCol"].map { DocumentNumber.int(item.text(of: $0)) }
      guard let matrix = item.text(of: "TileMatrix"), let top = numbers[0], let bottom = numbers[1], let left = numbers[2],
        let right = numbers[3], top <= bottom, left <= right
      else {
        warnings.add("layer \(layer): limits that make no sense are not used")
        continue
      }
      limits[matrix] = WMTSCapabilities.MatrixLimits(rows: top...bottom, columns: left...right)
    }
    if !limits.isEmpty { link.limits = limits }
    return link
  }

  private mutating func bounds(_ node: XMLNode) -> CoordinateBounds? {
    var found: CoordinateBounds?
    for box in node.children where box.name == "WGS84BoundingBox" || box.name == "BoundingBox" {
      guard let lower = DocumentNumber.doubles(box.text(of: "LowerCorner"), count: 2),
        let upper = DocumentNumber.doubles(box.text(of: "UpperCorner"), count: 2)
      else { continue }
      if box.name == "WGS84BoundingBox" {
        guard let bounds = CoordinateBounds(west: lower[0], south: lower[1], east: upper[0], north: upper[1]) else {
          warnings.add("a bounding box that makes no sense is not used")
          continue
        }
        return bounds
      }
      if let crs = box.attribute("crs"), WebMercatorGrid.projection(crs) == .webMercator {
        found = WebMercatorGrid.bounds(minX: lower[0], minY: lower[1], maxX: upper[0], maxY: upper[1])
      }
    }
    return found
  }

  // MARK: Matrix sets

  private mutating func matrixSet(_ node: XMLNode) -> WMTSCapabilities.MatrixSet {
    var set = WMTSCapabilities.MatrixSet()
    set.identifier = node.text(of: "Identifier") ?? ""
    set.crs = node.text(of: "SupportedCRS") ?? ""
    let scaleSet = node.text(of: "WellKnownScaleSet") ?? ""
    var projection = WebMercatorGrid.projection(set.crs)
    if projection == .unknown, WebMercatorGrid.projection(scaleSet) == .webMercator { projection = .webMercator }
    guard projection != .other else {
      set.fault = "it is in \(set.crs)"
      return set
    }
    var seen: Set<Int> = []
    for item in node.children("TileMatrix").prefix(Self.matrixLimit) {
      guard let matrix = Self.matrix(item, isCertain: projection == .webMercator), seen.insert(matrix.zoom).inserted else {
        continue
      }
      set.matrices.append(matrix)
    }
    set.matrices.sort { $0.zoom < $1.zoom }
    if set.matrices.isEmpty {
      let crs = set.crs.isEmpty ? "an unnamed projection" : set.crs
      set.fault = projection == .webMercator ? "its tiles are not those of the usual grid of \(crs)" : "it is in \(crs)"
    }
    return set
  }

  /// The level that a matrix is; nil when it is none. Without a certain projection only a grid that covers exactly the world
  /// counts.
  private static func matrix(_ node: XMLNode, isCertain: Bool) -> WMTSCapabilities.Matrix? {
    guard let identifier = node.text(of: "Identifier"), let scale = DocumentNumber.double(node.text(of: "ScaleDenominator")),
      let pixels = DocumentNumber.int(node.text(of: "TileWidth")), pixels == DocumentNumber.int(node.text(of: "TileHeight")),
      (16...ImageLimits.tile.maximumSide).contains(pixels),
      let columns = DocumentNumber.int(node.text(of: "MatrixWidth")), columns > 0,
      let rows = DocumentNumber.int(node.text(of: "MatrixHeight")), rows > 0,
      var corner = DocumentNumber.doubles(node.text(of: "TopLeftCorner"), count: 2)
    else { return nil }
    // Some servers give the corner as (y, x); of the world's own corner that can be told.
    if corner[0] > 0, corner[1] < 0, abs(corner[0] + corner[1]) < 1, abs(corner[0] - WebMercatorGrid.halfMeters) < 1 {
      corner.swapAt(0, 1)
    }
    let span = scale * WebMercatorGrid.scalePixelMeters * Double(pixels)
    guard let level = WebMercatorGrid.level(spanMeters: span, left: corner[0], top: corner[1], columns: columns) else {
      return nil
    }
    guard isCertain || (level.firstColumn == 0 && level.firstRow == 0 && columns == rows && columns == 1 << level.zoom) else {
      return nil
    }
    return WMTSCapabilities.Matrix(
      identifier: identifier, zoom: level.zoom, firstColumn: level.firstColumn, firstRow: level.firstRow, columnCount: columns,
      rowCount: rows, tilePixels: pixels)
  }
}

/// Warnings of one document, each once and not without end.
struct WarningList {
  private(set) var lines: [String] = []

  mutating func add(_ text: String) {
    let line = OutsideText.cleaned(text)
    if lines.count < 100, !lines.contains(line) { lines.append(line) }
  }
}
