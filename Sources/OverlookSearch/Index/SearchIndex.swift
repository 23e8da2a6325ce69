import Foundation
import GRDB
package import OverlookFormats
package import OverlookGeometry
import Synchronization

/// An index of places, opened for searching. Any thread; several search side by side.
///
/// The file may come from anywhere: whatever it holds, reading it gives places or a typed error.
package final class SearchIndex: Sendable {
  package let path: String
  package let description: SearchIndexDescription
  let grid: SearchGrid
  let dictionary: TermDictionary
  let kinds: [String]
  private let hasElements: Bool
  private let database: UntrustedDatabase
  private let blocks = BlockCache()

  /// The number of places: they are numbered from 0, the most important one first.
  var placeCount: Int { description.placeCount }

  private static let maximumPlaceCount = 100_000_000
  private static let maximumTermBytes = 256 << 20
  /// Words and places are read over many rows, within a tenth of a second of work. Where the time is over, the other indexes answer
  /// alone, and a city is taken for a street of its name.
  static let queryMilliseconds: UInt64 = 2000

  package init(path: String) throws(FormatError) {
    self.path = path
    let thing = "\(path): search index"
    do {
      database = try UntrustedDatabase.open(path: path)
      let content = try database.read { database, deadline in
        deadline.start(milliseconds: Self.queryMilliseconds)
        return try Self.content(database, path: path)
      }
      (description, grid, kinds) = (content.description, content.grid, content.kinds)
      hasElements = content.hasElements
      dictionary = try TermDictionary(content.words)
    } catch {
      throw Self.formatError(error, thing)
    }
  }

  private struct Content {
    var description: SearchIndexDescription
    var grid: SearchGrid
    var kinds: [String]
    var words: [UInt8]
    var hasElements: Bool
  }

  private static func content(_ database: Database, path: String) throws -> Content {
    try database.execute(sql: "PRAGMA cache_size = -8192")
    let id = try Int32.fetchOne(database, sql: "PRAGMA application_id")
    guard id == SearchIndexFile.applicationID else {
      throw FormatError.unrecognized(path, found: "an SQLite database that is no search index")
    }
    var values: [String: String] = [:]
    for row in try Row.fetchAll(database, sql: "SELECT name, value FROM metadata LIMIT 100") {
      if case .string(let name) = row.databaseValue(0), case .string(let value) = row.databaseValue(1) { values[name] = value }
    }
    guard values["version"] == "\(SearchIndexFile.version)" else {
      throw FormatError.unsupported(path, fault: "an index of version \(values["version"] ?? "?")")
    }
    var description = SearchIndexDescription(
      name: values["name"] ?? "", credit: values["credit"] ?? "", date: values["date"] ?? "")
    description.placeCount = try count(values["places"])
    description.houseCount = try count(values["houses"])
    description.bounds = bounds(values["bounds"] ?? "")
    guard let zoom = values["cell_zoom"].flatMap(Int.init), SearchGrid.zooms.contains(zoom) else {
      throw PackedFault(text: "its cells have no zoom")
    }
    let kinds = try String.fetchAll(database, sql: "SELECT name FROM kinds ORDER BY id LIMIT 65536")
    var words: [UInt8] = []
    let rows = try Row.fetchCursor(database, sql: "SELECT words FROM terms ORDER BY id")
    while let row = try rows.next() {
      guard case .blob(let data) = row.databaseValue(0) else { throw PackedFault(text: "words that are no blob") }
      words += data
      guard words.count <= maximumTermBytes else { throw PackedFault(text: "too many words") }
    }
    let hasElements = try database.tableExists("elements")
    return Content(
      description: description, grid: SearchGrid(zoom: zoom), kinds: kinds, words: words, hasElements: hasElements)
  }

  private static func count(_ text: String?) throws(PackedFault) -> Int {
    guard let count = text.flatMap(Int.init), (0...maximumPlaceCount).contains(count) else {
      throw PackedFault(text: "it does not say how much it holds")
    }
    return count
  }

  private static func bounds(_ text: String) -> CoordinateBounds {
    let sides = text.split(separator: ",").compactMap { Double($0) }
    guard sides.count == 4 else { return .empty }
    return CoordinateBounds(
      southWest: LocationCoordinate(latitude: sides[1], longitude: sides[0]),
      northEast: LocationCoordinate(latitude: sides[3], longitude: sides[2] < sides[0] ? sides[2] + 360 : sides[2]))
  }

  static func formatError(_ error: any Error, _ thing: String) -> FormatError {
    if let fault = error as? PackedFault { return fault.error(thing) }
    return UntrustedDatabase.formatError(error, thing)
  }

  // MARK: Rows

  /// Looks up rows within one use of a connection.
  struct Reader {
    fileprivate let index: SearchIndex
    fileprivate let database: Database

    private func blob(_ sql: String, _ key: some DatabaseValueConvertible) throws -> [UInt8]? {
      let statement = try database.cachedStatement(sql: sql)
      switch try DatabaseValue.fetchOne(statement, arguments: [key])?.storage ?? .null {
      case .null: return nil
      case .blob(let data): return [UInt8](data)
      case .int64, .double, .string: throw PackedFault(text: "a row that is no blob")
      }
    }

    func place(_ place: Int) throws -> PlaceRecord? {
      guard place >= 0, place < index.placeCount else { return nil }
      let row = place / SearchIndexFile.placeBlock
      guard let bytes = try index.blocks.block(row, { try blob("SELECT records FROM places WHERE id = ?", row) }) else {
        throw PackedFault(text: "a place is missing")
      }
      var reader = PackedReader(bytes)
      let base = SIMD2(try reader.signed(), try reader.signed())
      guard abs(base.x) <= 90_000_000, abs(base.y) <= 360_000_000 else { throw PackedFault(text: "a place off the Earth") }
      for _ in 0..<place % SearchIndexFile.placeBlock { try reader.skipPart() }
      var part = try reader.part()
      return try PlaceRecord(&part, base: base)
    }

    /// Those of the words with these numbers, in pairs with the number; the first `limit` of each.
    func postings(_ terms: Range<Int>, limit: Int, _ body: (Int, [Posting]) -> Void) throws {
      guard !terms.isEmpty else { return }
      let size = SearchIndexFile.postingBlock
      for row in (terms.lowerBound / size)...((terms.upperBound - 1) / size) {
        guard let bytes = try blob("SELECT lists FROM postings WHERE id = ?", row) else {
          throw PackedFault(text: "a word has no places")
        }
        var reader = PackedReader(bytes)
        for term in row * size..<min((row + 1) * size, terms.upperBound) {
          if term < terms.lowerBound {
            try reader.skipPart()
            continue
          }
          var list = try reader.part()
          body(term, try Posting.read(&list, limit: limit))
        }
      }
    }

    /// The best places with a word that begins so, where there are many; nil where there are few.
    func beginning(_ word: [UInt32]) throws -> [Posting]? {
      guard word.count <= SearchIndexFile.beginningLength else { return nil }
      let sql = "SELECT places FROM beginnings WHERE beginning = ?"
      guard let bytes = try blob(sql, NameFolding.string(word)) else { return nil }
      var reader = PackedReader(bytes)
      return try Posting.read(&reader, limit: SearchIndexFile.beginningCount)
    }

    /// The places of a kind, with where they are.
    func places(ofKind kind: Int) throws -> [(place: Int, coordinate: LocationCoordinate)] {
      guard let bytes = try blob("SELECT places FROM kinds WHERE id = ?", kind) else { return [] }
      var reader = PackedReader(bytes)
      var places: [(place: Int, coordinate: LocationCoordinate)] = []
      var (place, latitude, longitude) = (0, 0, 0)
      while !reader.isAtEnd {
        place &+= try reader.number()
        latitude &+= try reader.signed()
        longitude &+= try reader.signed()
        let coordinate = LocationCoordinate(
          latitude: Double(latitude) / PlaceRecord.unitsPerDegree, longitude: Double(longitude) / PlaceRecord.unitsPerDegree)
        guard coordinate.isValid else { throw PackedFault(text: "a place off the Earth") }
        places.append((place, coordinate))
      }
      return places
    }

    /// The number of the place that is an element; nil where there is none.
    func place(ofElement code: Int64) throws -> Int? {
      guard index.hasElements else { return nil }
      let statement = try database.cachedStatement(sql: "SELECT place FROM elements WHERE code = ?")
      switch try DatabaseValue.fetchOne(statement, arguments: [code])?.storage ?? .null {
      case .null: return nil
      case .int64(let place): return Int(exactly: place)
      case .double, .string, .blob: throw PackedFault(text: "a place that is no number")
      }
    }

    func places(inCell cell: Int) throws -> [Int] {
      guard let bytes = try blob("SELECT places FROM cells WHERE cell = ?", cell) else { return [] }
      var reader = PackedReader(bytes)
      return try Posting.read(&reader, limit: .max).map(\.place)
    }

    func houses(of place: Int, _ record: PlaceRecord) throws -> [House] {
      guard record.hasHouses, let bytes = try blob("SELECT houses FROM houses WHERE street = ?", place) else { return [] }
      return try HouseList(bytes, street: record).houses
    }
  }

  func read<Value>(_ body: (Reader) throws -> Value) throws(FormatError) -> Value {
    do {
      return try database.read { database, deadline in
        deadline.start(milliseconds: Self.queryMilliseconds)
        return try body(Reader(index: self, database: database))
      }
    } catch {
      throw Self.formatError(error, "\(path): search index")
    }
  }
}

extension Row {
  fileprivate func databaseValue(_ column: Int) -> DatabaseValue.Storage { (self[column] as DatabaseValue).storage }
}

/// The rows of places read last.
private final class BlockCache: Sendable {
  private static let capacity = 1024
  private let blocks = Mutex<[Int: [UInt8]]>([:])

  func block(_ row: Int, _ read: () throws -> [UInt8]?) rethrows -> [UInt8]? {
    if let block = blocks.withLock({ $0[row] }) { return block }
    let block = try read()
    blocks.withLock { blocks in
      // Begun anew now and then, which costs less than to know the oldest.
      if blocks.count >= Self.capacity { blocks.removeAll(keepingCapacity: true) }
      blocks[row] = block
    }
    return block
  }
}
