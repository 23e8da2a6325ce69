import Overlook
import OverlookSearch
import OverlookSupport

/// Questions that the commands put to a provider, waited for.
struct PlaceQuestions {
  private let provider: any PlaceProvider
  private let language: String
  /// A server may be slow and asked again; the world's index takes milliseconds.
  private static let timeoutSeconds = 120.0

  init(_ options: PlaceOptions, _ network: NetworkOptions) {
    MainActor.assumeIsolated { network.apply() }
    provider = options.provider
    language = options.shownLanguage
  }

  func search(_ text: String, near: LocationCoordinate?, limit: Int) throws -> [PlaceResult] {
    let request = SearchRequest(text, near: near, limit: limit, language: language)
    if let installed = provider as? InstalledPlaces {
      return try Self.failing { () throws(PlaceError) in try installed.placesHere(for: request) }
    }
    return try waited { [provider] () async throws(PlaceError) in try await provider.places(for: request) }
  }

  /// Places beside a route.
  func search(_ text: String, along corridor: RouteCorridor, limit: Int) throws -> [WayPlace] {
    let request = WayRequest(text, limit: limit, language: language, samples: corridor.samples) { corridor.position(of: $0) }
    return try waited { [provider] () async throws(PlaceError) in try await provider.places(beside: request) }
  }

  func reverse(_ place: LocationCoordinate, limit: Int) throws -> [PlaceResult] {
    try waited { [provider, language] () async throws(PlaceError) in
      try await provider.places(at: place, limit: limit, language: language)
    }
  }

  private func waited<Answer: Sendable>(
    _ work: @escaping @Sendable () async throws(PlaceError) -> Answer
  ) throws -> Answer {
    guard let result = Awaited.result(timeoutSeconds: Self.timeoutSeconds, of: work) else {
      throw CommandFailure(description: "no answer came within \(Int(Self.timeoutSeconds)) seconds")
    }
    return try Self.failing { () throws(PlaceError) in try result.get() }
  }

  private static func failing<Value>(_ work: () throws(PlaceError) -> Value) throws -> Value {
    do throws(PlaceError) { return try work() } catch { throw CommandFailure(description: error.description) }
  }
}
