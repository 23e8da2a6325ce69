import OverlookGeometry
import OverlookInput

/// The window as one of the contents of a `SplitContent` sees it: the pointer is its own only while it is over it.
@MainActor final class SplitHost: WindowHost {
  private weak var split: SplitContent?
  private let side: SplitContent.Side

  init(_ split: SplitContent, _ side: SplitContent.Side) {
    self.split = split
    self.side = side
  }

  func toggleFullscreen() { split?.host?.toggleFullscreen() }
  func requestClose() { split?.host?.requestClose() }
  func setCursor(_ cursor: PointerCursor) { split?.setCursor(cursor, of: side) }

  var clipboardText: String? {
    get { split?.host?.clipboardText }
    set { split?.host?.clipboardText = newValue }
  }
}

extension SplitHost: WindowPlace {
  private var place: (any WindowPlace)? { split?.host as? any WindowPlace }

  /// The window's, moved to where the content lies in it.
  var screenOrigin: ScreenPoint {
    guard let place, let split else { return ScreenPoint(x: 0, y: 0) }
    let (window, pane) = (place.screenOrigin, split.rect(of: side)?.origin ?? ScreenPoint(x: 0, y: 0))
    return ScreenPoint(x: window.x + pane.x, y: window.y + pane.y)
  }

  /// While the window has the keyboard and keys go to this content.
  var hasKeyboard: Bool { split?.keyboardSide == side && place?.hasKeyboard != false }
}
