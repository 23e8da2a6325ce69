package import OverlookGeometry

/// A content that another one may lie upon, as an inset does: its controls make room for that, and what it raises lies above it.
@MainActor package protocol CoveredContent: WindowContent {
  /// What of the view something else covers, in points; nil for nothing.
  var coveredRect: ScreenRect? { get set }
  /// What lies above that, in points: menus and sheets that take all presses while they are open.
  var raisedRects: [ScreenRect] { get }
}
