import GRDB
import Glibc
import OverlookGeometry
import OverlookSupport

/// The grid of a table of tiles in a GeoPackage.
struct GeoPackagePyramid: Sendable {
  /// A matrix of tiles of one size.
  struct Level: Hashable, Sendable {
    /// As the file counts it; our zoom only where the grids fall together.
    var number: Int
    var columns: Int
    var rows: Int
    /// Of a tile, in pixels.
    var tileWidth: Int
    var tileHeight: Int
    /// Of a pixel.
    var metersX: Double
    var metersY: Double
    /// Of the upper left corner of all.
    var left: Double
    var top: Double
    /// Where it lies in our grid; nil where it does not fall together with it.
    var place: WebMercatorGrid.Level?

    /// The zoom of ours whose pixels are nearest in size, with tiles of 256.
    var nearestZoom: Double { log2(WebMercatorGrid.widthMeters / (256 * metersX)) }

    /// Columns and rows of ours that a picture lies on, with a pixel more on each side; empty for one outside of the level.
    func tiles(at zoom: Int, column: Int, row: Int) -> (columns: Range<Int>, rows: Range<Int>) {
      guard (0..<columns).contains(column), (0..<rows).contains(row) else { return (0..<0, 0..<0) }
      let (width, height) = (Double(tileWidth) * metersX, Double(tileHeight) * metersY)
      let (x, y) = (left + Double(column) * width, Double(row) * height - top)
      return (
        WebMercatorGrid.indices(from: x - metersX, to: x + width + metersX, of: 1 << zoom),
        WebMercatorGrid.indices(from: y - metersY, to: y + height + metersY, of: 1 << zoom)
      )
    }
  }

  let table: String
  let title: String
  let levels: [Level]
  let bounds: CoordinateBounds
  let warnings: [String]

  /// For SQL.
  var quotedTable: String { "\"\(table.replacing("\"", with: "\"\""))\"" }

  /// Whether all levels are ours.
  var isOurs: Bool { levels.allSatisfy { $0.place != nil } }

  var zooms: ClosedRange<Int> {
    let zooms = levels.map { level in
      level.place?.zoom ?? min(max(Int(exactly: level.nearestZoom.rounded()) ?? 0, 0), TileID.maximumZoom)
    }
    return (zooms.min() ?? 0)...(zooms.max() ?? 0)
  }

  /// Where a tile of ours is stored; nil where none falls together with it.
  func place(of tile: TileID) -> (level: Int, column: Int, row: Int)? {
    for level in levels {
      guard let place = level.place, place.zoom == tile.z else { continue }
      let (column, row) = (tile.x - place.firstColumn, tile.y - place.firstRow)
      guard (0..<level.columns).contains(column), (0..<level.rows).contains(row) else { return nil }
      return (level.number, column, row)
    }
    return nil
  }

  /// The tile of ours that a stored one is; nil for none.
  func tile(level number: Int, column: Int, row: Int) -> TileID? {
    for level in levels where level.number == number {
      guard let place = level.place, (0..<level.columns).contains(column), (0..<level.rows).contains(row) else { return nil }
      let tile = TileID(z: place.zoom, x: place.firstColumn + column, y: place.firstRow + row)
      return tile.isValid ? tile : nil
    }
    return nil
  }

  /// The level to make tiles of ours from: the coarsest that is as fine as they are, else the finest.
  func level(for zoom: Int) -> Level? {
    let finer = levels.filter { $0.nearestZoom >= Double(zoom) - 0.5 }
    return finer.min { $0.nearestZoom < $1.nearestZoom } ?? levels.max { $0.nearestZoom < $1.nearestZoom }
  }

  /// By a tile of the table.
  func tileFormat(in database: Database) throws -> TileArchiveHeader.TileFormat {
    guard isOurs else { return .png }
    let value = try DatabaseValue.fetchOne(database, sql: "SELECT tile_data FROM \(quotedTable) LIMIT 1")
    guard case .blob(let data)? = value?.storage else { return .unknown }
    switch ImageFormat.sniffed([UInt8](data)) {
    case .png: return .png
    case .jpeg: return .jpeg
    case .webp: return .webp
    case nil: return .unknown
    }
  }

  // MARK: Reading

  private static let thing = "GeoPackage"
  private static let levelLimit = 64
  /// Numbers that a level may have.
  static let levelNumbers = 0...100

  /// The first table of tiles that can be shown; what is wrong with the others is among the warnings.
  static func find(in database: Database) throws -> GeoPackagePyramid {
    let rows = try Row.fetchAll(
      database,
      sql: """
        SELECT c.table_name, c.identifier, m.min_x, m.min_y, m.max_x, m.max_y, s.organization, s.organization_coordsys_id
        FROM gpkg_contents c JOIN gpkg_tile_matrix_set m ON m.table_name = c.table_name
        LEFT JOIN gpkg_spatial_ref_sys s ON s.srs_id = m.srs_id WHERE c.data_type = 'tiles' LIMIT 100
        """)
    guard !rows.isEmpty else { throw FormatError.unsupported(thing, fault: "it has no table of tiles") }
    var faults: [String] = []
    var found: GeoPackagePyramid?
    for row in rows {
      guard let table = text(row[0]) else { continue }
      if found != nil {
        faults.append("the tiles of \(OutsideText.cleaned(table, limit: 60)) are not shown: only the first table is")
        continue
      }
      do {
        found = try pyramid(table, row, database)
      } catch let error as FormatError {
        faults.append("\(error)")
      }
    }
    guard let found else { throw FormatError.unsupported(thing, fault: faults.first ?? "its tables of tiles cannot be read") }
    return GeoPackagePyramid(
      table: found.table, title: found.title, levels: found.levels, bounds: found.bounds, warnings: found.warnings + faults)
  }

  private static func pyramid(_ table: String, _ row: Row, _ database: Database) throws -> GeoPackagePyramid {
    let name = "tiles of \(OutsideText.cleaned(table, limit: 60))"
    let code = Int64.fromDatabaseValue(row[7]).map { "\($0)" } ?? "unknown"
    let crs = "\(text(row[6]) ?? "EPSG"):\(code)"
    guard WebMercatorGrid.projection(crs) == .webMercator else {
      throw FormatError.unsupported(name, fault: "they are in \(OutsideText.cleaned(crs, limit: 60)), and not in Web Mercator")
    }
    guard let west = number(row[2]), let south = number(row[3]), let east = number(row[4]), let north = number(row[5]),
      let bounds = WebMercatorGrid.bounds(minX: west, minY: south, maxX: east, maxY: north)
    else { throw FormatError.malformed(name, fault: "the extent of its tile matrix set") }
    let rows = try Row.fetchAll(
      database,
      sql: """
        SELECT zoom_level, matrix_width, matrix_height, tile_width, tile_height, pixel_x_size, pixel_y_size
        FROM gpkg_tile_matrix WHERE table_name = ? ORDER BY zoom_level LIMIT \(levelLimit)
        """, arguments: [table])
    let levels = rows.compactMap { level($0, left: west, top: north) }
    guard !levels.isEmpty else { throw FormatError.malformed(name, fault: "none of its tile matrices can be used") }
    let missing = rows.count - levels.count
    return GeoPackagePyramid(
      table: table, title: OutsideText.cleaned(text(row[1]) ?? table), levels: levels,
      bounds: contents(of: table, within: bounds, database),
      warnings: missing > 0 ? ["\(missing) of its tile matrices cannot be used"] : [])
  }

  /// What the file says of its contents: the grid of its tiles may be that of the whole world. The whole grid where it says nothing that
  /// can be, or something in another reference system.
  private static func contents(of table: String, within grid: CoordinateBounds, _ database: Database) -> CoordinateBounds {
    let sql = """
      SELECT c.min_x, c.min_y, c.max_x, c.max_y FROM gpkg_contents c JOIN gpkg_tile_matrix_set m
      ON m.table_name = c.table_name AND m.srs_id = c.srs_id WHERE c.table_name = ?
      """
    guard let row = try? Row.fetchOne(database, sql: sql, arguments: [table]), let west = number(row[0]),
      let south = number(row[1]), let east = number(row[2]), let north = number(row[3]), west < east, south < north,
      let bounds = WebMercatorGrid.bounds(minX: west, minY: south, maxX: east, maxY: north)
    else { return grid }
    let southWest = LocationCoordinate(
      latitude: max(bounds.southWest.latitude, grid.southWest.latitude),
      longitude: max(bounds.southWest.longitude, grid.southWest.longitude))
    let northEast = LocationCoordinate(
      latitude: min(bounds.northEast.latitude, grid.northEast.latitude),
      longitude: min(bounds.northEast.longitude, grid.northEast.longitude))
    guard southWest.latitude < northEast.latitude, southWest.longitude < northEast.longitude else { return grid }
    return CoordinateBounds(southWest: southWest, northEast: northEast)
  }

  private static func level(_ row: Row, left: Double, top: Double) -> Level? {
    guard let zoom = whole(row[0], levelNumbers), let columns = whole(row[1], 1...(1 << 30)),
      let rows = whole(row[2], 1...(1 << 30)), let width = whole(row[3], 1...4096), let height = whole(row[4], 1...4096),
      let metersX = number(row[5]), let metersY = number(row[6]), metersX > 1e-4, metersX < 1e6, metersY > 1e-4, metersY < 1e6
    else { return nil }
    let isSquare = width == height && abs(metersX / metersY - 1) < 1e-6
    let place =
      isSquare ? WebMercatorGrid.level(spanMeters: metersX * Double(width), left: left, top: top, columns: columns) : nil
    return Level(
      number: zoom, columns: columns, rows: rows, tileWidth: width, tileHeight: height, metersX: metersX, metersY: metersY,
      left: left, top: top, place: place)
  }

  private static func text(_ value: DatabaseValue) -> String? { String.fromDatabaseValue(value) }

  private static func number(_ value: DatabaseValue) -> Double? {
    Double.fromDatabaseValue(value).flatMap { $0.isFinite && abs($0) < 1e9 ? $0 : nil }
  }

  private static func whole(_ value: DatabaseValue, _ range: ClosedRange<Int>) -> Int? {
    Int.fromDatabaseValue(value).flatMap { range.contains($0) ? $0 : nil }
  }
}
