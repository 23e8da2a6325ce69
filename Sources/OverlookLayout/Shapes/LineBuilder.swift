import Glibc

/// How a line is drawn where it bends and where it ends.
struct LineShape {
  enum Join {
    case miter, bevel, round
  }

  enum Cap {
    case butt, square, round
  }

  var join = Join.miter
  var cap = Cap.butt
  /// A miter longer than this many half widths is cut off.
  var miterLimit = 2.0
  /// A round join whose miter were shorter than this is drawn as one.
  var roundLimit = 1.05
}

/// Makes triangles of lines. Each point of a line becomes two vertices or more, which carry the way from the line to its side
/// rather than a width, so that the same triangles serve all widths.
struct LineBuilder {
  /// What is kept besides the corners.
  struct Extras: OptionSet {
    let rawValue: Int
    static let rows = Extras(rawValue: 1)
    static let distances = Extras(rawValue: 2)
    static let progress = Extras(rawValue: 4)
  }

  private(set) var vertices: [LineVertex] = []
  private(set) var distances: [Float] = []
  private(set) var progress: [SIMD2<Float>] = []
  private(set) var clips: [SIMD2<Double>] = []
  private(set) var longestLine = 0.0
  private(set) var rows: [UInt32] = []
  private(set) var triangles: [UInt32] = []

  let extras: Extras
  /// Whether anybody asks how far along its line a vertex lies.
  private let isMeasured: Bool
  /// How far from a sharp corner a vertex is added, in tile units, so that what is drawn along the line bends near the corner
  /// only.
  private let sharpCornerOffset: Double

  // Of the line at hand.
  private var points: [SIMD2<Double>] = []
  private var clip = -1
  private var lineLength = 0.0
  private var distance = 0.0
  /// The last vertices of either side, when there are such.
  private var hasSides = false
  private var previousLeft: UInt32 = 0
  private var previousRight: UInt32 = 0

  /// Points of the screen.
  private static let sharpCornerPoints = 15.0
  /// Of an angle of 75 degrees.
  private static let cosHalfSharpCorner = cos(75.0 / 2 * .pi / 180)
  private static let degreesPerTriangle = 20.0

  /// `overscaleFactor`: how many times wider than its zoom asks for the tile is shown.
  /// - Parameter pointCount: Of all lines that will be added, about.
  init(extras: Extras, overscaleFactor: Double, pointCount: Int) {
    self.extras = extras
    isMeasured = !extras.isDisjoint(with: [.distances, .progress])
    vertices.reserveCapacity(2 * pointCount)
    if extras.contains(.rows) { rows.reserveCapacity(2 * pointCount) }
    if extras.contains(.distances) { distances.reserveCapacity(2 * pointCount) }
    triangles.reserveCapacity(6 * pointCount)
    let unitsPerPoint = Double(FeatureLayer.extent) / (512 * overscaleFactor)
    sharpCornerOffset = overscaleFactor <= 16 ? Self.sharpCornerPoints * unitsPerPoint : 0
  }

  /// Adds a feature's lines or the edges of its polygons. `clip` is the part of a whole line that its only line is.
  mutating func add(
    _ features: FeatureLayer, _ feature: Feature, row: UInt32, shape: LineShape, clip: SIMD2<Double>? = nil
  ) {
    self.clip = clip.map { number(of: $0) } ?? -1
    for part in feature.parts {
      points.removeAll(keepingCapacity: true)
      let range = features.points(ofPart: part)
      let coordinates = features.coordinates
      let line = coordinates.span.extracting((2 * range.lowerBound)..<(2 * range.upperBound))
      var before = SIMD2<Double>(repeating: .infinity)
      for index in stride(from: 0, to: line.count - 1, by: 2) {
        let place = SIMD2(Double(line[index]), Double(line[index + 1]))
        if place != before { points.append(place) }
        before = place
      }
      let isRing = feature.kind == .polygon
      if isRing, let first = points.first, points.last == first { points.removeLast() }
      guard points.count >= (isRing ? 3 : 2) else { continue }
      if isRing { points.append(points[0]) }
      addLine(isRing: isRing, shape)
    }
    if extras.contains(.rows) { rows.append(contentsOf: repeatElement(row, count: vertices.count - rows.count)) }
  }

  private mutating func number(of clip: SIMD2<Double>) -> Int {
    if let known = clips.lastIndex(of: clip) { return known }
    clips.append(clip)
    return clips.count - 1
  }
}

// MARK: - One line

extension LineBuilder {
  /// What a point of a line is to its neighbours.
  private struct Corner {
    var point: SIMD2<Double>
    /// Left of the way to the point, and of the way on from it; of length 1.
    var normalBefore: SIMD2<Double>
    var normalAfter: SIMD2<Double>
    var hasBefore: Bool
    var hasAfter: Bool
    /// Halfway between the normals, of length 1; zero where the line turns back on itself.
    var joinNormal: SIMD2<Double>
    var cosAngle: Double
    var cosHalfAngle: Double
    /// Of the line's half width; infinite where it turns back.
    var miterLength: Double
    var turnsLeft: Bool

    @inline(__always)
    init(_ point: SIMD2<Double>, _ normalBefore: SIMD2<Double>, _ normalAfter: SIMD2<Double>, hasBefore: Bool, hasAfter: Bool) {
      self.point = point
      self.normalBefore = normalBefore
      self.normalAfter = normalAfter
      self.hasBefore = hasBefore
      self.hasAfter = hasAfter
      let sum = normalBefore + normalAfter
      joinNormal = sum == .zero ? .zero : sum / magnitude(sum)
      cosAngle = dotProduct(normalBefore, normalAfter)
      cosHalfAngle = dotProduct(joinNormal, normalAfter)
      miterLength = cosHalfAngle != 0 ? 1 / cosHalfAngle : .infinity
      turnsLeft = normalBefore.x * normalAfter.y - normalBefore.y * normalAfter.x > 0
    }
  }

  private enum CornerKind {
    case miter, bevel, flippedBevel, fan, butt, square, round
  }

  private mutating func addLine(isRing: Bool, _ shape: LineShape) {
    measure()
    hasSides = false
    distance = 0
    let count = points.count
    // A ring begins and ends in a corner, not in caps.
    var before = points[isRing ? count - 2 : 0]
    var normalBefore = isRing ? Self.normal(from: before, to: points[0]) : Self.normal(from: before, to: points[1])
    for index in 0..<count {
      let point = points[index]
      let (hasBefore, hasAfter) = (isRing || index > 0, isRing || index + 1 < count)
      let after = points[index + 1 < count ? index + 1 : 1]
      let normalAfter = hasAfter ? Self.normal(from: point, to: after) : normalBefore
      let corner = Corner(point, normalBefore, normalAfter, hasBefore: hasBefore, hasAfter: hasAfter)
      let isSharp = corner.cosHalfAngle < Self.cosHalfSharpCorner && hasBefore && hasAfter
      if isSharp, index > 0, let near = nearSharpCorner(point, towards: before) {
        if isMeasured { distance += distanceBetween(before, near) }
        addPair(near, corner.normalBefore, 0, 0)
        before = near
      }
      // Of a ring the edge that closes it comes first.
      if isMeasured, hasBefore { distance += distanceBetween(before, point) }
      add(corner, kind(of: corner, isRing: isRing, shape))
      before = point
      if isSharp, index + 1 < count, let near = nearSharpCorner(point, towards: after) {
        if isMeasured { distance += distanceBetween(point, near) }
        addPair(near, corner.normalAfter, 0, 0)
        before = near
      }
      normalBefore = normalAfter
    }
  }

  private mutating func measure() {
    guard clip >= 0 else { return }
    lineLength = 0
    for index in 1..<points.count { lineLength += distanceBetween(points[index - 1], points[index]) }
    longestLine = max(longestLine, lineLength)
  }

  /// A place on the way from a sharp corner to a neighbour, on whole units; nil when the neighbour itself is near.
  private func nearSharpCorner(_ corner: SIMD2<Double>, towards neighbour: SIMD2<Double>) -> SIMD2<Double>? {
    let way = neighbour - corner
    let wayLength = magnitude(way)
    guard wayLength > 2 * sharpCornerOffset else { return nil }
    let step = way * (sharpCornerOffset / wayLength)
    return corner + SIMD2(step.x.rounded(), step.y.rounded())
  }

  private func kind(of corner: Corner, isRing: Bool, _ shape: LineShape) -> CornerKind {
    guard corner.hasBefore, corner.hasAfter else {
      if isRing { return .butt }
      switch shape.cap {
      case .butt: return .butt
      case .square: return .square
      case .round: return .round
      }
    }
    let miter = corner.miterLength
    // Bevels as flat as this cannot be told from miters.
    let limit = shape.join == .bevel ? 1.05 : shape.miterLimit
    switch shape.join {
    case .round:
      if miter >= shape.roundLimit { return miter <= 2 ? .fan : .round }
      return cutMiter(miter, limit)
    case .miter: return cutMiter(miter, limit)
    case .bevel: return miter < limit ? .miter : (miter > 2 ? .flippedBevel : .bevel)
    }
  }

  private func cutMiter(_ miter: Double, _ limit: Double) -> CornerKind {
    if miter <= limit { return .miter }
    return miter > 2 ? .flippedBevel : .bevel
  }

  private mutating func add(_ corner: Corner, _ kind: CornerKind) {
    switch kind {
    case .miter: addPair(corner.point, corner.joinNormal * corner.miterLength, 0, 0)
    case .flippedBevel: addFlippedBevel(corner)
    case .bevel, .fan: addBevel(corner, isFan: kind == .fan)
    case .butt: addPair(corner.point, corner.joinNormal, 0, 0)
    case .square:
      let along = corner.hasBefore ? 1.0 : -1
      addPair(corner.point, corner.joinNormal, along, along)
    case .round:
      if corner.hasBefore {
        addPair(corner.point, corner.normalBefore, 0, 0)
        addPair(corner.point, corner.normalBefore, 1, 1, isRound: true)
      }
      if corner.hasAfter {
        addPair(corner.point, corner.normalAfter, -1, -1, isRound: true)
        addPair(corner.point, corner.normalAfter, 0, 0)
      }
    }
  }

  /// Of a corner so sharp that the triangles of both ways would reach past each other: the band is twisted there, so that its
  /// outer edge is cut straight.
  private mutating func addFlippedBevel(_ corner: Corner) {
    guard corner.miterLength <= 100 else {
      addPair(corner.point, corner.normalAfter * -1, 0, 0)
      addPair(corner.point, corner.normalAfter, 0, 0)
      return
    }
    let bevel =
      corner.miterLength * magnitude(corner.normalBefore + corner.normalAfter)
      / magnitude(corner.normalBefore - corner.normalAfter)
    let side = SIMD2(-corner.joinNormal.y, corner.joinNormal.x) * (bevel * (corner.turnsLeft ? -1 : 1))
    addPair(corner.point, side, 0, 0)
    addPair(corner.point, side * -1, 0, 0)
  }

  /// Both ways end at the inner side of the corner; a triangle, or a fan of them, fills the outer one.
  private mutating func addBevel(_ corner: Corner, isFan: Bool) {
    let inner = -(corner.miterLength * corner.miterLength - 1).squareRoot()
    let (left, right) = corner.turnsLeft ? (inner, 0) : (0, inner)
    if corner.hasBefore { addPair(corner.point, corner.normalBefore, left, right) }
    if isFan { addFan(corner) }
    if corner.hasAfter { addPair(corner.point, corner.normalAfter, -left, -right) }
  }

  private mutating func addFan(_ corner: Corner) {
    let angle = 2 * (2 - 2 * corner.cosHalfAngle).squareRoot()
    let steps = (angle * 180 / .pi / Self.degreesPerTriangle).rounded()
    guard steps >= 2, steps < 32 else { return }
    var step = 1.0
    while step < steps {
      let turned = Self.slerp(step / steps, corner.cosAngle)
      let direction = corner.normalBefore + (corner.normalAfter - corner.normalBefore) * turned
      let size = magnitude(direction)
      if size > 0 {
        addFanVertex(corner.point, direction / size * (corner.turnsLeft ? -1 : 1), isRight: corner.turnsLeft)
      }
      step += 1
    }
  }

  /// The part of the chord between two directions above which the part `t` of their angle lies. A fit
  /// of the exact formula with sines, good to a few thousandths (V. Agafonkin, "Approximating geometric slerp").
  private static func slerp(_ t: Double, _ cosine: Double) -> Double {
    if t == 0.5 { return t }
    let middle = t - 0.5
    let a = 1.0904 + cosine * (-3.2452 + cosine * (3.55645 - cosine * 1.43519))
    let b = 0.848013 + cosine * (-1.06021 + cosine * 0.215638)
    return t + t * middle * (t - 1) * (a * middle * middle + b)
  }

  /// Both sides of the line at a place, moved along it by `left` and `right` half widths.
  private mutating func addPair(
    _ point: SIMD2<Double>, _ normal: SIMD2<Double>, _ left: Double, _ right: Double, isRound: Bool = false
  ) {
    let along = SIMD2(normal.y, -normal.x)
    let (leftVertex, rightVertex) = (nextVertex, nextVertex &+ 1)
    vertices.append(Self.vertex(point, normal + along * left, isRound: isRound, isRight: false, along: left))
    vertices.append(Self.vertex(point, along * right - normal, isRound: isRound, isRight: true, along: -right))
    if isMeasured { addMeasures(count: 2) }
    if hasSides {
      addTriangle(previousLeft, leftVertex, previousRight)
      addTriangle(leftVertex, rightVertex, previousRight)
    }
    (previousLeft, previousRight, hasSides) = (leftVertex, rightVertex, true)
  }

  /// A corner of a fan, between two pairs.
  private mutating func addFanVertex(_ point: SIMD2<Double>, _ extrude: SIMD2<Double>, isRight: Bool) {
    let vertex = nextVertex
    vertices.append(Self.vertex(point, extrude, isRound: false, isRight: isRight, along: 0))
    if isMeasured { addMeasures(count: 1) }
    if hasSides { addTriangle(previousLeft, vertex, previousRight) }
    // Strips and fans alike go on from the last vertex of either side.
    if isRight { previousRight = vertex } else { previousLeft = vertex }
  }

  @inline(__always)
  private mutating func addTriangle(_ a: UInt32, _ b: UInt32, _ c: UInt32) {
    triangles.append(a)
    triangles.append(b)
    triangles.append(c)
  }

  private var nextVertex: UInt32 { UInt32(clamping: vertices.count) }

  @inline(__always)
  private static func vertex(
    _ point: SIMD2<Double>, _ extrude: SIMD2<Double>, isRound: Bool, isRight: Bool, along: Double
  ) -> LineVertex {
    let scaled = extrude * LineVertex.extrudeScale
    return LineVertex(
      position: SIMD2(whole(point.x), whole(point.y)), extrude: SIMD2(whole(scaled.x), whole(scaled.y)),
      round: isRound ? 1 : 0, side: isRight ? 2 : 0, direction: along == 0 ? 1 : (along < 0 ? 0 : 2))
  }

  /// How far along the line the last vertices lie.
  private mutating func addMeasures(count: Int) {
    // In steps of two units, as dashes and patterns are placed elsewhere too.
    let stepped = Float((distance / 2).rounded(.down) * 2)
    let part = clip >= 0 && lineLength > 0 ? distance / lineLength : 0
    for _ in 0..<count {
      if extras.contains(.distances) { distances.append(stepped) }
      if extras.contains(.progress) { progress.append(SIMD2(Float(part), Float(max(clip, 0)))) }
    }
  }

  private static func normal(from a: SIMD2<Double>, to b: SIMD2<Double>) -> SIMD2<Double> {
    let way = b - a
    return SIMD2(-way.y, way.x) / magnitude(way)
  }

  /// The nearest whole number, halves away from zero; 0 for what is no number.
  @inline(__always)
  private static func whole(_ value: Double) -> Int16 {
    let kept = min(max(value, -32_768), 32_767)
    return Int16(truncatingIfNeeded: Int32(kept.isNaN ? 0 : kept + (kept < 0 ? -0.5 : 0.5)))
  }
}

private func dotProduct(_ a: SIMD2<Double>, _ b: SIMD2<Double>) -> Double { a.x * b.x + a.y * b.y }
private func magnitude(_ v: SIMD2<Double>) -> Double { (v.x * v.x + v.y * v.y).squareRoot() }
private func distanceBetween(_ a: SIMD2<Double>, _ b: SIMD2<Double>) -> Double { magnitude(b - a) }
