import OverlookSupport

/// The features of a file by number: where the shapes of each begin, which look it has, and in which folder it lies. What is alike for all
/// takes no memory: each of a million points has one shape, and neither look nor folder.
package struct FeatureRecords: Sendable {
  package struct Record: Hashable, Sendable {
    package var firstShape: Int32
    /// Of `FileDocument.looks`; -1 for none of its own.
    package var look: Int32
    /// Of `FileDocument.folders`; -1 for none.
    package var folder: Int32

    package init(firstShape: Int32, look: Int32 = -1, folder: Int32 = -1) {
      (self.firstShape, self.look, self.folder) = (firstShape, look, folder)
    }
  }

  package private(set) var count = 0
  /// Nil while each feature has one shape, whose number is its own.
  private var firstShapes: [Int32]?
  /// Nil while no feature has a look, or lies in a folder.
  private var looks: [Int32]?
  private var folders: [Int32]?

  package init() {}

  package var indices: Range<Int> { 0..<count }

  package subscript(feature: Int) -> Record {
    Record(firstShape: Int32(clamping: firstShape(of: feature)), look: look(of: feature), folder: folder(of: feature))
  }

  package func firstShape(of feature: Int) -> Int { firstShapes.map { Int($0[feature]) } ?? feature }

  /// Of `FileDocument.looks`; -1 for none.
  package func look(of feature: Int) -> Int32 { looks?[feature] ?? -1 }

  /// Of `FileDocument.folders`; -1 for none.
  package func folder(of feature: Int) -> Int32 { folders?[feature] ?? -1 }

  package mutating func append(_ record: Record) {
    if firstShapes == nil, record.firstShape != Int32(clamping: count) { firstShapes = (0..<count).map { Int32(clamping: $0) } }
    if looks == nil, record.look != -1 { looks = [Int32](repeating: -1, count: count) }
    if folders == nil, record.folder != -1 { folders = [Int32](repeating: -1, count: count) }
    firstShapes?.append(record.firstShape)
    looks?.append(record.look)
    folders?.append(record.folder)
    count += 1
  }

  package mutating func setLook(_ look: Int32, of feature: Int) {
    guard indices.contains(feature), look != self.look(of: feature) else { return }
    if looks == nil { looks = [Int32](repeating: -1, count: count) }
    looks?[feature] = look
  }

  /// `number` of the last ones, at most all.
  package mutating func removeLast(_ number: Int) {
    let number = min(max(number, 0), count)
    count -= number
    firstShapes?.removeLast(number)
    looks?.removeLast(number)
    folders?.removeLast(number)
  }

  /// Bytes of memory.
  package var byteCount: Int { [firstShapes, looks, folders].reduce(0) { $0 + 4 * ($1?.capacity ?? 0) } }

  mutating func trim() {
    firstShapes = firstShapes?.trimmed()
    looks = looks?.trimmed()
    folders = folders?.trimmed()
  }
}
