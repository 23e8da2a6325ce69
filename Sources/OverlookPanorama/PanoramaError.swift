import OverlookFormats
import OverlookNetwork

/// Why there is no panorama, or no picture of it. The texts are for people, and hold no secrets.
public enum PanoramaError: Error, Hashable, Sendable, CustomStringConvertible {
  /// There is none of this name, or none near this place.
  case notFound(String)
  /// The file, or what a server sent, cannot be used.
  case unusable(String)
  /// No answer came; it may come another time.
  case unreachable(String)
  /// The server wants a key, or another one than it was given.
  case refused(String)
  /// A newer request took its place, or the task was cancelled.
  case cancelled

  /// One line for people.
  public var description: String {
    switch self {
    case .notFound(let text), .unusable(let text), .unreachable(let text), .refused(let text): text
    case .cancelled: "it was cancelled"
    }
  }
}

extension PanoramaError {
  init(_ fault: FetchFault) {
    switch fault {
    case .missing(let text): self = .notFound(text)
    case .failed(let text), .offline(let text), .changed(let text): self = .unreachable(text)
    case .refused(let text, _): self = .unusable(text)
    case .cancelled: self = .cancelled
    }
  }

  init(_ error: FormatError) {
    self = .unusable("\(error)")
  }
}
