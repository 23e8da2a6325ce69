internal import OverlookGeometry

/// Where the pixels of a picture lie: the affine transformation to the numbers of its coordinate reference system (OGC 19-008r4,
/// GeoTIFF 1.1, section 7 and annex B).
struct GeoReference: Hashable, Sendable {
  /// x = a column + b row + c and y = d column + e row + f, for the corner of the first pixel at 0, 0.
  var a = 1.0
  var b = 0.0
  var c = 0.0
  var d = 0.0
  var e = -1.0
  var f = 0.0
  var projection = MapProjection.geographic
  /// As messages name the system: "EPSG:32633".
  var systemName = ""

  /// The place of a point of the picture, in pixels from its upper left corner.
  func place(column: Double, row: Double) -> LocationCoordinate? {
    projection.place(x: a * column + b * row + c, y: d * column + e * row + f)
  }

  /// The point of the picture, in pixels, where a point of the world lies; nil where the system has no numbers for it.
  func pixel(of point: WorldPoint) -> (column: Double, row: Double)? {
    guard let (x, y) = projection.project(point) else { return nil }
    let determinant = a * e - b * d
    let (dx, dy) = (x - c, y - f)
    let (column, row) = ((e * dx - b * dy) / determinant, (a * dy - d * dx) / determinant)
    return column.isFinite && row.isFinite ? (column, row) : nil
  }
}

extension GeoReference {
  /// Keys of the GeoTIFF specification that are read.
  private enum Key {
    static let modelType: UInt64 = 1024
    static let rasterType: UInt64 = 1025
    static let geographicType: UInt64 = 2048
    static let angularUnits: UInt64 = 2054
    static let projectedType: UInt64 = 3072
    static let linearUnits: UInt64 = 3076
  }

  /// A value for what is described by other keys.
  private static let userDefined: UInt64 = 32_767

  init(_ directory: TIFFDirectory, _ reader: TIFFReader) throws(FormatError) {
    let keys = try Self.keys(directory, reader)
    try readTransformation(directory, reader)
    // Tiepoints of a raster of points are middles of pixels.
    if keys[Key.rasterType] == 2 {
      c -= (a + b) / 2
      f -= (d + e) / 2
    }
    (projection, systemName) = try Self.system(keys, reader)
    guard [a, b, c, d, e, f].allSatisfy(\.isFinite), abs(a * e - b * d) > 0 else {
      throw reader.malformed("its pixels have no size on the ground")
    }
  }

  private static func keys(_ directory: TIFFDirectory, _ reader: TIFFReader) throws(FormatError) -> [UInt64: UInt64] {
    guard let field = directory[TIFFTag.geoKeys] else { return [:] }
    guard field.count <= UInt64(4 * TIFFLimits.fieldCount) else {
      throw .tooLarge("\(reader.name): keys of GeoTIFF", fault: "\(field.count) numbers")
    }
    let numbers = try reader.integers(field, thing: "keys of GeoTIFF")
    guard numbers.count >= 4, numbers[0] == 1 else { throw reader.malformed("keys of GeoTIFF") }
    var keys: [UInt64: UInt64] = [:]
    for start in stride(from: 4, to: numbers.count - 3, by: 4).prefix(Int(clamping: numbers[3])) {
      // Values in other fields are texts and doubles, which no key that is read has.
      if numbers[start + 1] == 0 { keys[numbers[start]] = numbers[start + 3] }
    }
    return keys
  }

  private mutating func readTransformation(_ directory: TIFFDirectory, _ reader: TIFFReader) throws(FormatError) {
    if let field = directory[TIFFTag.transformation], field.count == 16 {
      let matrix = try reader.doubles(field, thing: "transformation")
      (a, b, c) = (matrix[0], matrix[1], matrix[3])
      (d, e, f) = (matrix[4], matrix[5], matrix[7])
      return
    }
    guard let scaleField = directory[TIFFTag.pixelScale], let tiepointField = directory[TIFFTag.tiepoints],
      scaleField.count >= 2, scaleField.count <= 3, tiepointField.count >= 6
    else {
      let hasPoints = directory[TIFFTag.tiepoints] != nil
      throw .unsupported(
        reader.name, fault: hasPoints ? "a place given by control points alone" : "it does not say where on Earth it lies")
    }
    let scale = try reader.doubles(scaleField, thing: "pixel scale")
    var first = tiepointField
    first.count = 6
    let tiepoint = try reader.doubles(first, thing: "tiepoint")
    (a, b, d, e) = (scale[0], 0, 0, -scale[1])
    c = tiepoint[3] - a * tiepoint[0]
    f = tiepoint[4] - e * tiepoint[1]
  }

  private static func system(
    _ keys: [UInt64: UInt64], _ reader: TIFFReader
  ) throws(FormatError) -> (MapProjection, String) {
    let projected = keys[Key.projectedType] ?? 0
    let geographic = keys[Key.geographicType] ?? 0
    // 1 means projected and 2 geographic; of files that say something else, the code of a projection tells.
    let model = keys[Key.modelType]
    if model == 1 || model != 2 && projected != 0 {
      guard projected != 0, projected != userDefined else {
        throw .unsupported(reader.name, fault: "a projection that no EPSG code names")
      }
      guard let projection = MapProjection(epsg: Int(clamping: projected)) else {
        throw .unsupported(reader.name, fault: "its coordinate reference system, EPSG:\(projected)")
      }
      if let unit = keys[Key.linearUnits], unit != 9001, unit != 0 {
        throw .unsupported(reader.name, fault: "EPSG:\(projected) in units of EPSG:\(unit), where metres (9001) are read")
      }
      return (projection, "EPSG:\(projected)")
    }
    guard geographic != 0 else {
      throw .unsupported(reader.name, fault: "it does not name its coordinate reference system")
    }
    guard let projection = MapProjection(epsg: Int(clamping: geographic)) else {
      throw .unsupported(reader.name, fault: "its coordinate reference system, EPSG:\(geographic)")
    }
    if let unit = keys[Key.angularUnits], unit != 9102, unit != 9122, unit != 0 {
      throw .unsupported(reader.name, fault: "EPSG:\(geographic) in units of EPSG:\(unit), where degrees (9102) are read")
    }
    return (projection, "EPSG:\(geographic)")
  }
}
