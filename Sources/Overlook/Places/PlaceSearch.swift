import Foundation
public import OverlookGeometry
public import OverlookSearch
import OverlookSupport

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
  private let lookup: PlaceLookup
  private var suggestionTicket: WorkTicket?

  /// A search that asks `provider`.
  public init(provider: PlaceProvider = .local) {
    lookup = PlaceLookup(provider)
    language = Self.personsLanguage
  }

  static var personsLanguage: String { Locale.preferredLanguages.first.map { $0.replacing("_", with: "-") } ?? "en" }

  /// Whether it may be asked with every key: the rules of Nominatim's servers forbid that.
  public var allowsSuggestions: Bool { lookup.allowsTypeAhead }

  /// The places that answer `text`, the best first.
  ///
  /// - Parameters:
  ///   - text: What was typed so far; of more than 200 characters the first.
  ///   - near: What lies near here goes first, and distances are measured from here.
  ///   - limit: 1 to 100.
  public func search(
    _ text: String, near: LocationCoordinate? = nil, limit: Int = 10
  ) async throws(Problem) -> [PlaceResult] {
    let ticket = WorkTicket()
    let request = SearchRequest(text, near: near, limit: limit, language: language, ticket: ticket)
    let lookup = lookup
    let result = await withTaskCancellationHandler {
      await Self.result(of: request, lookup)
    } onCancel: {
      ticket.cancel()
    }
    return try result.get()
  }

  /// Finds places while a person types, and calls `completion` on the main thread: of several questions only for the last one.
  /// Not called where `allowsSuggestions` is false.
  public func suggest(
    _ text: String, near: LocationCoordinate? = nil, limit: Int = 8, completion: @escaping @MainActor ([PlaceResult]) -> Void
  ) {
    guard allowsSuggestions else { return }
    suggestionTicket?.cancel()
    let ticket = WorkTicket()
    suggestionTicket = ticket
    let request = SearchRequest(text, near: near, limit: limit, language: language, ticket: ticket)
    Task { [lookup] in
      let result = await Self.result(of: request, lookup)
      if !ticket.isCancelled { completion((try? result.get()) ?? []) }
    }
  }

  /// Gives up what `suggest` is looking for.
  public func cancelSuggestions() {
    suggestionTicket?.cancel()
    suggestionTicket = nil
  }

  private static func result(of request: SearchRequest, _ lookup: PlaceLookup) async -> Result<[PlaceResult], Problem> {
    do throws(PlaceLookup.Fault) {
      return .success(try await lookup.search(request))
    } catch {
      return .failure(Problem(description: error.description))
    }
  }
}
