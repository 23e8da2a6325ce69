internal import OverlookGeometry
internal import OverlookSupport

/// Makes the address of a layer from what was asked for and what is offered.
struct WMTSChooser {
  private let capabilities: WMTSCapabilities
  private let style: String?
  private let matrixSet: String?
  private let format: String?
  private let time: String?
  private let encoding: WMTSCapabilities.Encoding?
  /// By identifier; the first of each.
  private let sets: [String: WMTSCapabilities.MatrixSet]

  private var thing: String { WMTSCapabilities.thing }

  init(
    _ capabilities: WMTSCapabilities, style: String?, matrixSet: String?, format: String?, time: String?,
    encoding: WMTSCapabilities.Encoding?
  ) {
    self.capabilities = capabilities
    self.style = style
    self.matrixSet = matrixSet
    self.format = format
    self.time = time
    self.encoding = encoding
    sets = Dictionary(capabilities.matrixSets.map { ($0.identifier, $0) }) { first, _ in first }
  }

  func address(_ layer: WMTSCapabilities.Layer) throws(FormatError) -> WMTSAddress {
    let (set, limits) = try chosenSet(layer)
    let style = try chosenStyle(layer)
    let (format, templates) = try chosenFormat(layer)
    var address = WMTSAddress()
    address.warnings = capabilities.warnings
    var levels = levels(set, limits: limits)
    if levels.isEmpty {
      address.warnings.append("layer \(OutsideText.cleaned(layer.identifier)): its limits fit no matrix and are not used")
      levels = self.levels(set, limits: nil)
    }
    guard !levels.isEmpty else { throw .unsupported(thing, fault: "matrix set \(set.identifier) has no tiles") }
    address.title = layer.title
    address.layer = layer.identifier
    address.style = style
    address.matrixSet = set.identifier
    address.format = format
    address.tileFormat = TileFormatName.format(format) ?? .unknown
    address.levels = levels
    address.bounds = layer.bounds ?? Self.bounds(levels)
    // Levels of one set may differ; the deepest is what most tiles are of.
    address.tilePixels = set.matrices.last { levels[$0.zoom] != nil }?.tilePixels ?? 256
    address.timeDimension = layer.time
    address.time = try chosenTime(layer, &address.warnings)
    address.defaultTime = layer.dimensions.first(where: \.isTime)?.defaultValue
    try setPatterns(templates, layer, &address)
    return address
  }

  private func setPatterns(
    _ templates: [WMTSCapabilities.Template], _ layer: WMTSCapabilities.Layer, _ address: inout WMTSAddress
  ) throws(FormatError) {
    address.encoding = .kvp
    guard !templates.isEmpty else {
      address.patterns = [try queryPattern(layer, address)]
      return
    }
    do {
      address.patterns = try templatePatterns(templates, layer, address)
      // A template needs some time; a query without one gets the server's own.
      address.defaultTime = address.defaultTime ?? layer.time?.last
      address.encoding = .rest
    } catch {
      // Templates that cannot be filled are no loss where the server takes queries too.
      guard encoding == nil, capabilities.endpoint != nil else { throw error }
      address.patterns = [try queryPattern(layer, address)]
    }
  }

  // MARK: Choices

  private func chosenSet(_ layer: WMTSCapabilities.Layer) throws(FormatError)
    -> (WMTSCapabilities.MatrixSet, [String: WMTSCapabilities.MatrixLimits]?)
  {
    let offered = layer.matrixSetLinks.compactMap { link in
      sets[link.matrixSet].map { (set: $0, limits: link.limits) }
    }
    if let matrixSet {
      guard let found = offered.first(where: { $0.set.identifier == matrixSet }) else {
        throw NameList.missing(matrixSet, kind: "matrix set", of: offered.map(\.set.identifier), thing: thing)
      }
      if let fault = found.set.fault { throw .unsupported(thing, fault: "matrix set \(matrixSet) cannot be used: \(fault)") }
      return found
    }
    let best = offered.max { $0.set.matrices.count < $1.set.matrices.count }
    guard let best, !best.set.matrices.isEmpty else {
      let names = offered.map { set, _ in set.crs.isEmpty ? set.identifier : set.crs }
      throw .unsupported(
        thing, fault: "layer \(layer.identifier) is not offered in Web Mercator (EPSG:3857) tiles, but in \(NameList.text(names))"
      )
    }
    // Of several as deep, the first one, which `max` does not give.
    return offered.first { $0.set.matrices.count == best.set.matrices.count } ?? best
  }

  private func chosenStyle(_ layer: WMTSCapabilities.Layer) throws(FormatError) -> String {
    guard let style else { return (layer.styles.first(where: \.isDefault) ?? layer.styles.first)?.identifier ?? "default" }
    guard let found = layer.styles.first(where: { $0.identifier == style }) ?? layer.styles.first(where: { $0.title == style })
    else { throw NameList.missing(style, kind: "style", of: layer.styles.map(\.identifier), thing: thing) }
    return found.identifier
  }

  /// The MIME type, and the templates that serve it; none where queries are to be used.
  private func chosenFormat(_ layer: WMTSCapabilities.Layer) throws(FormatError) -> (String, [WMTSCapabilities.Template]) {
    let usesTemplates = encoding.map { $0 == .rest } ?? !layer.templates.isEmpty
    guard usesTemplates ? !layer.templates.isEmpty : capabilities.endpoint != nil else {
      let way = usesTemplates ? "by templates (REST)" : "by queries (KVP)"
      throw .unsupported(thing, fault: "layer \(layer.identifier) is not served \(way)")
    }
    var offered = usesTemplates ? layer.templates.map(\.format).filter { !$0.isEmpty } : layer.formats
    if offered.isEmpty { offered = layer.formats.isEmpty ? ["image/png"] : layer.formats }
    let chosen = try FormatChoice.choose(format, of: offered, thing: thing)
    guard usesTemplates else { return (chosen, []) }
    let templates = layer.templates.filter { $0.format == chosen || $0.format.isEmpty }
    return (chosen, templates)
  }

  private func chosenTime(_ layer: WMTSCapabilities.Layer, _ warnings: inout [String]) throws(FormatError) -> String? {
    guard let time else { return nil }
    guard let dimension = layer.time else {
      throw .unsupported(thing, fault: "layer \(layer.identifier) has no times to choose from")
    }
    return try TimeChoice.checked(time, dimension, &warnings, thing: thing)
  }

  // MARK: Levels

  private func levels(_ set: WMTSCapabilities.MatrixSet, limits: [String: WMTSCapabilities.MatrixLimits]?)
    -> [Int: WMTSAddress.Level]
  {
    var levels: [Int: WMTSAddress.Level] = [:]
    for matrix in set.matrices {
      var columns = 0...(matrix.columnCount - 1)
      var rows = 0...(matrix.rowCount - 1)
      if let limits {
        // Some servers name the matrix with its set before it.
        let own = limits[matrix.identifier] ?? limits["\(set.identifier):\(matrix.identifier)"]
        guard let own, own.columns.overlaps(columns), own.rows.overlaps(rows) else { continue }
        columns = own.columns.clamped(to: columns)
        rows = own.rows.clamped(to: rows)
      }
      levels[matrix.zoom] = WMTSAddress.Level(
        matrix: matrix.identifier, firstColumn: matrix.firstColumn, firstRow: matrix.firstRow, columns: columns, rows: rows)
    }
    return levels
  }

  /// What the tiles of the deepest level cover.
  private static func bounds(_ levels: [Int: WMTSAddress.Level]) -> CoordinateBounds {
    guard let (zoom, level) = levels.max(by: { $0.key < $1.key }) else { return .world }
    let count = 1 << zoom
    func edge(_ index: Int, _ first: Int) -> Double {
      let (sum, overflow) = index.addingReportingOverflow(first)
      return WebMercatorGrid.meters(overflow ? count : min(max(sum, 0), count), of: count)
    }
    let (right, rightOverflow) = level.columns.upperBound.addingReportingOverflow(1)
    let (bottom, bottomOverflow) = level.rows.upperBound.addingReportingOverflow(1)
    guard !rightOverflow, !bottomOverflow else { return .world }
    let left = edge(level.columns.lowerBound, level.firstColumn)
    let top = edge(level.rows.lowerBound, level.firstRow)
    let (farRight, farBottom) = (edge(right, level.firstColumn), edge(bottom, level.firstRow))
    let isAll = left == edge(0, 0) && top == left && farRight == edge(count, 0) && farBottom == farRight
    if isAll { return .world }
    let found = WebMercatorGrid.bounds(minX: left, minY: -farBottom, maxX: farRight, maxY: -top)
    return found ?? .world
  }

  // MARK: Patterns

  private func queryPattern(_ layer: WMTSCapabilities.Layer, _ address: WMTSAddress) throws(FormatError) -> WMTSAddress.Pattern {
    guard let endpoint = capabilities.endpoint.flatMap(QueryAddress.init) else {
      throw .unsupported(thing, fault: "layer \(layer.identifier) is not served by queries (KVP)")
    }
    var parameters: [(name: String, value: String)] = [
      ("SERVICE", "WMTS"), ("REQUEST", "GetTile"), ("VERSION", "1.0.0"), ("LAYER", address.layer), ("STYLE", address.style),
      ("FORMAT", address.format), ("TILEMATRIXSET", address.matrixSet),
    ]
    for dimension in layer.dimensions where !dimension.isTime {
      if let value = dimension.defaultValue ?? dimension.values.first { parameters.append((dimension.identifier, value)) }
    }
    let times = layer.dimensions.filter(\.isTime).prefix(1).map(\.identifier)
    let start = endpoint.text(appending: parameters, dropping: Set(times.map { $0.lowercased() }))
    return WMTSAddress.Pattern(
      parts: [.literal(start)] + times.map { .timeParameter(PercentEncoding.value($0)) } + [
        .literal("&TILEMATRIX="), .matrix, .literal("&TILEROW="), .row, .literal("&TILECOL="), .column,
      ])
  }

  private func templatePatterns(
    _ templates: [WMTSCapabilities.Template], _ layer: WMTSCapabilities.Layer, _ address: WMTSAddress
  ) throws(FormatError) -> [WMTSAddress.Pattern] {
    var values = ["layer": address.layer, "style": address.style, "tilematrixset": address.matrixSet, "format": address.format]
    for dimension in layer.dimensions where !dimension.isTime {
      values[dimension.identifier.lowercased()] = dimension.defaultValue ?? dimension.values.first ?? "default"
    }
    let hasTime = layer.dimensions.contains(where: \.isTime)
    var patterns: [WMTSAddress.Pattern] = []
    for template in templates.prefix(64) {
      let pattern = try Self.pattern(template.address, values: values, hasTime: hasTime, thing: thing)
      if !patterns.contains(pattern) { patterns.append(pattern) }
    }
    return patterns
  }

  /// Names of placeholders count without their case.
  private static func pattern(
    _ template: String, values: [String: String], hasTime: Bool, thing: String
  ) throws(FormatError) -> WMTSAddress.Pattern {
    var parts: [WMTSAddress.Pattern.Part] = []
    var literal = ""
    var rest = Substring(template)
    while let open = rest.firstIndex(of: "{"), let close = rest[open...].firstIndex(of: "}") {
      literal += rest[..<open]
      let name = rest[rest.index(after: open)..<close]
      rest = rest[rest.index(after: close)...]
      let part: WMTSAddress.Pattern.Part? =
        switch name.lowercased() {
        case "tilematrix": .matrix
        case "tilerow": .row
        case "tilecol": .column
        case "time" where hasTime: .time
        default: nil
        }
      if let part {
        if !literal.isEmpty { parts.append(.literal(literal)) }
        literal = ""
        parts.append(part)
      } else if let value = values[name.lowercased()] {
        literal += PercentEncoding.value(value)
      } else {
        throw .unsupported(thing, fault: "an address of tiles has {\(name.prefix(40))}, which the document does not explain")
      }
    }
    literal += rest
    if !literal.isEmpty { parts.append(.literal(literal)) }
    guard parts.contains(.row), parts.contains(.column), parts.contains(.matrix) else {
      throw .malformed(thing, fault: "an address of tiles lacks {TileMatrix}, {TileRow} or {TileCol}")
    }
    return WMTSAddress.Pattern(parts: parts)
  }
}

/// Which format of pictures to ask for.
enum FormatChoice {
  /// The wanted one as the server writes it; else the first one that can be decoded, pictures before vector tiles.
  static func choose(_ wanted: String?, of offered: [String], thing: String) throws(FormatError) -> String {
    if let wanted {
      let kind = TileFormatName.format(wanted)
      let found =
        offered.first { $0.lowercased() == wanted.lowercased() }
        ?? offered.first { kind != nil && TileFormatName.format($0) == kind }
      guard let found else { throw NameList.missing(wanted, kind: "format", of: offered, thing: thing) }
      return found
    }
    let decodable: [TileArchiveHeader.TileFormat] = [.png, .jpeg, .webp]
    let found =
      offered.first { TileFormatName.format($0).map(decodable.contains) ?? false }
      ?? offered.first { TileFormatName.format($0) == .mvt }
    guard let found else { throw .unsupported(thing, fault: "its formats are not read: \(NameList.text(offered))") }
    return found
  }
}

/// Which time to ask for.
enum TimeChoice {
  /// `time`, with a warning when the server does not list it; throws when it is no time at all.
  static func checked(_ time: String, _ dimension: TimeDimension, _ warnings: inout [String], thing: String) throws(FormatError)
    -> String
  {
    let parts = time.split(separator: "/", omittingEmptySubsequences: false).map(String.init)
    guard parts.count <= 2, parts.allSatisfy(TimeDimension.isUsable) else {
      throw .malformed(thing, fault: "\(time.prefix(60)) is not a time; 2026-07-01 and 2026-07-01T12:00:00Z are")
    }
    if !dimension.entries.isEmpty, !dimension.hasNearestValue, !dimension.contains(time) {
      warnings.append(OutsideText.cleaned("time \(time) is not among those offered: \(dimension.summary)"))
    }
    return time
  }
}
