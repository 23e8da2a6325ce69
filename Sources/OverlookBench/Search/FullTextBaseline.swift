import Foundation
import GRDB
import OverlookSearch

/// The names of an index in a full-text table of SQLite, as one would do it without an index of one's own: beginnings of words, the
/// best by the library's own rank.
final class FullTextBaseline {
  private let queue: DatabaseQueue

  init(_ index: SearchIndex) throws {
    queue = try DatabaseQueue()
    try queue.write { database in
      try database.execute(
        sql: """
          CREATE VIRTUAL TABLE names USING fts5(name, content='', prefix='2 3 4', tokenize='unicode61 remove_diacritics 2')
          """)
      for place in 0..<index.description.placeCount {
        guard let result = try index.listed(place) else { continue }
        try database.execute(sql: "INSERT INTO names (rowid, name) VALUES (?, ?)", arguments: [place, result.name])
      }
    }
  }

  /// Places whose names have words that begin so; their number.
  @discardableResult func search(_ text: String) -> Int {
    let words = text.split { !$0.isLetter && !$0.isNumber }.map { "\"\($0)\"*" }
    guard !words.isEmpty else { return 0 }
    let rows = try? queue.read { database in
      try Int.fetchAll(
        database, sql: "SELECT rowid FROM names WHERE names MATCH ? ORDER BY rank LIMIT 10",
        arguments: [words.joined(separator: " ")])
    }
    return rows?.count ?? 0
  }
}
