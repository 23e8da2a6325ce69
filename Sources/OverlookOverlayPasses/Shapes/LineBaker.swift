import Glibc
package import OverlookGeometry
package import OverlookScene

/// How a line with a row of `ShapePaints` is written.
struct LinePattern {
  var row: Int
  var unit: LengthUnit
  /// In `unit`; 0 when nothing changes along the line.
  var period: Double
  var phase: Double
  /// Above the ground, in world units.
  var altitude = 0.0
}

/// Writes lines into a stream.
package struct LineBaker {
  package var widthPoints: Double
  /// Of a line that is more than a colour of a width in points; nil: a plain one.
  var pattern: LinePattern?
  package var colors: StrokeColors
  package var join = StrokeJoin.round
  /// Google's lines end flat at their last point, and so do ours.
  package var cap = StrokeCap.butt
  /// Points closer than this to the one before, in world units, are left out.
  package var spacing = 0.0
  /// Whether any point was left out.
  package private(set) var droppedPoints = false
  /// Whether every line so far looks the same without care for its joints: see thin_stroke.glsl.
  package private(set) var isThin = true
  /// A line up to this wide can be thin.
  package var thinWidthPoints = 0.0

  package init(widthPoints: Double, colors: StrokeColors) {
    self.widthPoints = widthPoints
    self.colors = colors
  }

  /// Appends `line`, moved by `shift` whole worlds.
  ///
  /// Where the line goes on beyond what is drawn of it, and at the seam of a ring, a vertex more lies before or behind the drawn
  /// ones, for the joins to look at.
  package mutating func append(_ line: WorldLine, shift: Double, to stream: inout ShapeStream) {
    guard line.points.count > 1 else { return }
    let style = pieceStyle(colors.solidColor, colors.solidColor)
    func appendPoint(_ p: WorldPoint, worlds: Double) {
      stream.append(WorldPoint(x: p.x + worlds + shift, y: p.y), style: style)
    }
    let first = stream.vertexCount
    if line.isClosed {
      appendPoint(line.points[line.points.count - 1], worlds: -line.wrapX)
    } else if let before = line.before {
      appendPoint(before, worlds: 0)
    }
    let firstDrawn = stream.vertexCount
    if colors.isSolid || line.positions.count != line.points.count || line.isClosed {
      appendPoints(of: line, shift: shift, to: &stream)
    } else {
      appendSpans(of: line, shift: shift, to: &stream)
    }
    if line.isClosed { appendPoint(line.points[0], worlds: line.wrapX) }
    let endOfDrawn = stream.vertexCount
    if line.isClosed {
      appendPoint(line.points[1], worlds: line.wrapX)
    } else if let after = line.after {
      appendPoint(after, worlds: 0)
    }
    finish(drawn: firstDrawn..<endOfDrawn, all: first..<stream.vertexCount, in: &stream)
    measure(firstDrawn..<endOfDrawn, of: line, in: &stream)
  }

  private func pieceStyle(_ start: UInt32, _ end: UInt32) -> SIMD4<UInt32> {
    SIMD4(start, end, pattern.map { StyleBits.painted(row: $0.row) } ?? StyleBits.line(widthPoints: widthPoints), 0)
  }

  private func measure(_ vertices: Range<Int>, of line: WorldLine, in stream: inout ShapeStream) {
    guard let pattern, pattern.period > 0, vertices.count > 1 else { return }
    let distances = LineDistances(
      vertices: vertices, lengthBefore: line.lengthBefore, unit: pattern.unit, period: pattern.period, phase: pattern.phase,
      altitude: pattern.altitude)
    switch pattern.unit {
    case .meters: stream.setGroundDistances(distances)
    case .points: stream.append(distances)
    }
  }

  private mutating func appendPoints(of line: WorldLine, shift: Double, to stream: inout ShapeStream) {
    let style = pieceStyle(colors.solidColor, colors.solidColor)
    let squared = spacing * spacing
    var kept = line.points[0]
    stream.append(WorldPoint(x: kept.x + shift, y: kept.y), style: style)
    for i in 1..<line.points.count {
      let p = line.points[i]
      let (dx, dy) = (p.x - kept.x, p.y - kept.y)
      if dx * dx + dy * dy < squared, i < line.points.count - 1 {
        droppedPoints = true
        continue
      }
      stream.append(WorldPoint(x: p.x + shift, y: p.y), style: style)
      kept = p
    }
  }

  /// The line cut where one span ends and the next begins, so that the colour changes exactly there.
  private mutating func appendSpans(of line: WorldLine, shift: Double, to stream: inout ShapeStream) {
    var span = 0
    for i in 0..<(line.points.count - 1) {
      let (a, b) = (line.points[i], line.points[i + 1])
      let (from, to) = (line.positions[i], line.positions[i + 1])
      while colors.end(of: span) <= from { span += 1 }
      var position = from
      var point = a
      while colors.end(of: span) < to {
        let end = colors.end(of: span)
        let t = (end - from) / (to - from)
        appendPiece(point, span, position, end, shift, to: &stream)
        point = WorldPoint(x: a.x + (b.x - a.x) * t, y: a.y + (b.y - a.y) * t)
        position = end
        span += 1
      }
      appendPiece(point, span, position, to, shift, to: &stream)
    }
    let last = line.points[line.points.count - 1]
    stream.append(WorldPoint(x: last.x + shift, y: last.y), style: .zero)
  }

  private func appendPiece(
    _ point: WorldPoint, _ span: Int, _ from: Double, _ to: Double, _ shift: Double, to stream: inout ShapeStream
  ) {
    let style = pieceStyle(colors.color(of: span, at: from), colors.color(of: span, at: to))
    stream.append(WorldPoint(x: point.x + shift, y: point.y), style: style)
  }

  /// Joins, caps and quads for the drawn vertices of one line, every one of which but the last starts a piece.
  private mutating func finish(drawn: Range<Int>, all: Range<Int>, in stream: inout ShapeStream) {
    guard drawn.count > 1 else { return }
    isThin = isThin && pattern == nil && canBeThin(all, hasCaps: drawn.count + 2 > all.count, in: stream)
    let joined = StyleBits.join(join)
    let last = drawn.upperBound - 2
    for vertex in drawn.lowerBound...last {
      let start = vertex == all.lowerBound ? StyleBits.cap(cap) : joined
      let end = vertex + 2 == all.upperBound ? StyleBits.cap(cap) : joined
      stream.addStyleBits(StyleBits.ends(start: start, end: end), toVertex: vertex)
      stream.appendQuad(atVertex: vertex)
    }
  }

  private func canBeThin(_ vertices: Range<Int>, hasCaps: Bool, in stream: ShapeStream) -> Bool {
    guard widthPoints <= thinWidthPoints, join == .round, !hasCaps || cap == .butt else { return false }
    return colors.isOpaque || !hasSharpTurn(vertices, in: stream)
  }

  /// Whether the line turns by more than 40 degrees at any of the inner vertices.
  private func hasSharpTurn(_ vertices: Range<Int>, in stream: ShapeStream) -> Bool {
    var previous: SIMD2<Double>?
    var direction: SIMD2<Double>?
    for vertex in vertices {
      let p = stream.point(vertex)
      defer { previous = p }
      guard let before = previous else { continue }
      let step = p - before
      let length = (step * step).sum().squareRoot()
      guard length > 0 else { continue }
      if let direction, (direction * step).sum() < Self.cosSharp * length { return true }
      direction = step / length
    }
    return false
  }

  private static let cosSharp = cos(40 * Angle.radiansPerDegree)
}
