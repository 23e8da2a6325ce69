/// Why a font cannot be used.
package enum TextError: Error, Equatable, Sendable, CustomStringConvertible {
  /// The file is missing or cannot be read.
  case unreadableFont(reason: String)
  /// The bytes are no scalable font; `code` is FreeType's number.
  case brokenFont(name: String, code: Int)
  /// FreeType could not start.
  case noRasterizer(code: Int)

  package var description: String {
    switch self {
    case .unreadableFont(let reason): "no font: \(reason)"
    case .brokenFont(let name, let code): "not a usable font (FreeType error \(code)): \(name)"
    case .noRasterizer(let code): "FreeType cannot start (error \(code))"
    }
  }
}
