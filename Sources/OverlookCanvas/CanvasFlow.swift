import OverlookGeometry

/// From which side things are laid out: how the points of what is drawn become points of the view.
struct CanvasFlow: Hashable {
  /// x of the view is `side` * x + `offset`.
  private var side = 1.0
  private var offset = 0.0

  /// Whether left and right are exchanged.
  var isMirrored: Bool { side < 0 }

  /// Exchanges left and right within `rect`, which stays where it is.
  mutating func mirror(in rect: ScreenRect) {
    offset += side * (2 * rect.origin.x + rect.size.width)
    side = -side
  }

  func placed(_ point: ScreenPoint) -> ScreenPoint { ScreenPoint(x: side * point.x + offset, y: point.y) }

  func placed(_ rect: ScreenRect) -> ScreenRect {
    let corner = ScreenPoint(x: isMirrored ? rect.origin.x + rect.size.width : rect.origin.x, y: rect.origin.y)
    return ScreenRect(origin: placed(corner), size: rect.size)
  }

  func placed(_ anchor: TextAnchor) -> TextAnchor {
    switch (isMirrored, anchor.horizontal) {
    case (true, .left): TextAnchor(.right, anchor.vertical)
    case (true, .right): TextAnchor(.left, anchor.vertical)
    default: anchor
    }
  }
}
