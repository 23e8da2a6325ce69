package import OverlookGeometry
internal import OverlookSupport

/// Makes the addresses of the tiles of one WMTS layer.
package struct WMTSAddress: Hashable, Sendable {
  /// The layer's, for people.
  package var title = ""
  package var layer = ""
  package var style = ""
  package var matrixSet = ""
  /// MIME type.
  package var format = ""
  package var tileFormat = TileArchiveHeader.TileFormat.unknown
  package var encoding = WMTSCapabilities.Encoding.kvp
  package var bounds = CoordinateBounds.world
  /// Pixels along a side of a tile.
  package var tilePixels = 256
  /// The layer's times, and the one asked for; the server's default is served when that is nil.
  package var timeDimension: TimeDimension?
  package var time: String?
  /// What stands for the time in addresses where none was asked for; nil for nothing.
  var defaultTime: String?
  /// One line each, cleaned; those of the document among them.
  package var warnings: [String] = []

  /// A level of our grid, and the matrix that has its tiles.
  struct Level: Hashable, Sendable {
    var matrix = ""
    /// Our column and row of the matrix's first tile.
    var firstColumn = 0
    var firstRow = 0
    /// The matrix's own columns and rows that have tiles.
    var columns = 0...0
    var rows = 0...0
  }

  /// An address in parts.
  struct Pattern: Hashable, Sendable {
    enum Part: Hashable, Sendable {
      case literal(String)
      case matrix
      case row
      case column
      /// The time that is shown.
      case time
      /// The same as a parameter of this name, where there is one.
      case timeParameter(String)
    }
    var parts: [Part] = []
  }

  /// By zoom; never empty.
  var levels: [Int: Level] = [:]
  /// Servers of equal content; never empty.
  var patterns: [Pattern] = []

  init() {}

  /// Zooms that have tiles, in order; levels in between may be missing. Never empty.
  package var zooms: [Int] { levels.keys.sorted() }
  package var minimumZoom: Int { levels.keys.min() ?? 0 }
  package var maximumZoom: Int { levels.keys.max() ?? 0 }

  /// The same layer at another of its times, as the server writes it.
  package func at(time: String) -> WMTSAddress {
    var other = self
    other.time = time
    return other
  }

  /// The address of `tile`; nil where the layer has no tile.
  package func url(for tile: TileID) -> String? {
    guard tile.isValid, let level = levels[tile.z], !patterns.isEmpty else { return nil }
    let (column, columnOverflow) = tile.x.subtractingReportingOverflow(level.firstColumn)
    let (row, rowOverflow) = tile.y.subtractingReportingOverflow(level.firstRow)
    guard !columnOverflow, !rowOverflow, level.columns.contains(column), level.rows.contains(row) else { return nil }
    var text = ""
    for part in patterns[(tile.x &+ tile.y) % patterns.count].parts {
      switch part {
      case .literal(let literal): text += literal
      case .matrix: text += PercentEncoding.value(level.matrix)
      case .row: text += "\(row)"
      case .column: text += "\(column)"
      case .time: text += PercentEncoding.value(time ?? defaultTime ?? "default")
      case .timeParameter(let name):
        if let time = time ?? defaultTime { text += "&\(name)=\(PercentEncoding.value(time))" }
      }
    }
    return text
  }
}
