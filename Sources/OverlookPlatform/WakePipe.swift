import Glibc
import Synchronization

/// Wakes a loop that has no window system to sleep in, from any thread.
final class WakePipe: Sendable {
  private let readEnd: Int32
  private let writeEnd: Int32
  private let isPending = Atomic<Bool>(false)

  init() throws(PlatformError) {
    var ends: [Int32] = [-1, -1]
    guard pipe(&ends) == 0 else { throw .mainQueue(detail: "pipe: \(String(cString: strerror(errno)))") }
    for end in ends { _ = fcntl(end, F_SETFD, FD_CLOEXEC) }
    (readEnd, writeEnd) = (ends[0], ends[1])
  }

  deinit {
    close(readEnd)
    close(writeEnd)
  }

  func wake() {
    if isPending.exchange(true, ordering: .acquiringAndReleasing) { return }
    var byte: UInt8 = 1
    _ = write(writeEnd, &byte, 1)
  }

  /// Sleeps until a wake, or work for the main queue where that is asked for, `seconds` at most.
  func wait(seconds: Double, mainQueue: Bool) {
    let input = Int16(POLLIN)
    var descriptors = [pollfd(fd: readEnd, events: input, revents: 0)]
    if mainQueue { descriptors.append(pollfd(fd: MainQueue.handle, events: input, revents: 0)) }
    // Rounded up, so that the sleep does not end before its time.
    let milliseconds = Int32(min(max((seconds * 1000).rounded(.up), 0), 3_600_000))
    guard poll(&descriptors, nfds_t(descriptors.count), milliseconds) > 0 else { return }
    if descriptors[0].revents & input != 0 {
      var byte: UInt8 = 0
      _ = read(readEnd, &byte, 1)
      isPending.store(false, ordering: .sequentiallyConsistent)
    }
    if descriptors.count == 2, descriptors[1].revents & input != 0 {
      var count: UInt64 = 0
      _ = read(descriptors[1].fd, &count, MemoryLayout<UInt64>.size)
    }
  }
}
