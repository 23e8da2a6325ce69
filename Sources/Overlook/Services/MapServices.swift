import OverlookGPU
import OverlookNetwork
public import OverlookPasses
import OverlookTiles
import Synchronization

/// What all maps of the process share.
public enum MapServices {
  /// The release of the library, as in the User-Agent of its requests.
  public static let version = Version.string
}

extension MapServices {
  /// Gives the key of the app's provider to all addresses that ask for one: `{apikey}` or `{key}` in those of tiles, styles and pictures
  /// for which no key was set, and in those of servers of routes. It is sent to no address that does not name it, and neither logged nor
  /// shown. Servers that are open need none: nothing has to be given before the first map.
  ///
  /// - Returns: True the first time, and for an empty key, which stands for none; false once there is one, which stays.
  public static func provideAPIKey(_ key: String) -> Bool {
    key.isEmpty ? ProcessKey.text == nil : ProcessKey.provide(key)
  }

  /// What all maps share, made when it is first asked for: as long as anybody holds it, the cache stays open between the last map that is
  /// closed and the next.
  public static func sharedServices() -> SharedServices { SharedServices.current() }

  /// Who draws what both the graphics driver and Overlook's own rasterizers can draw; holds for windows and pictures that are first
  /// drawn afterwards. Default `automatic`.
  @MainActor public static var renderer: RendererChoice {
    get { DrawingServices.renderer }
    set { DrawingServices.renderer = newValue }
  }
}

// The network and the cache. The cache is one folder, which several programs may use at the same time.
extension MapServices {
  /// Whether no map may use the network: archives and what is kept on the disk go on being shown, whatever its age. Default
  /// false.
  ///
  /// Transfers that run are ended; protocols of the app (`setProtocol`) go on answering. When it becomes false again, maps ask
  /// for what they could not get.
  @MainActor public static var isOffline: Bool {
    get { NetworkSettings.shared.isOffline }
    set {
      guard newValue != isOffline else { return }
      NetworkSettings.shared.isOffline = newValue
      OfflineListeners.notify()
    }
  }

  /// Whether tiles are kept on the disk, and what the graphics driver compiled; holds for maps that are made afterwards. Default
  /// true.
  @MainActor public static var keepsTilesOnDisk: Bool {
    get { NetworkSettings.shared.keepsTiles }
    set { NetworkSettings.shared.keepsTiles = newValue }
  }

  /// The folder of the cache, in which `programs` holds what the graphics driver compiled; nil, the default, for `overlook` in
  /// `$XDG_CACHE_HOME`, or in `~/.cache` where that is not set.
  ///
  /// Set it before the first map is made. It is made where it is missing; one that is a link, belongs to somebody else or that
  /// others may write in is not used, and nothing is kept then.
  @MainActor public static var cacheFolder: String? {
    get { NetworkSettings.shared.folder }
    set { NetworkSettings.shared.folder = newValue }
  }

  /// How large the cache may grow, in bytes, 0 or more; default 512 MiB. What was not used for longest makes room, and 200 MiB of
  /// the disk always stay free.
  @MainActor public static var cacheByteLimit: Int {
    get { NetworkSettings.shared.byteLimit }
    set { NetworkSettings.shared.byteLimit = newValue }
  }

  /// Deletes all that is kept, and waits until it is gone. Tiles in view stay until they are loaded again.
  @MainActor public static func clearCache() async {
    clearPrograms()
    _ = await withCache { $0.clear() }
  }

  /// Deletes what is kept of one source, and waits until it is gone.
  ///
  /// - Parameter source: A name that `cacheStatistics()` tells: a layer's `cacheIdentifier`, or the template or address of a
  ///   server.
  @MainActor public static func clearCache(source: String) async {
    _ = await withCache {
      $0.clear(named: source)
      $0.clear(named: cacheName(of: source))
    }
  }

  /// What is kept, and where.
  @MainActor public static func cacheStatistics() async -> CacheStatistics {
    CacheStatistics(await withCache { _ in })
  }

  /// Deletes what the driver compiled, with all else.
  private static func clearPrograms() {
    if let folder = DrawingServices.programFolder { GPUProgramCache.clear(folder: folder) }
  }

  @MainActor private static func withCache(_ body: (DiskCache) -> Void) async -> CacheReport {
    guard let cache = NetworkSettings.shared.borrowCache(always: true) else { return CacheReport() }
    body(cache)
    let report = await withCheckedContinuation { continuation in
      cache.report { continuation.resume(returning: $0) }
    }
    NetworkSettings.shared.giveCacheBack()
    return report
  }

  /// The name under which a source is kept that a person names with its secrets.
  package static func cacheName(of source: String) -> String {
    TileSource.cacheName(of: source)
  }

  /// As `cacheStatistics()`, for programs without a frame loop: waits. `clearing`: deletes everything (nil) or one source first.
  package static func waitForCacheStatistics(clearing source: String?? = .none) -> CacheStatistics {
    guard let cache = NetworkSettings.shared.borrowCache(always: true) else { return CacheStatistics(CacheReport()) }
    if case .some(let source) = source {
      if let source {
        cache.clear(named: source)
        cache.clear(named: cacheName(of: source))
      } else {
        clearPrograms()
        cache.clear()
      }
    }
    defer { NetworkSettings.shared.giveCacheBack() }
    return CacheStatistics(cache.waitForReport())
  }
}

/// Holds open what all maps of the process share; `MapServices.sharedServices()` gives it.
public final class SharedServices: Sendable {
  private static let held = Mutex(Weak())

  private struct Weak: Sendable {
    weak var services: SharedServices?
  }

  private let hasCache: Bool

  private init() { hasCache = NetworkSettings.shared.borrowCache() != nil }

  deinit { if hasCache { NetworkSettings.shared.giveCacheBack() } }

  fileprivate static func current() -> SharedServices {
    held.withLock { held in
      if let services = held.services { return services }
      let made = SharedServices()
      held.services = made
      return made
    }
  }
}

/// What the cache on the disk holds, and how it does.
public struct CacheStatistics: Hashable, Sendable {
  /// What is kept of one source.
  public struct Source: Hashable, Sendable {
    /// A layer's `cacheIdentifier`, or the template or address of a server, without its secrets.
    public let name: String
    /// Answers of servers, or pictures.
    public let entryCount: Int
    /// Of the answers and pictures themselves.
    public let byteCount: Int
  }

  /// Where it lies; nil when nothing is kept on the disk.
  public let folder: String?
  /// Why nothing is kept, or nothing more, in one line; nil when all is well.
  public let fault: String?
  /// The largest size of the file, in bytes.
  public let byteLimit: Int
  /// Size of the file, in bytes.
  public let fileByteCount: Int
  /// In the order of their names.
  public let sources: [Source]
  /// How often this process looked something up and found it.
  public let hits: Int
  /// How often this process looked something up that was not there.
  public let misses: Int

  /// Answers and pictures of all sources.
  public var entryCount: Int { sources.reduce(0) { $0 + $1.entryCount } }
  /// Bytes of all sources.
  public var byteCount: Int { sources.reduce(0) { $0 + $1.byteCount } }

  init(_ report: CacheReport) {
    folder = report.folder
    fault = report.fault
    byteLimit = report.byteLimit
    fileByteCount = report.fileByteCount
    sources = report.sources.map { Source(name: $0.name, entryCount: $0.entryCount, byteCount: $0.byteCount) }
    hits = report.hits
    misses = report.misses
  }
}
