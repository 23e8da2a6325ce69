/// Why there is no cache on the disk, or none that can be written. The description is one line for people, without a final stop.
package enum CacheFault: Error, Equatable, CustomStringConvertible {
  /// The environment names no folder.
  case noFolder
  /// A link, or no folder at all.
  case notAFolder(String)
  case foreignOwner(String)
  case openToOthers(String)
  /// A file in the folder is not one that this program made.
  case strangeFile(String)
  case system(path: String, reason: String)
  case database(path: String, reason: String)
  /// Another process holds what is needed.
  case busy(String)
  case diskFull(path: String, megabytes: Int)

  package var description: String {
    switch self {
    case .noFolder: "neither XDG_CACHE_HOME nor HOME names a folder for the cache"
    case .notAFolder(let path): "\(path) is not a folder, or a link to one"
    case .foreignOwner(let path): "\(path) belongs to somebody else"
    case .openToOthers(let path): "others may write in \(path)"
    case .strangeFile(let path): "\(path) is not a file of the cache"
    case .system(let path, let reason): "\(path): \(reason)"
    case .database(let path, let reason): "\(path): \(reason)"
    case .busy(let path): "\(path) is in use by another program"
    case .diskFull(let path, let megabytes): "less than \(megabytes) MiB are free on the disk of \(path)"
    }
  }
}
