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

  private func appendBox(_ rect: ScreenRect, radius: Double, strokeWidth: Double, blur: Double, color: Color) {
    guard Self.isDrawable(rect), rect.size.width > 0, rect.size.height > 0, color.alpha > 0, radius.isFinite else { return }
    guard strokeWidth.isFinite, blur.isFinite else { return }
    prepareBatch()
    let half = SIMD2(Float(rect.size.width / 2), Float(rect.size.height / 2))
    let corner = min(Float(max(radius, 0)), min(half.x, half.y))
    // Room for the half pixel of the antialiased edge, or for the blur.
    let reach = max(1 / pixelsPerPoint, blur)
    let rect = flow.placed(rect)
    let outer = ScreenRect(
      x: rect.origin.x - reach, y: rect.origin.y - reach, width: rect.size.width + 2 * reach, height: rect.size.height + 2 * reach
    )
    let local = half + Float(reach)
    appendRect(
      outer, kind: .box, color: color.packedPremultiplied, second: SIMD4(corner, Float(strokeWidth), Float(blur), 0),
      from: -local, to: local, rest: half)
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
