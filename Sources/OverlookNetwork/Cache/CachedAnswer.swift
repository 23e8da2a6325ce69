/// An answer as the cache keeps it.
package struct CachedAnswer: Equatable, Sendable {
  /// Under which name it is filed.
  package var source: String
  package var status: Int
  package var head: HTTPHead
  package var body: [UInt8]
  /// Seconds since 1970 at which it, or what confirmed it, came.
  package var receivedAt: Double

  package init(source: String, status: Int, head: HTTPHead, body: [UInt8], receivedAt: Double) {
    self.source = source
    self.status = status
    self.head = head
    self.body = body
    self.receivedAt = receivedAt
  }

  package var rules: CacheRules { CacheRules(status: status, head: head, receivedAt: receivedAt) }
}
