package import OverlookGeometry
package import OverlookSupport

/// What is looked for.
package struct SearchRequest: Sendable {
  /// As it is typed; more than 200 characters are cut.
  package var text: String
  /// What lies near here goes first.
  package var near: LocationCoordinate?
  /// 1 ... 100.
  package var limit: Int
  /// Of the names in the answer: "de", "zh-Hant".
  package var language: String
  /// Cancelled when nobody wants the answer any more: it is then empty.
  package var ticket: WorkTicket?

  package init(
    _ text: String, near: LocationCoordinate? = nil, limit: Int = 10, language: String = "en", ticket: WorkTicket? = nil
  ) {
    self.text = text
    self.near = near.flatMap { $0.isValid ? $0.normalized : nil }
    self.limit = min(max(limit, 1), 100)
    self.language = language
    self.ticket = ticket
  }

  var isCancelled: Bool { ticket?.isCancelled == true }
}
