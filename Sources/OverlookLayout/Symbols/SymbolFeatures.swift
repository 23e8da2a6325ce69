import OverlookStyle
import OverlookText

/// A feature with what is written and drawn at it.
struct SymbolFeature {
  var row: Int32
  var kind: Feature.Kind
  var text: FormattedText?
  var icon: String?
  /// Smaller ones are placed and drawn first; 0 where the style sets no order.
  var sortKey: Double
  /// Points, lines, or rings with their first point once more at the end.
  var parts: [[LabelPoint]]
  var expression: ExpressionFeature
}

/// Finds the texts and icons of features.
struct SymbolFeatures {
  let properties: LayerProperties
  let options: SymbolOptions
  let layer: FeatureLayer
  let context: LayoutContext
  private let hasText: Bool
  private let hasIcon: Bool

  init(_ properties: LayerProperties, _ options: SymbolOptions, _ layer: FeatureLayer, _ context: LayoutContext) {
    self.properties = properties
    self.options = options
    self.layer = layer
    self.context = context
    hasText = properties.isSet(.textField)
    hasIcon = properties.isSet(.iconImage)
  }

  /// In the order in which they are laid out.
  func collected(_ selected: [Int32]) -> [SymbolFeature] {
    guard hasText || hasIcon else { return [] }
    var features: [SymbolFeature] = []
    for row in selected {
      guard layer.features.indices.contains(Int(row)) else { continue }
      let expression = layer.expressionFeature(row, in: context.tile.canonical)
      let text = text(expression)
      let icon = hasIcon ? value(.iconImage, expression).imageName : nil
      guard text != nil || icon != nil else { continue }
      var sortKey = 0.0
      if options.sortsByKey { sortKey = value(.symbolSortKey, expression).number ?? 0 }
      features.append(
        SymbolFeature(
          row: row, kind: layer.features[Int(row)].kind, text: text, icon: icon, sortKey: sortKey, parts: parts(row),
          expression: expression))
    }
    // One long line has better places for labels than many short ones.
    if options.placement == .line { features = LineMerger.merged(features) }
    guard options.sortsByKey else { return features }
    return features.enumerated().sorted { ($0.element.sortKey, $0.offset) < ($1.element.sortKey, $1.offset) }.map(\.element)
  }

  /// Glyphs that the features' texts are made of.
  func needs(_ selected: [Int32]) -> GlyphNeeds {
    var needs = GlyphNeeds()
    guard hasText else { return needs }
    for row in selected {
      guard layer.features.indices.contains(Int(row)) else { continue }
      let expression = layer.expressionFeature(row, in: context.tile.canonical)
      guard let text = text(expression) else { continue }
      let fontStack = fontStack(expression)
      let isVertical = text.text.unicodeScalars.contains { ScriptTables.isUpright($0.value) }
      for section in text.sections where section.image == nil {
        let stack = section.fontStack ?? fontStack
        for scalar in section.text.unicodeScalars.prefix(LabelCharacters.maximumUnits) {
          needs.add(scalar.value, fontStack: stack)
          if ScriptTables.isRightToLeft(scalar.value) { needs.add(Bidi.mirrored(scalar.value), fontStack: stack) }
          if isVertical, let form = VerticalPunctuation.form(of: scalar.value) { needs.add(form, fontStack: stack) }
        }
      }
    }
    return needs
  }

  func value(_ name: StylePropertyName, _ feature: ExpressionFeature) -> StyleValue {
    properties.value(name, zoom: context.zoom, feature: feature)
  }

  func fontStack(_ feature: ExpressionFeature) -> String {
    guard case .array(let names) = value(.textFont, feature) else { return "" }
    return names.compactMap(\.string).joined(separator: ",")
  }

  func text(_ feature: ExpressionFeature) -> FormattedText? {
    guard hasText else { return nil }
    let formatted: FormattedText
    switch value(.textField, feature) {
    case .formatted(let text): formatted = text
    case .null: return nil
    case let other: formatted = FormattedText(other.text)
    }
    let isEmpty = formatted.sections.allSatisfy { $0.text.isEmpty && ($0.image?.name ?? "").isEmpty }
    guard !isEmpty, let drawable = DrawableText.of(formatted, context.glyphs) else { return nil }
    return transformed(drawable, feature)
  }

  private func transformed(_ text: FormattedText, _ feature: ExpressionFeature) -> FormattedText {
    let transform = value(.textTransform, feature).string
    var result = text
    for index in result.sections.indices where result.sections[index].image == nil {
      switch transform {
      case "uppercase"?: result.sections[index].text = result.sections[index].text.uppercased()
      case "lowercase"?: result.sections[index].text = result.sections[index].text.lowercased()
      default: break
      }
      guard context.glyphs?.isLocal == false else { continue }
      let scalars = result.sections[index].text.unicodeScalars
      guard scalars.contains(where: { ScriptTables.isArabic($0.value) }) else { continue }
      let forms = Bidi.presentationForms(scalars.map(\.value))
      result.sections[index].text = String(String.UnicodeScalarView(forms.compactMap(Unicode.Scalar.init)))
    }
    return result
  }

  private func parts(_ row: Int32) -> [[LabelPoint]] {
    let feature = layer.features[Int(row)]
    return feature.parts.map { part in
      var points = layer.points(ofPart: part).map { index in
        LabelPoint(Double(layer.coordinates[2 * index]), Double(layer.coordinates[2 * index + 1]))
      }
      if feature.kind == .polygon, let first = points.first { points.append(first) }
      return points
    }
  }
}

extension StyleValue {
  /// The name of an image; nil when there is none.
  package var imageName: String? {
    let name: String
    switch self {
    case .image(let image): name = image.name
    case .string(let text): name = text
    default: return nil
    }
    return name.isEmpty ? nil : name
  }
}

/// Joins lines of the same text where one ends and another begins.
enum LineMerger {
  private struct End: Hashable {
    var text: String
    var point: LabelPoint
  }

  static func merged(_ features: [SymbolFeature]) -> [SymbolFeature] {
    var result: [SymbolFeature?] = []
    var starting: [End: Int] = [:]
    var ending: [End: Int] = [:]

    for feature in features {
      guard let text = feature.text?.text, !text.isEmpty, let line = feature.parts.first, let first = line.first,
        let last = line.last
      else {
        result.append(feature)
        continue
      }
      let (start, end) = (End(text: text, point: first), End(text: text, point: last))
      let before = ending[start]
      let after = starting[end]
      if let before, let after, before != after {
        // It closes the gap between two lines.
        let rest = result[after]?.parts[0].dropFirst() ?? []
        result[before]?.parts[0] += line.dropFirst() + rest
        result[after] = nil
        ending[start] = nil
        starting[end] = nil
        if let newEnd = result[before]?.parts[0].last { ending[End(text: text, point: newEnd)] = before }
      } else if let before {
        ending[start] = nil
        ending[end] = before
        result[before]?.parts[0] += line.dropFirst()
      } else if let after {
        starting[end] = nil
        starting[start] = after
        let rest = result[after]?.parts[0].dropFirst() ?? []
        result[after]?.parts[0] = line + rest
      } else {
        result.append(feature)
        starting[start] = result.count - 1
        ending[end] = result.count - 1
      }
    }
    return result.compactMap { $0 }
  }
}
