package import OverlookFormats

/// Why a page was not written.
package enum PageError: Error, Hashable, Sendable, CustomStringConvertible {
  /// A size that is not finite, not positive, or larger than formats can say; the text names it.
  case unusableSize(String)
  /// The machine has no libcairo, which PDF and pictures are written with.
  case noCairo
  /// libcairo says what is wrong.
  case cairo(String)
  /// The system does not take the file.
  case file(FormatError)
  /// Its task was cancelled.
  case cancelled

  package var description: String {
    switch self {
    case .unusableSize(let text): "a page of \(text) cannot be written"
    case .noCairo: "PDF needs libcairo, which is not installed; try: apt install libcairo2, or write .svg"
    case .cairo(let text): "the page cannot be drawn: \(text)"
    case .file(let error): error.description
    case .cancelled: "cancelled"
    }
  }
}
