import OverlookFormats
import OverlookSupport

/// Why a location cannot be used as a source of tiles. `source` is the location as messages show it, free of secrets.
public enum TileSourceError: Error, Hashable, Sendable {
  /// The location is none that is understood; `fault` says what is wrong with it.
  case badLocation(source: String, fault: String)
  /// The file or the server does not give it.
  case unavailable(source: String, fault: String)
  /// It was read, and is damaged or of a kind that is not understood.
  case unusable(source: String, fault: String)
  /// It has no layer, style, matrix set, format or time (`what`) of the name; `names` are the first of those it has.
  case unknownName(source: String, what: String, name: String, names: [String])
  /// It holds vector tiles, and the map draws pictures.
  case holdsVectorTiles(source: String)
}

extension TileSourceError: CustomStringConvertible {
  /// One line for people.
  public var description: String {
    let text =
      switch self {
      case .badLocation(let source, let fault), .unavailable(let source, let fault), .unusable(let source, let fault):
        // Errors of formats begin with the name of their file.
        fault.hasPrefix(source) ? fault : "\(source): \(fault)"
      case .unknownName(let source, let what, let name, let names):
        names.isEmpty
          ? "\(source) has no \(what) \"\(name)\", nor any other"
          : "\(source) has no \(what) \"\(name)\"; it has \(names.map { "\"\($0)\"" }.joined(separator: ", "))"
      case .holdsVectorTiles(let source): "\(source) holds vector tiles; only raster tiles can be shown"
      }
    return OutsideText.cleaned(text, limit: 2000)
  }

  /// The error of a format, for a source that messages call `source`.
  init(_ error: FormatError, source: String) {
    switch error {
    case .unreadable, .unwritable, .changed: self = .unavailable(source: source, fault: "\(error)")
    case .truncated, .malformed, .tooLarge, .unsupported, .unrecognized: self = .unusable(source: source, fault: "\(error)")
    }
  }
}
