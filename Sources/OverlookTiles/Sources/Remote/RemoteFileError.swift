package import OverlookSupport

/// Why a file on a server, an archive or a GeoTIFF, cannot be opened.
package enum RemoteFileError: Error, Hashable, Sendable {
  /// May work later.
  case unavailable(LoadFault)
  /// Will not.
  case unusable(String)

  /// What came in place of a part that is needed for opening. `notKept`: what the disk lacks, for messages.
  init(_ part: RemoteFile.Part, host: String, notKept: String) {
    switch part {
    case .failed(let fault): self = fault.isPassing ? .unavailable(fault) : .unusable(fault.message)
    case .offline: self = .unusable("\(host) is not asked while offline, and \(notKept)")
    case .changed, .bytes, .whole: self = .unavailable(.passing("the file at \(host) was changed"))
    }
  }

  /// What it means for a tile of a file that could be opened before, and so may be again: a sign-in page of a network in between
  /// looks like another file.
  var content: TileContent {
    switch self {
    case .unavailable(let fault): .failed(fault)
    case .unusable(let message): .failed(.passing(message))
    }
  }
}

extension TileSourceError {
  /// For a source that messages call `source`.
  init(_ error: RemoteFileError, source: String) {
    switch error {
    case .unavailable(let fault): self = .unavailable(source: source, fault: fault.message)
    case .unusable(let fault): self = .unusable(source: source, fault: fault)
    }
  }
}

extension RemoteFile.Part {
  /// What it means for a tile that the part is needed for.
  func content(host: String) -> TileContent {
    switch self {
    case .changed: .failed(.passing("the file at \(host) was changed"))
    case .offline: .failed(.offline(host))
    case .failed(let fault): .failed(fault)
    case .bytes, .whole: .failed(.passing("\(host) sends what was not asked for"))
    }
  }
}
