internal import OverlookSupport

/// Bytes from outside that cannot be used, or a file that cannot be made. Each case names the thing (a format, or a file and a
/// part of it) and the fault.
package enum FormatError: Error, Hashable, Sendable {
  /// The operating system does not give the file: missing, no permission, not a regular file, a failing disk.
  case unreadable(String, fault: String)
  /// The operating system does not take the file: a full disk, no permission, a folder that does not exist.
  case unwritable(String, fault: String)
  /// The file is not the one that was opened: another program replaced or rewrote it.
  case changed(String)
  /// The data ends before it is complete.
  case truncated(String)
  /// The data breaks the rules of its format.
  case malformed(String, fault: String)
  /// The data is, or would become when decoded, larger than the budget.
  case tooLarge(String, fault: String)
  /// Valid data of a kind that is not read.
  case unsupported(String, fault: String)
  /// Data of another kind than asked for; `found` says what it looks like.
  case unrecognized(String, found: String)

  /// Whether it tells of a reading alone, and nothing of what the data is like.
  var isOfTheReading: Bool {
    switch self {
    case .unreadable, .changed: true
    case .unwritable, .truncated, .malformed, .tooLarge, .unsupported, .unrecognized: false
    }
  }

  /// The same error with `name` (a file, a host) put before the thing.
  package func inside(_ name: String) -> FormatError {
    let prefix = name + ": "
    switch self {
    case .unreadable(let thing, let fault): return .unreadable(prefix + thing, fault: fault)
    case .unwritable(let thing, let fault): return .unwritable(prefix + thing, fault: fault)
    case .changed(let thing): return .changed(prefix + thing)
    case .truncated(let thing): return .truncated(prefix + thing)
    case .malformed(let thing, let fault): return .malformed(prefix + thing, fault: fault)
    case .tooLarge(let thing, let fault): return .tooLarge(prefix + thing, fault: fault)
    case .unsupported(let thing, let fault): return .unsupported(prefix + thing, fault: fault)
    case .unrecognized(let thing, let found): return .unrecognized(prefix + thing, found: found)
    }
  }
}

extension FormatError: CustomStringConvertible {
  /// One line, cleaned of what a terminal would act upon.
  package var description: String {
    let text =
      switch self {
      case .unreadable(let thing, let fault): "\(thing) cannot be read: \(fault)"
      case .unwritable(let thing, let fault): "\(thing) cannot be written: \(fault)"
      case .changed(let thing): "\(thing) was changed by another program while it was open"
      case .truncated(let thing): "\(thing) is cut short"
      case .malformed(let thing, let fault): "\(thing) is damaged: \(fault)"
      case .tooLarge(let thing, let fault): "\(thing) is too large: \(fault)"
      case .unsupported(let thing, let fault): "\(thing) is not supported: \(fault)"
      case .unrecognized(let thing, let found): "\(thing) is not recognised: it looks like \(found)"
      }
    return OutsideText.cleaned(text, limit: 600)
  }
}
