import Foundation

/// How reports of commands are written.
enum ReportText {
  /// Indented, with keys in order.
  static func json(of object: Any) throws -> String {
    let data = try JSONSerialization.data(
      withJSONObject: object, options: [.prettyPrinted, .sortedKeys, .withoutEscapingSlashes])
    return String(decoding: data, as: UTF8.self)
  }

  /// A name and a value on each line.
  static func lines(_ lines: [(String, String)]) -> String {
    lines.map { $0.padding(toLength: 12, withPad: " ", startingAt: 0) + " " + $1 }.joined(separator: "\n")
  }
}
