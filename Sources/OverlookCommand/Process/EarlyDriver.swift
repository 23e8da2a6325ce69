import Glibc
import Overlook
import OverlookPlatform
import Synchronization

/// The graphics driver, which is loaded and made ready while arguments, styles and files are read: nothing else takes as long before a
/// first picture.
enum EarlyDriver {
  private static let loading = Mutex<DriverLoading?>(nil)

  /// Begins with it, once, after the threads of a map: none can be started while a library is being loaded, and who tries waits for
  /// the whole of it. Does nothing where there are no threads, which is told later. The environment must not be changed afterwards.
  static func start() {
    guard ProcessLimits.hasThreads else { return }
    loading.withLock { loading in
      if loading != nil { return }
      MapThreads.startWorkers()
      DriverWatch.start()
      loading = HeadlessContext.startLoadingDriver()
    }
  }

  /// Seconds that the end of the program waits for one that is still being loaded.
  private static let patienceSeconds = 5.0

  /// Ends the program, when nothing is being loaded any more: a library must not be while those of the process are put away. One that
  /// does not come to an end is left where it is, and nothing put away.
  static func end(_ status: Int32) -> Never {
    DriverWatch.stop()
    if let loading = loading.withLock({ $0 }), !loading.wait(seconds: patienceSeconds) {
      fflush(nil)
      _exit(status)
    }
    exit(status)
  }
}
