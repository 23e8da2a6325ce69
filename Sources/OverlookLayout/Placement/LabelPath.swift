import Glibc

/// Places glyphs along a line in the label plane.
struct LabelPath {
  struct Placed {
    var point: LabelPoint
    /// Radians.
    var angle: Double
    /// From the anchor to the glyph, where asked for.
    var path: [LabelPoint] = []
  }

  enum Outcome {
    /// They are in `placed`.
    case glyphs
    case noRoom
    case needsFlip
    case useVertical
  }

  private let projection: SymbolProjection
  private let line: ArraySlice<SIMD2<Float>>
  private let anchor: LabelPoint
  private let segment: Int
  private let anchorPoint: LabelPoint
  /// What is used again for the next label.
  private(set) var memory = Memory()

  /// Arrays that a path fills.
  struct Memory {
    /// Points of the line in the label plane, as far as they were needed.
    fileprivate var projected: [LabelPoint?] = []
    /// Where the ways beside two segments meet.
    fileprivate var corners: [LabelPoint?] = []
    fileprivate var placed: [Placed] = []
  }

  /// The glyphs of the last `glyphs`.
  var placed: [Placed] { memory.placed }

  /// Takes the arrays of `memory`; the path's own `memory` gives them back.
  init(_ projection: SymbolProjection, _ bucket: SymbolBucket, _ run: SymbolRun, reusing memory: inout Memory) {
    self.init(projection, bucket, run)
    swap(&self.memory, &memory)
    self.memory.projected.removeAll(keepingCapacity: true)
    self.memory.corners.removeAll(keepingCapacity: true)
  }

  init(_ projection: SymbolProjection, _ bucket: SymbolBucket, _ run: SymbolRun) {
    self.projection = projection
    line = bucket.linePoints[Int(run.line.lowerBound)..<Int(run.line.upperBound)]
    anchor = LabelPoint(Double(run.anchor.x), Double(run.anchor.y))
    segment = Int(run.segment)
    anchorPoint = projection.labelPlane(anchor).point
  }

  private func tilePoint(_ index: Int) -> LabelPoint {
    let point = line[line.startIndex + index]
    return LabelPoint(Double(point.x), Double(point.y))
  }

  /// The first and the last glyph, with the line's way to them; nil when they do not fit on the line. `offset` is that of the
  /// line.
  mutating func ends(
    first: Double, last: Double, offset: LabelPoint, isFlipped: Bool, keepsPath: Bool = true
  ) -> (first: Placed, last: Placed)? {
    guard let a = place(first, offset, isFlipped: isFlipped, keepsPath: keepsPath),
      let b = place(last, offset, isFlipped: isFlipped, keepsPath: keepsPath)
    else { return nil }
    return (a, b)
  }

  /// All glyphs of a run, at `distances` from the anchor (in the label plane).
  mutating func glyphs(
    _ distances: [Double], offset: LabelPoint, isFlipped: Bool, keepsUpright: Bool, writingMode: WritingMode,
    rotatesToLine: Bool
  ) -> Outcome {
    guard let firstDistance = distances.first, let lastDistance = distances.last else { return .noRoom }
    memory.placed.removeAll(keepingCapacity: true)
    if distances.count > 1 {
      guard
        let ends = ends(first: firstDistance, last: lastDistance, offset: offset, isFlipped: isFlipped, keepsPath: false)
      else { return .noRoom }
      if keepsUpright, !isFlipped {
        let a = ndc(projection.clip(labelPlane: ends.first.point))
        let b = ndc(projection.clip(labelPlane: ends.last.point))
        if let change = change(writingMode, a, b) { return change }
      }
      memory.placed.append(ends.first)
      for distance in distances.dropFirst().dropLast() {
        guard let glyph = place(distance, offset, isFlipped: isFlipped, keepsPath: false) else { return .noRoom }
        memory.placed.append(glyph)
      }
      memory.placed.append(ends.last)
    } else {
      if keepsUpright, !isFlipped, segment + 1 < line.count {
        let end = projection.clip(tilePoint(segment + 1))
        let a = ndc(projection.clip(anchor))
        let b = end.w > 0 ? ndc(end) : ndc(projection.clip(anchor + (anchor - tilePoint(segment + 1)) * -0.01))
        if let change = change(writingMode, a, b) { return change }
      }
      guard let glyph = place(firstDistance, offset, isFlipped: isFlipped, keepsPath: false) else { return .noRoom }
      memory.placed.append(glyph)
    }
    if !rotatesToLine { for index in memory.placed.indices { memory.placed[index].angle = 0 } }
    return .glyphs
  }

  /// In clip space, y up.
  private func ndc(_ clip: SIMD4<Double>) -> LabelPoint { LabelPoint(clip.x / clip.w, clip.y / clip.w) }

  private func change(_ mode: WritingMode, _ first: LabelPoint, _ last: LabelPoint) -> Outcome? {
    if mode == .horizontal {
      let rise = abs(last.y - first.y)
      let run = abs(last.x - first.x) * projection.size.x / projection.size.y
      if rise > run { return .useVertical }
    }
    let isWrong = mode == .vertical ? first.y < last.y : first.x > last.x
    return isWrong ? .needsFlip : nil
  }

  /// A glyph at a distance from the anchor along the line. `offset`: along the line, and to its right.
  private mutating func place(_ distance: Double, _ offset: LabelPoint, isFlipped: Bool, keepsPath: Bool) -> Placed? {
    let along = isFlipped ? distance - offset.x : distance + offset.x
    var direction = along > 0 ? 1 : -1
    var angle = 0.0
    if isFlipped {
      direction = -direction
      angle = .pi
    }
    if direction < 0 { angle += .pi }
    let wanted = abs(along)
    var index = direction > 0 ? segment : segment + 1
    var (current, previous) = (anchorPoint, anchorPoint)
    var (start, way) = (anchorPoint, LabelPoint.zero)
    var joint: LabelPoint?
    var (passed, length) = (0.0, 0.0)
    var path: [LabelPoint] = []
    while passed + length <= wanted {
      index += direction
      guard index >= 0, index < line.count else { return nil }
      passed += length
      previous = current
      let walk = Walk(direction: direction, wanted: wanted, passed: passed, previous: previous)
      current = vertex(index, walk)
      if offset.y == 0 {
        start = previous
        way = current - previous
      } else {
        let tangent =
          current == previous && line.indices.contains(line.startIndex + index + direction)
          ? vertex(index + direction, walk) - current : current - previous
        let normal = Self.normal(tangent, offset.y * Double(direction))
        start = joint ?? previous + normal
        let end = corner(index, current, normal, from: start, offset: offset.y, walk)
        way = end - start
        joint = end
      }
      if keepsPath { path.append(start) }
      length = (way.x * way.x + way.y * way.y).squareRoot()
      guard length.isFinite else { return nil }
    }
    let point = start + way * ((wanted - passed) / length)
    if keepsPath { path.append(point) }
    return Placed(point: point, angle: angle + atan2(current.y - previous.y, current.x - previous.x), path: path)
  }

  /// Where a search along the line stands.
  private struct Walk {
    var direction: Int
    var wanted: Double
    var passed: Double
    var previous: LabelPoint
  }

  /// To the right of a direction by `distance`, y down.
  private static func normal(_ direction: LabelPoint, _ distance: Double) -> LabelPoint {
    let length = (direction.x * direction.x + direction.y * direction.y).squareRoot()
    guard length > 0 else { return .zero }
    return LabelPoint(-direction.y, direction.x) * (distance / length)
  }

  /// A point of the line in the label plane; for one behind the eye another one on the same way, far enough for the glyph.
  private mutating func vertex(_ index: Int, _ walk: Walk) -> LabelPoint {
    while memory.projected.count <= index { memory.projected.append(nil) }
    if let known = memory.projected[index] { return known }
    let point = tilePoint(index)
    let (place, distance) = projection.labelPlane(point)
    if distance > 0 {
      memory.projected[index] = place
      return place
    }
    let before = walk.passed == 0 ? anchor : tilePoint(index - walk.direction)
    let way = point - before
    let length = (way.x * way.x + way.y * way.y).squareRoot()
    guard length > 0 else { return walk.previous }
    let near = projection.labelPlane(before - way / length).point
    let step = walk.previous - near
    let stepLength = (step.x * step.x + step.y * step.y).squareRoot()
    guard stepLength > 0, stepLength.isFinite else { return walk.previous }
    return walk.previous + step * ((walk.wanted - walk.passed + 1) / stepLength)
  }

  /// Where the ways beside two segments meet.
  private mutating func corner(
    _ index: Int, _ current: LabelPoint, _ normal: LabelPoint, from start: LabelPoint, offset: Double, _ walk: Walk
  ) -> LabelPoint {
    while memory.corners.count <= index { memory.corners.append(nil) }
    if let known = memory.corners[index] { return known }
    let end = current + normal
    let nextIndex = index + walk.direction
    var result = end
    if nextIndex >= 0, nextIndex < line.count {
      let next = vertex(nextIndex, walk)
      let nextNormal = Self.normal(next - current, offset * Double(walk.direction))
      result = Self.intersection(start, end, current + nextNormal, next + nextNormal) ?? end
    }
    memory.corners[index] = result
    return result
  }

  /// Of the lines through a, b and through c, d; nil when they never meet.
  private static func intersection(_ a: LabelPoint, _ b: LabelPoint, _ c: LabelPoint, _ d: LabelPoint) -> LabelPoint? {
    let (u, v) = (b - a, d - c)
    let cross = u.x * v.y - u.y * v.x
    guard abs(cross) > 1e-12 else { return nil }
    let t = ((c.x - a.x) * v.y - (c.y - a.y) * v.x) / cross
    return a + u * t
  }
}
