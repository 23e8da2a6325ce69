import Glibc
public import OverlookGeometry
public import OverlookSupport

extension Canvas {
  /// Draws a line of `width` points with round ends.
  public func strokeLine(from start: ScreenPoint, to end: ScreenPoint, width: Double, color: Color) {
    guard Self.isDrawable(start), Self.isDrawable(end), width > 0, width.isFinite, color.alpha > 0 else { return }
    prepareBatch()
    appendSegment(
      SIMD2(flow.placed(start)), SIMD2(flow.placed(end)), cuts: SIMD2(CanvasVertex.freeEnd, CanvasVertex.freeEnd),
      Stroke(width: width, color: color, self))
  }

  /// Draws a line through `points`, `width` points wide, with round joins and ends. A translucent line is equally translucent at
  /// its joins. Points that are not finite part the line in two; `isClosed` joins the last point to the first.
  public func strokePolyline(_ points: [ScreenPoint], width: Double, color: Color, isClosed: Bool = false) {
    guard width > 0, width.isFinite, color.alpha > 0 else { return }
    let stroke = Stroke(width: width, color: color, self)
    var isWhole = true
    scratch.points.removeAll(keepingCapacity: true)
    for point in points {
      guard Self.isDrawable(point) else {
        isWhole = false
        appendRun(stroke, isClosed: false)
        continue
      }
      let next = SIMD2<Float>(flow.placed(point))
      // A repeated point has no direction.
      if scratch.points.last != next { scratch.points.append(next) }
    }
    if isClosed && isWhole && scratch.points.count > 2 && scratch.points.first == scratch.points.last {
      scratch.points.removeLast()
    }
    appendRun(stroke, isClosed: isClosed && isWhole)
  }

  /// What all segments of one line share.
  private struct Stroke {
    let halfWidth: Float
    /// Below a pixel, a line gets fainter and not thinner: a thin bright line would flicker as it moves.
    let opacity: Float
    let reach: Float
    let color: UInt32

    @MainActor init(width: Double, color: Color, _ canvas: Canvas) {
      let pixel = 1 / canvas.pixelsPerPoint
      halfWidth = Float(max(min(width, 10_000), pixel) / 2)
      opacity = Float(min(width / pixel, 1))
      reach = halfWidth + Float(pixel)
      self.color = color.packedPremultiplied
    }
  }

  /// Draws and removes the points gathered so far.
  private func appendRun(_ stroke: Stroke, isClosed: Bool) {
    defer { scratch.points.removeAll(keepingCapacity: true) }
    let count = scratch.points.count
    if count == 0 { return }
    prepareBatch()
    if count == 1 {
      let point = scratch.points[0]
      appendSegment(point, point, cuts: SIMD2(CanvasVertex.freeEnd, CanvasVertex.freeEnd), stroke)
      return
    }
    let closes = isClosed && count > 2
    let segments = closes ? count : count - 1
    for index in 0..<segments {
      let start = scratch.points[index]
      let end = scratch.points[(index + 1) % count]
      var cuts = SIMD2(CanvasVertex.freeEnd, CanvasVertex.freeEnd)
      if index > 0 || closes { cuts.x = Self.cutAngle(scratch.points[(index + count - 1) % count], start, end) }
      if index + 1 < segments || closes { cuts.y = Self.cutAngle(start, end, scratch.points[(index + 2) % count]) }
      appendSegment(start, end, cuts: cuts, stroke)
    }
  }

  /// Direction across the plane that parts the segments `before`-`joint` and `joint`-`after`: half way between theirs.
  private static func cutAngle(_ before: SIMD2<Float>, _ joint: SIMD2<Float>, _ after: SIMD2<Float>) -> Float {
    let incoming = direction(joint - before)
    let sum = incoming + direction(after - joint)
    // A line that turns straight back has no such plane; the end of the first segment parts them.
    let across = abs(sum.x) + abs(sum.y) < 1e-4 ? incoming : sum
    return atan2f(across.y, across.x)
  }

  private static func direction(_ vector: SIMD2<Float>) -> SIMD2<Float> {
    let length = (vector * vector).sum().squareRoot()
    return length > 0 ? vector / length : .zero
  }

  private func appendSegment(_ start: SIMD2<Float>, _ end: SIMD2<Float>, cuts: SIMD2<Float>, _ stroke: Stroke) {
    let direction = Self.direction(end - start)
    let along = (direction == .zero ? SIMD2(1, 0) : direction) * stroke.reach
    let across = SIMD2(-along.y, along.x)
    let first = SIMD4(start.x, start.y, end.x, end.y)
    let second = SIMD4(cuts.x, cuts.y, stroke.halfWidth, stroke.opacity)
    func append(_ position: SIMD2<Float>) {
      vertices.append(CanvasVertex(first: first, second: second, position: position, color: stroke.color, kind: .segment))
    }
    append(start - along - across)
    append(end + along - across)
    append(end + along + across)
    append(start - along + across)
    appendQuadIndices()
  }
}
