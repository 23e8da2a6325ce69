import OverlookSupport
import Synchronization

/// What all views of the process draw with, maps and panoramas alike. Any thread.
package enum DrawingServices {
  private struct State: Sendable {
    var renderer = RendererChoice.automatic
    var keepsPrograms = true
    var cacheFolder: String?
  }

  private static let state = Mutex(State())

  /// Who draws what is first drawn afterwards. Default `automatic`.
  package static var renderer: RendererChoice {
    get { state.withLock { $0.renderer } }
    set { state.withLock { $0.renderer = newValue } }
  }

  /// Whether what the driver compiled is kept on the disk. Default true.
  package static var keepsPrograms: Bool {
    get { state.withLock { $0.keepsPrograms } }
    set { state.withLock { $0.keepsPrograms = newValue } }
  }

  /// The folder of the cache; nil, the default, for the person's own.
  package static var cacheFolder: String? {
    get { state.withLock { $0.cacheFolder } }
    set { state.withLock { $0.cacheFolder = newValue } }
  }

  /// Where views keep what the driver compiled for them: a folder in that of the cache; nil for nowhere.
  package static var programFolder: String? {
    let now = state.withLock { $0 }
    return now.keepsPrograms ? (now.cacheFolder ?? UserFolder.cache.path()).map { "\($0)/programs" } : nil
  }
}
