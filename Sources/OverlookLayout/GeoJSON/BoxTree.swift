/// Finds the boxes that meet a box: nodes of sixteen, packed in the order of a curve that fills the plane.
struct BoxTree: Sendable {
  /// Rounded outwards, so that nothing is missed; whoever asks looks more closely.
  struct Box: Hashable, Sendable {
    var low: SIMD2<Float>
    var high: SIMD2<Float>

    init(_ low: SIMD2<Double>, _ high: SIMD2<Double>) {
      self.low = SIMD2(Self.below(low.x), Self.below(low.y))
      self.high = SIMD2(-Self.below(-high.x), -Self.below(-high.y))
    }

    func meets(_ other: Box) -> Bool {
      low.x <= other.high.x && low.y <= other.high.y && high.x >= other.low.x && high.y >= other.low.y
    }

    mutating func include(_ other: Box) {
      low = pointwiseMin(low, other.low)
      high = pointwiseMax(high, other.high)
    }

    private static func below(_ value: Double) -> Float {
      let near = Float(value)
      return Double(near) <= value ? near : near.nextDown
    }
  }

  private static let width = 16

  /// In the order of the curve: the item of each leaf, and its box.
  private var items: [Int32]
  /// Leaves, then the boxes around each sixteen of them, and so on up to one.
  private var levels: [[Box]]

  init(_ boxes: [Box]) {
    let order = Self.order(of: boxes)
    items = order
    levels = [order.map { boxes[Int($0)] }]
    while let last = levels.last, last.count > Self.width {
      levels.append(
        stride(from: 0, to: last.count, by: Self.width).map { start in
          var box = last[start]
          for index in start..<min(start + Self.width, last.count) { box.include(last[index]) }
          return box
        })
    }
  }

  /// The items whose boxes meet `box`, ascending.
  func items(in box: Box) -> [Int32] {
    var found: [Int32] = []
    var stack: [(level: Int, index: Int)] = []
    let top = levels.count - 1
    for index in levels[top].indices where levels[top][index].meets(box) { stack.append((top, index)) }
    while let (level, index) = stack.popLast() {
      if level == 0 {
        found.append(items[index])
        continue
      }
      let start = index * Self.width
      for child in start..<min(start + Self.width, levels[level - 1].count) where levels[level - 1][child].meets(box) {
        stack.append((level - 1, child))
      }
    }
    found.sort()
    return found
  }

  private static func order(of boxes: [Box]) -> [Int32] {
    guard boxes.count > width else { return (0..<boxes.count).map { Int32(clamping: $0) } }
    let keys = boxes.enumerated().map { index, box in
      UInt64(place((box.low.x + box.high.x) / 2, (box.low.y + box.high.y) / 2)) << 32 | UInt64(index)
    }
    return keys.sorted().map { Int32(truncatingIfNeeded: $0 & 0x7FFF_FFFF) }
  }

  /// Where a point of the world square lies on the curve of Morton (1966), with 16 bits a direction.
  private static func place(_ x: Float, _ y: Float) -> UInt32 {
    spread(x) | spread(y) << 1
  }

  private static func spread(_ value: Float) -> UInt32 {
    // Not a number, as of a box around nothing, counts as 0.
    var bits = UInt32(min(max((value.isNaN ? 0 : value) * 65_536, 0), 65_535))
    bits = (bits | bits << 8) & 0x00FF_00FF
    bits = (bits | bits << 4) & 0x0F0F_0F0F
    bits = (bits | bits << 2) & 0x3333_3333
    return (bits | bits << 1) & 0x5555_5555
  }
}
