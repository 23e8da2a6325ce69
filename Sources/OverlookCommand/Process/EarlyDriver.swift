import OverlookPlatform
import Synchronization

/// The graphics driver, which is loaded while styles and files are opened: nothing else takes as long before a first picture.
enum EarlyDriver {
  private static let loading = Mutex<DriverLoading?>(nil)

  /// Begins to load it. To be called when the threads of a map are there: none can be started while a library is being loaded, and who
  /// tries waits for the whole of it.
  static func start() {
    loading.withLock { $0 = HeadlessContext.startLoadingDriver() }
  }

  /// Returns when nothing is being loaded any more: a library must not be while those of the process are put away.
  static func wait() {
    loading.withLock { $0 }?.wait()
  }
}
