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
