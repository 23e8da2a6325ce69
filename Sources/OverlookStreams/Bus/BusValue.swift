/// A value of the message bus (D-Bus), with its type.
package indirect enum BusValue: Hashable, Sendable {
  case text(String)
  /// The path of an object.
  case path(String)
  case number(UInt32)
  case integer(Int32)
  case flag(Bool)
  case real(Double)
  /// Values of one type, whose signature an empty array needs, too.
  case array(of: String, [BusValue])
  case structure([BusValue])
  /// Of a dictionary, which is an array of them.
  case entry(BusValue, BusValue)
  /// A value that says its type along.
  case variant(BusValue)

  /// How the bus writes the type.
  package var signature: String {
    switch self {
    case .text: "s"
    case .path: "o"
    case .number: "u"
    case .integer: "i"
    case .flag: "b"
    case .real: "d"
    case .array(let type, _): "a" + type
    case .structure(let parts): "(" + parts.map(\.signature).joined() + ")"
    case .entry(let key, let value): "{" + key.signature + value.signature + "}"
    case .variant: "v"
    }
  }
}
