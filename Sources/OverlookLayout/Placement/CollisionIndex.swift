import Glibc
import OverlookCamera
import OverlookGeometry

/// Where a symbol stands.
struct SymbolAnchor {
  /// In tile units.
  var place: SIMD2<Float>
  /// Above the ground, in metres.
  var height: Float = 0
}

/// What becomes of a text that the edge of the view cuts.
enum CutText {
  case shown, hidden
  /// It is shown, and that is told.
  case kept
}

/// What is placed on the screen so far, in points, with a margin around the view so that labels are decided before they are seen.
struct CollisionIndex {
  /// Points around the view.
  static let margin = 100.0
  /// Symbols farther away than this are left out: they would be tiny and many.
  private static let farthestRatio = 0.6
  /// Labels far away keep this many points more around them in a view to the horizon, so that fewer are there, and those the most
  /// important.
  private static let farPadding = 36.0
  /// Degrees of the tilt at which that begins, and at which it is all there.
  private static let thinningTilt = (from: 58.0, to: 75.0)

  struct PlacedBox {
    var low: SIMD2<Float>
    var high: SIMD2<Float>
    var isPlaced = false
    var isOffscreen = false
    /// Whether the edge of the view goes through it; asked only where that matters.
    var isCut = false
  }

  struct PlacedCircles {
    var circles: [SIMD3<Float>] = []
    var isOffscreen = true
    var isHit = false
    var isCut = false
  }

  private(set) var grid: CollisionGrid
  /// What others may lie on, but can be found.
  private(set) var ignored: CollisionGrid
  private let size: SIMD2<Double>
  /// Points by which a box grows for each unit of `perspectiveRatio` that it is farther than the middle of the view.
  private let thinning: Double

  init(_ view: ViewTransform) {
    size = SIMD2(view.size.width, view.size.height)
    let (from, to) = Self.thinningTilt
    let tilted = min(max((view.camera.viewingAngle - from) / (to - from), 0), 1)
    thinning = tilted * Self.farPadding / (1 - Self.farthestRatio)
    let (width, height) = (Float(size.x + 2 * Self.margin), Float(size.y + 2 * Self.margin))
    grid = CollisionGrid(width: width, height: height)
    ignored = CollisionGrid(width: width, height: height)
  }

  /// Where a box around an anchor comes to lie. `shift`: tile units, of texts that stand beside their anchor. `edge`: what becomes of one
  /// that the edge of the view cuts.
  func place(
    _ box: CollisionBox, anchor: SymbolAnchor, _ projection: SymbolProjection, pointsPerUnit: Double,
    overlap: SymbolOptions.Overlap, shift: LabelPoint = .zero, edge: CutText = .shown
  ) -> PlacedBox {
    let (anchor, height) = (LabelPoint(Double(anchor.place.x), Double(anchor.place.y)), anchor.height)
    let (point, distance) = projection.screen(anchor, height: height)
    let ratio = projection.perspectiveRatio(distance: distance)
    var (low, high) = bounds(box, anchor: anchor, at: point, ratio: ratio, projection, pointsPerUnit, shift)
    let padding = max(1 - ratio, 0) * thinning
    low -= padding
    high += padding
    var placed = PlacedBox(low: SIMD2<Float>(low), high: SIMD2<Float>(high))
    placed.isCut = edge != .shown && isCut(low, high)
    guard distance > 0, ratio >= Self.farthestRatio, isInside(low, high), !placed.isCut || edge == .kept else { return placed }
    if overlap != .always, grid.isHit(low: placed.low, high: placed.high, overlap) { return placed }
    placed.isPlaced = true
    placed.isOffscreen = isOffscreen(low, high)
    return placed
  }

  /// The box on the screen, margin included.
  private func bounds(
    _ box: CollisionBox, anchor: LabelPoint, at point: LabelPoint, ratio: Double, _ projection: SymbolProjection,
    _ pointsPerUnit: Double, _ shift: LabelPoint
  ) -> (low: LabelPoint, high: LabelPoint) {
    var base = point + Self.margin
    var scale = pointsPerUnit * ratio
    var angle = 0.0
    if projection.pitchesWithMap {
      base = anchor
      // From the size at the tile's own zoom to the one at the view's, in tile units.
      scale = pointsPerUnit * projection.unitsPerPoint
      if !projection.rotatesWithMap { angle = -projection.angle }
    } else if projection.rotatesWithMap {
      angle = projection.eastAngle(anchor)
    }
    let (sine, cosine) = (sin(angle), cos(angle))
    let (low, high) = (LabelPoint(Double(box.low.x), Double(box.low.y)), LabelPoint(Double(box.high.x), Double(box.high.y)))
    let middle = (low + high) / 2
    let offsets = [
      low, LabelPoint(middle.x, low.y), LabelPoint(high.x, low.y), LabelPoint(high.x, middle.y), high,
      LabelPoint(middle.x, high.y), LabelPoint(low.x, high.y), LabelPoint(low.x, middle.y),
    ]
    var (least, most) = (LabelPoint(repeating: .infinity), LabelPoint(repeating: -.infinity))
    for offset in offsets {
      let moved = (offset + shift) * scale
      var corner = base + LabelPoint(moved.x * cosine - moved.y * sine, moved.x * sine + moved.y * cosine)
      if projection.pitchesWithMap { corner = projection.screen(corner).point + Self.margin }
      least = pointwiseMin(least, corner)
      most = pointwiseMax(most, corner)
    }
    return (least, most)
  }

  /// Circles along the line that a text lies on. `distances`: of its first and last glyph from the anchor, in points at size 1 of
  /// a 24th em.
  func placeCircles(
    _ bucket: SymbolBucket, _ run: SymbolRun, fontSize: Double, diameter: Double, padding: Double,
    _ projection: SymbolProjection, overlap: SymbolOptions.Overlap, edge: CutText
  ) -> PlacedCircles {
    var result = PlacedCircles()
    let anchor = LabelPoint(Double(run.anchor.x), Double(run.anchor.y))
    let ratio = projection.perspectiveRatio(distance: projection.screen(anchor).distance)
    let scale = (projection.pitchesWithMap ? fontSize / ratio : fontSize * ratio) / 24
    guard let first = bucket.quads[safe: run.quads.lowerBound], let last = bucket.quads[safe: run.quads.upperBound - 1] else {
      return result
    }
    var path = LabelPath(projection, bucket, run)
    let offset = LabelPoint(Double(run.lineOffset.x), Double(run.lineOffset.y)) * scale
    guard
      let ends = path.ends(
        first: Double(first.glyphOffset) * scale, last: Double(last.glyphOffset) * scale, offset: offset, isFlipped: false)
    else { return result }
    let radius = diameter * 0.5 * ratio + padding
    var line: [LabelPoint] = []
    // The ways to both ends begin at the anchor, which is none of the line's points.
    for point in ends.first.path.dropFirst().reversed() + ends.last.path.dropFirst() {
      let (place, distance) = projection.screen(labelPlane: point)
      guard distance > 0 else { return result }
      line.append(place)
    }
    let limit = size + Self.margin
    var isInGrid = false
    var (least, most) = (LabelPoint(repeating: .infinity), LabelPoint(repeating: -.infinity))
    for part in Self.visibleParts(line, limit: limit) {
      for point in CirclePath(part, padding: radius * 0.25).centers(radius: radius) {
        let center = point + Self.margin
        let circle = SIMD3(Float(center.x), Float(center.y), Float(radius))
        result.circles.append(circle)
        (least, most) = (pointwiseMin(least, center - radius), pointwiseMax(most, center + radius))
        result.isOffscreen = result.isOffscreen && isOffscreen(center - radius, center + radius)
        isInGrid = isInGrid || isInside(center - radius, center + radius)
        if overlap != .always, grid.isHit(center: SIMD2(circle.x, circle.y), radius: circle.z, overlap) {
          return PlacedCircles(circles: [], isOffscreen: false, isHit: true)
        }
      }
    }
    result.isCut = edge != .shown && isCut(least, most)
    if !isInGrid || ratio < Self.farthestRatio || (result.isCut && edge != .kept) { result.circles = [] }
    return result
  }

  private static func visibleParts(_ line: [LabelPoint], limit: LabelPoint) -> [[LabelPoint]] {
    guard let first = line.first else { return [] }
    let least = line.dropFirst().reduce(first) { pointwiseMin($0, $1) }
    let most = line.dropFirst().reduce(first) { pointwiseMax($0, $1) }
    if least.x >= -margin, least.y >= -margin, most.x <= limit.x, most.y <= limit.y { return [line] }
    if most.x < -margin || most.y < -margin || least.x > limit.x || least.y > limit.y { return [] }
    return LabelLineClipper.clip([line], low: LabelPoint(-margin, -margin), high: limit, isRounded: true)
  }

  mutating func insert(
    _ box: PlacedBox, _ overlap: SymbolOptions.Overlap, isIgnored: Bool, owner: CollisionGrid.Owner?
  ) {
    let shape = CollisionGrid.Shape(low: box.low, high: box.high, radius: 0, overlap: overlap, owner: owner)
    if isIgnored { ignored.insert(shape) } else { grid.insert(shape) }
  }

  mutating func insert(
    _ circles: PlacedCircles, _ overlap: SymbolOptions.Overlap, isIgnored: Bool, owner: CollisionGrid.Owner?
  ) {
    for circle in circles.circles {
      let center = SIMD2(circle.x, circle.y)
      let shape = CollisionGrid.Shape(
        low: center - circle.z, high: center + circle.z, radius: circle.z, overlap: overlap, owner: owner)
      if isIgnored { ignored.insert(shape) } else { grid.insert(shape) }
    }
  }

  private func isOffscreen(_ low: LabelPoint, _ high: LabelPoint) -> Bool {
    high.x < Self.margin || low.x >= size.x + Self.margin || high.y < Self.margin || low.y > size.y + Self.margin
  }

  /// Whether the edge of the view goes through it.
  private func isCut(_ low: LabelPoint, _ high: LabelPoint) -> Bool {
    let (first, last) = (LabelPoint(repeating: Self.margin), size + Self.margin)
    let touches = high.x > first.x && high.y > first.y && low.x < last.x && low.y < last.y
    return touches && (low.x < first.x || low.y < first.y || high.x > last.x || high.y > last.y)
  }

  private func isInside(_ low: LabelPoint, _ high: LabelPoint) -> Bool {
    high.x >= 0 && low.x < size.x + 2 * Self.margin && high.y >= 0 && low.y < size.y + 2 * Self.margin
  }
}

/// Places for circles along a line, a little shorter than it at both ends.
private struct CirclePath {
  private let points: [LabelPoint]
  private let distances: [Double]
  private let padding: Double
  private let length: Double
  private let paddedLength: Double

  init(_ points: [LabelPoint], padding: Double) {
    self.points = points
    var distances = [0.0]
    for (a, b) in zip(points, points.dropFirst()) { distances.append(distances[distances.count - 1] + a.distance(to: b)) }
    self.distances = distances
    length = distances[distances.count - 1]
    self.padding = min(padding, length * 0.5)
    paddedLength = length - self.padding * 2
  }

  func centers(radius: Double) -> [LabelPoint] {
    guard points.count > 1 else { return [] }
    // Neighbours may lie a little more than a diameter apart.
    let spacing = radius * 2.5
    let wanted = length <= 0.5 * radius ? 1 : (paddedLength / spacing).rounded(.up) + 1
    let count = Int(min(max(wanted, 1), 1000))
    return (0..<count).map { at(Double($0) / Double(max(count - 1, 1))) }
  }

  private func at(_ t: Double) -> LabelPoint {
    let distance = min(max(t, 0), 1) * paddedLength + padding
    var index = 1
    while index < distances.count - 1, distances[index] < distance { index += 1 }
    let segment = distances[index] - distances[index - 1]
    let part = segment > 0 ? (distance - distances[index - 1]) / segment : 0
    return points[index - 1] + (points[index] - points[index - 1]) * part
  }
}

extension Array {
  subscript(safe index: Int32) -> Element? { indices.contains(Int(index)) ? self[Int(index)] : nil }
}
