import Foundation
import GRDB
package import OverlookFormats
package import OverlookGeometry

/// Writes entries as an index that `SearchIndex` reads. Equal entries give equal bytes with the same SQLite library.
package struct SearchIndexWriter {
  private let entries: [PlaceEntry]
  private let description: SearchIndexDescription
  private let grid: SearchGrid
  private let listsKinds: Bool
  /// Entries in the order of the index, and the other way round.
  private let order: [Int]
  private var places: [Int]
  private var words = WordNumbers()
  private var kinds: [String] = []

  /// - Parameters:
  ///   - cellZoom: How fine the grid is by which near places are found: a cell is a tile of this zoom.
  ///   - listsKinds: Whether the places of a kind are found by it ("pharmacy"); not of use in lists of towns alone.
  package init(_ entries: [PlaceEntry], _ description: SearchIndexDescription, cellZoom: Int = 16, listsKinds: Bool = true) {
    self.entries = entries
    self.description = description
    self.listsKinds = listsKinds
    grid = SearchGrid(zoom: cellZoom)
    let grid = SearchGrid(zoom: 16)
    let keys = entries.map { entry in
      (255 - PlaceRecord.importanceByte(entry.importance), entry.kind, Self.interleaved(grid.position(entry.coordinate)))
    }
    order = entries.indices.sorted { a, b in keys[a] == keys[b] ? a < b : keys[a] < keys[b] }
    places = [Int](repeating: 0, count: entries.count)
    for (place, entry) in order.enumerated() { places[entry] = place }
  }

  private static func interleaved(_ position: SIMD2<Int>) -> Int {
    var value = 0
    for bit in 0..<16 { value |= (position.x >> bit & 1) << (2 * bit) | (position.y >> bit & 1) << (2 * bit + 1) }
    return value
  }

  /// Of a row of places, a KiB or more, what does not fill a page is lost: of pages of 4 KiB a sixth, which a small index saves by having
  /// tables of one page.
  private var pageSize: Int { entries.count < 100_000 ? 4096 : 8192 }

  /// Writes the file beside `path` and then gives it its name.
  package func write(to path: String) throws(FormatError) {
    let unfinished = path + ".unfinished"
    do {
      for name in [unfinished, unfinished + "-journal"] where FileManager.default.fileExists(atPath: name) {
        try FileManager.default.removeItem(atPath: name)
      }
      var configuration = Configuration()
      configuration.label = "overlook.search"
      do {
        let queue = try DatabaseQueue(path: unfinished, configuration: configuration)
        try queue.writeWithoutTransaction { database in
          try database.execute(
            sql: """
              PRAGMA page_size = \(pageSize);
              PRAGMA journal_mode = OFF; PRAGMA synchronous = OFF; PRAGMA temp_store = MEMORY
              """)
          try database.execute(sql: "PRAGMA application_id = \(SearchIndexFile.applicationID); \(SearchIndexFile.tables)")
          try database.inTransaction {
            var writer = self
            try writer.fill(database)
            return .commit
          }
          try database.execute(sql: "VACUUM")
        }
        try queue.close()
      }
      guard rename(unfinished, path) == 0 else { throw FormatError.unwritable(path, fault: String(cString: strerror(errno))) }
    } catch {
      try? FileManager.default.removeItem(atPath: unfinished)
      throw error as? FormatError ?? .unwritable(path, fault: "\(error)")
    }
  }

  private mutating func fill(_ database: Database) throws {
    try writeMetadata(database)
    kinds = Set(entries.map(\.kind)).sorted()
    let indexed = indexedEntries()
    let sorted = words.sorted()
    try writeTerms(sorted.words, database)
    try writePlaces(indexed, sorted.numbers, database)
    try writePostings(indexed, sorted, database)
    try writeKinds(database)
    try writeHouses(database)
    try writeCells(database)
    try writeElements(database)
  }

  private func writeMetadata(_ database: Database) throws {
    let bounds = CoordinateBounds(entries.map(\.coordinate))
    let box =
      bounds.isValid
      ? [bounds.southWest.longitude, bounds.southWest.latitude, bounds.northEast.longitude, bounds.northEast.latitude] : []
    let values = [
      ("format", "overlook search index"), ("version", "\(SearchIndexFile.version)"), ("name", description.name),
      ("credit", description.credit), ("date", description.date), ("places", "\(entries.count)"),
      ("houses", "\(entries.reduce(0) { $0 + $1.houses.count })"), ("cell_zoom", "\(grid.zoom)"),
      ("bounds", box.map { "\($0)" }.joined(separator: ",")),
    ]
    for (name, value) in values.sorted(by: { $0.0 < $1.0 }) {
      try database.execute(sql: "INSERT INTO metadata VALUES (?, ?)", arguments: [name, value])
    }
  }

  // MARK: Words

  /// The words of one entry by their numbers in `words`.
  private struct IndexedEntry {
    var keys: [[Int]] = []
    var ownKeyCount = 0
    /// Beside the keys: its name in one word.
    var joined: [Int] = []
    var context: [Int] = []
  }

  private mutating func indexedEntries() -> [IndexedEntry] {
    order.map { number in
      let entry = entries[number]
      var indexed = IndexedEntry()
      for (index, name) in (entry.names.map(\.text) + entry.hiddenNames).enumerated() {
        let isShown = index < entry.names.count
        for variant in NameVariants.variants(of: name) where indexed.keys.count < 500 {
          let key = variant.map { words.number($0) }
          if !key.isEmpty, !indexed.keys.contains(key) { indexed.keys.append(key) }
          if isShown, variant.count > 1 {
            indexed.joined.append(words.number(Array(variant.joined().prefix(NameFolding.longestWord))))
          }
        }
        if index == 0 { indexed.ownKeyCount = indexed.keys.count }
      }
      indexed.context = (entry.context + localityNames(of: entry)).flatMap { NameFolding.words($0) }.map { words.number($0) }
      return indexed
    }
  }

  /// What a street or a shop is looked up beside.
  private func localityNames(of entry: PlaceEntry) -> [String] {
    guard listsKinds, entry.parent != nil else { return [] }
    var names: [String] = []
    var parent = entry.parent
    var depth = 0
    while let number = parent, entries.indices.contains(number), depth < 4 {
      if PlaceKinds.isSettlement(entries[number].kind), let name = entries[number].names.first { names.append(name.text) }
      parent = entries[number].parent
      depth += 1
    }
    return names
  }

  private func writeTerms(_ words: [[UInt32]], _ database: Database) throws {
    let bytes = TermDictionary.encoded(words)
    for (row, start) in stride(from: 0, to: bytes.count, by: SearchIndexFile.termBytes).enumerated() {
      let part = Data(bytes[start..<min(start + SearchIndexFile.termBytes, bytes.count)])
      try database.execute(sql: "INSERT INTO terms VALUES (?, ?)", arguments: [row, part])
    }
  }

  // MARK: Rows

  private func writePlaces(_ indexed: [IndexedEntry], _ numbers: [Int], _ database: Database) throws {
    let kindNumbers = Dictionary(uniqueKeysWithValues: kinds.enumerated().map { ($1, $0) })
    let statement = try database.makeStatement(sql: "INSERT INTO places VALUES (?, ?)")
    for start in stride(from: 0, to: order.count, by: SearchIndexFile.placeBlock) {
      let end = min(start + SearchIndexFile.placeBlock, order.count)
      let first = entries[order[start]].coordinate.normalized
      let base = SIMD2(PlaceRecord.units(first.latitude), PlaceRecord.units(first.longitude))
      var block = PackedWriter()
      block.signed(base.x)
      block.signed(base.y)
      for place in start..<end {
        let entry = entries[order[place]]
        let keys = indexed[place].keys.map { $0.map { UInt32(numbers[$0]) } }
        block.part(
          PlaceRecord.write(
            entry, kind: kindNumbers[entry.kind] ?? 0, parent: entry.parent.map { places[$0] }, keys: keys,
            ownKeyCount: indexed[place].ownKeyCount, base: base))
      }
      try statement.execute(arguments: [start / SearchIndexFile.placeBlock, Data(block.bytes)])
    }
  }

  private func writePostings(
    _ indexed: [IndexedEntry], _ sorted: (words: [[UInt32]], numbers: [Int]), _ database: Database
  ) throws {
    var postings = [[Posting]](repeating: [], count: sorted.words.count)
    for (place, entry) in indexed.enumerated() {
      var whole: [Int: Bool] = [:]
      for key in entry.keys {
        for word in key { whole[word] = whole[word] == true || key.count == 1 }
      }
      for word in entry.joined { whole[word] = true }
      for (word, isWhole) in whole {
        postings[sorted.numbers[word]].append(Posting(place: place, isWhole: isWhole, isContext: false))
      }
      for word in Set(entry.context) where whole[word] == nil {
        postings[sorted.numbers[word]].append(Posting(place: place, isWhole: false, isContext: true))
      }
    }
    let statement = try database.makeStatement(sql: "INSERT INTO postings VALUES (?, ?)")
    for start in stride(from: 0, to: postings.count, by: SearchIndexFile.postingBlock) {
      var block = PackedWriter()
      for list in postings[start..<min(start + SearchIndexFile.postingBlock, postings.count)] { block.part(Posting.write(list)) }
      try statement.execute(arguments: [start / SearchIndexFile.postingBlock, Data(block.bytes)])
    }
    try writeBeginnings(sorted.words, postings, database)
  }

  private func writeBeginnings(_ words: [[UInt32]], _ postings: [[Posting]], _ database: Database) throws {
    for length in 1...SearchIndexFile.beginningLength {
      var start = 0
      while start < words.count {
        let beginning = words[start].prefix(length)
        var end = start
        var total = 0
        while end < words.count, words[end].prefix(length) == beginning {
          total += postings[end].count
          end += 1
        }
        if beginning.count == length, total > SearchIndexFile.beginningLimit {
          let all = Set(postings[start..<end].joined().lazy.filter { !$0.isContext }.map(\.place)).sorted()
          let best = all.prefix(SearchIndexFile.beginningCount).map { Posting(place: $0, isWhole: false, isContext: false) }
          try database.execute(
            sql: "INSERT INTO beginnings VALUES (?, ?)",
            arguments: [NameFolding.string(beginning), Data(Posting.write(best).bytes)])
        }
        start = end
      }
    }
  }

  private func writeKinds(_ database: Database) throws {
    var lists = [String: [Int]]()
    if listsKinds {
      for (place, entry) in order.enumerated() { lists[entries[entry].kind, default: []].append(place) }
    }
    for (number, kind) in kinds.enumerated() {
      var writer = PackedWriter()
      var last = (place: 0, latitude: 0, longitude: 0)
      for place in lists[kind] ?? [] {
        let coordinate = entries[order[place]].coordinate.normalized
        let next = (place, PlaceRecord.units(coordinate.latitude), PlaceRecord.units(coordinate.longitude))
        writer.number(next.0 - last.place)
        writer.signed(next.1 - last.latitude)
        writer.signed(next.2 - last.longitude)
        last = next
      }
      try database.execute(sql: "INSERT INTO kinds VALUES (?, ?, ?)", arguments: [number, kind, Data(writer.bytes)])
    }
  }

  private func writeHouses(_ database: Database) throws {
    for (place, entry) in order.enumerated() where !entries[entry].houses.isEmpty {
      let street = entries[entry]
      let bytes = HouseList(street.houses).written(street: street.coordinate.normalized)
      try database.execute(sql: "INSERT INTO houses VALUES (?, ?)", arguments: [place, Data(bytes)])
    }
  }

  private func writeElements(_ database: Database) throws {
    // The more important place of two that are one element.
    var known: Set<Int64> = []
    let statement = try database.makeStatement(sql: "INSERT INTO elements VALUES (?, ?)")
    for (place, number) in order.enumerated() {
      guard let code = entries[number].element?.code, known.insert(code).inserted else { continue }
      try statement.execute(arguments: [code, place])
    }
  }

  private func writeCells(_ database: Database) throws {
    var cells: [Int: [Int]] = [:]
    for (place, number) in order.enumerated() {
      let entry = entries[number]
      var own: Set<Int> = entry.lines.isEmpty ? [grid.cell(grid.position(entry.coordinate))] : []
      for line in entry.lines { own.formUnion(grid.cells(along: line)) }
      for house in entry.houses { own.insert(grid.cell(grid.position(house.coordinate))) }
      for cell in own { cells[cell, default: []].append(place) }
    }
    let statement = try database.makeStatement(sql: "INSERT INTO cells VALUES (?, ?)")
    for (cell, places) in cells.sorted(by: { $0.key < $1.key }) {
      let list = places.map { Posting(place: $0, isWhole: false, isContext: false) }
      try statement.execute(arguments: [cell, Data(Posting.write(list).bytes)])
    }
  }
}

/// Words by the order in which they came.
private struct WordNumbers {
  private var numbers: [[UInt32]: Int] = [:]
  private var words: [[UInt32]] = []

  mutating func number(_ word: [UInt32]) -> Int {
    if let number = numbers[word] { return number }
    numbers[word] = words.count
    words.append(word)
    return words.count - 1
  }

  /// The words in order, and for each number its place there.
  func sorted() -> (words: [[UInt32]], numbers: [Int]) {
    let order = words.indices.sorted { words[$0].lexicographicallyPrecedes(words[$1]) }
    var places = [Int](repeating: 0, count: words.count)
    for (place, word) in order.enumerated() { places[word] = place }
    return (order.map { words[$0] }, places)
  }
}
