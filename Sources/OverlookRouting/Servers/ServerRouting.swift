package import OverlookNetwork
package import OverlookSupport

/// A provider whose routes come from one server.
package protocol ServerRouting: RoutingProvider {
  init(server: RoutingServer)
}

extension ServerRouting {
  /// `address`: what comes before the service's own paths, with what is sent with every request behind "?".
  package init(address: String, http: any HTTPFetching, headers: [HTTPHeader] = [], retrying: Retrying? = nil)
    throws(RoutingError)
  {
    self.init(server: try RoutingServer(address: address, http: http, headers: headers, retrying: retrying))
  }
}
