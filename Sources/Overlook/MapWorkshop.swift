import OverlookNetwork
import OverlookSupport
import OverlookTiles

/// The threads of one map: workers and a network. They end with the map.
final class MapWorkshop: Sendable {
  /// For what is done without a map; its threads sleep while there is nothing to do.
  static let shared = MapWorkshop()

  let services: TileServices
  private let network: CurlClient

  init() {
    network = CurlClient()
    services = TileServices(workers: WorkerPool(), http: network)
  }

  deinit {
    services.workers.shutdown()
    network.shutdown()
  }
}
