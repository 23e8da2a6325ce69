/// An order by depth, nearest first, to some two thousandths of the depths that there are: what hides most is drawn first.
///
/// Keeps its memory from call to call.
struct DepthOrder {
  /// The numbers of what was sorted.
  private(set) var numbers = ContiguousArray<Int32>()
  private var starts = ContiguousArray<Int32>()
  private static let steps = 512

  /// Sorts 0 ..< `count`; those of equal depth, nearly, stay in their order. Depths that are no numbers count as the nearest.
  mutating func sort(_ count: Int, depth: (Int) -> Float) {
    numbers.removeAll(keepingCapacity: true)
    starts.removeAll(keepingCapacity: true)
    guard count > 0 else { return }
    var (low, high) = (Float.infinity, -Float.infinity)
    for number in 0..<count { (low, high) = (min(low, depth(number)), max(high, depth(number))) }
    let scale = high > low ? Float(Self.steps - 1) / (high - low) : 0
    func step(_ number: Int) -> Int {
      let place = (depth(number) - low) * scale
      return place >= 0 ? min(Int(min(place, Float(Self.steps))), Self.steps - 1) : 0
    }
    starts.append(contentsOf: repeatElement(0, count: Self.steps + 1))
    for number in 0..<count { starts[step(number) + 1] += 1 }
    for index in 1...Self.steps { starts[index] += starts[index - 1] }
    numbers.append(contentsOf: repeatElement(0, count: count))
    for number in 0..<count {
      let place = step(number)
      numbers[Int(starts[place])] = Int32(truncatingIfNeeded: number)
      starts[place] += 1
    }
  }
}
