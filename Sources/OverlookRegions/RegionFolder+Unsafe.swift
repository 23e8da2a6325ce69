internal import Foundation
internal import Glibc
internal import OverlookFormats

/// The folder of a region while it is made: hidden beside the one that it will be, and locked against a second builder.
final class RegionFolder {
  /// Where the files are to be made.
  let path: String
  private let target: String
  private let descriptor: Int32

  /// A folder that will have the name `target`, empty whatever an earlier builder left. Throws when something that is no region
  /// has the name already, or another builder is at work.
  init(for target: String) throws(FormatError) {
    self.target = target
    let url = URL(fileURLWithPath: target)
    path = url.deletingLastPathComponent().path + "/.\(url.lastPathComponent).building"
    guard mkdir(path, 0o755) == 0 || errno == EEXIST else { throw .unwritable(target, fault: Self.errorText()) }
    descriptor = open(path, O_RDONLY | O_DIRECTORY | O_NOFOLLOW | O_CLOEXEC)
    guard descriptor >= 0 else { throw .unwritable(target, fault: "\(path) is in the way") }
    guard flock(descriptor, LOCK_EX | LOCK_NB) == 0, isStillThere else {
      throw .unwritable(target, fault: "another program is making it")
    }
    guard Self.isFree(target) || Self.isRegion(target) else {
      throw .unwritable(target, fault: "something that is no region is in the way")
    }
    try empty()
  }

  deinit {
    if descriptor >= 0 { close(descriptor) }
  }

  /// Whoever published or abandoned the folder while the lock was waited for has taken the name away.
  private var isStillThere: Bool {
    var (own, named) = (stat(), stat())
    return fstat(descriptor, &own) == 0 && lstat(path, &named) == 0 && own.st_dev == named.st_dev && own.st_ino == named.st_ino
  }

  private static func isFree(_ path: String) -> Bool {
    var status = stat()
    return lstat(path, &status) != 0 && errno == ENOENT
  }

  private static func isRegion(_ path: String) -> Bool {
    var status = stat()
    guard lstat(path, &status) == 0, status.st_mode & S_IFMT == S_IFDIR else { return false }
    return access("\(path)/\(RegionFiles.description)", F_OK) == 0
  }

  private func empty() throws(FormatError) {
    do {
      for name in try FileManager.default.contentsOfDirectory(atPath: path) {
        try FileManager.default.removeItem(atPath: "\(path)/\(name)")
      }
    } catch {
      throw .unwritable(target, fault: "\(path) cannot be cleared")
    }
  }

  // MARK: Files

  /// Makes a small file.
  func write(_ bytes: [UInt8], as name: String) throws(FormatError) {
    let file = open("\(path)/\(name)", O_WRONLY | O_CREAT | O_TRUNC | O_NOFOLLOW | O_CLOEXEC, 0o644)
    guard file >= 0 else { throw .unwritable(target, fault: Self.errorText()) }
    defer { close(file) }
    var done = 0
    while done < bytes.count {
      let count = bytes[done...].withUnsafeBytes { Glibc.write(file, $0.baseAddress, $0.count) }
      if count < 0 && errno == EINTR { continue }
      guard count > 0 else { throw .unwritable(target, fault: Self.errorText()) }
      done += count
    }
    guard fsync(file) == 0 else { throw .unwritable(target, fault: Self.errorText()) }
  }

  /// Brings a file to the disk.
  func sync(_ name: String) throws(FormatError) {
    let file = open("\(path)/\(name)", O_RDONLY | O_CLOEXEC)
    guard file >= 0 else { throw .unwritable(target, fault: Self.errorText()) }
    defer { close(file) }
    guard fsync(file) == 0 else { throw .unwritable(target, fault: Self.errorText()) }
  }

  /// Gives the folder its name, in place of an older region, in one step.
  func publish() throws(FormatError) {
    guard fsync(descriptor) == 0 else { throw .unwritable(target, fault: Self.errorText()) }
    if Self.isFree(target) {
      guard rename(path, target) == 0 else { throw .unwritable(target, fault: Self.errorText()) }
    } else {
      // Afterwards the hidden name is that of the older one.
      guard Self.exchange(path, target) else {
        throw .unwritable(target, fault: "it cannot take the place of the older one: \(Self.errorText())")
      }
      try? FileManager.default.removeItem(atPath: path)
    }
    Self.syncParent(of: target)
  }

  /// `renameat2`, which is in the C library though its header does not show it here.
  private static func exchange(_ a: String, _ b: String) -> Bool {
    typealias Rename = @convention(c) (Int32, UnsafePointer<CChar>, Int32, UnsafePointer<CChar>, UInt32) -> Int32
    // Invariant: the symbol is the function of <stdio.h> with this form, or there is none. A null handle is RTLD_DEFAULT.
    guard let symbol = dlsym(nil, "renameat2") else { return false }
    // 2: RENAME_EXCHANGE of <linux/fs.h>.
    return unsafeBitCast(symbol, to: Rename.self)(AT_FDCWD, a, AT_FDCWD, b, 2) == 0
  }

  /// Takes the folder away.
  func abandon() {
    try? FileManager.default.removeItem(atPath: path)
  }

  static func syncParent(of path: String) {
    let folder = open(URL(fileURLWithPath: path).deletingLastPathComponent().path, O_RDONLY | O_DIRECTORY | O_CLOEXEC)
    guard folder >= 0 else { return }
    fsync(folder)
    close(folder)
  }

  static func errorText() -> String { String(cString: strerror(errno)) }
}
