/// The lines of an answer's head that belong to its body and are kept with it: what the body needs, what proves that it is still the
/// same, and how long it may be used.
package struct HTTPHead: Hashable, Sendable {
  /// Of the body, which is kept as it came. Lower case.
  package var contentEncoding: String?
  package var contentType: String?
  /// In its quotes, with `W/` before them if it is weak.
  package var entityTag: String?
  // Dates and directives as the server wrote them.
  package var lastModified: String?
  package var cacheControl: String?
  package var expires: String?
  package var date: String?
  /// For how long the answer lay in caches on its way, 0 or more.
  package var ageSeconds: Double?
  /// Whether the server says that no two requests are alike (`Vary: *`).
  package var variesWithoutEnd = false

  package init() {}

  /// The head after the server said "not modified" with the lines of `answer`: what it says now counts (RFC 9111, 4.3.4).
  package func renewed(by answer: HTTPHead) -> HTTPHead {
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
