import GRDB
import OverlookFormats

/// The feature tables of a GeoPackage (OGC 12-128r17): one folder a table.
enum GeoPackageReader {
  private static let thing = "GeoPackage"

  static func isLikely(_ input: FileInput) -> Bool {
    guard input.isFile, input.head.starts(with: "SQLite format 3\0".utf8), input.head.count >= 72 else { return false }
    // "GPKG", and "GP10" and "GP11" of older ones, where SQLite has room for the program's name.
    guard input.head[68..<70].elementsEqual("GP".utf8) || input.ending == "gpkg" else { return false }
    // One of tiles alone is an archive of tiles.
    guard let contents = try? GeoPackageTiles.contents(path: input.path) else { return true }
    return !contents.features.isEmpty || contents.tiles.isEmpty
  }

  static func read(_ input: FileInput, _ reading: FileReading) throws(FormatError) -> FileDocument {
    do {
      let database = try UntrustedDatabase.open(path: input.path)
      return try database.read { database, deadline in
        try read(database, input.limits, reading) { deadline.start(milliseconds: input.limits.pageMilliseconds) }
      }
    } catch {
      throw UntrustedDatabase.formatError(error, thing)
    }
  }

  private struct Table {
    var name: String
    var title: String
    var geometry: String
    var crs: String?
  }

  private static func tables(_ database: Database) throws -> [Table] {
    let rows = try Row.fetchAll(
      database,
      sql: """
        SELECT c.table_name, c.identifier, g.column_name, s.organization, s.organization_coordsys_id, s.definition
        FROM gpkg_contents c JOIN gpkg_geometry_columns g ON g.table_name = c.table_name
        LEFT JOIN gpkg_spatial_ref_sys s ON s.srs_id = g.srs_id WHERE c.data_type = 'features' LIMIT 1000
        """)
    return rows.compactMap { row in
      guard let name = text(row[0]), let geometry = text(row[2]) else { return nil }
      var crs: String?
      if let organization = text(row[3]), let code = Int64.fromDatabaseValue(row[4]), organization.uppercased() == "EPSG" {
        crs = "EPSG:\(code)"
      } else if let definition = text(row[5]), definition.contains("[") {
        crs = definition
      }
      return Table(name: name, title: text(row[1]) ?? name, geometry: geometry, crs: crs)
    }
  }

  private static func text(_ value: DatabaseValue) -> String? { String.fromDatabaseValue(value) }

  /// `beginPage` gives the next rows their time.
  private static func read(
    _ database: Database, _ limits: FileLimits, _ reading: FileReading, beginPage: () -> Void
  ) throws -> FileDocument {
    let tables = try tables(database)
    guard let first = tables.first else {
      throw FormatError.unsupported(thing, fault: "it has no table of features")
    }
    var builder = FeatureBuilder(format: thing, limits: limits)
    var faults: [(name: String, fault: String)] = []
    for table in tables {
      // One document has one reference system.
      guard table.crs == first.crs else {
        faults.append((table.name, "a table of another reference system than the first, which is left out"))
        continue
      }
      if tables.count > 1 { builder.document.folders.append(DocumentFolder(name: table.title)) }
      try readRows(of: table, database, &builder, folder: builder.document.folders.indices.last, reading, beginPage)
    }
    var document = builder.document
    for (name, fault) in faults { document.faults.add(fault, at: name) }
    if tables.count == 1 { document.name = first.title }
    document.crs = first.crs
    let projection = try ReferenceSystem.projection(named: document.crs, of: &document)
    FeatureFinish.apply(to: &document, projection: projection)
    return document
  }

  private static func readRows(
    of table: Table, _ database: Database, _ builder: inout FeatureBuilder, folder: Int?, _ reading: FileReading,
    _ beginPage: () -> Void
  ) throws {
    beginPage()
    let quoted = table.name.replacing("\"", with: "\"\"")
    let rows = try Row.fetchCursor(database, sql: "SELECT * FROM \"\(quoted)\"")
    var number = 0
    while let row = try rows.next() {
      number += 1
      builder.place = "\(table.name), row \(number)"
      if number % 1000 == 0 {
        try reading.check(thing)
        beginPage()
      }
      builder.beginFeature(folder: folder)
      var isGood = true
      for (name, value) in row {
        if name == table.geometry {
          isGood = isGood && addGeometry(value, to: &builder)
        } else if let property = property(value) {
          builder.set(name, property)
        }
      }
      guard isGood else {
        builder.dropFeature("a geometry that is damaged")
        continue
      }
      try builder.endFeature()
    }
  }

  private static func property(_ value: DatabaseValue) -> PropertyValue? {
    switch value.storage {
    case .null, .blob: nil
    case .int64(let number): .integer(number)
    case .double(let number): .number(number)
    case .string(let text): .text(text)
    }
  }

  /// A header with a box, and WKB behind it; no geometry is none.
  private static func addGeometry(_ value: DatabaseValue, to builder: inout FeatureBuilder) -> Bool {
    guard case .blob(let data) = value.storage else { return value.isNull }
    let bytes = Array(data)
    guard bytes.count >= 8, bytes[0] == 0x47, bytes[1] == 0x50 else { return false }
    let flags = bytes[3]
    // Without a geometry it says so.
    if flags & 0x10 != 0 { return true }
    let boxes = [0, 32, 48, 48, 64]
    let kind = Int(flags >> 1 & 7)
    guard kind < boxes.count, 8 + boxes[kind] <= bytes.count else { return false }
    return WellKnownBinary.add(bytes[(8 + boxes[kind])...], to: &builder)
  }
}
