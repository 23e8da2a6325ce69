import Synchronization

/// A whole answer, of any status.
@dynamicMemberLookup package struct HTTPResponse: Hashable, Sendable {
  package var status: Int
  /// As it came: a `Content-Encoding` is not undone.
  package var body: [UInt8]
  /// What belongs to the body; each line of it is a property of the answer as well.
  package var head = HTTPHead()
  /// Seconds that the server asks to wait, 1 ... 3600; nil when it does not.
  package var retryAfterSeconds: Double?
  /// Which bytes of the whole the body holds (status 206), or how many there are (status 416).
  package var contentRange: HTTPContentRange?
  /// As the server said it; a body of another length is not delivered.
  package var contentLength: UInt64?
  /// Whether the host that was asked is in this machine or its local network; nil where that is not known, behind a proxy for
  /// instance.
  package var isFromPrivateHost: Bool?
  /// Whether no server was asked for the body.
  package var isFromCache = false
  /// To be called when the body turned out to be good; nil when nothing keeps it.
  package var keep: CacheReceipt?

  package init(
    status: Int, body: [UInt8] = [], contentEncoding: String? = nil, contentType: String? = nil, retryAfterSeconds: Double? = nil
  ) {
    self.status = status
    self.body = body
    head.contentEncoding = contentEncoding
    head.contentType = contentType
    self.retryAfterSeconds = retryAfterSeconds
  }

  package subscript<Value>(dynamicMember line: WritableKeyPath<HTTPHead, Value>) -> Value {
    get { head[keyPath: line] }
    set { head[keyPath: line] = newValue }
  }
}

/// Which part of a whole a body is (RFC 9110, 14.4).
package struct HTTPContentRange: Hashable, Sendable {
  /// Nil where the range that was asked for does not exist.
  package var range: Range<UInt64>?
  /// Bytes of the whole, nil when the server does not know.
  package var total: UInt64?

  package init(range: Range<UInt64>?, total: UInt64?) {
    self.range = range
    self.total = total
  }

  /// Reads `bytes 0-99/1234`, `bytes 0-99/*` and `bytes */1234`; nil for anything else.
  package init?(_ text: String) {
    let words = text.split(separator: " ", omittingEmptySubsequences: true)
    guard words.count == 2, words[0].lowercased() == "bytes" else { return nil }
    let parts = words[1].split(separator: "/", omittingEmptySubsequences: false)
    guard parts.count == 2 else { return nil }
    total = Self.number(parts[1])
    guard total != nil || parts[1] == "*" else { return nil }
    if parts[0] == "*" {
      range = nil
      return
    }
    let ends = parts[0].split(separator: "-", omittingEmptySubsequences: false)
    guard ends.count == 2, let first = Self.number(ends[0]), let last = Self.number(ends[1]), first <= last, last < UInt64.max,
      total.map({ last < $0 }) ?? true
    else { return nil }
    range = first..<(last + 1)
  }

  private static func number(_ text: Substring) -> UInt64? {
    text.utf8.allSatisfy { (UInt8(ascii: "0")...UInt8(ascii: "9")).contains($0) } ? UInt64(text) : nil
  }
}

/// Lets the one who asked for a body say that it is good: only then a cache keeps it, so that what cannot be decoded is asked for
/// again.
package final class CacheReceipt: Sendable, Hashable {
  private typealias Actions = (keep: @Sendable () -> Void, drop: @Sendable () -> Void)
  private let actions: Mutex<Actions?>

  /// `drop`: for a body that was kept before.
  package init(_ keep: @escaping @Sendable () -> Void, drop: @escaping @Sendable () -> Void = {}) {
    actions = Mutex((keep, drop))
  }

  /// Has the body kept. May be called on any thread; further calls of this or `drop` do nothing.
  package func keep() {
    take()?.keep()
  }

  /// Says that the body is no good: one that was kept is forgotten. May be called on any thread; further calls do nothing.
  package func drop() {
    take()?.drop()
  }

  private func take() -> Actions? {
    actions.withLock { actions in
      defer { actions = nil }
      return actions
    }
  }

  package static func == (left: CacheReceipt, right: CacheReceipt) -> Bool { left === right }
  package func hash(into hasher: inout Hasher) { hasher.combine(ObjectIdentifier(self)) }
}
