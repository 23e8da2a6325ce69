/// What a file says of a feature under one name.
package enum PropertyValue: Hashable, Sendable {
  case bool(Bool)
  case integer(Int64)
  case number(Double)
  case text(String)
  /// An array or object, as the file writes it.
  case json(String)

  /// As it is shown to people.
  package var text: String {
    switch self {
    case .bool(let value): value ? "true" : "false"
    case .integer(let value): "\(value)"
    case .number(let value):
      if let whole = Int64(exactly: value), abs(whole) < 1 << 53 { "\(whole)" } else { "\(value)" }
    case .text(let text), .json(let text): text
    }
  }

  package var number: Double? {
    switch self {
    case .integer(let value): Double(value)
    case .number(let value): value
    case .text(let text): Double(text).flatMap { $0.isFinite ? $0 : nil }
    case .bool, .json: nil
    }
  }
}
