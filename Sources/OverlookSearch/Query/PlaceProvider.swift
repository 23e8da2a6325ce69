public import OverlookGeometry

/// Who answers when a place is looked for: an index on this machine, a server, or the app. Called on Swift's task pool, several calls at a
/// time; each ends soon when its task is cancelled.
///
/// ```swift
/// struct Offices: PlaceProvider {
///   func places(for request: SearchRequest) async throws(PlaceError) -> [PlaceResult] { ... }
///   func places(at coordinate: LocationCoordinate, limit: Int, language: String) async throws(PlaceError) -> [PlaceResult] { ... }
///   func place(id: String, language: String) async throws(PlaceError) -> PlaceResult { ... }
/// }
/// let search = PlaceSearch(provider: Offices())
/// ```
public protocol PlaceProvider: Sendable {
  /// Whether it may be asked with every key that a person types. Default true.
  var allowsSuggestions: Bool { get }
  /// The places that answer a text, the best first; none where nothing does.
  func places(for request: SearchRequest) async throws(PlaceError) -> [PlaceResult]
  /// What is at a place, the nearest first: at most `limit`, 1 to 40, with names in `language` where the data have it.
  func places(at coordinate: LocationCoordinate, limit: Int, language: String) async throws(PlaceError) -> [PlaceResult]
  /// The place of an identifier that it gave (`PlaceResult.placeID`); throws `notFound` where it has none such. Default always that.
  func place(id: String, language: String) async throws(PlaceError) -> PlaceResult
}

extension PlaceProvider {
  /// True.
  public var allowsSuggestions: Bool { true }

  /// Throws `notFound`.
  public func place(id: String, language: String) async throws(PlaceError) -> PlaceResult {
    throw .notFound("places are not known by identifiers here")
  }
}
