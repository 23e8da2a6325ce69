/// How long a transfer may take, in seconds, and how large its head may be.
package struct NetworkPatience: Hashable, Sendable {
  /// Until the connection stands, TLS included.
  package var connectSeconds = 10.0
  /// From the start until the first byte of the answer.
  package var firstByteSeconds = 15.0
  /// Between two pieces of the answer.
  package var stallSeconds = 10.0
  /// All headers of all answers of one transfer.
  package var maximumHeaderBytes = 256 << 10
  package var maximumRedirects = 5

  package init() {}
}
