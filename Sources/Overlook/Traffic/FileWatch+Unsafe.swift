import Dispatch
import Foundation
import Glibc
import Synchronization

/// What tells two versions of a file apart without reading them.
struct FileStamp: Hashable, Sendable {
  private let file: UInt64
  private let byteCount: Int64
  private let seconds: Int
  private let nanoseconds: Int

  /// All zero for a file that is not there.
  init(path: String) {
    var status = stat()
    let isThere = stat(path, &status) == 0
    file = isThere ? UInt64(status.st_ino) : 0
    byteCount = isThere ? Int64(status.st_size) : 0
    seconds = isThere ? status.st_mtim.tv_sec : 0
    nanoseconds = isThere ? status.st_mtim.tv_nsec : 0
  }
}

/// Hears from the kernel when a file was written (inotify(7)); nothing runs until then. Folders are what is watched, because many
/// programs write a file anew and give it the old one's name: that of the file and, where it is a link, those that it leads to.
final class FileWatch {
  private let source: any DispatchSourceRead

  /// Both are called on a thread of the system's: `onChange` when the file looks otherwise than before, `onLoss` when there are
  /// folders from now on that cannot be watched. Nil where there are such now.
  init?(
    path: String, since stamp: FileStamp, onChange: @escaping @Sendable () -> Void, onLoss: @escaping @Sendable () -> Void
  ) {
    // IN_NONBLOCK and IN_CLOEXEC are these by another name.
    let descriptor = inotify_init1(Int32(O_NONBLOCK | O_CLOEXEC))
    guard descriptor >= 0 else { return nil }
    guard let folders = WatchedFolders(of: path, descriptor) else {
      close(descriptor)
      return nil
    }
    let known = Mutex((stamp: stamp, folders: folders))
    let look: @Sendable () -> Void = {
      let stamp = FileStamp(path: path)
      let isNew = known.withLock { known in
        defer { known.stamp = stamp }
        return stamp != known.stamp
      }
      if isNew { onChange() }
    }
    source = DispatchSource.makeReadSource(fileDescriptor: descriptor, queue: .global(qos: .utility))
    source.setEventHandler {
      // What was written is told by the stamp; the events are only taken away.
      var bytes = [UInt8](repeating: 0, count: 4096)
      _ = read(descriptor, &bytes, bytes.count)
      // Another folder may have the name of the old one, and a link may lead elsewhere.
      if !known.withLock({ $0.folders.renew(path, descriptor) }) { onLoss() }
      look()
    }
    source.setCancelHandler { close(descriptor) }
    source.activate()
    // What was written before the watch began.
    look()
  }

  deinit { source.cancel() }
}

/// The folders in which something decides what is found under a path.
private struct WatchedFolders {
  /// What the kernel calls them.
  private var numbers: Set<Int32> = []

  // Flags of inotify(7). A writer that closes the file, another file that gets its name, and a folder that is gone.
  private static let isWritten: UInt32 = 0x8 | 0x80 | 0x400 | 0x800
  /// A file, folder or link that is made.
  private static let isMade: UInt32 = 0x100
  /// Besides what the folder is watched for already.
  private static let addsTo: UInt32 = 0x2000_0000
  /// As many links as the kernel follows (path_resolution(7)).
  private static let linkLimit = 40

  /// Nil where one of them cannot be watched.
  init?(of path: String, _ descriptor: Int32) {
    guard renew(path, descriptor) else { return nil }
  }

  /// Watches the folders that decide now, and no other any more; false where one of them cannot be watched.
  mutating func renew(_ path: String, _ descriptor: Int32) -> Bool {
    var renewed: Set<Int32> = []
    var place = path
    for _ in 0...Self.linkLimit {
      let target = try? FileManager.default.destinationOfSymbolicLink(atPath: place)
      let folder = Self.folder(of: place)
      // A link is whole once it is made, a file when it was written.
      guard let number = Self.watch(folder, target == nil ? Self.isWritten : Self.isWritten | Self.isMade, descriptor) else {
        return false
      }
      renewed.insert(number)
      guard let target else { break }
      place = target.hasPrefix("/") ? target : "\(folder)/\(target)"
    }
    for number in numbers.subtracting(renewed) { inotify_rm_watch(descriptor, number) }
    numbers = renewed
    return true
  }

  /// Watches a folder; in the place of one that is not there, the nearest above it that is, for its being made.
  private static func watch(_ folder: String, _ flags: UInt32, _ descriptor: Int32) -> Int32? {
    var place = folder
    var missing: String?
    while true {
      let number = inotify_add_watch(descriptor, place, (missing == nil ? flags : isWritten | isMade) | addsTo)
      if number >= 0 {
        guard let made = missing, access(made, F_OK) == 0 else { return number }
        // It was made before the one above was watched.
        (place, missing) = (folder, nil)
      } else {
        guard errno == ENOENT || errno == ENOTDIR, place != "/", place != "." else { return nil }
        missing = place
        place = Self.folder(of: place)
      }
    }
  }

  private static func folder(of path: String) -> String {
    let folder = (path as NSString).deletingLastPathComponent
    return folder.isEmpty ? "." : folder
  }
}
