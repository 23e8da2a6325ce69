import OverlookLayout

/// Leaves out those of a bucket's triangles in which no pixel's middle lies: nothing is drawn of them.
///
/// A driver that draws with the processor finds that out as well, but only when it has shaded their corners; in a tilted view of
/// dense tiles half of all triangles lie between pixels.
package struct TriangleSieve {
  /// Of the vertices of a bucket, in pixels of the target.
  private var places: [SIMD2<Float>] = []
  /// Of the target, in pixels.
  private var size = SIMD2<Float>.zero

  /// How far from a triangle a pixel's middle must lie: drivers move corners by half of a 256th of a pixel, and compute their
  /// places in another order than we do.
  private static let slack: Float = 1 / 128

  package init() {}

  /// Takes in the vertices of fills; false when some lie behind the eye, so that nothing can be told of their triangles.
  package mutating func project(_ vertices: [SIMD2<Int16>], _ screen: TileScreen) -> Bool {
    project(vertices.span, screen) { SIMD2(Float($0.x), Float($0.y)) }
  }

  /// As of fills, of the corners of lines that reach `reachUnits` to either side.
  mutating func project(_ vertices: [LineVertex], reachUnits: Float, _ screen: TileScreen) -> Bool {
    let scale = reachUnits / Float(LineVertex.extrudeScale)
    return project(vertices.span, screen) { vertex in
      let (position, extrude) = (vertex.position, vertex.extrude)
      return SIMD2(Float(position.x) + scale * Float(extrude.x), Float(position.y) + scale * Float(extrude.y))
    }
  }

  @inline(__always)
  private mutating func project<Vertex>(
    _ vertices: Span<Vertex>, _ screen: TileScreen, _ units: (Vertex) -> SIMD2<Float>
  ) -> Bool {
    size = screen.size
    if places.count < vertices.count {
      places.append(contentsOf: repeatElement(.zero, count: vertices.count - places.count))
    }
    var places = places.mutableSpan
    var least = Float.infinity
    for number in vertices.indices {
      let (place, depth) = screen.place(units(vertices[number]))
      places[number] = place
      least = min(least, depth)
    }
    return least > 0
  }

  /// Writes those of the triangles that may be seen into `kept`, from number `count` on, which grows by three for each.
  package func keep(_ indices: ArraySlice<UInt32>, in kept: inout [UInt32], _ count: inout Int) {
    let (indices, places) = (indices.span, places.span)
    var kept = kept.mutableSpan
    var end = count
    var start = 0
    while start + 3 <= indices.count, end + 3 <= kept.count {
      let (a, b, c) = (indices[start], indices[start + 1], indices[start + 2])
      kept[end] = a
      kept[end + 1] = b
      kept[end + 2] = c
      if mayBeSeen(places[Int(a)], places[Int(b)], places[Int(c)]) { end += 3 }
      start += 3
    }
    count = end
  }

  /// False only for what holds no pixel's middle.
  @inline(__always)
  private func mayBeSeen(_ a: SIMD2<Float>, _ b: SIMD2<Float>, _ c: SIMD2<Float>) -> Bool {
    // The first and the last column and row of pixels whose middles lie in the box of the corners.
    let left = Self.nearestWhole(max(min(a.x, b.x, c.x), 0) - Self.slack)
    let right = Self.nearestWhole(min(max(a.x, b.x, c.x), size.x) + (Self.slack - 1))
    let low = Self.nearestWhole(max(min(a.y, b.y, c.y), 0) - Self.slack)
    let high = Self.nearestWhole(min(max(a.y, b.y, c.y), size.y) + (Self.slack - 1))
    let (columns, rows) = (right - left, high - low)
    let sign: Float = (b.x - a.x) * (c.y - a.y) < (b.y - a.y) * (c.x - a.x) ? -1 : 1
    var pixel = SIMD2(left, low) + 0.5
    if min(columns, rows) < 0 || columns + rows < 1 {
      // None, or one: without a branch, as nobody can guess which of them are seen.
      return min(columns, rows, Self.inside(pixel, a, b, c, sign)) >= 0
    }
    // Seldom does a triangle pass by so many.
    if columns + rows > 2 { return true }
    while pixel.y < high + 1 {
      pixel.x = left + 0.5
      while pixel.x < right + 1 {
        if Self.inside(pixel, a, b, c, sign) >= 0 { return true }
        pixel.x += 1
      }
      pixel.y += 1
    }
    return false
  }

  /// Not negative for a place in a triangle, or next to it; `sign` is that of its area.
  @inline(__always)
  private static func inside(
    _ place: SIMD2<Float>, _ a: SIMD2<Float>, _ b: SIMD2<Float>, _ c: SIMD2<Float>, _ sign: Float
  ) -> Float {
    min(inside(place, a, b, sign), inside(place, b, c, sign), inside(place, c, a, sign))
  }

  /// Not negative where a place lies on the inner side of an edge, or next to it.
  @inline(__always)
  private static func inside(_ place: SIMD2<Float>, _ a: SIMD2<Float>, _ b: SIMD2<Float>, _ sign: Float) -> Float {
    let (way, from) = (b - a, place - a)
    return (way.x * from.y - way.y * from.x) * sign + slack * (abs(way.x) + abs(way.y))
  }

  /// Of a number below 2^22, where the sum has no room for fractions. `rounded()` is the call of a function.
  @inline(__always)
  private static func nearestWhole(_ value: Float) -> Float {
    let shift: Float = 0x1.8p23
    return value + shift - shift
  }
}
