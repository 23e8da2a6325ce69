import OverlookScene

/// Which places of a layer may be in view, a bit each: in the order of drawing, though they were found by where they lie. Its memory
/// is used again in the next frame.
struct PlaceMarks {
  private(set) var words = ContiguousArray<UInt64>()
  /// Whether the last frame went by them.
  private(set) var isUsed = false
  /// Of the last frame, one for each copy of the world.
  private var screens = ContiguousArray<PointScreen>()
  /// Numbers of the runs in view.
  private var runs = ContiguousArray<Int>()

  /// Where more of the places may be in view, looking through all of them costs less.
  private static let largestShare = 0.25

  /// Marks the places that may be in view in any of the `copies` of the world; false, and no marks, where who draws is to look
  /// through all places.
  @MainActor mutating func mark(_ columns: PlaceColumns, copies: ClosedRange<Int>, _ screen: (_ copy: Int) -> PointScreen) -> Bool
  {
    isUsed = false
    guard let neighbourhoods = columns.neighbourhoods else { return false }
    let (boxes, numbers) = (neighbourhoods.boxes, neighbourhoods.numbers)
    screens.removeAll(keepingCapacity: true)
    for copy in copies { screens.append(screen(copy)) }
    runs.removeAll(keepingCapacity: true)
    for run in boxes.indices where screens.contains(where: { $0.meets(boxes[run]) }) { runs.append(run) }
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
