import OverlookSupport

/// The properties of the features of a file: a column for each name, in the order in which they were met first.
package struct FeatureProperties: Sendable {
  package private(set) var columns: [PropertyColumn] = []
  package var texts = TextPool()
  private var numbers: [String: Int] = [:]

  /// A file makes up as many names as it likes; what stands under others is counted as a fault.
  package static let columnLimit = 4096

  package init() {}

  package func column(named name: String) -> Int? { numbers[name] }

  /// The column of `name`, a new one if there is none yet; nil when there are too many.
  package mutating func column(adding name: String) -> Int? {
    if let number = numbers[name] { return number }
    guard columns.count < Self.columnLimit else { return nil }
    numbers[name] = columns.count
    columns.append(PropertyColumn(name: name))
    return columns.count - 1
  }

  /// Nil where the feature has nothing of that name.
  package func value(_ feature: Int, _ column: Int) -> PropertyValue? {
    guard columns.indices.contains(column) else { return nil }
    return columns[column].value(of: feature, texts)
  }

  package func value(_ feature: Int, named name: String) -> PropertyValue? {
    numbers[name].flatMap { value(feature, $0) }
  }

  /// All that is said of a feature, in order.
  package func values(of feature: Int) -> [(name: String, value: PropertyValue)] {
    columns.compactMap { column in column.value(of: feature, texts).map { (column.name, $0) } }
  }

  // MARK: Writing, by rising numbers of features

  package mutating func set(_ value: PropertyValue, _ column: Int, feature: Int) {
    switch value {
    case .bool(let value): columns[column].append(value ? 1 : 0, as: .bools, feature)
    case .integer(let value): columns[column].append(value, as: .integers, feature)
    case .number(let value): columns[column].append(value, feature)
    case .text(let text): columns[column].append(Int64(texts.insert(text)), as: .texts, feature)
    case .json(let text): columns[column].append(Int64(texts.insert(text)), as: .json, feature)
    }
  }

  package mutating func set(integer value: Int64, _ column: Int, feature: Int) {
    columns[column].append(value, as: .integers, feature)
  }

  package mutating func set(number value: Double, _ column: Int, feature: Int) {
    columns[column].append(value, feature)
  }

  /// The number of a text of `texts`.
  package mutating func set(text number: UInt32, isJSON: Bool = false, _ column: Int, feature: Int) {
    columns[column].append(Int64(number), as: isJSON ? .json : .texts, feature)
  }

  /// Takes back what was said of a feature and those behind it.
  package mutating func remove(from feature: Int) {
    for column in columns.indices { columns[column].remove(from: feature) }
  }

  /// Keeps the values of some features, `kept` rising.
  package mutating func keep(_ kept: [Int32]) {
    for column in columns.indices { columns[column].keep(kept, texts) }
  }

  mutating func trim() {
    texts.trim()
    for column in columns.indices { columns[column].trim() }
  }

  package var byteCount: Int { columns.reduce(texts.byteCount) { $0 + $1.byteCount } }
}
