import Foundation
import Synchronization

/// Signals that end a program which does not handle them.
enum EndSignals {
  /// Where handlers wake the main thread; -1 before somebody follows.
  private static let wakeEnd = Atomic<Int32>(-1)

  /// Has `handler` called on the main queue when one of `numbers` has come; the same one again ends the program as ever, also one whose
  /// main thread hangs. Those that whoever started the program has had ignored stay so. What is returned is to be held; nil where signals
  /// end the program all the same. Programs that this one starts have nothing of it.
  @MainActor static func follow(_ numbers: [Int32], by handler: @escaping @MainActor () -> Void) -> (any DispatchSourceRead)? {
    var ends: [Int32] = [-1, -1]
    guard pipe(&ends) == 0 else { return nil }
    for end in ends { _ = fcntl(end, F_SETFD, FD_CLOEXEC) }
    let waitEnd = ends[0]
    wakeEnd.store(ends[1], ordering: .relaxed)
    let source = DispatchSource.makeReadSource(fileDescriptor: waitEnd, queue: .main)
    source.setEventHandler {
      var byte: UInt8 = 0
      guard read(waitEnd, &byte, 1) == 1 else { return }
      MainActor.assumeIsolated(handler)
    }
    source.resume()
    handle(heeded(numbers)) { number in
      // A terminal that is closed says so twice, by itself and through its shell.
      if number == SIGHUP { signal(number, SIG_IGN) } else { signal(number, SIG_DFL) }
      var byte: UInt8 = 1
      _ = write(EndSignals.wakeEnd.load(ordering: .relaxed), &byte, 1)
    }
    return source
  }

  /// Those of `numbers` that are not ignored: `nohup` has that done to one, and shells to others for what runs behind (proc(5), SigIgn).
  private static func heeded(_ numbers: [Int32]) -> [Int32] {
    guard let text = try? String(contentsOfFile: "/proc/self/status", encoding: .utf8),
      let line = text.split(separator: "\n").first(where: { $0.hasPrefix("SigIgn:") }),
      let mask = line.split(whereSeparator: \.isWhitespace).last, let ignored = UInt64(mask, radix: 16)
    else { return numbers }
    return numbers.filter { number in (ignored >> UInt64(clamping: number - 1)) & 1 == 0 }
  }

  /// Has `handler` called for each of `numbers`, on whatever thread; it may do only what signal-safety(7) allows.
  static func handle(_ numbers: [Int32], by handler: @escaping @convention(c) (_ number: Int32) -> Void) {
    var signals = sigset_t()
    sigemptyset(&signals)
    for number in numbers {
      sigaddset(&signals, number)
      signal(number, handler)
    }
    // Whoever started the program may have blocked them.
    pthread_sigmask(SIG_UNBLOCK, &signals, nil)
  }
}
