/// A JSON document or a part of one, as it was written: objects keep the order of their members.
package enum JSONValue: Hashable, Sendable {
  case null
  case bool(Bool)
  /// Finite.
  case number(Double)
  case string(String)
  case array([JSONValue])
  case object(JSONObject)

  package var string: String? {
    if case .string(let text) = self { return text }
    return nil
  }

  package var number: Double? {
    if case .number(let value) = self { return value }
    return nil
  }

  package var bool: Bool? {
    if case .bool(let value) = self { return value }
    return nil
  }

  package var array: [JSONValue]? {
    if case .array(let items) = self { return items }
    return nil
  }

  package var object: JSONObject? {
    if case .object(let members) = self { return members }
    return nil
  }

  /// The member of an object; nil for one that is not there and for anything that is no object.
  package subscript(key: String) -> JSONValue? { object?[key] }

  /// "null", "boolean", "number", "string", "array" or "object".
  package var kindName: String {
    switch self {
    case .null: "null"
    case .bool: "boolean"
    case .number: "number"
    case .string: "string"
    case .array: "array"
    case .object: "object"
    }
  }
}

/// The members of a JSON object.
package typealias JSONObject = OrderedMembers<JSONValue>
