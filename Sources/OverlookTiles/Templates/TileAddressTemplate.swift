package import OverlookGeometry
import OverlookNetwork

/// An address with placeholders where a tile's place belongs, taken apart. `TileURLTemplate` says which there are.
package struct TileAddressTemplate: Hashable, Sendable {
  enum Piece: Hashable, Sendable {
    /// Part of an address as it is sent.
    case text(HiddenText)
    case zoom, column, row, rowFromSouth, quadkey, box, ratio, prefix
    /// Never empty.
    case choice([String])
  }

  let pieces: [Piece]

  /// The address of a web server, encoded as it is sent. Throws where a placeholder is not known, or nothing was given for it.
  init(_ text: String, values: TileURLTemplate.Values) throws(TileURLTemplate.Problem) {
    var pieces: [Piece] = []
    for part in Self.parts(of: text) {
      switch part {
      case .text(let text): pieces.append(.text(HiddenText(Self.encoded(text))))
      case .placeholder(let name): pieces.append(try Self.piece(name, values))
      }
    }
    self.pieces = pieces
  }

  /// An address in a document of a style, which may be a path or lead from the document's own: text stays as it is written, and so
  /// do placeholders that are not known. Neither keys nor the environment are for the document to use.
  package init(reference text: String, isTMS: Bool) {
    var values = TileURLTemplate.Values()
    values.isTMS = isTMS
    pieces = Self.parts(of: text).map { part in
      switch part {
      case .text(let text): .text(HiddenText(text))
      case .placeholder(let name): (try? Self.piece(name, values)) ?? .text(HiddenText("{\(name)}"))
      }
    }
  }

  /// The address of a valid tile.
  package func address(of tile: TileID, isDense: Bool = false) -> String {
    var result = ""
    for piece in pieces {
      switch piece {
      case .text(let text): result += text.text
      case .zoom: result += "\(tile.z)"
      case .column: result += "\(tile.x)"
      case .row: result += "\(tile.y)"
      case .rowFromSouth: result += "\((1 << tile.z) - 1 - tile.y)"
      case .quadkey: result += tile.quadkey
      case .box: result += tile.webMercatorBox
      case .ratio: result += isDense ? "@2x" : ""
      case .prefix: result += String(tile.x % 16, radix: 16) + String(tile.y % 16, radix: 16)
      // By the place, so that a tile has one address only and caches know it again.
      case .choice(let names): result += names[(tile.x + tile.y) % names.count]
      }
    }
    return result
  }
}

extension TileID {
  /// The digits of Bing Maps' tile system, one a level: bit 0 from the column, bit 1 from the row. Empty at zoom 0.
  package var quadkey: String {
    var digits = ""
    for level in stride(from: z - 1, through: 0, by: -1) { digits += "\((x >> level & 1) | (y >> level & 1) << 1)" }
    return digits
  }

  /// West, south, east, north in metres of EPSG:3857.
  package var webMercatorBox: String {
    // Half the circumference of a sphere of radius 6 378 137 m.
    let half = 20_037_508.342789244
    let count = Double(1 << z)
    func meters(_ edge: Int) -> String { "\(half * (2 * Double(edge) - count) / count)" }
    return "\(meters(x)),\(meters((1 << z) - y - 1)),\(meters(x + 1)),\(meters((1 << z) - y))"
  }
}
