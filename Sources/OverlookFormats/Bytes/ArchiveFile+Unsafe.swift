internal import Glibc
internal import Synchronization

/// Where the bytes of an archive are. Two kinds exist: a file, and a whole archive in memory.
protocol ArchiveBytes: Sendable {
  /// Names the archive in errors.
  var path: String { get }
  var byteCount: UInt64 { get }
  /// `count` bytes from `offset`; an error when the archive ends before. `thing` says for errors what is read.
  func read(offset: UInt64, count: Int, thing: String) throws(FormatError) -> [UInt8]
  /// Throws `.changed` when the bytes are not those that were there at first.
  func checkUnchanged() throws(FormatError)
}

/// An archive that is in memory as a whole.
struct ArchiveInMemory: ArchiveBytes {
  let path: String
  let bytes: [UInt8]

  var byteCount: UInt64 { UInt64(bytes.count) }

  func read(offset: UInt64, count: Int, thing: String) throws(FormatError) -> [UInt8] {
    guard count >= 0, offset <= byteCount, UInt64(count) <= byteCount - offset else { throw .truncated("\(path): \(thing)") }
    let start = Int(offset)
    return Array(bytes[start..<start + count])
  }

  func checkUnchanged() throws(FormatError) {}
}

/// A read-only file that many threads read at once, and that notices when another program changes it.
///
/// It is read by `pread` and not mapped into memory: a mapped file that is cut short by another program ends the process with
/// SIGBUS at the next look.
package final class ArchiveFile: ArchiveBytes {
  package let path: String
  package let byteCount: UInt64
  private let descriptor: Int32
  private let identity: FileIdentity
  private let nextCheck = Atomic<UInt64>(0)

  /// Opens the regular file at `path`.
  package init(path: String) throws(FormatError) {
    self.path = path
    // O_NONBLOCK: a named pipe without a writer must not hold the caller; it means nothing for a regular file.
    descriptor = open(path, O_RDONLY | O_CLOEXEC | O_NONBLOCK)
    guard descriptor >= 0 else { throw .unreadable(path, fault: Self.errorText()) }
    var status = stat()
    let isKnown = fstat(descriptor, &status) == 0
    identity = FileIdentity(status)
    byteCount = UInt64(clamping: status.st_size)
    // From here on every property is set, so that `deinit` closes the file when this throws.
    guard isKnown else { throw .unreadable(path, fault: Self.errorText()) }
    guard status.st_mode & S_IFMT == S_IFREG else {
      throw .unreadable(path, fault: status.st_mode & S_IFMT == S_IFDIR ? "it is a folder" : "it is not a regular file")
    }
  }

  deinit {
    close(descriptor)
  }

  /// `count` bytes from `offset`; an error when the file ends before.
  package func read(offset: UInt64, count: Int, thing: String) throws(FormatError) -> [UInt8] {
    let (end, overflow) = offset.addingReportingOverflow(UInt64(clamping: count))
    guard count >= 0, !overflow, end <= byteCount, let start = off_t(exactly: offset) else {
      throw .truncated("\(path): \(thing)")
    }
    var fault: String?
    let bytes = [UInt8](unsafeUninitializedCapacity: count) { buffer, initialized in
      // Invariant: initialized <= count, the capacity of the buffer; `pread` writes at most what it is asked for.
      while initialized < count {
        let got = pread(descriptor, buffer.baseAddress.map { $0 + initialized }, count - initialized, start + off_t(initialized))
        if got < 0 && errno == EINTR { continue }
        if got < 0 { fault = Self.errorText() }
        if got <= 0 { return }
        initialized += got
      }
    }
    if let fault { throw .unreadable(path, fault: fault) }
    guard bytes.count == count else { throw .changed(path) }
    return bytes
  }

  /// Throws `.changed` when the path names another file by now, or the file was written to. Looks at most once a second.
  package func checkUnchanged() throws(FormatError) {
    let now = Self.monotonicNanoseconds()
    guard now >= nextCheck.load(ordering: .relaxed) else { return }
    var status = stat()
    guard stat(path, &status) == 0, FileIdentity(status) == identity else { throw .changed(path) }
    nextCheck.store(now + 1_000_000_000, ordering: .relaxed)
  }

  static func monotonicNanoseconds() -> UInt64 { nanoseconds(CLOCK_MONOTONIC) }

  /// For how long this thread has worked.
  static func threadNanoseconds() -> UInt64 { nanoseconds(CLOCK_THREAD_CPUTIME_ID) }

  private static func nanoseconds(_ clock: clockid_t) -> UInt64 {
    var now = timespec()
    clock_gettime(clock, &now)
    return UInt64(clamping: now.tv_sec) * 1_000_000_000 + UInt64(clamping: now.tv_nsec)
  }

  private static func errorText() -> String {
    String(cString: strerror(errno))
  }
}

/// What tells whether a path still names the same, untouched file.
private struct FileIdentity: Hashable, Sendable {
  private let device: dev_t
  private let inode: ino_t
  private let size: off_t
  private let modifiedSeconds: time_t
  private let modifiedNanoseconds: Int

  init(_ status: stat) {
    device = status.st_dev
    inode = status.st_ino
    size = status.st_size
    modifiedSeconds = status.st_mtim.tv_sec
    modifiedNanoseconds = status.st_mtim.tv_nsec
  }
}
