public import OverlookRouting
import OverlookSupport
import OverlookTiles

/// The address of a server with the key of the process (`MapServices.provideAPIKey`) where it asks for one.
private func withKey(_ address: String) -> String {
  guard let key = ProcessKey.text.map({ PercentEncoding.value($0) }) else { return address }
  return address.replacing("{apikey}", with: key).replacing("{key}", with: key)
}

// Routes for apps: servers that are asked over the network of the process, and regions on this machine.

extension ValhallaRouting {
  /// A server of Valhalla at `address`, which is what comes before `/route`: http or https. It is asked once a second at most, servers
  /// of this machine and its local network as often as one likes; not at all while `MapServices.isOffline`.
  public init(address: String) throws(RoutingError) {
    try self.init(address: withKey(address), http: MapThreads.shared.services.http)
  }
}

extension OSRMRouting {
  /// A server of OSRM at `address`, which is what comes before `/route/v1`: http or https. It is asked once a second at most, servers of
  /// this machine and its local network as often as one likes; not at all while `MapServices.isOffline`.
  public init(address: String) throws(RoutingError) {
    try self.init(address: withKey(address), http: MapThreads.shared.services.http)
  }
}

extension GraphHopperRouting {
  /// A server of GraphHopper at `address`, which is what comes before `/route`, with its key where it needs one
  /// ("https://graphhopper.com/api/1?key={key}"). It is asked once a second at most, servers of this machine and its local network as
  /// often as one likes; not at all while `MapServices.isOffline`.
  public init(address: String) throws(RoutingError) {
    try self.init(address: withKey(address), http: MapThreads.shared.services.http)
  }
}

extension RegionRouting {
  /// The roads of a region that is installed, by its name or the path of its folder, or of an extract of OpenStreetMap (.osm.pbf, .osm,
  /// .osm.bz2, .osm.gz). They are read on the calling thread.
  public static func open(_ region: String) throws(RoutingError) -> RegionRouting {
    let roads = try RoadSource.graph(of: region, containing: [])
    return RegionRouting(graph: roads.graph, name: roads.name)
  }
}
