/// Why a file on a server, an archive or a GeoTIFF, cannot be opened.
package enum RemoteFileError: Error, Hashable, Sendable {
  /// May work later; `isUnreachable` as of `TileContent.failed`.
  case unavailable(String, afterSeconds: Double?, isUnreachable: Bool = false)
  /// Will not.
  case unusable(String)

  /// What came in place of a part that is needed for opening. `notKept`: what the disk lacks, for messages.
  init(_ part: RemoteFile.Part, host: String, notKept: String) {
    switch part {
    case .refused(let message, _): self = .unusable(message)
    case .failed(let message, let afterSeconds, let isUnreachable):
      self = .unavailable(message, afterSeconds: afterSeconds, isUnreachable: isUnreachable)
    case .offline: self = .unusable("\(host) is not asked while offline, and \(notKept)")
    case .changed, .bytes, .whole: self = .unavailable("the file at \(host) was changed", afterSeconds: nil)
    }
  }

  /// What it means for a tile of a file that could be opened before, and so may be again: a sign-in page of a network in between
  /// looks like another file.
  var content: TileContent {
    switch self {
    case .unavailable(let message, let afterSeconds, let isUnreachable):
      .failed(message: message, afterSeconds: afterSeconds, isUnreachable: isUnreachable)
    case .unusable(let message): .failed(message: message, afterSeconds: nil)
    }
  }
}

extension TileSourceError {
  /// For a source that messages call `source`.
  init(_ error: RemoteFileError, source: String) {
    switch error {
    case .unavailable(let fault, _, _): self = .unavailable(source: source, fault: fault)
    case .unusable(let fault): self = .unusable(source: source, fault: fault)
    }
  }
}

extension RemoteFile.Part {
  /// What it means for a tile that the part is needed for.
  func content(host: String) -> TileContent {
    switch self {
    case .changed: .failed(message: "the file at \(host) was changed", afterSeconds: nil)
    case .offline: .failed(message: "\(host) is not asked while offline", afterSeconds: nil)
    case .failed(let message, let afterSeconds, let isUnreachable):
      .failed(message: message, afterSeconds: afterSeconds, isUnreachable: isUnreachable)
    case .refused(let message, let stopsSource): .refused(message: message, stopsSource: stopsSource)
    case .bytes, .whole: .failed(message: "\(host) sends what was not asked for", afterSeconds: nil)
    }
  }
}
