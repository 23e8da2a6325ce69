public import OverlookGeometry
package import OverlookSupport

/// What is looked for.
public struct SearchRequest: Sendable {
  /// As it is typed; more than 200 characters are cut.
  public var text: String
  /// What lies near here goes first.
  public var near: LocationCoordinate?
  /// 1 ... 100.
  public var limit: Int
  /// Of the names in the answer: "de", "zh-Hant".
  public var language: String
  /// Cancelled when nobody wants the answer any more: it is then empty.
  package var ticket: WorkTicket?

  /// A request for places that answer `text`. A place that is none is left out, and numbers are brought within their limits.
  public init(_ text: String, near: LocationCoordinate? = nil, limit: Int = 10, language: String = "en") {
    self.init(text, near: near, limit: limit, language: language, ticket: nil)
  }

  package init(
    _ text: String, near: LocationCoordinate? = nil, limit: Int = 10, language: String = "en", ticket: WorkTicket?
  ) {
    self.text = text
    self.near = near.flatMap { $0.isValid ? $0.normalized : nil }
    self.limit = min(max(limit, 1), 100)
    self.language = language
    self.ticket = ticket
  }

  var isCancelled: Bool { ticket?.isCancelled == true }
}
