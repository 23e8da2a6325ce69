/// Smooths the steps of edges that were drawn without antialiasing by one look at the picture, as `style_edges.frag` does on
/// graphics cards: how far a pixel lies from the end of its step says how much of the other side it covers (fast approximate
/// antialiasing, Lottes 2009). One pixel in four of a town has contrast around it: sixteen at a time are asked whether they do,
/// and what is then asked of each is answered without a branch, for none could be foreseen.
package final class EdgeSmoother: SharedLoop {
  private let pool: LoopPool
  /// Of each pixel, row after row from the top, and the same once more, column after column from the left.
  private var brightness = BrightnessPlane()
  private var turned = BrightnessPlane()
  /// All bits of the pixels that differ from those of `before`, row after row.
  private var changed = BrightnessPlane()
  private var source: PixelSheet?
  private var before: PixelSheet?
  private var target: PixelSheet?
  private var isMeasuring = false
  private var weights = EdgeSmoother.ofPictures

  /// How much blue, green, red and the cover of a pixel count for what is seen as contrast, of 256 parts. In a layer something dark
  /// differs from nothing.
  private static let ofPictures = SIMD4<UInt32>(29, 150, 77, 0)
  private static let ofLayers = SIMD4<UInt32>(20, 100, 51, 85)
  /// Less contrast than this is not seen as a step.
  private static let leastContrast: UInt8 = 10
  /// How far the end of a step is looked for.
  private static let reach = 6
  private static let rowsPerPart = 16
  private static let width = 16
  /// See `Edges.shares`.
  private let shares: UnsafeMutablePointer<UInt8>

  package init(_ pool: LoopPool) {
    self.pool = pool
    shares = .allocate(capacity: 512)
    for next in 0..<16 {
      for last in 0..<16 {
        let (nearest, farthest) = (min(next, last), min(max(next, last), Self.reach))
        let share = nearest < farthest && nearest > 0 ? UInt8(128 - 256 * nearest / (nearest + farthest)) : 0
        shares[next << 4 | last] = share
        shares[256 | next << 4 | last] = max(share, Edges.cornerShare)
      }
    }
  }

  deinit { shares.deallocate() }

  /// Gives back all memory until it is used again.
  package func trimMemory() { (brightness, turned, changed) = (BrightnessPlane(), BrightnessPlane(), BrightnessPlane()) }

  /// Makes the memory that it takes for pictures of such a size, in pixels.
  package func prepare(width: Int, height: Int) {
    brightness.fit(lines: height, length: width)
    turned.fit(lines: width, length: height)
  }

  /// Fills `target` with what `source` shows, its edges smooth. Both have one size; where not, nothing is done. The outermost
  /// pixels stay as they are, and so do those that are as they were `before`, but for the neighbours of others.
  package func smooth(_ source: PixelSheet, to target: PixelSheet, after before: PixelSheet? = nil) {
    weights = Self.ofPictures
    run(source, to: target, after: before)
  }

  /// The same of a layer that is transparent where it shows nothing. Where `target` has depths, what reaches over its edge lies where it
  /// does.
  package func smooth(layer source: PixelSheet, to target: PixelSheet) {
    weights = Self.ofLayers
    run(source, to: target, after: nil)
  }

  private func run(_ source: PixelSheet, to target: PixelSheet, after before: PixelSheet?) {
    func fits(_ sheet: PixelSheet) -> Bool { sheet.width == source.width && sheet.height == source.height }
    guard fits(target), before.map(fits) ?? true else { return }
    if before != nil { changed.fit(lines: source.height, length: source.width) }
    self.before = before
    prepare(width: source.width, height: source.height)
    (self.source, self.target) = (source, target)
    let parts = (source.height + Self.rowsPerPart - 1) / Self.rowsPerPart
    isMeasuring = true
    pool.run(parts, self)
    isMeasuring = false
    pool.run(parts, self)
    (self.source, self.target, self.before) = (nil, nil, nil)
  }

  package func run(part: Int, worker: Int) {
    guard let source, let target, let brightness = brightness.first, let turned = turned.first else { return }
    let rows = (part * Self.rowsPerPart)..<min((part + 1) * Self.rowsPerPart, source.height)
    let (width, height) = (self.brightness.stride, self.turned.stride)
    if isMeasuring {
      for row in rows { Self.measure(source.line(row), brightness + row * width, source.width, weights) }
      if let before, let changed = changed.first {
        for row in rows { Self.compare(source.line(row), before.line(row), changed + row * width, source.width) }
      }
      self.brightness.turn(rows, to: self.turned)
    } else {
      let edges = Edges(
        source: source, brightness: brightness, turned: turned,
        changed: before == nil ? nil : changed.first.map { UnsafePointer($0) },
        width: width, height: height, shares: shares, above: source.isBottomUp ? source.width : -source.width)
      for row in rows {
        target.line(row).update(from: source.line(row), count: source.width)
        edges.smooth(row: row, target.line(row))
        if let depths = target.depths { Self.bringDepths(row, source, target.line(row), depths) }
      }
    }
  }

  private static func measure(
    _ pixels: UnsafePointer<UInt32>, _ brightness: UnsafeMutablePointer<UInt8>, _ count: Int, _ weights: SIMD4<UInt32>
  ) {
    let (blue, green, red, cover) = (weights.x, weights.y, weights.z, weights.w)
    for at in 0..<count {
      let pixel = pixels[at]
      let colors = (pixel & 255) &* blue &+ (pixel &>> 8 & 255) &* green &+ (pixel &>> 16 & 255) &* red
      let sum = colors &+ (pixel &>> 24) &* cover
      brightness[at] = UInt8(truncatingIfNeeded: sum &>> 8)
    }
    BrightnessPlane.goOn(of: brightness, count)
  }

  /// Has pixels of a row that show something now, and did not before, lie as near as the nearest beside them. Of those before only
  /// which show something are asked: nobody changes their depths.
  private static func bringDepths(_ row: Int, _ source: PixelSheet, _ line: UnsafePointer<UInt32>, _ depths: PixelSheet) {
    guard row > 0, row < source.height - 1 else { return }
    let (middle, above, below) = (source.line(row), source.line(row - 1), source.line(row + 1))
    let (own, depthsAbove, depthsBelow) = (depths.line(row), depths.line(row - 1), depths.line(row + 1))
    for at in 1..<max(source.width - 1, 1) where line[at] != 0 && middle[at] == 0 {
      // The bits of numbers from 0 on are in their order.
      var nearest = UInt32.max
      if above[at] != 0 { nearest = min(nearest, depthsAbove[at]) }
      if below[at] != 0 { nearest = min(nearest, depthsBelow[at]) }
      if middle[at - 1] != 0 { nearest = min(nearest, own[at - 1]) }
      if middle[at + 1] != 0 { nearest = min(nearest, own[at + 1]) }
      if nearest != .max { own[at] = nearest }
    }
  }

  private static func compare(
    _ pixels: UnsafePointer<UInt32>, _ before: UnsafePointer<UInt32>, _ changed: UnsafeMutablePointer<UInt8>, _ count: Int
  ) {
    for at in 0..<count { changed[at] = pixels[at] == before[at] ? 0 : 255 }
    BrightnessPlane.goOn(of: changed, count)
  }

  /// Invariant: `brightness` and `turned`, and `changed` where it is there, are planes of the size of `source`, and whoever looks at
  /// a pixel is at least one away from its edges.
  private struct Edges {
    let source: PixelSheet
    let brightness: UnsafePointer<UInt8>
    let turned: UnsafePointer<UInt8>
    /// Nil where every pixel counts as changed.
    let changed: UnsafePointer<UInt8>?
    /// From a row to the next, and from a column to the next one of those that are turned.
    let width: Int
    let height: Int
    /// Of the other side, of 256 parts, by sixteen times the distance to the next end of a step and that to the last one; the
    /// same again, and not less than `cornerShare`.
    let shares: UnsafePointer<UInt8>
    /// From a pixel to the one above it.
    let above: Int

    func smooth(row: Int, _ line: UnsafeMutablePointer<UInt32>) {
      let count = source.width - 1
      guard row > 0, row < source.height - 1 else { return }
      let middle = brightness + row * width
      var column = 1
      while column < count {
        var edges = Self.edges(middle + column, width)
        // Beyond the row's end stands the next one.
        let rest = count - column
        if rest < EdgeSmoother.width { edges &= .first(rest) }
        if let changed { edges &= Self.near(changed + row * width + column, width) }
        for half in 0..<2 where edges[half] != 0 { blend(edges[half], column + 8 * half, row, line) }
        column += EdgeSmoother.width
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

    /// Of sixteen pixels a byte each, all bits of it where the pixel or one beside it has changed.
    @inline(__always)
    private static func near(_ at: UnsafePointer<UInt8>, _ width: Int) -> SIMD2<UInt64> {
      func load(_ offset: Int) -> SIMD2<UInt64> { UnsafeRawPointer(at + offset).loadUnaligned(as: SIMD2<UInt64>.self) }
      return load(0) | load(-width) | load(width) | load(1) | load(-1)
    }

    /// The brightness of eight pixels and of those around them.
    private struct Around {
      let middle: SIMD8<Int16>
      let north: SIMD8<Int16>
      let south: SIMD8<Int16>
      let east: SIMD8<Int16>
      let west: SIMD8<Int16>
      let northwest: SIMD8<Int16>
      let northeast: SIMD8<Int16>
      let southwest: SIMD8<Int16>
      let southeast: SIMD8<Int16>

      @inline(__always)
      init(_ at: UnsafePointer<UInt8>, _ width: Int) {
        (middle, north, south) = (eight(at), eight(at - width), eight(at + width))
        (east, west) = (eight(at + 1), eight(at - 1))
        (northwest, northeast) = (eight(at - width - 1), eight(at - width + 1))
        (southwest, southeast) = (eight(at + width - 1), eight(at + width + 1))
      }

      /// Where the edge runs along x: brightness changes more from north to south, in the columns beside, too.
      @inline(__always) var isFlat: SIMD8<Int16> {
        let fall =
          2 &* size(north &+ south &- 2 &* middle) &+ size(northwest &+ southwest &- 2 &* west)
          &+ size(northeast &+ southeast &- 2 &* east)
        let turn =
          2 &* size(east &+ west &- 2 &* middle) &+ size(northwest &+ northeast &- 2 &* north)
          &+ size(southwest &+ southeast &- 2 &* south)
        return not(isLess(fall, turn))
      }

      /// Where the pixel is a corner of an edge, with `other` beyond it, that goes one pixel aside with each row.
      @inline(__always)
      func isCorner(_ other: SIMD8<Int16>, behind: SIMD8<Int16>, isFlat: SIMD8<Int16>, isAhead: SIMD8<Int16>) -> SIMD8<Int16> {
        @inline(__always) func isNear(_ value: SIMD8<Int16>) -> SIMD8<Int16> {
          isLess(size(value &- middle), size(value &- other))
        }
        let turns = not(isNear(either(east, south, isFlat)))
        let isLastNear = isNear(either(west, north, isFlat))
        // Up and to the right, or down and to the left.
        let isRising = isAhead ^ turns ^ isFlat
        let before = either(northwest, northeast, isRising)
        let after = either(southeast, southwest, isRising)
        return isNear(behind) & not(turns ^ isLastNear) & (isNear(before) | isNear(after))
      }
    }

    /// Of the other side at a corner of an edge that goes one pixel aside with each row: its steps have no length to go by.
    fileprivate static let cornerShare: UInt8 = 64

    /// Where a pixel's share of the other side stands among `shares`, by its place on the step of an edge. The neighbour beyond
    /// the edge lies `across`, the step goes on from byte to byte.
    @inline(__always)
    private static func place(_ at: UnsafePointer<UInt8>, across: Int) -> Int {
      // Eight pixels each way at once, and no question on the way: how soon a step ends is not to be foreseen.
      let (middle, other) = (Int(at[0]), Int(at[across]))
      let between = SIMD8<Int16>(repeating: Int16(truncatingIfNeeded: middle &+ other))
      let least = SIMD8<Int16>(repeating: Int16(truncatingIfNeeded: (abs(other &- middle) &+ 1) &>> 1))
      /// A byte for each of eight pixels, 0 where the step ends.
      @inline(__always) func goesOn(_ at: UnsafePointer<UInt8>) -> UInt64 {
        let change = eight(at) &+ eight(at + across) &- between
        return unsafeBitCast(SIMD8<Int8>(truncatingIfNeeded: isLess(size(change), least)), to: UInt64.self)
      }
      let toNext = (~goesOn(at + 1) | 1 &<< 63).trailingZeroBitCount &>> 3 &+ 1
      let toLast = (~goesOn(at - 8) | 1).leadingZeroBitCount &>> 3 &+ 1
      // Only on the side of the step that its nearer end turns to.
      let end = at + toNext.or(0 &- toLast, where: (toLast &- toNext) &>> 63)
      let change = Int(end[0]) &+ Int(end[across]) &- (middle &+ other)
      return (toNext &<< 4 | toLast) & ((change ^ (middle &- other)) &>> 63)
    }

    /// Mixes those of eight pixels whose byte is not 0 with their neighbours across the edge.
    private func blend(_ edges: UInt64, _ column: Int, _ row: Int, _ line: UnsafeMutablePointer<UInt32>) {
      let at = brightness + (row &* width &+ column)
      let pixels = source.line(row) + column
      let around = Around(at, width)
      let flats = around.isFlat
      let ahead = either(around.north, around.east, flats)
      let behind = either(around.south, around.west, flats)
      let aheads = not(isLess(size(ahead &- around.middle), size(behind &- around.middle)))
      let corners = around.isCorner(
        either(ahead, behind, aheads), behind: either(behind, ahead, aheads), isFlat: flats, isAhead: aheads)
      let beside = turned + (column &* height &+ row)
      var rest = edges
      while rest != 0 {
        let lane = rest.trailingZeroBitCount &>> 3
        rest &= ~(0xFF as UInt64 &<< UInt64(truncatingIfNeeded: 8 &* lane))
        let (isFlat, isAhead) = (Int(flats[lane]), Int(aheads[lane]))
        let place = UnsafeRawPointer(at + lane)
        let other = UnsafeRawPointer(beside + lane &* height)
        let start = other + ((place - other) & isFlat)
        let across = height.or(0 &- width, where: isFlat).negated(where: ~isAhead)
        let neighbour = 1.or(above, where: isFlat).negated(where: ~isAhead)
        let share = shares[Self.place(start.assumingMemoryBound(to: UInt8.self), across: across) | Int(corners[lane]) & 256]
        line[column &+ lane] = Self.mix(pixels[lane], pixels[lane &+ neighbour], UInt32(share))
      }
    }

    /// `share` of 256 parts of `other`.
    @inline(__always)
    private static func mix(_ pixel: UInt32, _ other: UInt32, _ share: UInt32) -> UInt32 {
      let mask: UInt32 = 0x00FF_00FF
      func mix(_ pixel: UInt32, _ other: UInt32) -> UInt32 {
        (pixel & mask) &<< 8 &+ ((other & mask) &- (pixel & mask)) &* share &+ 0x0080_0080
      }
      return (mix(pixel, other) &>> 8 & mask) | (mix(pixel &>> 8, other &>> 8) & ~mask)
    }
  }
}

/// The bytes of eight pixels.
@inline(__always)
private func eight(_ at: UnsafePointer<UInt8>) -> SIMD8<Int16> {
  SIMD8(truncatingIfNeeded: UnsafeRawPointer(at).loadUnaligned(as: SIMD8<UInt8>.self))
}

@inline(__always)
private func size(_ value: SIMD8<Int16>) -> SIMD8<Int16> {
  let sign = isLess(value, SIMD8(repeating: 0))
  return (value ^ sign) &- sign
}

@inline(__always)
private func not(_ mask: SIMD8<Int16>) -> SIMD8<Int16> { mask ^ SIMD8(repeating: -1) }

/// All bits where one is less than the other.
@inline(__always)
private func isLess(_ one: SIMD8<Int16>, _ other: SIMD8<Int16>) -> SIMD8<Int16> {
  unsafeBitCast(one .< other, to: SIMD8<Int16>.self)
}

/// The one where all bits of `mask` are set, and the other where none is.
@inline(__always)
private func either(_ one: SIMD8<Int16>, _ other: SIMD8<Int16>, _ mask: SIMD8<Int16>) -> SIMD8<Int16> {
  other ^ ((one ^ other) & mask)
}

extension SIMD2<UInt64> {
  /// All bits of the first bytes set.
  fileprivate static func first(_ count: Int) -> SIMD2<UInt64> {
    func bits(_ count: Int) -> UInt64 { count >= 8 ? .max : (1 &<< UInt64(truncatingIfNeeded: 8 &* Swift.max(count, 0))) &- 1 }
    return SIMD2(bits(count), bits(count - 8))
  }
}

extension Int {
  /// The same where no bit of `mask` is set, and `other` where all are: by no branch.
  @inline(__always)
  fileprivate func or(_ other: Int, where mask: Int) -> Int { self ^ ((self ^ other) & mask) }

  @inline(__always)
  fileprivate func negated(where mask: Int) -> Int { (self ^ mask) &- mask }
}
