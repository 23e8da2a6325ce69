package import OverlookFormats
package import OverlookNetwork
import OverlookSupport

/// Why a place could not be looked up. The texts are for people, and hold no secrets.
public enum PlaceError: Error, Hashable, Sendable, CustomStringConvertible {
  /// There is no place of this identifier.
  case notFound(String)
  /// The index, or what a server sent, cannot be used.
  case unusable(String)
  /// No answer came; it may come another time.
  case unreachable(String)
  /// Nobody wants the answer any more.
  case cancelled

  /// One line for people.
  public var description: String {
    switch self {
    case .notFound(let text), .unusable(let text), .unreachable(let text): OutsideText.cleaned(text)
    case .cancelled: "it was cancelled"
    }
  }
}

extension PlaceError {
  package init(_ error: FormatError) { self = .unusable("\(error)") }

  package init(_ fault: FetchFault) {
    switch fault {
    case .missing(let text), .failed(let text), .offline(let text), .changed(let text): self = .unreachable(text)
    case .refused(let text, _): self = .unusable(text)
    case .cancelled: self = .cancelled
    }
  }
}
