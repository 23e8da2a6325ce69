import Glibc
import OverlookPlatform
import OverlookSupport

/// What a user or a container may withhold from the program, looked at before anything depends on it: libraries that run into such
/// a limit later end the process, or wait without end.
enum ProcessLimits {
  /// Files, sockets, pipes and devices of a map with a server and an archive, and as many again.
  private static let descriptors: rlim_t = 64
  /// As many as more than that are not asked for.
  private static let wantedDescriptors: rlim_t = 4096
  /// Workers, network, cache, driver, its watch, and one of libdispatch's.
  private static let threads = 7

  /// Takes as many files as are allowed; throws when those are too few.
  static func checkFiles() throws(CommandFailure) {
    var limit = rlimit()
    guard getrlimit(__rlimit_resource_t(RLIMIT_NOFILE.rawValue), &limit) == 0 else { return }
    if limit.rlim_cur < wantedDescriptors, limit.rlim_cur < limit.rlim_max {
      limit.rlim_cur = min(wantedDescriptors, limit.rlim_max)
      setrlimit(__rlimit_resource_t(RLIMIT_NOFILE.rawValue), &limit)
    }
    guard limit.rlim_cur >= descriptors else {
      throw CommandFailure(
        description:
          "only \(limit.rlim_cur) files may be open at a time, and \(descriptors) are needed; try: ulimit -n \(descriptors)")
    }
  }

  /// Why a map would have no threads to work with; looked at once.
  private static let shortageOfThreads: ThreadError? = {
    do throws(ThreadError) { try ServiceThread.check(threads) } catch { return error }
    return nil
  }()

  static var hasThreads: Bool { shortageOfThreads == nil }

  /// Throws when a map would have no threads to work with.
  static func checkThreads() throws(CommandFailure) {
    if let shortageOfThreads { throw CommandFailure(description: "\(shortageOfThreads)") }
  }
}
