/// The properties of a feature, as expressions ask for them: named values, or a row of a table that many features share.
package struct ExpressionProperties: Sendable {
  private enum Storage: Sendable {
    case named([String: StyleValue])
    /// The row's part of the table's tags, in numbers.
    case row(PropertyTable, Range<Int32>)
  }

  private let storage: Storage

  package init(_ values: [String: StyleValue]) {
    storage = .named(values)
  }

  /// - Parameter tags: The feature's part of the table's `tags`; what lies outside of them is left out.
  package init(_ table: PropertyTable, tags: Range<Int32>) {
    storage = .row(table, tags.clamped(to: 0..<Int32(clamping: table.tags.count)))
  }

  /// Allocates nothing for a row of a table.
  package subscript(name: String) -> StyleValue? {
    switch storage {
    case .named(let values): values[name]
    case .row(let table, let tags): table.keyIndex(name).flatMap { table.value(ofKey: $0, in: tags) }
    }
  }

  /// All of them by name; for what needs many or all at once.
  package var dictionary: [String: StyleValue] {
    switch storage {
    case .named(let values): return values
    case .row(let table, let tags):
      var values: [String: StyleValue] = [:]
      for pair in stride(from: Int(tags.lowerBound), to: Int(tags.upperBound) - 1, by: 2) {
        values[table.keys[Int(table.tags[pair])]] = table.values[Int(table.tags[pair + 1])]
      }
      return values
    }
  }

  /// The table that the properties are a row of, and the place of the row; nil for named values.
  var row: (table: PropertyTable, tags: Range<Int32>)? {
    guard case .row(let table, let tags) = storage else { return nil }
    return (table, tags)
  }
}

extension ExpressionProperties: ExpressibleByDictionaryLiteral {
  package init(dictionaryLiteral elements: (String, StyleValue)...) {
    self.init(Dictionary(elements) { _, last in last })
  }
}

/// Names and values that the features of one layer share. A feature is a run of `tags`: index of a key, index of a value, and so
/// on.
package final class PropertyTable: Sendable {
  package let keys: [String]
  package let values: [StyleValue]
  /// Pairs of indices into `keys` and `values`.
  package let tags: [Int32]
  /// Empty for few keys, which are found sooner by looking at each.
  private let indices: [String: Int32]
  private static let fewKeys = 12

  /// Indices that lead nowhere are a mistake of the caller; they are cut off with all that follows.
  package init(keys: [String], values: [StyleValue], tags: [Int32]) {
    self.keys = keys
    self.values = values
    let isSound = zip(tags.indices, tags).allSatisfy { place, tag in
      tag >= 0 && Int(tag) < (place.isMultiple(of: 2) ? keys.count : values.count)
    }
    self.tags = isSound && tags.count.isMultiple(of: 2) ? tags : Self.soundPart(of: tags, keys.count, values.count)
    // Of keys that are there twice the last counts, as for the members of an object.
    indices = keys.count <= Self.fewKeys ? [:] : Dictionary(zip(keys, Int32(0)...)) { _, last in last }
  }

  /// Nil when no feature of the layer has it.
  package func keyIndex(_ key: String) -> Int32? {
    guard indices.isEmpty else { return indices[key] }
    return keys.lastIndex(of: key).map { Int32(truncatingIfNeeded: $0) }
  }

  /// The value in a row; the last one of several.
  package func value(ofKey key: Int32, in row: Range<Int32>) -> StyleValue? {
    valueIndex(ofKey: key, in: row).map { values[$0] }
  }

  /// Where among `values` that value stands.
  @inline(__always)
  package func valueIndex(ofKey key: Int32, in row: Range<Int32>) -> Int? {
    var pair = Int(row.upperBound) - 2
    while pair >= Int(row.lowerBound) {
      if tags[pair] == key { return Int(tags[pair + 1]) }
      pair -= 2
    }
    return nil
  }

  private static func soundPart(of tags: [Int32], _ keyCount: Int, _ valueCount: Int) -> [Int32] {
    var sound: [Int32] = []
    for pair in stride(from: 0, to: tags.count - 1, by: 2) {
      guard tags[pair] >= 0, Int(tags[pair]) < keyCount, tags[pair + 1] >= 0, Int(tags[pair + 1]) < valueCount else { break }
      sound += [tags[pair], tags[pair + 1]]
    }
    return sound
  }
}
