/// Applies rules to one layer.
struct GoogleLayer {
  private(set) var layer: StyleLayer
  private let rules: [GoogleStyle.Rule]

  init(_ layer: StyleLayer, rules: [GoogleStyle.Rule]) {
    self.layer = layer
    self.rules = rules
    guard !rules.isEmpty else { return }
    if layer.kind == .symbol { applyToLabels() } else { applyToGeometry() }
  }

  private func stylers(_ element: String) -> [GoogleStyler] {
    rules.filter { $0.reaches(element) }.flatMap(\.stylers)
  }

  /// The last word on it.
  private static func visibility(_ stylers: [GoogleStyler]) -> GoogleStyler.Visibility? {
    stylers.reduce(nil) { if case .visibility(let visibility) = $1 { visibility } else { $0 } }
  }

  private static func weight(_ stylers: [GoogleStyler]) -> Double? {
    stylers.reduce(nil) { if case .weight(let weight) = $1 { weight } else { $0 } }
  }

  // MARK: Geometry

  private mutating func applyToGeometry() {
    let isOutline = layer.kind == .line && (layer.id.contains("casing") || layer.sourceLayer == "boundary")
    let element = isOutline ? "geometry.stroke" : "geometry.fill"
    let own = stylers(element)
    switch Self.visibility(own) {
    case .off: layer.setVisible(false)
    case .on: layer.setVisible(true)
    // Lines without their outlines.
    case .simplified: if isOutline && layer.sourceLayer != "boundary" { layer.setVisible(false) }
    case nil: break
    }
    if let color = Self.geometryColors[layer.kind] { recolor(color, own) }
    if layer.kind == .fill {
      recolor(.fillOutlineColor, stylers("geometry.stroke"))
      if Self.visibility(stylers("geometry.stroke")) == .off { layer.properties[.fillOutlineColor] = nil }
    }
    if layer.kind == .line, let weight = Self.weight(own) {
      layer.properties[.lineWidth] = .constant(.number(isOutline ? weight + 1.5 : weight))
    }
  }

  /// What rules for geometry colour; nothing of layers of other kinds.
  private static let geometryColors: [StyleLayer.Kind: StylePropertyName] = [
    .background: .backgroundColor, .fill: .fillColor, .line: .lineColor, .fillExtrusion: .fillExtrusionColor,
    .circle: .circleColor,
  ]

  // MARK: Labels

  private mutating func applyToLabels() {
    recolor(.textColor, stylers("labels.text.fill"))
    recolor(.textHaloColor, stylers("labels.text.stroke"))
    recolor(.iconColor, stylers("labels.icon"))
    if let weight = Self.weight(stylers("labels.text.stroke")) { layer.properties[.textHaloWidth] = .constant(.number(weight)) }
    if Self.visibility(stylers("labels.text.stroke")) == .off { layer.properties[.textHaloWidth] = .constant(.number(0)) }
    let hidesIcon = Self.visibility(stylers("labels.icon")) == .off
    let hidesText = Self.visibility(stylers("labels.text.fill")) == .off
    if hidesIcon { layer.properties[.iconImage] = nil }
    if hidesText { layer.properties[.textField] = nil }
    let isEmpty = layer.properties[.iconImage] == nil && layer.properties[.textField] == nil
    if isEmpty { layer.setVisible(false) }
  }

  // MARK: Colours

  /// Changes every colour of a property, whether it is the value or the result of an expression.
  private mutating func recolor(_ name: StylePropertyName, _ stylers: [GoogleStyler]) {
    guard stylers.contains(where: \.changesColors), let property = layer.properties[name] else { return }
    let change = { (color: StyleColor) in stylers.reduce(color) { $1.applied(to: $0) } }
    switch property {
    case .constant(.color(let color)): layer.properties[name] = .constant(.color(change(color)))
    case .constant: break
    case .expression(let program):
      let (changed, count) = program.recolored(change)
      // Colours that come out of the data can be replaced, not mixed.
      layer.properties[name] = count > 0 ? .expression(changed) : stylers.lastColor.map { .constant(.color($0)) } ?? property
    }
  }
}

extension GoogleStyler {
  fileprivate var changesColors: Bool {
    switch self {
    case .visibility, .weight: false
    default: true
    }
  }
}

extension [GoogleStyler] {
  fileprivate var lastColor: StyleColor? {
    reduce(nil) { if case .color(let color) = $1 { color } else { $0 } }
  }
}
