import Foundation
public import OverlookGeometry
public import OverlookSearch

/// Finds places by what people type: towns, streets, addresses, shops, kinds of shops, crossings, coordinates.
///
/// Without any network unless a server is named. Indexes are opened with the first question, and read on other threads.
@MainActor public final class PlaceSearch {
  /// Why there is no answer, in one line for people.
  public struct Problem: Error, Hashable, Sendable, CustomStringConvertible {
    /// The line.
    public let description: String
  }

  /// Of names in the answers: "de", "zh-Hant"; at first that of the person.
  public var language: String
  /// Who answers.
  public let provider: any PlaceProvider
  private var suggestion: Task<Void, Never>?

  /// A search that asks `provider`; by default what is on this machine.
  public init(provider: some PlaceProvider = .local) {
    self.provider = provider
    language = Self.personsLanguage
  }

  static var personsLanguage: String { Locale.preferredLanguages.first.map { $0.replacing("_", with: "-") } ?? "en" }

  /// Whether it may be asked with every key: the rules of Nominatim's servers forbid that.
  public var allowsSuggestions: Bool { provider.allowsSuggestions }

  /// The places that answer `text`, the best first.
  ///
  /// - Parameters:
  ///   - text: What was typed so far; of more than 200 characters the first.
  ///   - near: What lies near here goes first, and distances are measured from here.
  ///   - limit: 1 to 100.
  public func search(
    _ text: String, near: LocationCoordinate? = nil, limit: Int = 10
  ) async throws(Problem) -> [PlaceResult] {
    let request = SearchRequest(text, near: near, limit: limit, language: language)
    return try await Self.answer { [provider] () async throws(PlaceError) in
      Array(try await provider.places(for: request).prefix(request.limit))
    }
  }

  /// The place of an identifier (`PlaceResult.placeID`); throws where the provider has none such.
  public func place(id: String) async throws(Problem) -> PlaceResult {
    try await Self.answer { [provider, language] () async throws(PlaceError) in
      try await provider.place(id: id, language: language)
    }
  }

  /// Finds places while a person types, and calls `completion` on the main thread: of several questions only for the last one.
  /// Not called where `allowsSuggestions` is false.
  public func suggest(
    _ text: String, near: LocationCoordinate? = nil, limit: Int = 8, completion: @escaping @MainActor ([PlaceResult]) -> Void
  ) {
    guard allowsSuggestions else { return }
    suggestion?.cancel()
    let request = SearchRequest(text, near: near, limit: limit, language: language)
    suggestion = Task { [provider] in
      let found = (try? await provider.places(for: request)) ?? []
      if !Task.isCancelled { completion(Array(found.prefix(request.limit))) }
    }
  }

  /// Gives up what `suggest` is looking for.
  public func cancelSuggestions() {
    suggestion?.cancel()
    suggestion = nil
  }

  static func answer<Value: Sendable>(
    _ work: () async throws(PlaceError) -> Value
  ) async throws(Problem) -> Value {
    do throws(PlaceError) { return try await work() } catch { throw Problem(description: error.description) }
  }
}
