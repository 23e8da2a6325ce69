import OverlookFormats
import OverlookStyle

/// What two styles have in common.
enum StyleDiff {
  static func isSame(_ a: StyleSource, _ b: StyleSource) -> Bool {
    switch (a.kind, b.kind) {
    case (.vector(let a), .vector(let b)), (.raster(let a), .raster(let b)): a == b
    case (.rasterDEM(let a, let encoding), .rasterDEM(let b, let other)): a == b && encoding == other
    case (.geoJSON(let a), .geoJSON(let b)): isSame(a, b)
    case (.image(let a, let corners), .image(let b, let others)): a == b && corners == others
    default: false
    }
  }

  /// Whether both are GeoJSON and treated in the same way.
  static func differsInDataAlone(_ a: StyleSource, _ b: StyleSource) -> Bool {
    guard case .geoJSON(var a) = a.kind, case .geoJSON(let b) = b.kind else { return false }
    a.content = b.content
    return isSame(a, b)
  }

  private static func isSame(_ a: StyleSource.GeoJSONOptions, _ b: StyleSource.GeoJSONOptions) -> Bool {
    switch (a.content, b.content) {
    case (.inline(let a), .inline(let b)): if !InlineData.isSame(a, b) { return false }
    case (.url(let a), .url(let b)): if a != b { return false }
    default: return false
    }
    return a.maximumZoom == b.maximumZoom && a.buffer == b.buffer && a.tolerance == b.tolerance && a.isClustered == b.isClustered
      && a.clusterRadius == b.clusterRadius && a.clusterMaximumZoom == b.clusterMaximumZoom
      && a.clusterMinimumPoints == b.clusterMinimumPoints && a.clusterProperties.isSame(as: b.clusterProperties)
      && isSame(a.filter, b.filter)
      && a.hasLineMetrics == b.hasLineMetrics && a.generatesIDs == b.generatesIDs && a.promotedID == b.promotedID
  }

  /// Layers of `b` whose tiles must be laid out because of what changed since `a`: new ones among them.
  static func layersToLayOut(from a: StyleDocument, to b: StyleDocument) -> Set<String> {
    let old = Dictionary(a.layers.map { ($0.id, $0) }, uniquingKeysWith: { first, _ in first })
    let stateChanged = a.globalState != b.globalState
    var changed: Set<String> = []
    for layer in b.layers where layer.kind.drawsFeatures {
      let isRead = stateChanged && readsState(layer)
      guard !isRead, let before = old[layer.id], !needsLayout(from: before, to: layer) else {
        changed.insert(layer.id)
        continue
      }
    }
    return changed
  }

  /// Whether what lies with its tiles depends on the global state.
  private static func readsState(_ layer: StyleLayer) -> Bool {
    if layer.filter?.dependencies.contains(.globalState) == true { return true }
    let layout = Set(StylePropertyTable.rows(of: layer.kind).layout.map(\.name))
    return layer.properties.contains { name, property in
      guard case .expression(let program) = property, program.dependencies.contains(.globalState) else { return false }
      return layout.contains(name) || isInTiles(name) || isDataDriven(property)
    }
  }

  /// Of two layers of the same id.
  static func needsLayout(from a: StyleLayer, to b: StyleLayer) -> Bool {
    guard a.kind == b.kind, a.source == b.source, a.sourceLayer == b.sourceLayer, a.minimumZoom == b.minimumZoom,
      a.maximumZoom == b.maximumZoom, a.isVisible == b.isVisible, isSame(a.filter, b.filter),
      a.clearedGround == b.clearedGround
    else { return true }
    let layout = Set(StylePropertyTable.rows(of: b.kind).layout.map(\.name))
    for name in Set(a.properties.keys).union(b.properties.keys) {
      let (before, after) = (a.properties[name], b.properties[name])
      if isSame(before, after) { continue }
      if layout.contains(name) || isInTiles(name) || isDataDriven(before) || isDataDriven(after) { return true }
    }
    return false
  }

  /// Paint properties whose pictures and dashes lie with the tiles.
  private static func isInTiles(_ name: StylePropertyName) -> Bool {
    [.fillPattern, .linePattern, .lineDasharray, .fillExtrusionPattern, .lineGradient].contains(name)
  }

  private static func isDataDriven(_ property: StyleProperty?) -> Bool {
    if case .expression(let program)? = property { !program.isFeatureConstant } else { false }
  }

  private static func isSame(_ a: StyleProperty?, _ b: StyleProperty?) -> Bool {
    switch (a, b) {
    case (nil, nil): true
    case (.constant(let a)?, .constant(let b)?): a == b
    case (.expression(let a)?, .expression(let b)?): a.isSame(as: b)
    default: false
    }
  }

  private static func isSame(_ a: ExpressionProgram?, _ b: ExpressionProgram?) -> Bool {
    switch (a, b) {
    case (nil, nil): true
    case (let a?, let b?): a.isSame(as: b)
    default: false
    }
  }
}

/// What changed with each version of the layout, so that tiles of an older one are brought up to date with the least work.
struct LayoutHistory: Sendable {
  /// Layers by version; nil where everything changed.
  private var changes: [Int: Set<String>?] = [:]
  private(set) var version = 0

  /// More versions than are remembered count as a change of everything.
  private static let length = 32

  /// `layers` nil: everything.
  mutating func change(_ layers: Set<String>?) {
    version += 1
    changes[version] = .some(layers)
    changes[version - Self.length] = nil
  }

  /// What changed since an older version; nil for everything.
  func changes(since old: Int) -> Set<String>? {
    guard old >= 0, old <= version, version - old < Self.length else { return nil }
    var all: Set<String> = []
    for number in (old + 1)..<(version + 1) {
      guard case .some(.some(let layers)) = changes[number] else { return nil }
      all.formUnion(layers)
    }
    return all
  }
}
