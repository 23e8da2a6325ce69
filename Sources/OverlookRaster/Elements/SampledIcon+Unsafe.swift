import OverlookSupport

/// The pixels of an icon, to be sampled in any place. They belong to a `StampMemory`, which must live as long.
struct SampledIcon {
  /// Premultiplied BGRA, a transparent pixel all around.
  private let pixels: UnsafePointer<UInt32>
  private let width: Int32
  private let height: Int32
  /// From the corner of the pixels to that of what is shown of them, and the size of that.
  let inset: Float
  let shown: SIMD2<Float>

  init(_ source: IconPixels, inset: Float, shown: SIMD2<Float>, _ memory: StampMemory) {
    let own = memory.pixels(count: source.width * source.height)
    for index in 0..<source.width * source.height {
      let bytes = (0..<4).map { UInt32(source.bytes[4 * index + $0]) }
      own[index] = bytes[2] | bytes[1] << 8 | bytes[0] << 16 | bytes[3] << 24
    }
    pixels = UnsafePointer(own)
    (width, height) = (Int32(source.width), Int32(source.height))
    (self.inset, self.shown) = (inset, shown)
  }

  /// Four places at once, 0 ... 1 of what is shown, as drivers filter it: by 1/256 of the way between four pixels.
  @inline(__always)
  func sample(_ u: SIMD4<Float>, _ v: SIMD4<Float>) -> SIMD4<UInt32> {
    let x = u * shown.x + (inset - 0.5)
    let y = v * shown.y + (inset - 0.5)
    let (left, top) = (x.rounded(.down), y.rounded(.down))
    let right = SIMD4<UInt32>(((x - left) * 256).rounded(.down))
    let below = SIMD4<UInt32>(((y - top) * 256).rounded(.down))
    var sum = SIMD4<UInt32>()
    for lane in 0..<4 {
      let (column, row) = (Int32(left[lane]), Int32(top[lane]))
      let upper = Self.between(pixel(column, row), pixel(column + 1, row), right[lane])
      let lower = Self.between(pixel(column, row + 1), pixel(column + 1, row + 1), right[lane])
      sum[lane] = Self.between(upper, lower, below[lane])
    }
    return sum
  }

  @inline(__always)
  private func pixel(_ column: Int32, _ row: Int32) -> UInt32 {
    UInt32(bitPattern: column) < UInt32(bitPattern: width) && UInt32(bitPattern: row) < UInt32(bitPattern: height)
      ? pixels[Int(row &* width &+ column)] : 0
  }

  /// `share` of 256 of the way from `a` to `b`, byte by byte.
  @inline(__always)
  private static func between(_ a: UInt32, _ b: UInt32, _ share: UInt32) -> UInt32 {
    let rest = 256 &- share
    let mask: UInt32 = 0x00FF_00FF
    let low = (a & mask) &* rest &+ (b & mask) &* share &+ 0x0080_0080
    let high = (a &>> 8 & mask) &* rest &+ (b &>> 8 & mask) &* share &+ 0x0080_0080
    return (low &>> 8 & mask) | (high & ~mask)
  }
}

/// An icon on the screen that is turned or lies on the ground: lines over the screen say which place of the icon a pixel shows.
struct IconQuad {
  /// Divided by `depth`, places in the icon, 0 ... 1; of a pixel's column, row and 1.
  private let u: SIMD3<Float>
  private let v: SIMD3<Float>
  private let depth: SIMD3<Float>
  /// Around its corners, in pixels.
  let low: SIMD2<Float>
  let high: SIMD2<Float>

  /// `across` and `down` are the icon's edges and `corner` is its upper left corner, in pixels times depth, and depth. Nil where a
  /// corner is not before the eye, or the icon is seen from the side.
  @inline(__always)
  init?(across: SIMD3<Float>, down: SIMD3<Float>, corner: SIMD3<Float>) {
    var (low, high) = (SIMD2<Float>(repeating: .infinity), SIMD2<Float>(repeating: -.infinity))
    for place in [corner, corner + across, corner + down, corner + across + down] {
      guard place.z > 0 else { return nil }
      let pixel = SIMD2(place.x, place.y) / place.z
      low = pointwiseMin(low, pixel)
      high = pointwiseMax(high, pixel)
    }
    guard low.min() > -1e6, high.max() < 1e6 else { return nil }
    let (forU, forV, forDepth) = (Self.cross(down, corner), Self.cross(corner, across), Self.cross(across, down))
    let whole = (forDepth * corner).sum()
    guard whole != 0 else { return nil }
    (u, v, depth) = (forU / whole, forV / whole, forDepth / whole)
    (self.low, self.high) = (low, high)
  }

  @inline(__always)
  private static func cross(_ a: SIMD3<Float>, _ b: SIMD3<Float>) -> SIMD3<Float> {
    SIMD3(a.y * b.z - a.z * b.y, a.z * b.x - a.x * b.z, a.x * b.y - a.y * b.x)
  }

  /// Draws what can still be seen of the icon.
  @inline(__always)
  func draw(_ icon: SampledIcon, opacity: UInt32, into block: inout PictureBlock) {
    let first = max(Int(low.y), block.y)
    let last = min(Int(high.y), block.y + block.rows - 1)
    guard first <= last else { return }
    let (blockX, blockY) = (block.x, block.y)
    for row in first...last {
      let y = Float(row) + 0.5
      let (u0, v0, depth0) = (u.y * y + u.z, v.y * y + v.z, depth.y * y + depth.z)
      let touched = pixels(u0, v0, depth0, from: blockX)
      guard touched != 0, block.isVisible(touched, row: row - blockY) else { continue }
      block.add(row: row - blockY, touched: touched, full: nil) { column in
        let x = SIMD4<Float>(0.5, 1.5, 2.5, 3.5) + Float(blockX + column)
        let front = depth.x * x + depth0
        var found = icon.sample((u.x * x + u0) / front, (v.x * x + v0) / front)
        if opacity < 255 { found = PixelQuad.scaled(found, by: SIMD4(repeating: opacity)) }
        let bits = SIMD4<UInt64>(1, 2, 4, 8) & (touched &>> UInt64(truncatingIfNeeded: column))
        return found.replacing(with: 0, where: SIMD4<UInt32>(truncatingIfNeeded: bits) .== 0)
      }
    }
  }

  /// The pixels of a row whose middles lie in the icon, as bits from the block's left edge.
  @inline(__always)
  private func pixels(_ u0: Float, _ v0: Float, _ depth0: Float, from x: Int) -> UInt64 {
    var (first, end) = (Float(x), Float(x + PictureBlock.side))
    /// Leaves what is not negative of a number that grows by `slope` a column from `start`.
    func keep(_ slope: Float, _ start: Float) {
      if slope > 0 {
        first = max(first, -start / slope)
      } else if slope < 0 {
        end = min(end, -start / slope)
      } else if start < 0 {
        end = first
      }
    }
    keep(u.x, u0)
    keep(depth.x - u.x, depth0 - u0)
    keep(v.x, v0)
    keep(depth.x - v.x, depth0 - v0)
    guard first < end else { return 0 }
    let from = Int((first - 0.5).rounded(.up)) - x
    let to = Int((end - 0.5).rounded(.up)) - x
    guard from < to, from < PictureBlock.side else { return 0 }
    let upTo = to >= PictureBlock.side ? ~0 : (1 as UInt64) << UInt64(to) - 1
    return upTo & ~0 << UInt64(max(from, 0))
  }
}
