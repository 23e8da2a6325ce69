import OverlookSupport

/// What an answer is found by: a hash of the request, from which neither address nor key can be read.
package struct CacheKey: Hashable, Sendable {
  /// 16 bytes.
  let bytes: [UInt8]

  /// `text` must tell all that may be told apart.
  package init(_ text: String) {
    bytes = Array(SHA256.digest(of: Array(text.utf8)).prefix(16))
  }

  /// The key of the answer to `request`: its address and all of its head that answers may depend on, so that `Vary` is obeyed
  /// whatever it names.
  package init(_ request: HTTPRequest) {
    let headers = request.headers.map { "\($0.name.lowercased()): \($0.value)" }.sorted()
    let lines = [Redactor.identity(request.url), request.acceptEncoding ?? "", request.userAgent ?? ""] + headers
    self.init(lines.joined(separator: "\n"))
  }
}
