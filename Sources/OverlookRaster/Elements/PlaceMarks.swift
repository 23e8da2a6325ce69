import OverlookScene

/// Which places of a layer may be in view, a bit each: in the order of drawing, though they were found by where they lie. Its memory
/// is used again in the next frame.
struct PlaceMarks {
  private(set) var words = ContiguousArray<UInt64>()
  /// Whether the last frame went by them.
  private(set) var isUsed = false

  /// Where more of the places may be in view, looking through all of them costs less.
  private static let largestShare = 0.25

  /// Marks the places in view of any of the screens; false, and no marks, where who draws is to look through all places.
  @MainActor mutating func mark(_ columns: PlaceColumns, on screens: [PointScreen]) -> Bool {
    isUsed = false
    guard let neighbourhoods = columns.neighbourhoods else { return false }
    let (boxes, numbers) = (neighbourhoods.boxes, neighbourhoods.numbers)
    let runs = boxes.indices.filter { run in screens.contains { $0.meets(boxes[run]) } }
    guard Double(runs.count * PlaceNeighbourhoods.runSize) < Self.largestShare * Double(columns.count) else { return false }
    let count = (columns.count + UInt64.bitWidth - 1) / UInt64.bitWidth
    words.removeAll(keepingCapacity: true)
    words.append(contentsOf: repeatElement(0, count: count))
    for run in runs {
      let first = run * PlaceNeighbourhoods.runSize
      for index in first..<min(first + PlaceNeighbourhoods.runSize, numbers.count) {
        let number = Int(numbers[index])
        words[number / UInt64.bitWidth] |= 1 << UInt64(number % UInt64.bitWidth)
      }
    }
    isUsed = true
    return true
  }
}
