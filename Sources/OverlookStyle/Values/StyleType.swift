/// The static type of a style expression (style specification, "Types").
package indirect enum StyleType: Hashable, Sendable {
  case null, number, string, boolean, color, object, collator, formatted, padding, numberArray, colorArray, resolvedImage
  case projectionDefinition, variableAnchorOffsetCollection
  /// Known only when it is evaluated.
  case value
  /// Of an expression that never has a value, and so fits everywhere.
  case error
  /// `count` items; nil: any number.
  case array(of: StyleType, count: Int?)

  /// An array of anything.
  package static let anyArray = StyleType.array(of: .value, count: nil)

  /// Types whose values may stand where any value is taken.
  private static let members: [StyleType] = [
    .null, .number, .string, .boolean, .color, .projectionDefinition, .formatted, .object, anyArray, .padding, .numberArray,
    .colorArray, .resolvedImage, .variableAnchorOffsetCollection,
  ]

  /// Whether a value of type `other` can be used where this type is expected.
  package func accepts(_ other: StyleType) -> Bool {
    if other == .error { return true }
    switch (self, other) {
    case (.array(let item, let count), .array(let otherItem, let otherCount)):
      // An empty array has items of every type.
      let fitsItems = otherCount == 0 && otherItem == .value || item.accepts(otherItem)
      return fitsItems && (count == nil || count == otherCount)
    case (.value, .value): return true
    case (.value, _): return Self.members.contains { $0.accepts(other) }
    default: return self == other
    }
  }

  var isArray: Bool {
    if case .array = self { return true }
    return false
  }
}

extension StyleType: CustomStringConvertible {
  /// As error messages and documents name it.
  package var description: String {
    switch self {
    case .null: "null"
    case .number: "number"
    case .string: "string"
    case .boolean: "boolean"
    case .color: "color"
    case .object: "object"
    case .collator: "collator"
    case .formatted: "formatted"
    case .padding: "padding"
    case .numberArray: "numberArray"
    case .colorArray: "colorArray"
    case .resolvedImage: "resolvedImage"
    case .projectionDefinition: "projectionDefinition"
    case .variableAnchorOffsetCollection: "variableAnchorOffsetCollection"
    case .value: "value"
    case .error: "error"
    case .array(let item, let count?): "array<\(item), \(count)>"
    case .array(.value, nil): "array"
    case .array(let item, nil): "array<\(item)>"
    }
  }
}
