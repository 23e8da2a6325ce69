import Foundation
public import OverlookGeometry
public import OverlookSearch

/// Says which addresses are at and near a place.
///
/// The regions of this machine answer, and the places of the whole world, without any network; a server is asked when one is named.
/// Indexes are opened with the first question, and read on other threads.
@MainActor public final class Geocoder {
  /// Why there is no answer.
  public enum Problem: Int, Error, Hashable, Sendable {
    /// The coordinate names no place.
    case invalidCoordinate = 1
    /// The data could not be read, or the server not be asked.
    case `internal` = 2
  }

  /// Called with an answer or with a problem.
  public typealias Handler = @MainActor (ReverseGeocodeResponse?, Problem?) -> Void

  /// Of names and countries in the answers: "de", "zh-Hant"; at first that of the person.
  public var language: String
  /// Addresses in an answer at most, 1 to 40.
  public var limit = 5 {
    didSet { limit = min(max(limit, 1), 40) }
  }
  /// What was wrong with the last question, in one line for people; nil when nothing was.
  public private(set) var lastFault: String?

  private let provider: any PlaceProvider

  /// A geocoder that asks `provider`; by default what is on this machine.
  public init(provider: some PlaceProvider = .local) {
    self.provider = provider
    language = PlaceSearch.personsLanguage
  }

  /// A geocoder of what is on this machine.
  public static func geocoder() -> Geocoder { Geocoder() }

  /// Finds the addresses at a place, the nearest first, and calls `completion` on the main thread.
  public func reverseGeocode(_ coordinate: LocationCoordinate, completion: @escaping Handler) {
    Task {
      do throws(Problem) {
        completion(try await reverseGeocode(coordinate), nil)
      } catch {
        completion(nil, error)
      }
    }
  }

  /// The addresses at a place, the nearest first; none where nothing is known.
  public func reverseGeocode(_ coordinate: LocationCoordinate) async throws(Problem) -> ReverseGeocodeResponse {
    guard coordinate.isValid else { throw .invalidCoordinate }
    do throws(PlaceError) {
      let found = try await provider.places(at: coordinate.normalized, limit: limit, language: language).prefix(limit)
      lastFault = nil
      return ReverseGeocodeResponse(found.map(\.address))
    } catch {
      lastFault = error.description
      throw .internal
    }
  }
}

/// The addresses at and near a place.
public struct ReverseGeocodeResponse: Hashable, Sendable {
  private let addresses: [Address]

  /// A response of these addresses, the nearest first.
  public init(_ addresses: [Address]) {
    self.addresses = addresses
  }

  /// The nearest address; nil where there is none.
  public func firstResult() -> Address? { addresses.first }

  /// All addresses, the first among them.
  public func results() -> [Address] { addresses }
}
