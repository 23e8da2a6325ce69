import OverlookFormats
public import OverlookGeometry
import OverlookNetwork
public import OverlookSearch
import OverlookSupport

/// A server that finds places: one that runs Nominatim or Photon. It is asked over the network of the process, and not at all while
/// `MapServices.isOffline`. Any thread.
public final class PlaceServer: PlaceProvider {
  private let service: GeocodingServer.Service
  private let server: GeocodingServer?
  private let address: String

  private init(_ service: GeocodingServer.Service, address: String) {
    self.service = service
    self.address = address
    server = GeocodingServer(service, address: address, http: MapThreads.shared.services.http)
  }

  /// A server of Nominatim at an http or https address, which is what comes before `/search`. It is asked once a second at most, and never
  /// with every key, as the rules of its operators want. Questions throw `unusable` where the address is none.
  public static func nominatim(address: String) -> PlaceServer { PlaceServer(.nominatim, address: address) }

  /// A server of Photon at an http or https address, which is what comes before `/api`. Questions throw `unusable` where the address is none.
  public static func photon(address: String) -> PlaceServer { PlaceServer(.photon, address: address) }

  /// False for Nominatim.
  public var allowsSuggestions: Bool { service.allowsTypeAhead }

  /// The places that answer a text, the best first. Coordinates are read here, without the server.
  public func places(for request: SearchRequest) async throws(PlaceError) -> [PlaceResult] {
    let server = try usable()
    if CoordinateText.place(request.text) != nil {
      do throws(FormatError) { return try PlaceIndexes([]).search(request) } catch { throw PlaceError(error) }
    }
    do throws(FetchFault) { return try await server.search(request) } catch { throw PlaceError(error) }
  }

  /// What is at a place, the nearest first.
  public func places(
    at coordinate: LocationCoordinate, limit: Int, language: String
  ) async throws(PlaceError) -> [PlaceResult] {
    let server = try usable()
    do throws(FetchFault) {
      return try await server.reverse(coordinate, limit: limit, language: language)
    } catch { throw PlaceError(error) }
  }

  /// The place of an element of OpenStreetMap ("osm:way/5"), of a server of Nominatim; Photon's know places by no identifiers.
  public func place(id: String, language: String) async throws(PlaceError) -> PlaceResult {
    guard let place = try await usable().place(id: id, language: language) else {
      throw .notFound("the server knows no place that is called '\(OutsideText.cleaned(id, limit: 100))'")
    }
    return place
  }

  private func usable() throws(PlaceError) -> GeocodingServer {
    guard let server else {
      throw .unusable("\(OutsideText.cleaned(Redactor.redacted(address))) is no http or https address of a server")
    }
    return server
  }
}

extension PlaceProvider where Self == PlaceServer {
  /// A server that runs Nominatim, at an http or https address. It is asked once a second at most.
  public static func nominatim(address: String) -> PlaceServer { PlaceServer.nominatim(address: address) }

  /// A server that runs Photon, at an http or https address.
  public static func photon(address: String) -> PlaceServer { PlaceServer.photon(address: address) }
}
