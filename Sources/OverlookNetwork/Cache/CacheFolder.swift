import Foundation
import OverlookSupport

/// The folder of the cache: ours alone, held open, with a lock that tells whether another process uses it.
///
/// Each process that has the database open holds the lock shared. Only who holds it alone may put the database aside: SQLite
/// deletes its journal by name, so a process that still had the old one open would delete the journal of the new.
final class CacheFolder {
  static let databaseName = "tiles.sqlite"
  private static let lockName = "lock"
  /// What SQLite keeps beside a database.
  private static let companions = ["", "-wal", "-shm"]
  /// Databases that were set aside and are kept for whoever wants to look.
  private static let brokenKept = 2

  let path: String
  private let folder: Int32
  private let lock: Int32

  var databasePath: String { "\(path)/\(Self.databaseName)" }

  /// Where the cache belongs: `overlook` in `$XDG_CACHE_HOME`, or in `~/.cache` where that is not set or not absolute.
  static func standardPath(environment: [String: String]) throws(CacheFault) -> String {
    guard let path = UserFolder.cache.path(environment: environment) else { throw .noFolder }
    return path
  }

  /// The folder that a person named, or else the one that the environment names.
  convenience init(named path: String?, environment: [String: String]) throws(CacheFault) {
    if let path {
      try self.init(path: path, isOurs: false)
    } else {
      try self.init(path: try Self.standardPath(environment: environment), isOurs: true)
    }
  }

  /// Opens the folder, made where it is missing. `isOurs`: its name is the program's own, so that its rights may be set; of a
  /// folder that a person named they are only looked at.
  init(path: String, isOurs: Bool) throws(CacheFault) {
    self.path = path
    Self.makeFolders(path)
    folder = open(path, O_RDONLY | O_DIRECTORY | O_NOFOLLOW | O_CLOEXEC)
    guard folder >= 0 else {
      let reason = errno
      if reason == ELOOP || reason == ENOTDIR { throw .notAFolder(path) }
      throw .system(path: path, reason: Self.text(reason))
    }
    do throws(CacheFault) {
      try Self.check(folder, path: path, isOurs: isOurs)
      lock = openat(folder, Self.lockName, O_RDWR | O_CREAT | O_NOFOLLOW | O_CLOEXEC, 0o600)
      guard lock >= 0 else { throw .system(path: "\(path)/\(Self.lockName)", reason: Self.text(errno)) }
    } catch {
      close(folder)
      throw error
    }
  }

  deinit {
    close(lock)
    close(folder)
  }

  private static func check(_ folder: Int32, path: String, isOurs: Bool) throws(CacheFault) {
    var status = stat()
    guard fstat(folder, &status) == 0 else { throw .system(path: path, reason: text(errno)) }
    guard status.st_uid == geteuid() else { throw .foreignOwner(path) }
    if isOurs, status.st_mode & 0o077 != 0 { _ = fchmod(folder, 0o700) }
    guard isOurs || status.st_mode & 0o022 == 0 else { throw .openToOthers(path) }
  }

  /// As `mkdir -p`; what goes wrong shows when the folder is opened.
  private static func makeFolders(_ path: String) {
    var prefix = ""
    for part in path.split(separator: "/") {
      prefix += "/\(part)"
      _ = mkdir(path.hasPrefix("/") ? prefix : String(prefix.dropFirst()), 0o700)
    }
  }

  static func text(_ error: Int32) -> String {
    String(cString: strerror(error))
  }
}

// MARK: The lock

extension CacheFolder {
  /// Whether no other process had the database open, in which case none can open it until `share`.
  func lockAlone() -> Bool {
    flock(lock, LOCK_EX | LOCK_NB) == 0
  }

  /// Lets other processes in. False when another one keeps the folder to itself for longer than a second.
  func share() -> Bool {
    for _ in 0..<100 {
      if flock(lock, LOCK_SH | LOCK_NB) == 0 { return true }
      usleep(10_000)
    }
    return false
  }

  func unlock() {
    _ = flock(lock, LOCK_UN)
  }

  /// Starts of the program that have not ended well, one after the other, as the lock file tells.
  var unfinishedStarts: Int {
    get {
      var byte: UInt8 = 0
      return pread(lock, &byte, 1, 0) == 1 ? Int(byte) : 0
    }
    set {
      var byte = UInt8(clamping: newValue)
      _ = pwrite(lock, &byte, 1, 0)
    }
  }
}

// MARK: Files

extension CacheFolder {
  /// Makes the database's file where it is missing, for our eyes only, and refuses files that are not ours: links, and those of
  /// others.
  func prepareFiles() throws(CacheFault) {
    for companion in Self.companions { try checkFile(Self.databaseName + companion) }
    // SQLite gives its journals the rights of the database.
    let file = openat(folder, Self.databaseName, O_RDWR | O_CREAT | O_EXCL | O_NOFOLLOW | O_CLOEXEC, 0o600)
    if file >= 0 { close(file) } else if errno != EEXIST { throw .system(path: databasePath, reason: Self.text(errno)) }
  }

  private func checkFile(_ name: String) throws(CacheFault) {
    var status = stat()
    guard fstatat(folder, name, &status, AT_SYMLINK_NOFOLLOW) == 0 else { return }
    let isPlain = status.st_mode & S_IFMT == S_IFREG && status.st_nlink == 1
    guard isPlain, status.st_uid == geteuid() else { throw .strangeFile("\(path)/\(name)") }
  }

  /// Which file the database is, so that one that another process put in its place is noticed.
  var databaseNumber: UInt64? {
    var status = stat()
    return fstatat(folder, Self.databaseName, &status, AT_SYMLINK_NOFOLLOW) == 0 ? UInt64(status.st_ino) : nil
  }

  /// Renames the database and its journals to `.broken-N`. Only while the lock is held alone and nothing has them open. Returns
  /// the new name of the database.
  func setAside() -> String {
    let numbers = brokenNumbers()
    let number = (numbers.max() ?? 0) % 1_000_000 + 1
    let broken = "\(Self.databaseName).broken-\(number)"
    for companion in Self.companions {
      _ = renameat(folder, Self.databaseName + companion, folder, broken + companion)
    }
    for old in numbers.sorted().dropLast(Self.brokenKept - 1) { removeBroken(old) }
    return "\(path)/\(broken)"
  }

  private func removeBroken(_ number: Int) {
    for companion in Self.companions { _ = unlinkat(folder, "\(Self.databaseName).broken-\(number)\(companion)", 0) }
  }

  private func brokenNumbers() -> [Int] {
    let prefix = "\(Self.databaseName).broken-"
    let names = (try? FileManager.default.contentsOfDirectory(atPath: path)) ?? []
    return names.compactMap { $0.hasPrefix(prefix) ? Int($0.dropFirst(prefix.count)) : nil }
  }

  /// Bytes that this user may still write on the folder's disk; nil where the system does not tell.
  var freeBytes: Int? {
    var status = statvfs()
    guard fstatvfs(folder, &status) == 0 else { return nil }
    let (bytes, overflow) = Int(clamping: status.f_bavail).multipliedReportingOverflow(by: Int(clamping: status.f_frsize))
    return overflow ? Int.max : bytes
  }
}
