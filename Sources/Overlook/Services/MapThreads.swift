import OverlookNetwork
package import OverlookSupport
package import OverlookTiles
import Synchronization

/// The threads of one map: workers, a network, and the cache that all maps of the process share. They end with the map.
package final class MapThreads: Sendable {
  /// For what is done without a map; its threads sleep while there is nothing to do.
  package static let shared: MapThreads = {
    let threads = MapThreads(workers: sharedWorkers)
    NetworkSettings.shared.follow(threads.fetcher)
    return threads
  }()

  /// The workers of `shared`, for what needs neither a network nor the cache, which nobody opens with them.
  package static let sharedWorkers = WorkerPool()

  package let services: TileServices
  let fetcher: CachingFetcher
  private let network: CurlClient

  private static let readyWorkers = Mutex<WorkerPool?>(nil)

  /// Starts the workers of the next map now. For programs that load libraries before they make their map: no thread can be started while
  /// one is being loaded.
  @discardableResult package static func startWorkers() -> WorkerPool {
    readyWorkers.withLock { ready in
      let workers = ready ?? WorkerPool()
      ready = workers
      return workers
    }
  }

  private static func takeWorkers() -> WorkerPool {
    readyWorkers.withLock { workers in
      defer { workers = nil }
      return workers
    } ?? WorkerPool()
  }

  /// - Parameter workers: Nil for those that are started already, or others.
  package init(workers: WorkerPool? = nil) {
    let workers = workers ?? Self.takeWorkers()
    let network = CurlClient()
    let cache = NetworkSettings.shared.borrowCache()
    // The app sees what goes to the network under the cache; what it answers itself does not come as far as that.
    let transformed = TransformingFetcher(network, setting: NetworkSettings.shared.requestTransform)
    let fetcher = CachingFetcher(transformed, cache: cache, isOffline: NetworkSettings.shared.isOffline) {
      response, completion in
      SoundnessCheck.run(response, workers: workers, completion: completion)
    }
    self.network = network
    self.fetcher = fetcher
    let http = ProtocolFetcher(fetcher, protocols: .shared)
    services = TileServices(workers: workers, http: http, cache: cache) { fetcher.isOffline }
  }

  deinit {
    services.workers.shutdown()
    network.shutdown()
    if services.cache != nil { NetworkSettings.shared.giveCacheBack() }
  }
}
