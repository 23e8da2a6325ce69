/// The tables of an index, an SQLite database.
///
/// Places are numbered from the most important one down. Blobs are what `PackedWriter` writes. Older files lack `elements`, and then the
/// places in them have no names of OpenStreetMap.
enum SearchIndexFile {
  /// Of the tables and blobs; a reader knows this one alone.
  static let version = 1
  /// "OvSx" in the application identifier of the database's head.
  static let applicationID: Int32 = 0x4F76_5378

  /// Records in a row of `places`.
  static let placeBlock = 16
  /// Terms in a row of `postings`.
  static let postingBlock = 32
  /// Bytes in a row of `terms`.
  static let termBytes = 1 << 18
  /// Beginnings with more postings than this have the best of them at hand, in `beginnings`.
  static let beginningLimit = 2500
  static let beginningCount = 400
  static let beginningLength = 8

  static let tables = """
    CREATE TABLE metadata (name TEXT PRIMARY KEY, value TEXT NOT NULL) WITHOUT ROWID;
    CREATE TABLE kinds (id INTEGER PRIMARY KEY, name TEXT NOT NULL, places BLOB NOT NULL);
    CREATE TABLE terms (id INTEGER PRIMARY KEY, words BLOB NOT NULL);
    CREATE TABLE postings (id INTEGER PRIMARY KEY, lists BLOB NOT NULL);
    CREATE TABLE beginnings (beginning TEXT PRIMARY KEY, places BLOB NOT NULL) WITHOUT ROWID;
    CREATE TABLE places (id INTEGER PRIMARY KEY, records BLOB NOT NULL);
    CREATE TABLE houses (street INTEGER PRIMARY KEY, houses BLOB NOT NULL);
    CREATE TABLE cells (cell INTEGER PRIMARY KEY, places BLOB NOT NULL);
    CREATE TABLE elements (code INTEGER PRIMARY KEY, place INTEGER NOT NULL);
    """
}

/// A place that has a word, and how.
struct Posting: Hashable, Sendable {
  var place: Int
  /// Whether the word alone is one of its names.
  var isWhole: Bool
  /// Whether the word is no part of its names: its postcode, its town.
  var isContext: Bool

  static func write(_ postings: [Posting]) -> PackedWriter {
    var writer = PackedWriter()
    writer.number(postings.count)
    var last = 0
    for posting in postings {
      writer.number((posting.place - last) << 2 | (posting.isWhole ? 1 : 0) | (posting.isContext ? 2 : 0))
      last = posting.place
    }
    return writer
  }

  static func read(_ reader: inout PackedReader, limit: Int) throws(PackedFault) -> [Posting] {
    let count = min(try reader.count(), limit)
    var postings: [Posting] = []
    postings.reserveCapacity(count)
    var last = 0
    for _ in 0..<count {
      let value = try reader.number()
      last &+= value >> 2
      postings.append(Posting(place: last, isWhole: value & 1 != 0, isContext: value & 2 != 0))
    }
    return postings
  }
}
