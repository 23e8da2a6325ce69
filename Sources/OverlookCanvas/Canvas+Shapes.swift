public import OverlookGeometry
public import OverlookSupport

extension Canvas {
  /// Fills a rectangle; edges between pixels are antialiased.
  public func fillRect(_ rect: ScreenRect, color: Color) {
    appendBox(rect, radius: 0, strokeWidth: 0, blur: 0, color: color)
  }

  /// Fills a rectangle with round corners; `radius` in points, at most half the shorter side.
  public func fillRoundedRect(_ rect: ScreenRect, radius: Double, color: Color) {
    appendBox(rect, radius: radius, strokeWidth: 0, blur: 0, color: color)
  }

  /// Draws the border of a rectangle with round corners, `width` points wide, inside the rectangle.
  public func strokeRoundedRect(_ rect: ScreenRect, radius: Double, width: Double, color: Color) {
    guard width > 0 else { return }
    appendBox(rect, radius: radius, strokeWidth: width, blur: 0, color: color)
  }

  /// Fills a circle; `radius` in points.
  public func fillCircle(center: ScreenPoint, radius: Double, color: Color) {
    appendBox(Self.square(around: center, radius), radius: radius, strokeWidth: 0, blur: 0, color: color)
  }

  /// Draws the border of a circle, `width` points wide, inside the circle.
  public func strokeCircle(center: ScreenPoint, radius: Double, width: Double, color: Color) {
    guard width > 0 else { return }
    appendBox(Self.square(around: center, radius), radius: radius, strokeWidth: width, blur: 0, color: color)
  }

  /// A soft shadow of a rectangle with round corners; it fades from full to nothing within `blur` points on both sides of the
  /// edge.
  public func fillShadow(_ rect: ScreenRect, radius: Double, blur: Double, color: Color) {
    guard blur > 0 else { return }
    appendBox(rect, radius: radius, strokeWidth: 0, blur: blur, color: color)
  }

  /// Draws a picture stretched over `rect`; `opacity` 0 ... 1.
  public func image(_ image: Image, in rect: ScreenRect, opacity: Double = 1) {
    guard Self.isDrawable(rect), rect.size.width > 0, rect.size.height > 0, opacity > 0 else { return }
    prepareBatch(image: imageIndex(image))
    let alpha = UInt32((min(opacity, 1) * 255).rounded())
    let color = alpha | alpha << 8 | alpha << 16 | alpha << 24
    appendRect(flow.placed(rect), kind: .image, color: color, second: .zero, from: SIMD2(0, 0), to: SIMD2(1, 1), rest: .zero)
  }

  /// Draws a picture on a grid of points: those of its upper edge from the left first, `columns` + 1 of them in each of two or more rows.
  /// Nothing is drawn of a grid with a point that is not finite; `opacity` 0 ... 1.
  package func image(_ image: Image, on grid: [ScreenPoint], columns: Int, opacity: Double = 1) {
    guard columns > 0, grid.count.isMultiple(of: columns + 1), grid.allSatisfy({ Self.isDrawable($0) }), opacity > 0 else {
      return
    }
    let rows = grid.count / (columns + 1) - 1
    guard rows > 0 else { return }
    prepareBatch(image: imageIndex(image))
    let alpha = UInt32((min(opacity, 1) * 255).rounded())
    let color = alpha | alpha << 8 | alpha << 16 | alpha << 24
    func append(_ column: Int, _ row: Int) {
      let share = SIMD4(Float(column) / Float(columns), Float(row) / Float(rows), 0, 0)
      let place = SIMD2<Float>(flow.placed(grid[row * (columns + 1) + column]))
      vertices.append(CanvasVertex(first: share, second: .zero, position: place, color: color, kind: .image))
    }
    for row in 0..<rows {
      for column in 0..<columns {
        append(column, row)
        append(column + 1, row)
        append(column + 1, row + 1)
        append(column, row + 1)
        appendQuadIndices()
      }
    }
  }

  private static func square(around center: ScreenPoint, _ radius: Double) -> ScreenRect {
    ScreenRect(x: center.x - radius, y: center.y - radius, width: 2 * radius, height: 2 * radius)
  }

  private func imageIndex(_ image: Image) -> Int {
    for index in images.indices.reversed() where images[index] === image { return index }
    images.append(image)
    return images.count - 1
  }

  /// A surface with an edge inside of it and a shadow below it, `drop` points lower: what `fillShadow`, `fillRoundedRect` and
  /// `strokeRoundedRect` would draw one above the other, in one where all of them are whole.
  package func fillRaised(
    _ rect: ScreenRect, radius: Double, color: Color, edge: Color, edgeWidth: Double, shadow: Color, drop: Double, blur: Double
  ) {
    let under = ScreenRect(x: rect.origin.x, y: rect.origin.y + drop, width: rect.size.width, height: rect.size.height)
    var hole: ScreenRect?
    if blur > 0, Self.isDrawable(rect), let above = whole(of: rect, radius: radius, within: 1 / pixelsPerPoint),
      let below = whole(of: under, radius: radius, within: blur)
    {
      let common = Self.intersection(above, below)
      if min(common.size.width, common.size.height) > Self.leastHole { hole = common }
    }
    if blur > 0 { appendBox(under, radius: radius, strokeWidth: 0, blur: blur, color: shadow, hole: hole) }
    appendBox(rect, radius: radius, strokeWidth: 0, blur: 0, color: color, hole: hole)
    if let hole {
      prepareBatch()
      appendRect(
        flow.placed(hole), kind: .fill, color: Self.packed(color, above: shadow), second: .zero, from: SIMD2(1, 0),
        to: SIMD2(1, 0),
        rest: .zero)
    }
    strokeRoundedRect(rect, radius: radius, width: edgeWidth, color: edge)
  }

  /// Points on a side from which on it pays to leave something out.
  private static let leastHole = 16.0

  /// Where a box with round corners is whole whose edge fades within so many points inside; nil where nowhere.
  private func whole(of rect: ScreenRect, radius: Double, within points: Double) -> ScreenRect? {
    let corner = min(max(radius, 0), min(rect.size.width, rect.size.height) / 2)
    // In the corners the distance is that to the round edge.
    let inset = max(points, corner - (corner - points) / 2.0.squareRoot()) + 1.0 / 64
    let (width, height) = (rect.size.width - 2 * inset, rect.size.height - 2 * inset)
    guard width > 0, height > 0 else { return nil }
    return ScreenRect(x: rect.origin.x + inset, y: rect.origin.y + inset, width: width, height: height)
  }

  /// One colour above another, premultiplied.
  private static func packed(_ color: Color, above below: Color) -> UInt32 {
    let (a, b) = (Double(color.alpha), Double(below.alpha) * (1 - Double(color.alpha)))
    func byte(_ value: Double) -> UInt32 { UInt32(exactly: (min(max(value, 0), 1) * 255).rounded()) ?? 0 }
    func mix(_ above: Float, _ under: Float) -> UInt32 { byte(Double(above) * a + Double(under) * b) }
    return mix(color.red, below.red) | mix(color.green, below.green) << 8 | mix(color.blue, below.blue) << 16 | byte(a + b) << 24
  }

  /// `hole` is a part in which nothing of it is seen.
  private func appendBox(
    _ rect: ScreenRect, radius: Double, strokeWidth: Double, blur: Double, color: Color, hole: ScreenRect? = nil
  ) {
    guard Self.isDrawable(rect), rect.size.width > 0, rect.size.height > 0, color.alpha > 0, radius.isFinite else { return }
    guard strokeWidth.isFinite, blur.isFinite else { return }
    prepareBatch()
    var hole = hole
    if hole == nil, strokeWidth > 0, blur == 0 {
      hole = whole(of: rect, radius: radius, within: strokeWidth + 1 / pixelsPerPoint)
      if let inner = hole, min(inner.size.width, inner.size.height) < Self.leastHole { hole = nil }
    }
    let half = SIMD2(Float(rect.size.width / 2), Float(rect.size.height / 2))
    let corner = min(Float(max(radius, 0)), min(half.x, half.y))
    // Room for the half pixel of the antialiased edge, or for the blur.
    let reach = max(1 / pixelsPerPoint, blur)
    let rect = flow.placed(rect)
    let outer = ScreenRect(
      x: rect.origin.x - reach, y: rect.origin.y - reach, width: rect.size.width + 2 * reach, height: rect.size.height + 2 * reach
    )
    let local = half + Float(reach)
    let second = SIMD4(corner, Float(strokeWidth), Float(blur), 0)
    let color = color.packedPremultiplied
    guard let hole else {
      return appendRect(outer, kind: .box, color: color, second: second, from: -local, to: local, rest: half)
    }
    appendFrame(outer, around: flow.placed(hole), local, color: color, second: second, rest: half)
  }

  /// A box without what lies in `hole`; `outer` reaches `local` points from its middle.
  private func appendFrame(
    _ outer: ScreenRect, around hole: ScreenRect, _ local: SIMD2<Float>, color: UInt32, second: SIMD4<Float>, rest: SIMD2<Float>
  ) {
    let base = UInt32(truncatingIfNeeded: vertices.count)
    let (middleX, middleY) = (outer.origin.x + outer.size.width / 2, outer.origin.y + outer.size.height / 2)
    func append(_ x: Double, _ y: Double, _ place: SIMD2<Float>) {
      vertices.append(
        CanvasVertex(
          first: SIMD4(place.x, place.y, rest.x, rest.y), second: second, position: SIMD2(Float(x), Float(y)), color: color,
          kind: .box))
    }
    func inner(_ x: Double, _ y: Double) { append(x, y, SIMD2(Float(x - middleX), Float(y - middleY))) }
    let (right, bottom) = (outer.origin.x + outer.size.width, outer.origin.y + outer.size.height)
    append(outer.origin.x, outer.origin.y, -local)
    append(right, outer.origin.y, SIMD2(local.x, -local.y))
    append(right, bottom, local)
    append(outer.origin.x, bottom, SIMD2(-local.x, local.y))
    let (innerRight, innerBottom) = (hole.origin.x + hole.size.width, hole.origin.y + hole.size.height)
    inner(hole.origin.x, hole.origin.y)
    inner(innerRight, hole.origin.y)
    inner(innerRight, innerBottom)
    inner(hole.origin.x, innerBottom)
    func side(_ from: UInt32, _ to: UInt32) {
      appendTriangle(base + from, base + to, base + 4 + to)
      appendTriangle(base + from, base + 4 + to, base + 4 + from)
    }
    side(0, 1)
    side(1, 2)
    side(2, 3)
    side(3, 0)
  }

  /// Four corners of `rect`; `first` runs from `from` in the top left to `to`, with `rest` in its other half.
  func appendRect(
    _ rect: ScreenRect, kind: CanvasVertex.Kind, color: UInt32, second: SIMD4<Float>, from: SIMD2<Float>, to: SIMD2<Float>,
    rest: SIMD2<Float>
  ) {
    let (minX, minY) = (Float(rect.origin.x), Float(rect.origin.y))
    let (maxX, maxY) = (Float(rect.origin.x + rect.size.width), Float(rect.origin.y + rect.size.height))
    func append(_ x: Float, _ y: Float, _ u: Float, _ v: Float) {
      vertices.append(
        CanvasVertex(
          first: SIMD4(u, v, rest.x, rest.y), second: second, position: SIMD2(x, y), color: color, kind: kind))
    }
    append(minX, minY, from.x, from.y)
    append(maxX, minY, to.x, from.y)
    append(maxX, maxY, to.x, to.y)
    append(minX, maxY, from.x, to.y)
    appendQuadIndices()
  }
}
