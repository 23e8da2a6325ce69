package import OverlookGeometry
package import OverlookSupport

/// Pictures of one thing over one area at many times, as a document lists them; by time, each time once.
package struct PictureSeries: Hashable, Sendable {
  /// Where a picture is.
  package enum Place: Hashable, Sendable {
    /// An absolute http(s) address, in which `{key}` stands for the key of its server.
    case address(String)
    /// A plain file name beside the document.
    case file(String)
    /// As `.address`, of the tiles of `block`, with `{z}`, `{x}` and `{y}`.
    case tiles(String)
  }

  package struct Step: Hashable, Sendable {
    /// Since 1970-01-01T00:00:00Z.
    package var timeSeconds: Double
    /// What the document calls it; cleaned, for people.
    package var name: String
    package var place: Place
    /// Of this picture, where it has other ones than the series; as `PictureSeries.corners`.
    package var corners: [LocationCoordinate]?
  }

  /// How the rows of a picture lie on the Earth.
  package enum Rows: Hashable, Sendable {
    /// Evenly in Mercator's plane.
    case mercator
    /// Evenly in degrees of latitude (EPSG:4326, plate carrée).
    case latitude
  }

  /// By which the document's user chooses it; unique in its catalogue.
  package var name = ""
  /// Cleaned, for people.
  package var title = ""
  package var steps: [Step] = []
  package var bounds = CoordinateBounds.empty
  package var rows = Rows.mercator
  /// Where the four corners of a picture lie, from the upper left one clockwise as it is looked at; nil where it fills `bounds`.
  package var corners: [LocationCoordinate]?
  /// Which tiles make a picture, where places are `.tiles`.
  package var block: TileBlock?
  /// What the colours mean; nil when the document does not say.
  package var scale: ColorScale?
  package var attribution: String?
  /// One line each, cleaned.
  package var warnings: [String] = []

  /// More pictures than anybody looks at in a row; of longer lists the newest stay.
  package static let stepLimit = 1000

  /// Sorts the steps by time, keeps the last of equal times and of all the newest `limit`.
  mutating func arrange(limit: Int) {
    let sorted = steps.enumerated().sorted { a, b in
      (a.element.timeSeconds, a.offset) < (b.element.timeSeconds, b.offset)
    }.map(\.element)
    steps = sorted.enumerated().filter { index, step in
      index + 1 == sorted.count || sorted[index + 1].timeSeconds != step.timeSeconds
    }.map(\.element)
    if steps.count < sorted.count { warnings.append("\(sorted.count - steps.count) of its times are named twice") }
    let bounded = min(max(limit, 1), Self.stepLimit)
    if steps.count > bounded { steps.removeFirst(steps.count - bounded) }
  }
}

/// A rectangle of the tiles of one zoom. Columns beyond the last go on with the first.
package struct TileBlock: Hashable, Sendable {
  package let zoom: Int
  package let firstColumn: Int
  package let firstRow: Int
  package let columnCount: Int
  package let rowCount: Int

  /// The tiles around `bounds` of the deepest zoom at which `limit` of them, 1 or more, are enough; nil when the bounds are
  /// empty.
  package init?(around bounds: CoordinateBounds, limit: Int) {
    guard bounds.isValid else { return nil }
    let (southWest, northEast) = (WorldPoint(bounds.southWest), WorldPoint(bounds.northEast))
    let east = northEast.x < southWest.x ? northEast.x + 1 : northEast.x
    var found: TileBlock?
    for zoom in 0...16 {
      let block = TileBlock(zoom: zoom, west: southWest.x, east: east, north: northEast.y, south: southWest.y)
      if found != nil, block.columnCount * block.rowCount > limit { break }
      found = block
    }
    guard let found else { return nil }
    self = found
  }

  /// Edges in worlds.
  private init(zoom: Int, west: Double, east: Double, north: Double, south: Double) {
    self.zoom = zoom
    let count = 1 << zoom
    func cell(_ edge: Double, isLast: Bool) -> Int {
      let scaled = edge * Double(count)
      let whole = isLast ? scaled.rounded(.up) - 1 : scaled.rounded(.down)
      return Int(exactly: min(max(whole, 0), Double(2 * count))) ?? 0
    }
    firstColumn = cell(west, isLast: false)
    firstRow = min(cell(north, isLast: false), count - 1)
    columnCount = min(max(cell(east, isLast: true) - firstColumn, 0) + 1, count)
    rowCount = min(max(cell(south, isLast: true) - firstRow, 0) + 1, count - firstRow)
  }

  /// What the tiles cover.
  package var bounds: CoordinateBounds {
    let count = Double(1 << zoom)
    let west = WorldPoint(x: Double(firstColumn) / count, y: Double(firstRow + rowCount) / count).coordinate
    let east = WorldPoint(x: Double(firstColumn + columnCount) / count, y: Double(firstRow) / count).coordinate
    return CoordinateBounds(southWest: west, northEast: east)
  }

  /// The addresses of the tiles, row after row from the north-west.
  package func addresses(_ template: String) -> [String] {
    (0..<rowCount).flatMap { row in
      (0..<columnCount).map { column in
        template.replacing("{z}", with: "\(zoom)").replacing("{x}", with: "\((firstColumn + column) % (1 << zoom))")
          .replacing("{y}", with: "\(firstRow + row)")
      }
    }
  }
}
