/// What lets light through before the nearest solid thing, for each sample of a face.
struct ClearSamples {
  struct Sample {
    /// One over the depth.
    var nearness: Float
    /// Among the clear triangles of the mesh.
    var triangle: Int32
    /// Of the same place, among all; -1 for none.
    fileprivate var next: Int32
  }

  /// By row, of the rows in which there are some: the last sample of each column; -1 for none.
  private var heads: [[Int32]]
  private var samples: [Sample] = []
  private let side: Int

  /// More are not kept: 192 MiB.
  static let limit = 16 << 20
  /// More that lie behind each other are not looked at: the nearest are.
  private static let depthLimit = 16

  init(side: Int) {
    self.side = side
    heads = Array(repeating: [], count: side)
  }

  var isEmpty: Bool { samples.isEmpty }
  var isFull: Bool { samples.count >= Self.limit }

  mutating func add(_ triangle: Int32, column: Int, row: Int, nearness: Float) {
    guard !isFull, heads.indices.contains(row), (0..<side).contains(column) else { return }
    if heads[row].isEmpty { heads[row] = Array(repeating: -1, count: side) }
    samples.append(Sample(nearness: nearness, triangle: triangle, next: heads[row][column]))
    heads[row][column] = Int32(clamping: samples.count - 1)
  }

  /// Calls `body` with those of a place, the nearest first, until it answers false.
  func forEach(column: Int, row: Int, _ body: (Sample) -> Bool) {
    guard heads.indices.contains(row), heads[row].indices.contains(column), heads[row][column] >= 0 else { return }
    var found: [Sample] = []
    var next = heads[row][column]
    while next >= 0 {
      let sample = samples[Int(next)]
      next = sample.next
      // Those that came first lie behind where two are as near.
      let place = found.firstIndex { $0.nearness < sample.nearness } ?? found.count
      guard place < Self.depthLimit else { continue }
      found.insert(sample, at: place)
      if found.count > Self.depthLimit { found.removeLast() }
    }
    for sample in found where !body(sample) { return }
  }
}
