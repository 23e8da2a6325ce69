import OverlookGeometry

/// Where the two contents of a `SplitContent` lie in its window, in points, and what is taken for the bar or the frame between them.
struct SplitLayout {
  typealias Side = SplitContent.Side

  /// What a press between the contents moves.
  enum Handle: Hashable {
    /// The bar, or the frame's edges towards the middle of the window: how much of it the second has.
    case share
    /// The frame's edges along the window's: in which corner the inset lies.
    case corner
  }

  /// Points of the bar, and of what beside it is taken for it.
  static let (barPoints, reachPoints) = (6.0, 3.0)
  /// Of the frame around an inset, between it and the window's edges, and of the corner that it is held by.
  static let (framePoints, marginPoints, gripPoints) = (2.0, 12.0, 16.0)
  /// Of an inset, where the window has them.
  static let leastInset = ScreenSize(width: 160, height: 110)

  var size: ScreenSize
  var pixelsPerPoint: Double
  var arrangement: SplitContent.Arrangement
  var share: Double
  var insetShare: Double
  var corner: SplitContent.Corner
  var insetSide: Side

  func rect(of side: Side) -> ScreenRect {
    let edge = edges
    switch (arrangement, side) {
    case (.beside, .first): return ScreenRect(x: 0, y: 0, width: edge.end, height: size.height)
    case (.beside, .second): return ScreenRect(x: edge.start, y: 0, width: max(size.width - edge.start, 0), height: size.height)
    case (.stacked, .first): return ScreenRect(x: 0, y: 0, width: size.width, height: edge.end)
    case (.stacked, .second): return ScreenRect(x: 0, y: edge.start, width: size.width, height: max(size.height - edge.start, 0))
    case (.inset, insetSide): return inset
    case (.inset, _): return ScreenRect(x: 0, y: 0, width: size.width, height: size.height)
    }
  }

  /// The bar; of an inset all that it and its frame cover.
  var bar: ScreenRect {
    let (end, start) = edges
    switch arrangement {
    case .beside: return ScreenRect(x: end, y: 0, width: start - end, height: size.height)
    case .stacked: return ScreenRect(x: 0, y: end, width: size.width, height: start - end)
    case .inset: return Self.grown(inset, by: Self.framePoints)
    }
  }

  /// The content at a point; nil between both.
  func side(at point: ScreenPoint) -> Side? {
    if arrangement == .inset {
      guard Self.grown(inset, by: Self.framePoints + Self.reachPoints).contains(point) else { return otherSide }
      return inset.contains(point) && !grip.contains(point) ? insetSide : nil
    }
    let (place, start, end) =
      arrangement == .beside
      ? (point.x, bar.origin.x, bar.origin.x + bar.size.width) : (point.y, bar.origin.y, bar.origin.y + bar.size.height)
    if place < start - Self.reachPoints { return .first }
    return place >= end + Self.reachPoints ? .second : nil
  }

  /// What a press at a point between both moves.
  func handle(at point: ScreenPoint) -> Handle {
    guard arrangement == .inset else { return .share }
    let place = inset
    let isAtWindowsSide =
      corner.isLeft ? point.x <= place.origin.x : point.x >= place.origin.x + place.size.width
    let isAtWindowsEnd = corner.isTop ? point.y <= place.origin.y : point.y >= place.origin.y + place.size.height
    return isAtWindowsSide || isAtWindowsEnd ? .corner : .share
  }

  /// The share that a pointer at a place of the bar asks for; nil where there is no room to divide.
  func share(at point: ScreenPoint) -> Double? {
    let (place, length) = arrangement == .beside ? (point.x, size.width) : (point.y, size.height)
    return length > Self.barPoints ? (place - Self.barPoints / 2) / (length - Self.barPoints) : nil
  }

  /// The share that an inset has when a pointer drags its free corner: what of the way lies along the window's diagonal counts.
  func insetShare(draggedFrom start: ScreenPoint, to end: ScreenPoint, with share: Double) -> Double? {
    let square = size.width * size.width + size.height * size.height
    guard square > 0 else { return nil }
    let (right, down) = ((end.x - start.x) * (corner.isLeft ? 1 : -1), (end.y - start.y) * (corner.isTop ? 1 : -1))
    return share + (right * size.width + down * size.height) / square
  }

  /// The corner of the window that a point is nearest to.
  func corner(nearest point: ScreenPoint) -> SplitContent.Corner {
    SplitContent.Corner(isLeft: point.x < size.width / 2, isTop: point.y < size.height / 2)
  }

  /// The free corner of an inset, by which it is made larger and smaller.
  var grip: ScreenRect {
    let place = inset
    let side = min(Self.gripPoints, place.size.width, place.size.height)
    return ScreenRect(
      x: corner.isLeft ? place.origin.x + place.size.width - side : place.origin.x,
      y: corner.isTop ? place.origin.y + place.size.height - side : place.origin.y, width: side, height: side)
  }

  /// What lies in both of two rectangles; nil for nothing.
  static func shared(_ a: ScreenRect, _ b: ScreenRect) -> ScreenRect? {
    let (left, top) = (max(a.origin.x, b.origin.x), max(a.origin.y, b.origin.y))
    let right = min(a.origin.x + a.size.width, b.origin.x + b.size.width)
    let bottom = min(a.origin.y + a.size.height, b.origin.y + b.size.height)
    return left < right && top < bottom ? ScreenRect(x: left, y: top, width: right - left, height: bottom - top) : nil
  }

  private var otherSide: Side { insetSide == .first ? .second : .first }

  /// At whole pixels.
  private var inset: ScreenRect {
    func length(_ whole: Double, atLeast least: Double) -> Double {
      snapped(min(max(whole * insetShare, least), max(whole - 2 * Self.marginPoints, 0)))
    }
    let (width, height) = (
      length(size.width, atLeast: Self.leastInset.width), length(size.height, atLeast: Self.leastInset.height)
    )
    let margin = Self.marginPoints
    return ScreenRect(
      x: snapped(corner.isLeft ? min(margin, size.width) : max(size.width - margin - width, 0)),
      y: snapped(corner.isTop ? min(margin, size.height) : max(size.height - margin - height, 0)), width: width, height: height)
  }

  /// Where the first ends and the second starts, at whole pixels.
  private var edges: (end: Double, start: Double) {
    let length = arrangement == .beside ? size.width : size.height
    let end = snapped(max((length - Self.barPoints) * share, 0))
    return (end, min(end + snapped(Self.barPoints), length))
  }

  private func snapped(_ points: Double) -> Double { (points * pixelsPerPoint).rounded() / pixelsPerPoint }

  private static func grown(_ rect: ScreenRect, by points: Double) -> ScreenRect {
    ScreenRect(
      x: rect.origin.x - points, y: rect.origin.y - points, width: rect.size.width + 2 * points,
      height: rect.size.height + 2 * points)
  }
}
