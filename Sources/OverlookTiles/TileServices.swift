package import OverlookFormats
package import OverlookNetwork
package import OverlookSupport

/// What tile layers need from their map: threads and a network.
package struct TileServices: Sendable {
  package let workers: WorkerPool
  package let http: any HTTPFetching
  /// Where pictures of layers and parts of archives are kept from session to session; nil for nowhere. What `http` fetches whole
  /// it keeps by itself.
  package let cache: DiskCache?
  /// Whether the network may not be used.
  package let isOffline: @Sendable () -> Bool
  /// What was kept before this moment (seconds of `CacheClock.session`) is to be asked for anew.
  package var confirmedAfter = -Double.infinity
  /// What decoding tiles uses again and again.
  package let decoders = DecoderPool()

  /// - Parameter cache: Nil for that of `http`, if it has one.
  package init(
    workers: WorkerPool, http: any HTTPFetching, cache: DiskCache? = nil, isOffline: @escaping @Sendable () -> Bool = { false }
  ) {
    self.workers = workers
    self.http = http
    self.cache = cache ?? (http as? CachingFetcher)?.cache
    self.isOffline = isOffline
  }
}
