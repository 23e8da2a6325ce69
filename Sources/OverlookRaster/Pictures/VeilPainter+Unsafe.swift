/// Lays light and shadow over a picture of the ground, as `shadow_veil.frag` does on graphics cards with one texel for a pixel. Here all
/// looks at the map of heights go to neighbours in memory, and where no edge is near, or no softness reaches, nothing is looked for.
package final class VeilPainter: SharedLoop {
  /// What lies over the ground, premultiplied.
  package struct Look: Equatable, Sendable {
    package var lit: SIMD4<Float>
    package var shaded: SIMD4<Float>
    /// At the foot of what stands.
    package var contact: SIMD4<Float>

    package init(lit: SIMD4<Float>, shaded: SIMD4<Float>, contact: SIMD4<Float>) {
      (self.lit, self.shaded, self.contact) = (lit, shaded, contact)
    }
  }

  /// Edges as soft as the Sun's disc makes them: the uniforms of the shader.
  package struct Softness: Sendable {
    package var inverseDepth: SIMD3<Float>
    package var along: SIMD3<Float>
    package var across: SIMD3<Float>
    package var reach: Float
    /// 4 or 8.
    package var taps: Int

    package init(inverseDepth: SIMD3<Float>, along: SIMD3<Float>, across: SIMD3<Float>, reach: Float, taps: Int) {
      (self.inverseDepth, self.along, self.across, self.reach, self.taps) = (inverseDepth, along, across, reach, taps)
    }

    fileprivate var isFinite: Bool {
      [inverseDepth, along, across].allSatisfy { ($0 * $0).sum().isFinite } && reach.isFinite && reach > 0
    }
  }

  /// The map of heights, half floats of no sign.
  package struct Shadows {
    package var heights: SamplePlane<Int16>
    /// Of the picture's lowest left pixel in the map.
    package var origin: SIMD2<Int>
    /// Nil where edges are sharp.
    package var softness: Softness?

    package init(_ heights: SamplePlane<Int16>, origin: SIMD2<Int>, softness: Softness?) {
      (self.heights, self.origin, self.softness) = (heights, origin, softness)
    }
  }

  private struct Work {
    let ground: PixelSheet
    let target: PixelSheet
    let contact: SamplePlane<UInt8>?
    let shadows: Shadows?
    /// So many of the lowest rows.
    let rows: Int
  }

  private let pool: LoopPool
  private var work: Work?
  private var isMeasuring = false
  /// What lies over a pixel, BGRA, by eighths of shadow and 256 times that by contact.
  private let veils: UnsafeMutablePointer<UInt32>
  private var look: Look?
  /// A row of eighths of shadow for each worker.
  private let shades = SamplePlane<UInt8>()
  /// Of each square of the map with sides of `cell` texels: the greatest height, and the least.
  private let highest = SamplePlane<Int16>()
  private let lowest = SamplePlane<Int16>()

  private static let levels = 9
  private static let cell = 16
  private static let rowsPerPart = 16

  package init(_ pool: LoopPool) {
    self.pool = pool
    veils = .allocate(capacity: 256 * Self.levels)
    veils.initialize(repeating: 0, count: 256 * Self.levels)
  }

  deinit { veils.deallocate() }

  /// Fills `target` with `ground` and what lies over its `rows` lowest rows. All are of one size; false, and nothing done, where not, or
  /// where the map does not reach a pixel beyond the picture.
  package func paint(
    _ ground: PixelSheet, _ look: Look, _ shadows: Shadows?, contact: SamplePlane<UInt8>?, rows: Int, to target: PixelSheet
  ) -> Bool {
    let (width, height) = (ground.width, ground.height)
    guard target.width == width, target.height == height, contact.map({ $0.width == width && $0.height == height }) ?? true
    else { return false }
    if let shadows {
      let (origin, map) = (shadows.origin, shadows.heights)
      guard origin.x >= 1, origin.y >= 1, origin.x < map.width - width, origin.y < map.height - height,
        shadows.softness?.isFinite ?? true
      else { return false }
    }
    if self.look != look { setVeils(look) }
    shades.fit(width: width + Self.cell, height: pool.workerCount)
    work = Work(ground: ground, target: target, contact: contact, shadows: shadows, rows: min(max(rows, 0), height))
    if let shadows, shadows.softness != nil {
      let (columns, lines) = (Self.cells(shadows.heights.width), Self.cells(shadows.heights.height))
      highest.fit(width: columns, height: lines)
      lowest.fit(width: columns, height: lines)
      isMeasuring = true
      pool.run(lines, self)
      isMeasuring = false
    }
    pool.run((height + Self.rowsPerPart - 1) / Self.rowsPerPart, self)
    work = nil
    return true
  }

  /// Gives back all memory until it is used again.
  package func trimMemory() {
    highest.trimMemory()
    lowest.trimMemory()
    shades.trimMemory()
  }

  private static func cells(_ texels: Int) -> Int { (texels + cell - 1) / cell }

  private func setVeils(_ look: Look) {
    for level in 0..<Self.levels {
      let color = look.lit + (look.shaded - look.lit) * (Float(level) / Float(Self.levels - 1))
      for contact in 0..<256 {
        let share = min(Float(contact) / 255 / 0.7, 1)
        let dark = look.contact * (share * share * (3 - 2 * share))
        veils[level << 8 | contact] = Pixel.packed(dark + color * (1 - dark.w))
      }
    }
    self.look = look
  }

  package func run(part: Int, worker: Int) {
    guard let work else { return }
    if isMeasuring {
      if let heights = work.shadows?.heights { measure(heights, part) }
      return
    }
    let rows = (part * Self.rowsPerPart)..<min((part + 1) * Self.rowsPerPart, work.ground.height)
    guard let shades = shades.samples.map({ $0 + worker * self.shades.width }) else { return }
    let soft = work.shadows.flatMap { SoftRows($0, work.ground, highest, lowest) }
    soft?.begin(rows, width: work.ground.width)
    for row in rows {
      let line = work.ground.height - 1 - row
      let (source, target) = (work.ground.line(line), work.target.line(line))
      guard row < work.rows else {
        target.update(from: source, count: work.ground.width)
        continue
      }
      if let soft {
        soft.fill(shades, row: row, width: work.ground.width)
      } else if let shadows = work.shadows {
        Self.fillSharp(shades, shadows, row: row, width: work.ground.width)
      } else {
        shades.update(repeating: 0, count: work.ground.width)
      }
      let contact = work.contact.flatMap { plane in plane.samples.map { UnsafePointer($0 + row * plane.width) } }
      lay(shades, contact, over: source, to: target, work.ground.width)
    }
  }

  // MARK: The map

  /// Invariant: `line` is one of the lines of cells of `heights`, which both planes of cells fit.
  private func measure(_ heights: SamplePlane<Int16>, _ line: Int) {
    guard let samples = heights.samples, let high = highest.samples, let low = lowest.samples else { return }
    let rows = (line * Self.cell)..<min((line + 1) * Self.cell, heights.height)
    for column in 0..<highest.width {
      let start = column * Self.cell
      var (greatest, least) = (Int16.min, Int16.max)
      if start + Self.cell <= heights.width {
        var (most, fewest) = (SIMD16<Int16>(repeating: .min), SIMD16<Int16>(repeating: .max))
        for row in rows {
          let sixteen = Self.load(samples + row * heights.width + start)
          (most, fewest) = (pointwiseMax(most, sixteen), pointwiseMin(fewest, sixteen))
        }
        (greatest, least) = (most.max(), fewest.min())
      } else {
        for row in rows {
          for place in start..<heights.width {
            let sample = samples[row * heights.width + place]
            (greatest, least) = (max(greatest, sample), min(least, sample))
          }
        }
      }
      high[line * highest.width + column] = greatest
      low[line * lowest.width + column] = least
    }
  }

  @inline(__always)
  private static func load(_ at: UnsafePointer<Int16>) -> SIMD16<Int16> {
    UnsafeRawPointer(at).loadUnaligned(as: SIMD16<Int16>.self)
  }

  /// Half of a pixel, and an eighth of each of those around it. Invariant: the map reaches a pixel beyond the picture, and both may be
  /// read and written sixteen at a time.
  private static func fillSharp(_ shades: UnsafeMutablePointer<UInt8>, _ shadows: Shadows, row: Int, width: Int) {
    guard let samples = shadows.heights.samples else { return }
    let stride = shadows.heights.width
    let line = UnsafePointer(samples + (row + shadows.origin.y) * stride + shadows.origin.x)
    let one = SIMD16<Int16>(repeating: 1)
    for column in Swift.stride(from: 0, to: width, by: 16) {
      let at = line + column
      let own = pointwiseMin(load(at), one) &<< 2
      let beside = pointwiseMin(load(at - 1), one) &+ pointwiseMin(load(at + 1), one)
      let around = pointwiseMin(load(at - stride), one) &+ pointwiseMin(load(at + stride), one)
      let sum = SIMD16<UInt8>(truncatingIfNeeded: own &+ beside &+ around)
      UnsafeMutableRawPointer(shades + column).storeBytes(of: sum, as: SIMD16<UInt8>.self)
    }
  }

  // MARK: The picture

  private func lay(
    _ shades: UnsafePointer<UInt8>, _ contact: UnsafePointer<UInt8>?, over source: UnsafePointer<UInt32>,
    to target: UnsafeMutablePointer<UInt32>, _ width: Int
  ) {
    var column = 0
    let plain = veils[0]
    while column < width {
      let end = min(column + 8, width)
      let eight = UnsafeRawPointer(shades + column).loadUnaligned(as: UInt64.self)
      // Where light is the same and nothing stands near, which is nearly everywhere, no pixel is looked at alone.
      let near = end - column == 8 ? contact.map { UnsafeRawPointer($0 + column).loadUnaligned(as: UInt64.self) } ?? 0 : 1
      if near == 0, eight == (eight & 0xFF) &* 0x0101_0101_0101_0101 {
        let veil = eight == 0 ? plain : veils[Int(truncatingIfNeeded: eight & 0xFF) << 8]
        if veil == 0 {
          (target + column).update(from: source + column, count: 8)
        } else {
          for place in column..<end { target[place] = Pixel.over(source[place], veil) }
        }
      } else if let contact {
        for place in column..<end {
          target[place] = Pixel.over(source[place], veils[Int(shades[place]) << 8 | Int(contact[place])])
        }
      } else {
        for place in column..<end { target[place] = Pixel.over(source[place], veils[Int(shades[place]) << 8]) }
      }
      column = end
    }
  }
}
