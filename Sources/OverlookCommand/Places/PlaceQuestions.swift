import Overlook
import OverlookSearch
import OverlookSupport

/// Questions that the commands put to a provider, waited for.
struct PlaceQuestions {
  private let lookup: PlaceLookup
  private let language: String
  /// A server may be slow and asked again; the world's index takes milliseconds.
  private static let timeoutSeconds = 120.0

  init(_ options: PlaceOptions) {
    MainActor.assumeIsolated { options.network.apply() }
    lookup = PlaceLookup(options.provider)
    language = options.shownLanguage
  }

  func search(_ text: String, near: LocationCoordinate?, limit: Int) throws -> [PlaceResult] {
    let request = SearchRequest(text, near: near, limit: limit, language: language)
    if let found = try Self.failing({ () throws(PlaceLookup.Fault) in try lookup.searchHere(request) }) { return found }
    return try waited { [lookup] () async throws(PlaceLookup.Fault) in try await lookup.search(request) }
  }

  func reverse(_ place: LocationCoordinate, limit: Int) throws -> [PlaceResult] {
    try waited { [lookup, language] () async throws(PlaceLookup.Fault) in
      try await lookup.reverse(place, limit: limit, language: language)
    }
  }

  private func waited(
    _ work: @escaping @Sendable () async throws(PlaceLookup.Fault) -> [PlaceResult]
  ) throws -> [PlaceResult] {
    guard let result = Awaited.result(timeoutSeconds: Self.timeoutSeconds, of: work) else {
      throw CommandFailure(description: "no answer came within \(Int(Self.timeoutSeconds)) seconds")
    }
    return try Self.failing { () throws(PlaceLookup.Fault) in try result.get() }
  }

  private static func failing<Value>(_ work: () throws(PlaceLookup.Fault) -> Value) throws -> Value {
    do throws(PlaceLookup.Fault) { return try work() } catch { throw CommandFailure(description: error.description) }
  }
}
