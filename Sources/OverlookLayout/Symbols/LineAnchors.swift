import Glibc

typealias LabelPoint = SIMD2<Double>

extension LabelPoint {
  func distance(to other: LabelPoint) -> Double {
    let d = other - self
    return (d.x * d.x + d.y * d.y).squareRoot()
  }

  /// Radians of the way from `other` to here.
  func angle(from other: LabelPoint) -> Double { atan2(y - other.y, x - other.x) }
}

/// A place on a line at which a symbol stands.
struct LineAnchor {
  var point: LabelPoint
  /// Of the line: between its points `segment` and `segment + 1`.
  var segment: Int
}

/// Places for labels along a line, in tile units.
struct LineAnchors {
  /// Tile units between two labels.
  var spacing: Double
  /// Radians that a label may bend within a window.
  var maximumAngle: Double
  /// Of the text, in 24ths of an em; nil without text.
  var textWidth: Float?
  /// In points at size 1; nil without an icon.
  var iconWidth: Float?
  /// Tile units for a 24th of an em.
  var boxScale: Double
  var overscaleFactor: Double

  private static let extent = 8192.0
  private static let glyphSize = 24.0
  /// A tile has no more labels of one line than that, however close the style wants them.
  private static let maximumCount = 5000

  private var shapedLength: Double { Double(max(textWidth ?? 0, iconWidth ?? 0)) }
  private var labelLength: Double { shapedLength * boxScale }
  /// The length over which the bends of a line add up.
  private var angleWindow: Double { textWidth == nil ? 0 : 3.0 / 5.0 * Self.glyphSize * boxScale }

  /// At equal distances along the line, where labels fit; one in the middle when there is no other.
  func anchors(_ line: [LabelPoint]) -> [LineAnchor] {
    guard let first = line.first, line.count > 1 else { return [] }
    let isContinued = first.x == 0 || first.x == Self.extent || first.y == 0 || first.y == Self.extent
    var spacing = max(spacing, 1)
    // A quarter of the spacing at least stays free between labels.
    if spacing - labelLength < spacing / 4 { spacing = labelLength + spacing / 4 }
    // Lines that begin here get some room for those that they meet.
    let offset =
      isContinued
      ? (spacing / 2 * overscaleFactor).truncatingRemainder(dividingBy: spacing)
      : ((shapedLength / 2 + Self.glyphSize * 2) * boxScale * overscaleFactor).truncatingRemainder(dividingBy: spacing)
    let length = Self.length(line)
    let found = resampled(line, length: length, offset: offset, spacing: spacing)
    if !found.isEmpty || isContinued { return found }
    return resampled(line, length: length, offset: length / 2, spacing: spacing)
  }

  /// The middle of the line, if a label fits there.
  func center(_ line: [LabelPoint]) -> LineAnchor? {
    let center = Self.length(line) / 2
    var distance = 0.0
    for index in line.indices.dropLast() {
      let length = line[index].distance(to: line[index + 1])
      if distance + length > center {
        let t = (center - distance) / length
        let point = line[index] + (line[index + 1] - line[index]) * t
        let anchor = LineAnchor(point: point.rounded(.toNearestOrAwayFromZero), segment: index)
        return angleWindow == 0 || isStraightEnough(line, anchor) ? anchor : nil
      }
      distance += length
    }
    return nil
  }

  private func resampled(_ line: [LabelPoint], length: Double, offset: Double, spacing: Double) -> [LineAnchor] {
    var anchors: [LineAnchor] = []
    var distance = 0.0
    var marked = offset - spacing
    for index in line.indices.dropLast() {
      let (a, b) = (line[index], line[index + 1])
      let segment = a.distance(to: b)
      while marked + spacing < distance + segment, anchors.count < Self.maximumCount {
        marked += spacing
        let point = a + (b - a) * ((marked - distance) / segment)
        guard point.x >= 0, point.x < Self.extent, point.y >= 0, point.y < Self.extent, marked - labelLength / 2 >= 0,
          marked + labelLength / 2 <= length
        else { continue }
        let anchor = LineAnchor(point: point.rounded(.toNearestOrAwayFromZero), segment: index)
        if angleWindow == 0 || isStraightEnough(line, anchor) { anchors.append(anchor) }
      }
      distance += segment
    }
    return anchors
  }

  /// Whether the label fits on the line, and no part of it as long as the window bends more than allowed.
  func isStraightEnough(_ line: [LabelPoint], _ anchor: LineAnchor) -> Bool {
    var point = anchor.point
    var index = anchor.segment + 1
    var distance = 0.0
    while distance > -labelLength / 2 {
      index -= 1
      if index < 0 { return false }
      distance -= line[index].distance(to: point)
      point = line[index]
    }
    guard index + 1 < line.count else { return false }
    distance += line[index].distance(to: line[index + 1])
    index += 1

    var corners: [(distance: Double, angle: Double)] = []
    var oldest = 0
    var sum = 0.0
    while distance < labelLength / 2 {
      guard index + 1 < line.count else { return false }
      let turn = line[index - 1].angle(from: line[index]) - line[index].angle(from: line[index + 1])
      let angle = abs((turn + 3 * .pi).truncatingRemainder(dividingBy: 2 * .pi) - .pi)
      corners.append((distance, angle))
      sum += angle
      while distance - corners[oldest].distance > angleWindow {
        sum -= corners[oldest].angle
        oldest += 1
      }
      if sum > maximumAngle { return false }
      distance += line[index].distance(to: line[index + 1])
      index += 1
    }
    return true
  }

  private static func length(_ line: [LabelPoint]) -> Double {
    zip(line, line.dropFirst()).reduce(0) { $0 + $1.0.distance(to: $1.1) }
  }
}

/// Cuts lines to a rectangle.
enum LabelLineClipper {
  /// The parts of the lines within `low ... high`; coordinates are rounded where lines are cut in tiles.
  static func clip(_ lines: [[LabelPoint]], low: LabelPoint, high: LabelPoint, isRounded: Bool = true) -> [[LabelPoint]] {
    var parts: [[LabelPoint]] = []
    for line in lines {
      var part: [LabelPoint] = []
      for (start, end) in zip(line, line.dropFirst()) {
        guard let (a, b) = clip(start, end, low, high, isRounded: isRounded) else { continue }
        if part.last != a {
          if !part.isEmpty { parts.append(part) }
          part = [a]
        }
        part.append(b)
      }
      if !part.isEmpty { parts.append(part) }
    }
    return parts
  }

  /// One side after the other; a line that lies on the upper sides is outside, as in tiles.
  private static func clip(
    _ start: LabelPoint, _ end: LabelPoint, _ low: LabelPoint, _ high: LabelPoint, isRounded: Bool
  ) -> (LabelPoint, LabelPoint)? {
    var (a, b) = (start, end)
    for axis in 0..<2 {
      if a[axis] < low[axis] && b[axis] < low[axis] { return nil }
      if a[axis] < low[axis] {
        a = cut(a, b, axis, low[axis], isRounded)
      } else if b[axis] < low[axis] {
        b = cut(a, b, axis, low[axis], isRounded)
      }
    }
    for axis in 0..<2 {
      if a[axis] >= high[axis] && b[axis] >= high[axis] { return nil }
      if a[axis] >= high[axis] {
        a = cut(a, b, axis, high[axis], isRounded)
      } else if b[axis] >= high[axis] {
        b = cut(a, b, axis, high[axis], isRounded)
      }
    }
    return (a, b)
  }

  private static func cut(_ a: LabelPoint, _ b: LabelPoint, _ axis: Int, _ value: Double, _ isRounded: Bool) -> LabelPoint {
    var point = a + (b - a) * ((value - a[axis]) / (b[axis] - a[axis]))
    if isRounded { point = point.rounded(.toNearestOrAwayFromZero) }
    point[axis] = value
    return point
  }
}
