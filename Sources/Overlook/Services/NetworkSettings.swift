import Glibc
import OverlookNetwork
import OverlookPasses
import OverlookSupport
import Synchronization

/// What all maps of the process have in common: the cache on the disk, and whether the network may be used.
///
/// The one piece of state that belongs to no map: two maps that opened the cache for themselves would keep everything twice in
/// memory and trip over each other's limits.
final class NetworkSettings: Sendable {
  static let shared = NetworkSettings()

  /// Asked by the networks of all maps.
  let requestTransform = RequestTransformSetting()

  private struct State: Sendable {
    var isOffline = false
    var options = DiskCache.Options()
    var cache: DiskCache?
    var borrowers = 0
    var isClosedAtExit = false
    var followers: [CachingFetcher] = []
  }

  private let state = Mutex(State())

  var isOffline: Bool {
    get { state.withLock { $0.isOffline } }
    set {
      let followers = state.withLock { state in
        state.isOffline = newValue
        return state.followers
      }
      for fetcher in followers { fetcher.setOffline(newValue) }
    }
  }

  /// Has a fetcher that lives as long as the process go offline and back with the rest.
  func follow(_ fetcher: CachingFetcher) {
    state.withLock { $0.followers.append(fetcher) }
    fetcher.setOffline(isOffline)
  }

  /// Maps that are made afterwards have a cache or none, and so have all views for what the driver compiles: it is the drawing's own
  /// setting.
  var keepsTiles: Bool {
    get { DrawingServices.keepsPrograms }
    set { DrawingServices.keepsPrograms = newValue }
  }

  /// Of the cache and of what the driver compiles, which knows it. Takes effect when no map has the cache.
  var folder: String? {
    get { DrawingServices.cacheFolder }
    set { DrawingServices.cacheFolder = newValue }
  }

  var byteLimit: Int {
    get { state.withLock { $0.options.byteLimit } }
    set {
      let cache = state.withLock { state in
        state.options.byteLimit = max(newValue, 0)
        return state.cache
      }
      cache?.byteLimit = newValue
    }
  }

  /// The cache, opened with the first use of it; to be given back. Nil when nothing is to be kept.
  func borrowCache(always: Bool = false) -> DiskCache? {
    guard keepsTiles || always else { return nil }
    return state.withLock { state in
      if !state.isClosedAtExit {
        state.isClosedAtExit = true
        // Programs end with maps in their hands; what was kept last is to be on the disk all the same.
        atexit { NetworkSettings.shared.close() }
      }
      state.borrowers += 1
      state.options.folder = folder
      let cache = state.cache ?? DiskCache(options: state.options)
      state.cache = cache
      return cache
    }
  }

  private func close() {
    let cache = state.withLock { state in
      defer { state.cache = nil }
      return state.cache
    }
    cache?.close()
  }

  /// The last to give it back waits until all that was kept is on the disk.
  func giveCacheBack() {
    let last = state.withLock { state in
      state.borrowers -= 1
      guard state.borrowers == 0 else { return DiskCache?.none }
      defer { state.cache = nil }
      return state.cache
    }
    last?.close()
  }
}
