/// The lines of an answer's head that are kept with it: what its body needs, what proves that it is still the same, and how long
/// it may be used.
package struct CacheHead: Hashable, Sendable {
  /// Of the body, which is kept as it came. Lower case.
  package var contentEncoding: String?
  package var contentType: String?
  package var entityTag: String?
  package var lastModified: String?
  package var cacheControl: String?
  package var expires: String?
  package var date: String?
  package var ageSeconds: Double?
  /// Whether the server says that no two requests are alike (`Vary: *`).
  package var variesWithoutEnd = false

  package init() {}

  /// The head after the server said "not modified" with the lines of `answer`: what it says now counts (RFC 9111, 4.3.4).
  package func renewed(by answer: CacheHead) -> CacheHead {
    var head = self
    head.entityTag = answer.entityTag ?? entityTag
    head.lastModified = answer.lastModified ?? lastModified
    head.cacheControl = answer.cacheControl ?? cacheControl
    head.expires = answer.expires ?? expires
    // These two are about the moment and not about the body.
    head.date = answer.date
    head.ageSeconds = answer.ageSeconds
    return head
  }

  /// Whether the server can be asked if the body is still the same.
  package var canBeValidated: Bool { entityTag != nil || lastModified != nil }
}

/// An answer as the cache keeps it.
package struct CachedAnswer: Equatable, Sendable {
  /// Under which name it is filed.
  package var source: String
  package var status: Int
  package var head: CacheHead
  package var body: [UInt8]
  /// Seconds since 1970 at which it, or what confirmed it, came.
  package var receivedAt: Double

  package init(source: String, status: Int, head: CacheHead, body: [UInt8], receivedAt: Double) {
    self.source = source
    self.status = status
    self.head = head
    self.body = body
    self.receivedAt = receivedAt
  }

  package var rules: CacheRules { CacheRules(status: status, head: head, receivedAt: receivedAt) }
}
