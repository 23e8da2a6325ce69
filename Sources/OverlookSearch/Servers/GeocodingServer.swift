import OverlookFormats
package import OverlookGeometry
package import OverlookNetwork
package import OverlookSupport

/// A server that finds places: Nominatim or Photon, at an address that the person names.
///
/// Answers are kept on the disk by what their heads say, as those of all servers; questions go out one after the other, no
/// faster than the service's rules ask.
package struct GeocodingServer: Sendable {
  package enum Service: String, CaseIterable, Sendable {
    case nominatim, photon

    /// From one question to the next (operations.osmfoundation.org/policies/nominatim, "an absolute maximum of 1 request per second";
    /// photon.komoot.io asks for fair use).
    package var pauseSeconds: Double {
      switch self {
      case .nominatim: 1
      case .photon: 0.25
      }
    }

    /// Whether it may be asked with every key: Nominatim's rules forbid it.
    package var allowsTypeAhead: Bool { self == .photon }

    package var credit: String { "© OpenStreetMap contributors" }
  }

  package let service: Service
  /// Without a slash at its end.
  package let address: String
  private let documents: DocumentFetcher
  private let pace: RequestPace
  private let timeoutSeconds: Double

  private static let answerBytes = 4 << 20

  /// Nil for what is no http or https address.
  ///
  /// - Parameter pauseSeconds: From one question to the next; nil for the service's own, and none for a server of this machine or its
  ///   local network.
  /// - Parameter retrying: How often and for how long a fault that passes is tried again; nil for the usual.
  package init?(
    _ service: Service, address: String, http: any HTTPFetching, pauseSeconds: Double? = nil, retrying: Retrying? = nil,
    timeoutSeconds: Double = 20
  ) {
    guard let host = HTTPAddress(address), !address.contains("?") else { return nil }
    self.service = service
    self.address = address.withoutTrailingSlashes
    documents = DocumentFetcher(http: http, retrying: retrying)
    pace = RequestPace.shared(
      host: host.name, seconds: pauseSeconds ?? (host.isPrivateLiteral ? 0 : service.pauseSeconds))
    self.timeoutSeconds = timeoutSeconds
  }

  /// The service and address of "nominatim:URL" and "photon:URL"; nil for anything else.
  package static func parts(_ text: String) -> (service: Service, address: String)? {
    guard let colon = text.firstIndex(of: ":"), let service = Service(rawValue: text[..<colon].lowercased()) else { return nil }
    let address = String(text[text.index(after: colon)...])
    return HTTPAddress(address) == nil ? nil : (service, address)
  }

  package func search(_ request: SearchRequest) async throws(FetchFault) -> [PlaceResult] {
    let text = String(request.text.prefix(QueryText.longestText))
    guard !text.allSatisfy(\.isWhitespace) else { return [] }
    var found = try await answer(at: searchAddress(text, request))
    for index in found.indices {
      found[index].distance = request.near.map { SphericalGeometry.distance(from: $0, to: found[index].coordinate) }
    }
    return Array(found.prefix(request.limit))
  }

  package func reverse(
    _ place: LocationCoordinate, limit: Int = 5, language: String = "en"
  ) async throws(FetchFault) -> [PlaceResult] {
    guard place.isValid else { return [] }
    var found = try await answer(at: reverseAddress(place.normalized, limit, language))
    for index in found.indices {
      found[index].distance = SphericalGeometry.distance(from: place, to: found[index].coordinate)
    }
    return Array(found.prefix(limit))
  }

  /// The place of an identifier; nil where the server has none such. Photon knows places by no identifiers.
  package func place(id: String, language: String = "en") async throws(PlaceError) -> PlaceResult? {
    guard service == .nominatim else { throw .notFound("servers of Photon know no places by identifiers") }
    // The number of a house belongs to what an index calls it.
    guard let element = PlaceID(id), element.house == nil else { return nil }
    let letter =
      switch element.kind {
      case .node: "N"
      case .way: "W"
      case .relation: "R"
      }
    let parameters = [
      ("osm_ids", "\(letter)\(element.number)"), ("format", "jsonv2"), ("addressdetails", "1"), ("accept-language", language),
    ]
    do throws(FetchFault) {
      return try await answer(at: address + "/lookup?" + Self.query(parameters)).first
    } catch {
      throw PlaceError(error)
    }
  }

  private func answer(at url: String) async throws(FetchFault) -> [PlaceResult] {
    let host = HTTPAddress.name(of: url) ?? "the server"
    do { try await pace.wait() } catch { throw .cancelled }
    let request = HTTPRequest(
      url: url, kind: .data, maximumBodyBytes: Self.answerBytes, timeoutSeconds: timeoutSeconds,
      caching: .store(source: Redactor.identity(address)))
    let response: HTTPResponse
    do throws(FetchFault) {
      response = try await documents.fetch(request)
    } catch .missing {
      // Photon's way to say that there is nothing.
      return []
    }
    do {
      let found =
        switch service {
        case .nominatim: try PlaceAnswer.nominatim(response.body, host: host)
        case .photon: try PlaceAnswer.photon(response.body, host: host)
        }
      response.keep?.keep()
      return found
    } catch {
      response.keep?.drop()
      throw .failed("\(error)")
    }
  }

  // MARK: Addresses

  private func searchAddress(_ text: String, _ request: SearchRequest) -> String {
    var parameters = [("q", text), ("limit", "\(min(request.limit, 40))")]
    switch service {
    case .nominatim:
      parameters += [("format", "jsonv2"), ("addressdetails", "1"), ("accept-language", request.language)]
      if let near = request.near {
        let span = 0.5
        let box = [near.longitude - span, near.latitude + span, near.longitude + span, near.latitude - span]
        parameters.append(("viewbox", box.map { Self.number($0) }.joined(separator: ",")))
      }
      return address + "/search?" + Self.query(parameters)
    case .photon:
      if let language = Self.photonLanguage(request.language) { parameters.append(("lang", language)) }
      if let near = request.near {
        parameters += [("lat", Self.number(near.latitude)), ("lon", Self.number(near.longitude))]
      }
      return address + "/api?" + Self.query(parameters)
    }
  }

  private func reverseAddress(_ place: LocationCoordinate, _ limit: Int, _ language: String) -> String {
    var parameters = [("lat", Self.number(place.latitude)), ("lon", Self.number(place.longitude))]
    switch service {
    case .nominatim:
      parameters += [("format", "jsonv2"), ("addressdetails", "1"), ("zoom", "18"), ("accept-language", language)]
    case .photon:
      parameters.append(("limit", "\(min(max(limit, 1), 40))"))
      if let language = Self.photonLanguage(language) { parameters.append(("lang", language)) }
    }
    return address + "/reverse?" + Self.query(parameters)
  }

  /// It refuses languages that it does not have.
  private static func photonLanguage(_ language: String) -> String? {
    let base = String(language.prefix { $0 != "-" && $0 != "_" })
    return ["en", "de", "fr"].contains(base) ? base : nil
  }

  /// Seven digits after the point: a centimetre, and equal questions have equal addresses.
  private static func number(_ degrees: Double) -> String { "\((degrees * 1e7).rounded() / 1e7)" }

  private static func query(_ parameters: [(String, String)]) -> String {
    parameters.map { "\($0.0)=\(PercentEncoding.value($0.1))" }.joined(separator: "&")
  }
}
