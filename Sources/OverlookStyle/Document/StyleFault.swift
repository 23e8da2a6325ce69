/// Something in a style document that is wrong, or that is not done as it says.
package struct StyleFault: Hashable, Sendable, CustomStringConvertible {
  package enum Severity: Hashable, Sendable {
    /// The style specification forbids it, or has no such thing; the part is left out.
    case error
    /// It stands where the specification leaves room for more, or is not supported, and is ignored.
    case warning
  }

  package var severity: Severity
  /// Where in the document: `layers[2].paint.fill-color[1]`; empty for all of it.
  package var path: String
  package var message: String

  package var description: String { path.isEmpty ? message : "\(path): \(message)" }
}

/// Collects faults while a document is read.
struct StyleFaults {
  private(set) var list: [StyleFault] = []
  /// A document of nothing but faults must not fill the memory with them.
  static let maximumCount = 1000

  mutating func error(_ path: String, _ message: String) { add(.error, path, message) }
  mutating func warning(_ path: String, _ message: String) { add(.warning, path, message) }

  private mutating func add(_ severity: StyleFault.Severity, _ path: String, _ message: String) {
    guard list.count < Self.maximumCount else { return }
    list.append(StyleFault(severity: severity, path: path, message: message))
  }
}
