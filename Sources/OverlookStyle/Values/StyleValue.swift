package import OverlookFormats

/// A value of the style language: what an expression gives, a property of a feature holds, or a style document says.
package enum StyleValue: Hashable, Sendable {
  case null
  case bool(Bool)
  case number(Double)
  case string(String)
  case color(StyleColor)
  case array([StyleValue])
  case object(StyleObject)
  case collator(StyleCollator)
  case formatted(FormattedText)
  case image(StyleImageName)
  case padding(StylePadding)
  case numberArray([Double])
  case colorArray([StyleColor])
  case anchorOffsets([AnchorOffset])
  case projection(StyleProjection)

  package init(_ json: JSONValue) {
    switch json {
    case .null: self = .null
    case .bool(let value): self = .bool(value)
    case .number(let value): self = .number(value)
    case .string(let value): self = .string(value)
    case .array(let items): self = .array(items.map(StyleValue.init))
    case .object(let object):
      var members = StyleObject()
      for (key, value) in object.members { members[key] = StyleValue(value) }
      self = .object(members)
    }
  }

  /// The most precise type of the value; the items of an array have a common one or `.value`, which is also that of several
  /// arrays: their own items are not compared.
  package var type: StyleType {
    switch self {
    case .null: return .null
    case .bool: return .boolean
    case .number: return .number
    case .string: return .string
    case .color: return .color
    case .object: return .object
    case .collator: return .collator
    case .formatted: return .formatted
    case .image: return .resolvedImage
    case .padding: return .padding
    case .numberArray: return .numberArray
    case .colorArray: return .colorArray
    case .anchorOffsets: return .variableAnchorOffsetCollection
    case .projection: return .projectionDefinition
    case .array(let items):
      guard let first = items.first?.type, items.count == 1 || !first.isArray, items.dropFirst().allSatisfy({ $0.type == first })
      else {
        return .array(of: .value, count: items.count)
      }
      return .array(of: first, count: items.count)
    }
  }

  package var number: Double? {
    if case .number(let value) = self { return value }
    return nil
  }

  package var string: String? {
    if case .string(let value) = self { return value }
    return nil
  }

  package var bool: Bool? {
    if case .bool(let value) = self { return value }
    return nil
  }

  package var color: StyleColor? {
    if case .color(let value) = self { return value }
    return nil
  }

  /// The text of the value, as `to-string` and `concat` make it: nothing for null, JSON for arrays and objects.
  package var text: String {
    switch self {
    case .null: ""
    case .bool(let value): value ? "true" : "false"
    case .number(let value): Self.text(value)
    case .string(let value): value
    case .color(let value): value.text
    case .formatted(let value): value.text
    case .image(let value): value.name
    case .padding, .numberArray, .colorArray, .anchorOffsets, .projection, .array, .object, .collator: JSONWriter.text(json)
    }
  }

  /// The text of a number, as ECMAScript writes it: also of those that JSON has no word for.
  static func text(_ number: Double) -> String {
    if number.isNaN { return "NaN" }
    if number.isInfinite { return number < 0 ? "-Infinity" : "Infinity" }
    return JSONWriter.text(number)
  }

  /// The value in a JSON document; colours are their `rgba()` text.
  package var json: JSONValue {
    switch self {
    case .null: return .null
    case .bool(let value): return .bool(value)
    case .number(let value): return value.isFinite ? .number(value) : .null
    case .string(let value): return .string(value)
    case .color(let value): return .string(value.text)
    case .array(let items): return .array(items.map(\.json))
    case .object(let members):
      var object = JSONObject()
      for (key, value) in members.members { object[key] = value.json }
      return .object(object)
    case .collator: return .object(JSONObject())
    case .formatted(let value): return value.json
    case .image(let value): return value.json
    case .padding(let value): return .array(value.sides.map(JSONValue.number))
    case .numberArray(let values): return .array(values.map(JSONValue.number))
    case .colorArray(let values): return .array(values.map { .string($0.text) })
    case .anchorOffsets(let values):
      return .array(values.flatMap { [.string($0.anchor), .array([.number($0.x), .number($0.y)])] })
    case .projection(let value): return value.json
    }
  }
}

package typealias StyleObject = OrderedMembers<StyleValue>
