/// Why a connection cannot be had, or has ended: one line that names the other side and the cause.
package struct ConnectionError: Error, Hashable, Sendable, CustomStringConvertible {
  package let message: String

  package init(_ message: String) {
    self.message = message
  }

  package var description: String { message }
}
