import OverlookFormats

/// Computes the value of a program for one feature after the other: only what differs is put into `context` between two values.
package struct ExpressionEvaluator: Sendable {
  let program: ExpressionProgram
  package var context: ExpressionContext
  /// Of the value at hand.
  private var steps = 0
  /// Where the names of properties stand among the keys of a table that features share; by node, nil before it was looked for.
  private var keys: [KeyPlace?]
  private var keyTable: PropertyTable?

  private enum KeyPlace {
    case absent
    case index(Int32)
  }

  package init(program: ExpressionProgram, context: ExpressionContext) {
    self.program = program
    self.context = context
    keys = []
  }

  /// The value for the feature and the surroundings of `context`.
  package mutating func evaluate() throws(ExpressionError) -> StyleValue {
    steps = 0
    return try value(program.root)
  }

  /// Calls itself for operands, no deeper than the parser let the expression be; what `let` binds may make the same part be
  /// evaluated many times over, which the count of steps bounds.
  mutating func value(_ index: Int32) throws(ExpressionError) -> StyleValue {
    steps += 1
    guard steps <= ExpressionProgram.maximumSteps else {
      throw ExpressionError("The expression takes more than \(ExpressionProgram.maximumSteps) steps.")
    }
    let node = program.nodes[Int(index)]
    switch node.operation {
    case .literal(let value): return value
    case .assert(let type): return try asserted(node, type)
    case .coerce(let type): return try coerced(node, type)
    case .typeName: return .string(try operand(0, node).type.description)

    case .property(let name):
      // Not one call within the other: the outer one would hold a copy of all this, and each change of `keys` make another.
      let value = property(name, index)
      return drawable(value, ofProperty: name)
    case .firstProperty(let names): return drawable(firstProperty(names), ofProperty: names.last ?? "")
    case .hasProperty(let name): return .bool(context.feature?.properties[name] != nil)
    case .member:
      let value = try member(node) ?? .null
      guard node.operandCount == 1, givesWay(value) else { return value }
      let name = try text(0, node)
      return drawable(value, ofProperty: name)
    case .hasMember: return .bool(try member(node) != nil)
    case .properties: return properties()
    case .featureID: return context.feature?.id ?? .null
    case .geometryType: return context.feature.map { .string($0.type.rawValue) } ?? .null
    case .featureState: return context.featureState[try text(0, node)] ?? .null
    case .globalState(let name): return context.globalState[name] ?? .null
    case .input(let input): return self.input(input)
    case .within(let area): return .bool(context.feature.map { area.holds($0) } ?? false)
    case .distance(let shape): return .number(context.feature.map { shape.meters(to: $0) } ?? .nan)

    case .choose: return try choose(node)
    case .match(let table): return try match(node, table)
    case .coalesce: return try coalesce(node)
    case .all: return .bool(try allHold(node))
    case .any: return .bool(try anyHolds(node))
    case .not: return .bool(try !bool(0, node))
    case .compare(let comparison): return .bool(try compare(node, comparison))
    case .compareText(let comparison): return .bool(try compareText(node, comparison))

    case .step(let stops): return try step(node, stops)
    case .interpolate(let stops, let curve, let space): return try interpolate(node, stops, curve, space)

    case .list: return .array(try operands(node))
    case .object(let keys):
      var object = StyleObject()
      for (key, value) in zip(keys, try operands(node)) { object[key] = value }
      return .object(object)
    case .item: return try item(node)
    case .contains: return .bool(try contains(node))
    case .indexOf: return .number(try indexOf(node))
    case .slice: return try slice(node)
    case .length: return .number(try length(node))
    case .split: return .array(try split(node))
    case .join: return .string(try bounded(try array(0, node).map(\.text).joined(separator: try text(1, node))))
    case .concatenate: return .string(try concatenated(node))
    case .uppercase: return .string(try text(0, node).uppercased())
    case .lowercase: return .string(try text(0, node).lowercased())
    case .isSupportedScript: return .bool(context.isSupportedScript(try text(0, node)))
    case .collator: return try collator(node)
    case .resolvedLocale: return .string(try locale(node))
    case .format(let sections): return .formatted(try formatted(node, sections))
    case .imageName: return try imageName(node)
    case .numberFormat(let parts): return .string(try numberFormatted(node, parts))

    case .arithmetic(let operation): return .number(try arithmetic(node, operation))
    case .rgba: return .color(try rgba(node))
    case .colorComponents: return try colorComponents(node)
    case .fail: throw ExpressionError(try text(0, node))
    }
  }

  // MARK: Operands

  mutating func operand(_ number: Int, _ node: ExpressionProgram.Node) throws(ExpressionError) -> StyleValue {
    try value(program.operand(number, of: node))
  }

  private mutating func operands(_ node: ExpressionProgram.Node) throws(ExpressionError) -> [StyleValue] {
    var values: [StyleValue] = []
    for index in 0..<Int(node.operandCount) { values.append(try operand(index, node)) }
    return values
  }

  /// The parser has seen to the types of operands; a null of a missing feature or state is the exception.
  mutating func number(_ number: Int, _ node: ExpressionProgram.Node) throws(ExpressionError) -> Double {
    try operand(number, node).number ?? .nan
  }

  mutating func text(_ number: Int, _ node: ExpressionProgram.Node) throws(ExpressionError) -> String {
    try operand(number, node).string ?? ""
  }

  mutating func bool(_ number: Int, _ node: ExpressionProgram.Node) throws(ExpressionError) -> Bool {
    try operand(number, node).bool ?? false
  }

  mutating func array(_ number: Int, _ node: ExpressionProgram.Node) throws(ExpressionError) -> [StyleValue] {
    guard case .array(let items) = try operand(number, node) else { return [] }
    return items
  }

  /// Text that is not longer than a value may be.
  func bounded(_ text: String) throws(ExpressionError) -> String {
    guard text.utf8.count <= ExpressionProgram.maximumTextBytes else {
      throw ExpressionError("The text is longer than \(ExpressionProgram.maximumTextBytes) bytes.")
    }
    return text
  }

  // MARK: The feature and its surroundings

  private mutating func property(_ name: String, _ node: Int32) -> StyleValue {
    guard let row = context.feature?.properties.row else { return context.feature?.properties[name] ?? .null }
    guard keyTable === row.table else {
      // For one feature alone there is nothing to remember.
      keyTable = row.table
      keys.removeAll()
      return context.feature?.properties[name] ?? .null
    }
    if keys.isEmpty { keys = [KeyPlace?](repeating: nil, count: program.nodes.count) }
    let place = keys[Int(node)] ?? row.table.keyIndex(name).map(KeyPlace.index) ?? .absent
    keys[Int(node)] = place
    guard case .index(let key) = place else { return .null }
    return row.table.value(ofKey: key, in: row.tags) ?? .null
  }

  private mutating func member(_ node: ExpressionProgram.Node) throws(ExpressionError) -> StyleValue? {
    let name = try text(0, node)
    guard node.operandCount > 1 else { return context.feature?.properties[name] }
    guard case .object(let object) = try operand(1, node) else { return nil }
    return object[name]
  }

  private func firstProperty(_ names: [String]) -> StyleValue {
    for name in names {
      if let value = context.feature?.properties[name], value != .null { return value }
    }
    return .null
  }

  /// Whether a value cannot be drawn, in programs whose names give way.
  private func givesWay(_ value: StyleValue) -> Bool {
    guard program.namesGiveWay, case .string(let text) = value else { return false }
    return !context.isSupportedScript(text)
  }

  /// The value of a property, or the name in Latin letters in place of a name that cannot be drawn.
  private func drawable(_ value: StyleValue, ofProperty property: String) -> StyleValue {
    guard program.namesGiveWay, ExpressionProgram.isName(property), givesWay(value) else { return value }
    if ExpressionProgram.isComplement(property) { return .null }
    for name in ExpressionProgram.latinNames {
      guard case .string(let latin)? = context.feature?.properties[name], context.isSupportedScript(latin) else { continue }
      return .string(latin)
    }
    return value
  }

  private func properties() -> StyleValue {
    var object = StyleObject()
    for (name, value) in (context.feature?.properties.dictionary ?? [:]).sorted(by: { $0.key < $1.key }) { object[name] = value }
    return .object(object)
  }

  private func input(_ input: ExpressionInput) -> StyleValue {
    switch input {
    case .zoom: context.zoom.map(StyleValue.number) ?? .null
    case .accumulated: context.accumulated ?? .null
    case .heatmapDensity: .number(context.heatmapDensity ?? 0)
    case .elevation: .number(context.elevation ?? 0)
    case .lineProgress: .number(context.lineProgress ?? 0)
    }
  }
}

extension ExpressionProgram {
  /// The value for a feature and its surroundings.
  package func evaluate(_ context: ExpressionContext) throws(ExpressionError) -> StyleValue {
    var evaluator = ExpressionEvaluator(program: self, context: context)
    return try evaluator.evaluate()
  }
}
