import OverlookGeometry
import OverlookStyle

/// Computes one property of a layer for one feature after the other; what is the same for all of them is prepared once.
struct FeatureProperty: Sendable {
  private let entry: LayerProperties.Entry?
  private let constant: StyleValue
  /// Nil for a constant.
  private var evaluator: ExpressionEvaluator?
  private let states: [StyleValue: [String: StyleValue]]?
  private var known: KnownResults<StyleValue>

  init(_ name: StylePropertyName, _ properties: LayerProperties, zoom: Double) {
    entry = properties.entries[name]
    if case .constant(let value)? = entry?.property { constant = value } else { constant = .null }
    evaluator = entry?.program.map { ExpressionEvaluator(program: $0, context: properties.context(zoom: zoom)) }
    states = properties.featureStates
    known = KnownResults(entry?.program)
  }

  mutating func value(for feature: inout RowFeature) -> StyleValue {
    guard evaluator != nil, let entry else { return constant }
    let place = known.place(of: feature)
    if let place, let value = known[place] { return value }
    let seen = feature.expression
    evaluator?.context.feature = seen
    if let states { evaluator?.context.featureState = states[seen.id] ?? [:] }
    let value = entry.checked(try? evaluator?.evaluate())
    if let place { known[place] = value }
    return value
  }
}

/// A feature of a layer, which is made what expressions see of it when one asks.
struct RowFeature {
  let layer: FeatureLayer
  let row: Int32
  private let tile: TileID
  private(set) lazy var expression = layer.expressionFeature(row, in: tile)

  init(_ row: Int32, of layer: FeatureLayer, _ context: LayoutContext) {
    self.layer = layer
    self.row = row
    tile = context.tile.canonical
  }
}

/// What a program gave for the values of the only attribute that it asks for, as filters and colours that go by the class of a
/// road do: a layer has few classes and many roads.
struct KnownResults<Result: Sendable>: Sendable {
  private let name: String?
  private var table: PropertyTable?
  private var key: Int32?
  /// By the place of the attribute's value in the table, then for features without it; empty where too little would be gained.
  private var results: [Result?] = []

  init(_ program: ExpressionProgram?) {
    name = program?.onlyProperty
  }

  /// Where the result for a feature is kept; nil when none is.
  mutating func place(of feature: borrowing RowFeature) -> Int? {
    guard let name else { return nil }
    let layer = feature.layer
    if table !== layer.table {
      table = layer.table
      key = layer.keyIndex(name)
      let isWorthwhile = layer.values.count < layer.features.count
      results = isWorthwhile ? [Result?](repeating: nil, count: layer.values.count + 1) : []
    }
    guard !results.isEmpty else { return nil }
    let index = key.flatMap { layer.table.valueIndex(ofKey: $0, in: layer.features[Int(feature.row)].tags) }
    return index ?? results.count - 1
  }

  subscript(place: Int) -> Result? {
    get { results[place] }
    set { results[place] = newValue }
  }
}
