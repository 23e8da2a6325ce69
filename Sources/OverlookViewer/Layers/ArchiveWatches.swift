import Overlook

/// Tells when a file was written anew that is shown as it was when it was opened: archives of tiles, styles, models. Files of features
/// look after themselves (`FileLayer`).
@MainActor final class ArchiveWatches {
  private var watches: [String: FileWatch] = [:]
  /// Called with the location that was given.
  var onChange: @MainActor (_ location: String) -> Void = { _ in }

  var count: Int { watches.count }

  /// Follows it no longer.
  func end(_ location: String) { watches[location] = nil }

  /// Follows the file at `path`, which is open as `location`, from what it looked like when it was opened.
  func follow(_ location: String, path: String, since stamp: FileStamp) {
    watches[location] = FileWatch(path: path, since: stamp) { [weak self] in
      Task { @MainActor [weak self] in self?.onChange(location) }
    }
  }
}
