/// A part that takes the clicks on the map while it is active: one at a time does.
@MainActor protocol ViewerTool: AnyObject {
  /// Gives the clicks back to the map.
  func endTool()
}

extension ViewerWindow {
  /// Ends every tool but one that begins.
  func endTools(but tool: any ViewerTool) {
    for case let other as any ViewerTool in parts where other !== tool { other.endTool() }
  }
}
