import Foundation
import OverlookSupport
import Synchronization

/// Where programs are kept: a file for each, named by its key. Several processes may use it at the same time.
final class ProgramFolder: Sendable {
  /// Programs of a driver are under a hundred, so that a few drivers have room.
  static let maximumFiles = 512

  private struct Work: Sendable {
    var files: [(key: ProgramKey, file: ProgramFile)] = []
    var isRunning = false
    /// Files that were read before anyone asked for them, by name.
    var ahead: [String: [UInt8]] = [:]
    var isReading = false
    var keepsAhead = true
  }

  /// Bytes of files that are read before anyone asks for them.
  private static let maximumBytesAhead = 8 << 20

  private let path: String
  private let work = Mutex(Work())
  private let idle = DispatchSemaphore(value: 0)

  init(_ path: String) {
    self.path = path
  }

  private func path(of key: ProgramKey) -> String { "\(path)/\(key.text)" }

  /// Nil where there is none, or not a whole one of ours.
  func read(_ key: ProgramKey) -> ProgramFile? {
    let ahead = work.withLock { $0.ahead.removeValue(forKey: key.text) }
    return (ahead ?? Self.bytes(of: path(of: key))).flatMap { ProgramFile($0, key) }
  }

  private static func bytes(of path: String) -> [UInt8]? {
    let descriptor = open(path, O_RDONLY | O_CLOEXEC | O_NOFOLLOW | O_NONBLOCK)
    guard descriptor >= 0 else { return nil }
    defer { close(descriptor) }
    var status = stat()
    guard fstat(descriptor, &status) == 0, status.st_mode & S_IFMT == S_IFREG, status.st_uid == geteuid(),
      status.st_mode & 0o022 == 0, let count = Int(exactly: status.st_size), count > ProgramFile.headByteCount,
      count <= ProgramFile.headByteCount + ProgramFile.maximumByteCount
    else { return nil }
    var bytes = [UInt8](repeating: 0, count: count)
    return Glibc.read(descriptor, &bytes, count) == count ? bytes : nil
  }

  /// Has a thread of its own read what is kept, the newest first: a program is asked for in the midst of a frame, and disks are slow.
  func readAhead() {
    work.withLock { $0.isReading = true }
    do throws(ThreadError) {
      try ServiceThread.start("overlook-programs", stackBytes: 256 << 10) { self.readAll() }
    } catch {
      // Each is read when it is asked for.
      endReading()
    }
  }

  private func readAll() {
    var byteCount = 0
    for name in Self.namesByAge(path).reversed() {
      guard let bytes = Self.bytes(of: "\(path)/\(name)") else { continue }
      byteCount += bytes.count
      guard byteCount <= Self.maximumBytesAhead else { break }
      let isKept = work.withLock { work in
        if work.keepsAhead { work.ahead[name] = bytes }
        return work.keepsAhead
      }
      guard isKept else { break }
    }
    endReading()
  }

  /// Gives up what was read ahead and nobody asked for, as programs of another style or driver.
  func forgetAhead() {
    work.withLock { work in
      work.ahead = [:]
      work.keepsAhead = false
    }
  }

  private func endReading() {
    work.withLock { $0.isReading = false }
    idle.signal()
  }

  func remove(_ key: ProgramKey) { unlink(path(of: key)) }

  /// Keeps a program; a thread of its own brings it to the disk, which may be slow.
  func write(_ file: ProgramFile, _ key: ProgramKey) {
    let starts = work.withLock { work in
      work.files.append((key, file))
      defer { work.isRunning = true }
      return !work.isRunning
    }
    guard starts else { return }
    do throws(ThreadError) {
      try ServiceThread.start("overlook-programs", stackBytes: 256 << 10) { self.writeAll() }
    } catch {
      // They are compiled again next time.
      end()
    }
  }

  /// Waits until nothing is to be written, or to be read ahead.
  func finish() {
    while work.withLock({ $0.isRunning || $0.isReading }) { idle.wait() }
  }

  private func end() {
    work.withLock { work in
      work.files = []
      work.isRunning = false
    }
    idle.signal()
  }

  private func writeAll() {
    var isFirst = true
    while let next = work.withLock({ work -> (key: ProgramKey, file: ProgramFile)? in
      guard let last = work.files.popLast() else {
        work.isRunning = false
        return nil
      }
      return last
    }) {
      if isFirst { prepare() }
      isFirst = false
      writeNow(next.file.file(next.key), next.key)
    }
    idle.signal()
  }

  /// What was half written when a program ended lies there under a name that nobody looks for, and goes with the oldest.
  private func writeNow(_ bytes: [UInt8], _ key: ProgramKey) {
    let temporary = "\(path)/.\(key.text).\(getpid())"
    let descriptor = open(temporary, O_WRONLY | O_CREAT | O_TRUNC | O_CLOEXEC | O_NOFOLLOW, 0o600)
    guard descriptor >= 0 else { return }
    let isWhole = Glibc.write(descriptor, bytes, bytes.count) == bytes.count
    close(descriptor)
    if !isWhole || rename(temporary, path(of: key)) != 0 { unlink(temporary) }
  }

  /// Makes the folder, and room in it.
  private func prepare() {
    var prefix = ""
    for part in path.split(separator: "/") {
      prefix += (prefix.isEmpty && !path.hasPrefix("/") ? "" : "/") + part
      mkdir(prefix, 0o700)
    }
    let names = Self.namesByAge(path)
    guard names.count > Self.maximumFiles else { return }
    // Half of them, so that this is seldom done.
    for name in names.prefix(names.count - Self.maximumFiles / 2) { unlink("\(path)/\(name)") }
  }

  /// The oldest first.
  private static func namesByAge(_ path: String) -> [String] {
    let names = (try? FileManager.default.contentsOfDirectory(atPath: path)) ?? []
    let files = names.map { name -> (time: Int, name: String) in
      var status = stat()
      return (lstat("\(path)/\(name)", &status) == 0 ? status.st_mtim.tv_sec : 0, name)
    }
    return files.sorted { $0 < $1 }.map(\.name)
  }
}

extension ProgramFolder {
  /// Deletes what is kept in `folder`; what else lies there stays.
  static func clear(_ folder: String) {
    let names = (try? FileManager.default.contentsOfDirectory(atPath: folder)) ?? []
    for name in names where name.drop(while: { $0 == "." }).prefix(64).allSatisfy(\.isHexDigit) { unlink("\(folder)/\(name)") }
  }
}
