import Foundation

/// A lock between processes, as long as the object lives: what two windows must not do at the same time.
final class FileLock {
  private let descriptor: Int32

  /// Nil where another holds it, or where it cannot be had. `waits`: for the other to end, a tenth of a second at most.
  init?(_ path: String, waits: Bool = false) {
    let file = open(path, O_RDWR | O_CREAT | O_CLOEXEC | O_NOFOLLOW | O_NONBLOCK, 0o600)
    guard file >= 0 else { return nil }
    let isLocked = (0..<(waits ? 20 : 1)).contains { attempt in
      if attempt > 0 { usleep(5_000) }
      return flock(file, LOCK_EX | LOCK_NB) == 0
    }
    guard isLocked else {
      close(file)
      return nil
    }
    descriptor = file
  }

  deinit {
    close(descriptor)
  }
}
