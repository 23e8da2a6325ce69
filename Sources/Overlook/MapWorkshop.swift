import OverlookNetwork
import OverlookSupport
import OverlookTiles

/// The threads of one map: workers and a network. They end with the map.
final class MapWorkshop: Sendable {
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
