import Foundation
import OverlookFormats
import OverlookSearch
import Synchronization

/// The indexes that are open, one for each file, whoever looks places up. Any thread.
enum OpenIndexes {
  private struct Entry: Sendable {
    /// Another file of the same path is another index.
    var identity: [UInt64]
    weak var index: SearchIndex?
  }

  private static let known = Mutex<[String: Entry]>([:])

  /// Opened now where nobody has it open.
  static func index(at path: String) throws(FormatError) -> SearchIndex {
    let identity = identity(of: path)
    if let open = known.withLock({ known in known[path].flatMap { $0.identity == identity ? $0.index : nil } }) { return open }
    let index = try SearchIndex(path: path)
    return known.withLock { known in
      known = known.filter { $0.value.index != nil }
      if let first = known[path], first.identity == identity, let open = first.index { return open }
      known[path] = Entry(identity: identity, index: index)
      return index
    }
  }

  private static func identity(of path: String) -> [UInt64] {
    var status = stat()
    guard stat(path, &status) == 0 else { return [] }
    return [
      UInt64(status.st_dev), UInt64(status.st_ino), UInt64(clamping: status.st_size), UInt64(clamping: status.st_mtim.tv_sec),
      UInt64(clamping: status.st_mtim.tv_nsec),
    ]
  }
}
