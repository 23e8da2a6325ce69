internal import Glibc

/// A file that is written from front to end and may be read back. Belongs to one thread at a time.
///
/// Two kinds: scratch files, which have no name and vanish with the program however it ends; and files that get their name when
/// they are complete, so that nobody ever sees half of one.
package final class OutputFile {
  /// For errors.
  let path: String
  /// Bytes appended so far.
  private(set) var byteCount: UInt64 = 0
  private let descriptor: Int32
  private let temporaryPath: String?
  /// Appended bytes that are not handed to the system yet.
  private var buffer: [UInt8] = []
  private static let bufferByteCount = 256 << 10

  /// A scratch file in the folder of `path`.
  init(scratchBeside path: String) throws(FormatError) {
    self.path = path
    temporaryPath = nil
    // O_TMPFILE is not for every file system; a name that is taken away at once is.
    let name = "\(path).scratch-\(getpid())-\(UInt32.random(in: 0...UInt32.max))"
    descriptor = open(name, O_RDWR | O_CREAT | O_EXCL | O_NOFOLLOW | O_CLOEXEC, 0o600)
    guard descriptor >= 0 else { throw .unwritable(path, fault: Self.errorText()) }
    unlink(name)
  }

  /// A file that will replace `path`. Until then it is `path` with a suffix, locked against a second writer; what an earlier
  /// writer left there when it was ended is written over. `mode`: who may read and write it; what nobody else may read is so before its
  /// first byte is there.
  package init(replacing path: String, mode: FileMode = .usual) throws(FormatError) {
    self.path = path
    let temporaryPath = path + ".writing"
    self.temporaryPath = temporaryPath
    descriptor = open(temporaryPath, O_RDWR | O_CREAT | O_NOFOLLOW | O_CLOEXEC | O_NONBLOCK, mode.rawValue)
    guard descriptor >= 0 else { throw .unwritable(path, fault: Self.errorText()) }
    var status = stat()
    guard fstat(descriptor, &status) == 0, status.st_mode & S_IFMT == S_IFREG, status.st_nlink == 1 else {
      throw .unwritable(path, fault: "\(temporaryPath) is in the way")
    }
    guard flock(descriptor, LOCK_EX | LOCK_NB) == 0 else { throw .unwritable(path, fault: "another program is writing it") }
    // What was left there may have another mode than what is made.
    guard ftruncate(descriptor, 0) == 0, mode == .usual || fchmod(descriptor, mode.rawValue) == 0 else {
      throw .unwritable(path, fault: Self.errorText())
    }
  }

  deinit {
    if descriptor >= 0 { close(descriptor) }
  }

  /// Appends `bytes`, and returns where they begin.
  @discardableResult
  package func append(_ bytes: [UInt8]) throws(FormatError) -> UInt64 {
    let offset = byteCount
    buffer.append(contentsOf: bytes)
    byteCount += UInt64(bytes.count)
    if buffer.count >= Self.bufferByteCount { try flush() }
    return offset
  }

  /// `count` bytes from `offset` of what was appended.
  func read(offset: UInt64, count: Int) throws(FormatError) -> [UInt8] {
    guard count >= 0, offset <= byteCount, UInt64(count) <= byteCount - offset else { throw .truncated(path) }
    if offset + UInt64(count) > byteCount - UInt64(buffer.count) { try flush() }
    var isWhole = true
    let bytes = [UInt8](unsafeUninitializedCapacity: count) { target, initialized in
      // Invariant: initialized <= count, the capacity of the buffer; `pread` writes at most what it is asked for.
      while initialized < count {
        let got = pread(
          descriptor, target.baseAddress.map { $0 + initialized }, count - initialized, off_t(offset) + off_t(initialized))
        if got < 0 && errno == EINTR { continue }
        if got <= 0 {
          isWhole = false
          return
        }
        initialized += got
      }
    }
    guard isWhole else { throw .unreadable(path, fault: Self.errorText()) }
    return bytes
  }

  /// Drops everything from `offset` on.
  func cut(to offset: UInt64) throws(FormatError) {
    try flush()
    guard offset <= byteCount, ftruncate(descriptor, off_t(offset)) == 0 else {
      throw .unwritable(path, fault: Self.errorText())
    }
    byteCount = offset
  }

  /// Brings the file to the disk and gives it its name.
  package func publish() throws(FormatError) {
    guard let temporaryPath else { return }
    try flush()
    guard fsync(descriptor) == 0, rename(temporaryPath, path) == 0 else { throw .unwritable(path, fault: Self.errorText()) }
    Self.syncFolder(of: path)
  }

  /// Writes the file at `path`, which is whole or as it was before: what `body` appends gets the name when all of it is on the disk.
  package static func replace(
    _ path: String, mode: FileMode = .usual, _ body: (OutputFile) throws(FormatError) -> Void
  ) throws(FormatError) {
    try replace(path, mode: mode, failure: { $0 }, body)
  }

  /// As `replace(_:mode:_:)`, for work that has errors of its own; `failure` says what one of the file is among them.
  package static func replace<Result, Failure: Error>(
    _ path: String, mode: FileMode = .usual, failure: (FormatError) -> Failure, _ body: (OutputFile) throws(Failure) -> Result
  ) throws(Failure) -> Result {
    let file: OutputFile
    do throws(FormatError) { file = try OutputFile(replacing: path, mode: mode) } catch { throw failure(error) }
    do throws(Failure) {
      let result = try body(file)
      do throws(FormatError) { try file.publish() } catch { throw failure(error) }
      return result
    } catch {
      file.abandon()
      throw error
    }
  }

  /// Brings the closed file at `temporaryPath` to the disk and gives it the name `path`.
  static func publish(_ temporaryPath: String, as path: String) throws(FormatError) {
    let descriptor = open(temporaryPath, O_RDONLY | O_CLOEXEC | O_NOFOLLOW)
    guard descriptor >= 0 else { throw .unwritable(path, fault: errorText()) }
    defer { close(descriptor) }
    guard fsync(descriptor) == 0, rename(temporaryPath, path) == 0 else { throw .unwritable(path, fault: errorText()) }
    syncFolder(of: path)
  }

  /// Throws when something else than a regular file with one name is at `path`, such as a link to another file.
  static func checkIsOwnFile(_ path: String) throws(FormatError) {
    var status = stat()
    guard lstat(path, &status) == 0 else { return }
    guard status.st_mode & S_IFMT == S_IFREG, status.st_nlink == 1 else {
      throw .unwritable(path, fault: "something is in the way")
    }
  }

  /// Takes away an unpublished file's temporary name.
  package func abandon() {
    buffer = []
    if let temporaryPath { unlink(temporaryPath) }
  }

  /// Brings the names in the folder of `path` to the disk, as far as the file system can.
  static func syncFolder(of path: String) {
    let folder = path.lastIndex(of: "/").map { $0 == path.startIndex ? "/" : String(path[..<$0]) } ?? "."
    let descriptor = open(folder, O_RDONLY | O_DIRECTORY | O_CLOEXEC)
    guard descriptor >= 0 else { return }
    fsync(descriptor)
    close(descriptor)
  }

  static func errorText() -> String {
    String(cString: strerror(errno))
  }

  private func flush() throws(FormatError) {
    guard !buffer.isEmpty else { return }
    try write(buffer, at: byteCount - UInt64(buffer.count))
    buffer.removeAll(keepingCapacity: true)
  }

  private func write(_ bytes: [UInt8], at offset: UInt64) throws(FormatError) {
    guard let start = off_t(exactly: offset) else { throw .tooLarge(path, fault: "\(offset) bytes") }
    var fault: String?
    bytes.withUnsafeBytes { source in
      // Invariant: done <= bytes.count, and the array lives through the closure.
      var done = 0
      while done < source.count {
        let count = pwrite(descriptor, source.baseAddress.map { $0 + done }, source.count - done, start + off_t(done))
        if count < 0 && errno == EINTR { continue }
        guard count > 0 else {
          fault = Self.errorText()
          return
        }
        done += count
      }
    }
    if let fault { throw .unwritable(path, fault: fault) }
  }
}
