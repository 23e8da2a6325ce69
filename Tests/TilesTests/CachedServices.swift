import Foundation
import OverlookNetwork
import OverlookSupport
import OverlookTiles

/// Services with a cache on the disk, in a folder of a test's own that goes with the value.
final class CachedServices {
  let folder = NSTemporaryDirectory() + "/overlook-cached-" + UUID().uuidString

  deinit {
    try? FileManager.default.removeItem(atPath: folder)
  }

  /// A session: services as of a program that was started anew. The cache is written and closed at its end.
  @discardableResult
  func session<Value>(isOffline: Bool = false, _ body: (TileServices) async throws -> Value) async throws -> Value {
    var options = DiskCache.Options()
    options.folder = folder
    options.minimumFreeBytes = 0
    let cache = DiskCache(options: options)
    let client = CurlClient()
    let workers = WorkerPool(threadCount: 2)
    defer {
      _ = cache.waitForReport()
      cache.close()
      client.shutdown()
      workers.shutdown()
    }
    return try await body(TileServices(workers: workers, http: CachingFetcher(client, cache: cache, isOffline: isOffline)))
  }
}
