package import OverlookNetwork
package import OverlookSupport

/// What tile layers need from their map: threads and a network.
package struct TileServices: Sendable {
  package let workers: WorkerPool
  package let http: any HTTPFetching

  package init(workers: WorkerPool, http: any HTTPFetching) {
    self.workers = workers
    self.http = http
  }

  /// Where answers are kept on the disk; nil when they are not.
  package var cache: DiskCache? { (http as? CachingFetcher)?.cache }
}
