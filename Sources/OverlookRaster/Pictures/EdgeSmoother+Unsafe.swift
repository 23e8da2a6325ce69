/// Smooths the steps of edges that were drawn without antialiasing by one look at the picture, as `style_edges.frag` does on graphics
/// cards: how far a pixel lies from the end of its step says how much of the other side it covers (fast approximate antialiasing,
/// Lottes 2009). One pixel in four of a town has contrast around it; sixteen at a time are asked whether they do.
package final class EdgeSmoother: SharedLoop {
  private let pool: LoopPool
  /// Of each pixel, row after row from the top; room for `capacity`.
  private var brightness: UnsafeMutablePointer<UInt8>?
  private var capacity = 0
  private var source: PixelSheet?
  private var target: PixelSheet?
  private var isMeasuring = false

  /// Less contrast than this is not seen as a step.
  private static let leastContrast: UInt8 = 10
  /// How far the end of a step is looked for.
  private static let reach = 6
  private static let rowsPerPart = 16
  private static let width = 16

  package init(_ pool: LoopPool) { self.pool = pool }

  deinit {
    brightness?.deallocate()
  }

  /// Gives back all memory until it is used again.
  package func trimMemory() {
    brightness?.deallocate()
    (brightness, capacity) = (nil, 0)
  }

  /// Fills `target` with what `source` shows, its edges smooth. Both have one size; where not, nothing is done. The outermost pixels stay
  /// as they are.
  package func smooth(_ source: PixelSheet, to target: PixelSheet) {
    guard source.width == target.width, source.height == target.height else { return }
    let count = source.width * source.height
    if capacity < count {
      brightness?.deallocate()
      brightness = .allocate(capacity: count)
      capacity = count
    }
    (self.source, self.target) = (source, target)
    let parts = (source.height + Self.rowsPerPart - 1) / Self.rowsPerPart
    isMeasuring = true
    pool.run(parts, self)
    isMeasuring = false
    pool.run(parts, self)
    (self.source, self.target) = (nil, nil)
  }

  package func run(part: Int, worker: Int) {
    guard let source, let target, let brightness else { return }
    for row in (part * Self.rowsPerPart)..<min((part + 1) * Self.rowsPerPart, source.height) {
      if isMeasuring {
        Self.measure(source.line(row), brightness + row * source.width, source.width)
      } else {
        target.line(row).update(from: source.line(row), count: source.width)
        Edges(source: source, brightness: brightness).smooth(row: row, target.line(row))
      }
    }
  }

  private static func measure(_ pixels: UnsafePointer<UInt32>, _ brightness: UnsafeMutablePointer<UInt8>, _ count: Int) {
    for at in 0..<count {
      let pixel = pixels[at]
      let sum = (pixel & 255) &* 29 &+ (pixel &>> 8 & 255) &* 150 &+ (pixel &>> 16 & 255) &* 77
      brightness[at] = UInt8(truncatingIfNeeded: sum &>> 8)
    }
  }

  /// Invariant: `brightness` has a byte for each pixel of `source`, and whoever looks at a pixel is at least one away from its edges.
  private struct Edges {
    let source: PixelSheet
    let brightness: UnsafePointer<UInt8>

    init(source: PixelSheet, brightness: UnsafeMutablePointer<UInt8>) {
      (self.source, self.brightness) = (source, UnsafePointer(brightness))
    }

    func smooth(row: Int, _ line: UnsafeMutablePointer<UInt32>) {
      let (width, height) = (source.width, source.height)
      guard row > 0, row < height - 1, width > 2 else { return }
      let middle = brightness + row * width
      var column = 1
      while column + EdgeSmoother.width < width {
        var edges = Self.edges(middle + column, width)
        for half in 0..<2 {
          while edges[half] != 0 {
            let lane = edges[half].trailingZeroBitCount &>> 3
            edges[half] &= ~(0xFF as UInt64 &<< UInt64(truncatingIfNeeded: 8 &* lane))
            blend(column &+ 8 &* half &+ lane, row, line)
          }
        }
        column += EdgeSmoother.width
      }
      while column < width - 1 {
        if isEdge(middle + column, width) { blend(column, row, line) }
        column += 1
      }
    }

    /// Of sixteen pixels a byte each that is not 0 where there is contrast around it.
    @inline(__always)
    private static func edges(_ at: UnsafePointer<UInt8>, _ width: Int) -> SIMD2<UInt64> {
      func load(_ offset: Int) -> SIMD16<UInt8> { UnsafeRawPointer(at + offset).loadUnaligned(as: SIMD16<UInt8>.self) }
      let (middle, north, south, east, west) = (load(0), load(-width), load(width), load(1), load(-1))
      let highest = pointwiseMax(middle, pointwiseMax(pointwiseMax(north, south), pointwiseMax(east, west)))
      let lowest = pointwiseMin(middle, pointwiseMin(pointwiseMin(north, south), pointwiseMin(east, west)))
      let least = pointwiseMax(SIMD16(repeating: EdgeSmoother.leastContrast), highest &>> 4)
      return unsafeBitCast(highest &- lowest .>= least, to: SIMD2<UInt64>.self)
    }

    private func isEdge(_ at: UnsafePointer<UInt8>, _ width: Int) -> Bool {
      let (middle, north, south, east, west) = (at[0], at[-width], at[width], at[1], at[-1])
      let highest = max(middle, max(max(north, south), max(east, west)))
      let lowest = min(middle, min(min(north, south), min(east, west)))
      return highest &- lowest >= max(EdgeSmoother.leastContrast, highest &>> 4)
    }

    /// The brightness of a pixel and of those around it.
    private struct Around {
      let middle: Int
      let north: Int
      let south: Int
      let east: Int
      let west: Int
      let northwest: Int
      let northeast: Int
      let southwest: Int
      let southeast: Int

      @inline(__always)
      init(_ at: UnsafePointer<UInt8>, _ width: Int) {
        (middle, north, south) = (Int(at[0]), Int(at[-width]), Int(at[width]))
        (east, west) = (Int(at[1]), Int(at[-1]))
        (northwest, northeast) = (Int(at[-width &- 1]), Int(at[-width &+ 1]))
        (southwest, southeast) = (Int(at[width &- 1]), Int(at[width &+ 1]))
      }

      /// Whether the edge runs along x: brightness changes more from north to south, in the columns beside, too.
      @inline(__always) var isFlat: Bool {
        let fall =
          2 &* abs(north &+ south &- 2 &* middle) &+ abs(northwest &+ southwest &- 2 &* west)
          &+ abs(northeast &+ southeast &- 2 &* east)
        let turn =
          2 &* abs(east &+ west &- 2 &* middle) &+ abs(northwest &+ northeast &- 2 &* north)
          &+ abs(southwest &+ southeast &- 2 &* south)
        return fall >= turn
      }

      /// Whether the pixel is a corner of an edge, with `other` beyond it, that goes one pixel aside with each row.
      @inline(__always)
      func isCorner(_ other: Int, isFlat: Bool, isAhead: Bool) -> Bool {
        func isNear(_ value: Int) -> Bool { abs(value &- middle) < abs(value &- other) }
        let (next, last) = isFlat ? (east, west) : (south, north)
        let behind = isFlat ? (isAhead ? south : north) : (isAhead ? west : east)
        let turns = !isNear(next)
        guard isNear(behind), turns == isNear(last) else { return false }
        let (isUp, isRight) = isFlat ? (isAhead, turns) : (!turns, isAhead)
        let (before, after) = isUp == isRight ? (northwest, southeast) : (northeast, southwest)
        return isNear(before) || isNear(after)
      }
    }

    /// Of the other side at a corner of an edge that goes one pixel aside with each row: its steps have no length to go by.
    private static let cornerShare = 64

    /// How much of the other side, of 256 parts, a pixel covers by its place on the step of an edge; 0 or less for nothing. The neighbour
    /// beyond the edge lies `across`, the next pixel of the step `along`, and so many pixels lie before and after in the picture.
    @inline(__always)
    private static func share(
      _ at: UnsafePointer<UInt8>, _ middle: Int, _ other: Int, across: Int, along: Int, before: Int, after: Int
    ) -> Int {
      // Twice what lies between the two sides, and twice the change that is the end of the step.
      let (between, least) = (middle &+ other, abs(other &- middle))

      func change(_ place: UnsafePointer<UInt8>) -> Int { Int(place[0]) &+ Int(place[across]) &- between }
      func isEnd(_ change: Int) -> Bool { 2 &* abs(change) >= least }
      // Both ways at once: of two pixels across an edge one goes no farther than the nearer end, which tells that it is not its side.
      var (nearest, ending, isAfter) = (EdgeSmoother.reach, 0, true)
      for distance in 1...EdgeSmoother.reach {
        if distance < after {
          let found = change(at + distance &* along)
          if isEnd(found) { (nearest, ending) = (distance, found) }
        }
        if ending == 0, distance < before {
          let found = change(at - distance &* along)
          if isEnd(found) { (nearest, ending, isAfter) = (distance, found, false) }
        }
        if ending != 0 { break }
      }
      // Only on the side of the step that its end turns to.
      guard ending != 0, (ending < 0) != (middle < other) else { return 0 }
      var farther = nearest
      let (step, room) = isAfter ? (-along, before) : (along, after)
      while farther < EdgeSmoother.reach, farther >= room || !isEnd(change(at + farther &* step)) { farther += 1 }
      return 128 &- 256 &* nearest / (nearest &+ farther)
    }

    /// Mixes one pixel with its neighbour across the edge.
    private func blend(_ column: Int, _ row: Int, _ line: UnsafeMutablePointer<UInt32>) {
      let (width, height) = (source.width, source.height)
      let at = brightness + (row &* width &+ column)
      let around = Around(at, width)
      let (middle, isFlat) = (around.middle, around.isFlat)
      let (ahead, behind) = isFlat ? (around.north, around.south) : (around.east, around.west)
      let isAhead = abs(ahead &- middle) >= abs(behind &- middle)
      let other = isAhead ? ahead : behind
      let across = (isFlat ? -width : 1) &* (isAhead ? 1 : -1)
      var share = Self.share(
        at, middle, other, across: across, along: isFlat ? 1 : width, before: isFlat ? column : row,
        after: isFlat ? width &- 1 &- column : height &- 1 &- row)
      if share < Self.cornerShare, around.isCorner(other, isFlat: isFlat, isAhead: isAhead) { share = Self.cornerShare }
      guard share > 0 else { return }
      let neighbour =
        isFlat ? source.line(row &+ (isAhead ? -1 : 1))[column] : source.line(row)[column &+ (isAhead ? 1 : -1)]
      line[column] = Self.mix(source.line(row)[column], neighbour, UInt32(truncatingIfNeeded: share))
    }

    /// `share` of 256 parts of `other`.
    private static func mix(_ pixel: UInt32, _ other: UInt32, _ share: UInt32) -> UInt32 {
      let mask: UInt32 = 0x00FF_00FF
      let even = (pixel & mask) &* (256 &- share) &+ (other & mask) &* share &+ 0x0080_0080
      let odd = (pixel &>> 8 & mask) &* (256 &- share) &+ (other &>> 8 & mask) &* share &+ 0x0080_0080
      return (even &>> 8 & mask) | (odd & ~mask)
    }
  }
}
