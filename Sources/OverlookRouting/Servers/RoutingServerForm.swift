import OverlookFormats
package import OverlookNetwork
package import OverlookSupport

/// The forms of servers that are spoken.
package enum RoutingServerForm: String, CaseIterable, Sendable {
  case valhalla, osrm
  case graphHopper = "graphhopper"

  /// Asks the server at an address.
  package func provider(
    address: String, http: any HTTPFetching, headers: [HTTPHeader] = [], retrying: Retrying? = nil
  ) throws(RoutingError) -> any RoutingProvider {
    let server = try RoutingServer(address: address, http: http, headers: headers, retrying: retrying)
    return switch self {
    case .valhalla: ValhallaRouting(server: server)
    case .osrm: OSRMRouting(server: server)
    case .graphHopper: GraphHopperRouting(server: server)
    }
  }

  /// The routes in the bytes of an answer, which `thing` names in errors.
  package func routes(in bytes: [UInt8], for request: RouteRequest, thing: String) throws(RoutingError) -> [Route] {
    let value: JSONValue
    do throws(FormatError) { value = try JSONParser.parse(bytes, thing: thing) } catch { throw .unusable("\(error)") }
    let answer = ServerAnswer(value, path: thing)
    switch self {
    case .valhalla: return try ValhallaAnswer(answer, request: request).routes()
    case .osrm: return try OSRMAnswer(answer, request: request).routes()
    case .graphHopper: return try GraphHopperAnswer(answer, request: request).routes()
    }
  }
}
