/// What something covers of the ground, in the places of a `BareGround`.
struct BareBox {
  var low: SIMD2<Float>
  var high: SIMD2<Float>

  /// Covers nothing.
  static let empty = BareBox(low: SIMD2(repeating: .infinity), high: SIMD2(repeating: -.infinity))

  init(low: SIMD2<Float>, high: SIMD2<Float>) {
    self.low = low
    self.high = high
  }

  init(_ places: some Sequence<SIMD2<Float>>) {
    self = places.reduce(into: BareBox.empty) { $0.add(BareBox(low: $1, high: $1)) }
  }

  mutating func add(_ other: BareBox) {
    low.replace(with: other.low, where: other.low .< low)
    high.replace(with: other.high, where: other.high .> high)
  }

  func meets(_ other: BareBox) -> Bool { all(low .<= other.high) && all(high .>= other.low) }
}

/// Things sorted into the cells of a grid, of which only those in view are drawn.
struct BareCells {
  /// The things by cell; within a cell they keep their order.
  let order: [Int]
  private let cells: [(members: Range<Int>, box: BareBox)]

  /// Cells along a side.
  private static let across = 64

  /// A thing lies in the cell of its middle.
  init(_ boxes: [BareBox]) {
    let whole = boxes.reduce(into: BareBox.empty) { $0.add($1) }
    let size = (whole.high - whole.low) / Float(Self.across)
    var members = [[Int]](repeating: [], count: Self.across * Self.across)
    for (number, box) in boxes.enumerated() {
      let cell = ((box.low + box.high) / 2 - whole.low) / size
      members[Self.index(cell.y) * Self.across + Self.index(cell.x)].append(number)
    }
    var order: [Int] = []
    var cells: [(members: Range<Int>, box: BareBox)] = []
    for numbers in members where !numbers.isEmpty {
      let box = numbers.reduce(into: BareBox.empty) { $0.add(boxes[$1]) }
      cells.append((order.count..<order.count + numbers.count, box))
      order += numbers
    }
    self.order = order
    self.cells = cells
  }

  /// Calls `body` with those ranges of `order` that may be seen; cells that follow each other are one.
  func forEachRange(in view: BareBox, _ body: (Range<Int>) -> Void) {
    var range = 0..<0
    for cell in cells where cell.box.meets(view) {
      if cell.members.lowerBound != range.upperBound {
        if !range.isEmpty { body(range) }
        range = cell.members
      } else {
        range = range.lowerBound..<cell.members.upperBound
      }
    }
    if !range.isEmpty { body(range) }
  }

  /// Where everything lies on one line, the size of a cell is 0 and `place` no number.
  private static func index(_ place: Float) -> Int { place > 0 ? Int(min(place, Float(across - 1))) : 0 }
}
