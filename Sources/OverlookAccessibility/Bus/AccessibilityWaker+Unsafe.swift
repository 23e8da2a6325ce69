import Glibc
import Synchronization

/// Ends the sleep of the thread that talks to the bus, from any thread.
final class AccessibilityWaker: Sendable {
  /// The ends of a pipe; -1 where there is none to be had: sleeps are short then.
  private let readEnd: Int32
  private let writeEnd: Int32
  private let isPending = Atomic<Bool>(false)

  init() {
    var ends: [Int32] = [-1, -1]
    if pipe(&ends) != 0 { ends = [-1, -1] }
    for end in ends where end >= 0 { _ = fcntl(end, F_SETFD, FD_CLOEXEC) }
    (readEnd, writeEnd) = (ends[0], ends[1])
  }

  deinit {
    for end in [readEnd, writeEnd] where end >= 0 { close(end) }
  }

  func wake() {
    guard !isPending.exchange(true, ordering: .acquiringAndReleasing), writeEnd >= 0 else { return }
    var byte: UInt8 = 1
    // Invariant: the descriptor is open as long as this object is, and the byte outlives the call.
    _ = write(writeEnd, &byte, 1)
  }

  /// What is slept on beside wakes.
  struct Source {
    var descriptor: Int32
    var isWriting: Bool
  }

  /// Sleeps until a wake, or until something can be read or, where that is asked for, written; nil `seconds` for as long as that takes.
  func sleep(on sources: [Source], seconds: Double?) {
    var items = [pollfd(fd: readEnd, events: Int16(POLLIN), revents: 0)]
    for source in sources {
      items.append(
        pollfd(fd: source.descriptor, events: Int16(POLLIN) | (source.isWriting ? Int16(POLLOUT) : 0), revents: 0))
    }
    let limit = readEnd >= 0 ? seconds : min(seconds ?? 0.2, 0.2)
    let milliseconds = limit.map { Int32(exactly: (min(max($0, 0), 3600) * 1000).rounded(.up)) ?? 1000 } ?? -1
    _ = poll(&items, nfds_t(items.count), milliseconds)
    guard items[0].revents != 0 else { return }
    var byte: UInt8 = 0
    // Invariant: as in `wake`. Taken before the flag is cleared: what is asked for later writes again.
    _ = read(readEnd, &byte, 1)
    isPending.store(false, ordering: .sequentiallyConsistent)
  }
}
