import Dispatch
import Foundation
import Glibc
import Synchronization

/// What tells two versions of a file apart without reading them.
package struct FileStamp: Hashable, Sendable {
  private let file: UInt64
  private let byteCount: Int64
  private let seconds: Int
  private let nanoseconds: Int

  /// All zero for a file that is not there.
  package init(path: String) {
    var status = stat()
    let isThere = stat(path, &status) == 0
    file = isThere ? UInt64(status.st_ino) : 0
    byteCount = isThere ? Int64(status.st_size) : 0
    seconds = isThere ? status.st_mtim.tv_sec : 0
    nanoseconds = isThere ? status.st_mtim.tv_nsec : 0
  }
}

/// Tells when a file looks otherwise than before, as soon as the kernel says that it was written (inotify(7)), and else when
/// `look` is called: the kernel says nothing of what others write over a network, of links that lead to the file's folder, and of
/// folders farther above it that are renamed; and where it has no watch left to give, nothing at all.
///
/// Folders are what is watched, because many programs write a file anew and give it the old one's name: that of the file and,
/// where it is a link, those that it leads to.
package final class FileWatch: Sendable {
  /// All that asks the file's disk, which may not answer, is done here.
  let queue = DispatchQueue(label: "overlook.file", qos: .utility)
  private let file: WatchedFile
  private let isAsked = Atomic<Bool>(false)

  /// `onChange` is called on a thread of the system's.
  package init(path: String, since stamp: FileStamp, onChange: @escaping @Sendable () -> Void) {
    file = WatchedFile(path: path, stamp: stamp, onChange: onChange)
    // What was written before the watch began.
    look()
  }

  /// Looks at the file and at what leads to it, and has the kernel watch that. Returns at once.
  func look() {
    // One who waits for a disk is enough.
    guard !isAsked.exchange(true, ordering: .relaxed) else { return }
    queue.async { [weak self, file, queue] in
      self?.isAsked.store(false, ordering: .relaxed)
      file.look(queue)
    }
  }

  deinit { queue.async { [file] in file.end() } }
}

/// What is known of a file, on the queue of its watch.
private final class WatchedFile: Sendable {
  private struct State {
    var stamp: FileStamp
    var folders = WatchedFolders()
    /// What the kernel tells of the folders, and its descriptor; nil while it does not watch them.
    var source: (any DispatchSourceRead)?
    var descriptor: Int32 = -1
  }

  private let path: String
  private let onChange: @Sendable () -> Void
  private let state: Mutex<State>

  init(path: String, stamp: FileStamp, onChange: @escaping @Sendable () -> Void) {
    self.path = path
    self.onChange = onChange
    state = Mutex(State(stamp: stamp))
  }

  func look(_ queue: DispatchQueue) {
    let isNew = state.withLock { state in
      if state.source == nil { begin(&state, queue) }
      // Another folder may have the name of the old one, and a link may lead elsewhere.
      if state.source != nil, !state.folders.renew(path, state.descriptor) { Self.end(&state) }
      let stamp = FileStamp(path: path)
      defer { state.stamp = stamp }
      return stamp != state.stamp
    }
    if isNew { onChange() }
  }

  func end() {
    state.withLock { Self.end(&$0) }
  }

  private func begin(_ state: inout State, _ queue: DispatchQueue) {
    // IN_NONBLOCK and IN_CLOEXEC are these by another name.
    let descriptor = inotify_init1(Int32(O_NONBLOCK | O_CLOEXEC))
    guard descriptor >= 0 else { return }
    let source = DispatchSource.makeReadSource(fileDescriptor: descriptor, queue: queue)
    source.setEventHandler { [weak self] in
      // What was written is told by the stamp; the events are only taken away.
      var bytes = [UInt8](repeating: 0, count: 4096)
      _ = read(descriptor, &bytes, bytes.count)
      self?.look(queue)
    }
    source.setCancelHandler { close(descriptor) }
    source.activate()
    (state.source, state.descriptor) = (source, descriptor)
  }

  private static func end(_ state: inout State) {
    state.source?.cancel()
    (state.source, state.descriptor, state.folders) = (nil, -1, WatchedFolders())
  }
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
