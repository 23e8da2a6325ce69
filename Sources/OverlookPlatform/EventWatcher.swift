import Foundation
import Glibc
import OverlookSupport

/// A thread that sleeps on file descriptors for a loop that can sleep on only one thing, and wakes it.
///
/// It watches the main queue's eventfd and, where there is one, the connection that tells what GLFW does not.
final class EventWatcher: Sendable {
  /// The end that is written to, and closed, to stop the thread.
  private let stopper: Int32
  private let ended = DispatchSemaphore(value: 0)

  /// `wake` is called on the watcher's thread when work for the main queue has arrived or there is news of the window.
  init(mainQueue: Int32, window: X11WindowWatch?, wake: @escaping @Sendable () -> Void) throws(PlatformError) {
    guard mainQueue >= 0 else { throw .mainQueue(detail: "libdispatch gives no event descriptor") }
    var ends: [Int32] = [-1, -1]
    guard pipe(&ends) == 0 else { throw .mainQueue(detail: "pipe: \(String(cString: strerror(errno)))") }
    for end in ends { _ = fcntl(end, F_SETFD, FD_CLOEXEC) }
    stopper = ends[1]
    let (stopped, ended) = (ends[0], self.ended)
    do throws(ThreadError) {
      try ServiceThread.start("overlook-wake", stackBytes: 256 << 10) {
        Self.watch(mainQueue, stopped, window, wake)
        close(stopped)
        ended.signal()
      }
    } catch {
      close(stopped)
      // `deinit` closes the other end, and waits for nobody.
      ended.signal()
      throw .noThread(detail: String(cString: strerror(error.status)))
    }
  }

  deinit {
    close(stopper)
    ended.wait()
  }

  private static func watch(_ mainQueue: Int32, _ stopped: Int32, _ window: X11WindowWatch?, _ wake: @Sendable () -> Void) {
    let input = Int16(POLLIN)
    var descriptors = [pollfd(fd: stopped, events: input, revents: 0), pollfd(fd: mainQueue, events: input, revents: 0)]
    if let window { descriptors.append(pollfd(fd: window.descriptor, events: input, revents: 0)) }
    while true {
      // What the connection has read already makes its descriptor readable no more.
      if let window, descriptors.count == 3, window.takeEvents() { wake() }
      guard poll(&descriptors, nfds_t(descriptors.count), -1) >= 0 else {
        if errno == EINTR || errno == EAGAIN { continue }
        return
      }
      if descriptors[0].revents != 0 { return }
      if descriptors[1].revents != 0 {
        // Taken before the drain that the wake brings about: what arrives later makes it readable again.
        var count: UInt64 = 0
        _ = read(mainQueue, &count, MemoryLayout<UInt64>.size)
        wake()
      }
      if descriptors.count == 3, descriptors[2].revents & ~input != 0 { descriptors.removeLast() }
    }
  }
}
