internal import Glibc
internal import OverlookGeometry

/// The tile grid that this map draws: a square of the Web Mercator world, halved at each zoom. Says which coordinate systems and
/// which grids of others are the same.
enum WebMercatorGrid {
  /// Half the width of the world: pi times the radius of the sphere, 6 378 137 m.
  static let halfMeters = 20_037_508.342789244
  static let widthMeters = 2 * halfMeters
  /// The pixel by which OGC scale denominators are counted (OGC 07-057r7, 6.1).
  static let scalePixelMeters = 0.000_28

  /// Codes under which EPSG, Esri, OSGeo and habit know Web Mercator.
  private static let codes: Set<Int> = [3857, 900_913, 3785, 3587, 102_100, 102_113, 41001]

  enum Projection: Hashable, Sendable {
    case webMercator
    /// A name that certainly means something else.
    case other
    /// A name that is not known; only the numbers can tell.
    case unknown
  }

  /// What `crs` names, in any of the usual spellings: EPSG:3857, urn:ogc:def:crs:EPSG:6.18.3:3857,
  /// http://www.opengis.net/def/crs/EPSG/0/3857, OSGEO:41001.
  static func projection(_ crs: String) -> Projection {
    let name = crs.uppercased()
    guard let last = name.split(whereSeparator: { $0 == ":" || $0 == "/" || $0 == "#" }).last else { return .unknown }
    if let code = Int(last) {
      if codes.contains(code) { return .webMercator }
      return code == 84 || ["EPSG", "ESRI", "OSGEO", "IGNF"].contains { name.contains($0) } ? .other : .unknown
    }
    if last == "GOOGLEMAPSCOMPATIBLE" || last == "WEBMERCATORQUAD" { return .webMercator }
    return last.hasPrefix("CRS8") || last.hasPrefix("CRS27") ? .other : .unknown
  }

  /// Tiles of another grid that are tiles of ours.
  struct Level: Hashable, Sendable {
    var zoom: Int
    /// Where the other grid's first column and row lie in ours.
    var firstColumn: Int
    var firstRow: Int
  }

  /// The level of our grid that has tiles of `spanMeters`, for a grid whose first tile has a corner at `left`, `top` (metres) and
  /// which has `columns` columns; nil when the two do not fall together within a fiftieth of a tile.
  ///
  /// Corners within a metre of the world's are the world's: servers print them with few digits.
  static func level(spanMeters: Double, left: Double, top: Double, columns: Int) -> Level? {
    guard spanMeters.isFinite, spanMeters > 0, left.isFinite, top.isFinite, columns > 0 else { return nil }
    guard let zoom = Int(exactly: log2(widthMeters / spanMeters).rounded()), (0...TileID.maximumZoom).contains(zoom) else {
      return nil
    }
    let count = 1 << zoom
    let exactSpan = widthMeters / Double(count)
    guard let firstColumn = offset(left + halfMeters, exactSpan), let firstRow = offset(halfMeters - top, exactSpan) else {
      return nil
    }
    // A scale printed with few digits is forgiven where the grid is evidently the whole world's.
    let error = abs(spanMeters / exactSpan - 1)
    let isWorld = firstColumn == 0 && firstRow == 0 && columns == count
    guard error <= 0.001, isWorld || error * Double(min(columns, count)) <= 0.02 else { return nil }
    return Level(zoom: zoom, firstColumn: firstColumn, firstRow: firstRow)
  }

  private static func offset(_ meters: Double, _ span: Double) -> Int? {
    if abs(meters) < 1 { return 0 }
    let tiles = (meters / span).rounded()
    guard abs(meters / span - tiles) <= 0.02, abs(tiles) <= Double(1 << 31) else { return nil }
    return Int(exactly: tiles)
  }

  /// A corner of tiles in metres: `index` of a grid of `count`, counted from the middle so that whole numbers stay exact.
  static func meters(_ index: Int, of count: Int) -> Double {
    Double(2 * index - count) / Double(count) * halfMeters
  }

  /// The tiles of a grid of `count` between two places in metres from the middle; none beyond the world.
  static func indices(from start: Double, to end: Double, of count: Int) -> Range<Int> {
    func index(_ meters: Double) -> Int {
      let index = ((meters / widthMeters + 0.5) * Double(count)).rounded(.down)
      return Int(exactly: min(max(index, -1), Double(count))) ?? -1
    }
    let (first, last) = (max(index(start), 0), min(index(end), count - 1))
    return first <= last ? first..<last + 1 : 0..<0
  }

  /// Bounds given in metres of Web Mercator; nil when they are none. What lies a little outside the world is cut.
  static func bounds(minX: Double, minY: Double, maxX: Double, maxY: Double) -> CoordinateBounds? {
    guard [minX, minY, maxX, maxY].allSatisfy({ $0.isFinite && abs($0) <= 2 * widthMeters }), minX < maxX, minY < maxY else {
      return nil
    }
    func place(_ x: Double, _ y: Double) -> LocationCoordinate {
      let point = WorldPoint(
        x: 0.5 + min(max(x / widthMeters, -0.5), 0.5), y: 0.5 - min(max(y / widthMeters, -0.5), 0.5))
      return point.coordinate
    }
    return nonEmpty(CoordinateBounds(southWest: place(minX, minY), northEast: place(maxX, maxY)))
  }

  private static func nonEmpty(_ bounds: CoordinateBounds) -> CoordinateBounds? { bounds.holdsSomething ? bounds : nil }
}
