public import OverlookGeometry

/// The view that controls lie in, and how they look there.
public struct ControlArea: Hashable, Sendable {
  /// Of the view, in points.
  public var size: ScreenSize
  /// What the app keeps free at the edges, in points; default none.
  public var insets: EdgeInsets
  /// Light or dark.
  public var theme: InterfaceTheme
  /// Whether movements that only please are left out.
  public var reducesMotion: Bool
  /// Whether left and right are exchanged, for a language that is read from right to left: x counts from the right edge of the view,
  /// and what is said to be at the left lies at the right. The insets are exchanged with them. Default false.
  public var isMirrored = false
  /// What of the view something else covers, an inset in a corner: what belongs into that corner lies beyond it. Nil, the default, for
  /// nothing.
  package var covered: ScreenRect?

  /// A view of `size`.
  public init(size: ScreenSize, insets: EdgeInsets = .zero, theme: InterfaceTheme = .light, reducesMotion: Bool = false) {
    self.size = size
    self.insets = insets
    self.theme = theme
    self.reducesMotion = reducesMotion
  }

  /// The colours of the theme.
  public var palette: Palette { theme == .dark ? .dark : .light }

  /// A point of the view as controls here have it, or back.
  public func placed(_ point: ScreenPoint) -> ScreenPoint {
    isMirrored ? ScreenPoint(x: size.width - point.x, y: point.y) : point
  }

  /// A rectangle of the view as controls here have it, or back.
  public func placed(_ rect: ScreenRect) -> ScreenRect {
    isMirrored
      ? ScreenRect(
        x: size.width - rect.origin.x - rect.size.width, y: rect.origin.y, width: rect.size.width, height: rect.size.height)
      : rect
  }

  /// Insets of the view as controls here have them, or back.
  package func placed(_ insets: EdgeInsets) -> EdgeInsets {
    isMirrored ? EdgeInsets(top: insets.top, left: insets.right, bottom: insets.bottom, right: insets.left) : insets
  }

  /// The view without its insets.
  public var freeRect: ScreenRect {
    ScreenRect(
      x: insets.left, y: insets.top, width: max(size.width - insets.left - insets.right, 0),
      height: max(size.height - insets.top - insets.bottom, 0))
  }
}

/// A place in a view that a control of a given size takes. In a mirrored view left and right are exchanged.
public enum ControlPlacement: Hashable, Sendable {
  /// At these points of the view.
  case at(ScreenPoint)
  /// In a corner of what the insets leave free, so many points from its edges.
  case corner(Corner, x: Double, y: Double)
  /// In the middle of the upper or lower edge, so many points from it.
  case top(y: Double), bottom(y: Double)

  /// The corners of a view.
  public enum Corner: Hashable, Sendable, CaseIterable {
    /// Named by their edges.
    case topLeft, topRight, bottomLeft, bottomRight

    fileprivate var isLeft: Bool { self == .topLeft || self == .bottomLeft }
    fileprivate var isTop: Bool { self == .topLeft || self == .topRight }
  }

  /// Where a control of `size` lies, moved so that its upper left corner is within the view.
  public func rect(of size: ScreenSize, in area: ControlArea) -> ScreenRect {
    let free = freeRect(in: area)
    let right = free.origin.x + free.size.width - size.width
    let bottom = free.origin.y + free.size.height - size.height
    let middle = free.origin.x + (free.size.width - size.width) / 2
    let origin =
      switch self {
      case .at(let point): point
      case .corner(.topLeft, let x, let y): ScreenPoint(x: free.origin.x + x, y: free.origin.y + y)
      case .corner(.topRight, let x, let y): ScreenPoint(x: right - x, y: free.origin.y + y)
      case .corner(.bottomLeft, let x, let y): ScreenPoint(x: free.origin.x + x, y: bottom - y)
      case .corner(.bottomRight, let x, let y): ScreenPoint(x: right - x, y: bottom - y)
      case .top(let y): ScreenPoint(x: middle, y: free.origin.y + y)
      case .bottom(let y): ScreenPoint(x: middle, y: bottom - y)
      }
    return ScreenRect(x: max(origin.x, 0), y: max(origin.y, 0), width: size.width, height: size.height)
  }

  /// What is left in a view for what has this placement: below what covers an upper corner, above what covers a lower one.
  private func freeRect(in area: ControlArea) -> ScreenRect {
    let free = area.freeRect
    guard case .corner(let corner, _, _) = self, let covered = area.covered else { return free }
    let (middle, end) = (covered.middle, covered.origin.y + covered.size.height)
    guard corner.isLeft == (middle.x < area.size.width / 2), corner.isTop == (middle.y < area.size.height / 2) else {
      return free
    }
    let (top, bottom) = (free.origin.y, free.origin.y + free.size.height)
    let (start, stop) = corner.isTop ? (max(top, end), bottom) : (top, min(bottom, covered.origin.y))
    return ScreenRect(x: free.origin.x, y: start, width: free.size.width, height: max(stop - start, 0))
  }
}
