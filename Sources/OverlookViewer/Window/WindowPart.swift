import Overlook
import OverlookInput
import OverlookSupport

/// What belongs to the window itself: moving the view by commands, undoing, pasting, closing.
@MainActor final class WindowPart: ViewerPart, MapViewDelegate {
  private weak var window: ViewerWindow?

  func didAttach(to window: ViewerWindow) { self.window = window }

  var commands: [ViewerCommand] { window.map { edits($0) + views($0) + ends($0) } ?? [] }

  private func edits(_ window: ViewerWindow) -> [ViewerCommand] {
    let undo = window.undo
    return [
      ViewerCommand(
        name: "edit.undo", section: .edit,
        title: { undo.done.last.map { localized("Undo {what}", ["what": $0.title]) } ?? localized("Undo") },
        keys: [KeyChord(key: .z, modifiers: .control)], isEnabled: { !undo.done.isEmpty }, perform: { undo.undo() }),
      ViewerCommand(
        name: "edit.redo", section: .edit,
        title: { undo.undone.last.map { localized("Redo {what}", ["what": $0.title]) } ?? localized("Redo") },
        keys: [KeyChord(key: .z, modifiers: [.control, .shift]), KeyChord(key: .y, modifiers: .control)],
        isEnabled: { !undo.undone.isEmpty }, perform: { undo.redo() }),
      ViewerCommand(
        name: "edit.paste", section: .edit, title: { localized("Paste a place, link or file") },
        keys: [KeyChord(key: .v, modifiers: .control)], perform: { [weak window] in window?.paste() }),
      ViewerCommand(
        name: "edit.find", section: .edit, title: { localized("Search") },
        keys: [KeyChord(key: .f, modifiers: .control)], perform: { [weak window] in window?.search.focus() }),
    ]
  }

  private func views(_ window: ViewerWindow) -> [ViewerCommand] {
    let map = window.map
    func command(
      _ name: String, _ title: @escaping @MainActor () -> String, _ keys: [KeyChord], repeats: Bool = false,
      isChecked: (@MainActor () -> Bool)? = nil, _ perform: @escaping @MainActor () -> Void
    ) -> ViewerCommand {
      ViewerCommand(
        name: name, section: .view, title: title, keys: keys, repeats: repeats, isChecked: isChecked, perform: perform)
    }
    return [
      command("view.zoomIn", { localized("Zoom in") }, [KeyChord(key: .plus)], repeats: true) { map.zoomStep(by: 1) },
      command("view.zoomOut", { localized("Zoom out") }, [KeyChord(key: .minus)], repeats: true) { map.zoomStep(by: -1) },
      command("view.all", { localized("Show everything") }, [KeyChord(key: .home)]) { map.perform(.home) },
      command("view.north", { localized("North up") }, [KeyChord(key: .n)]) { map.perform(.northUp) },
      command("view.flat", { localized("Look straight down") }, [KeyChord(key: .u)]) { map.perform(.lookDown) },
      command("view.back", { localized("Previous view") }, [KeyChord(key: .left, modifiers: .alt)]) { map.perform(.goBack) },
      command("view.forward", { localized("Next view") }, [KeyChord(key: .right, modifiers: .alt)]) { map.perform(.goForward) },
      command("view.fullscreen", { localized("Full screen") }, [KeyChord(key: .f11)]) { map.perform(.toggleFullscreen) },
      command("view.figures", { localized("Figures of the frames") }, [KeyChord(key: .f3)], isChecked: { map.isHUDVisible }) {
        map.perform(.toggleHUD)
      },
    ]
  }

  private func ends(_ window: ViewerWindow) -> [ViewerCommand] {
    let map = window.map
    return [
      ViewerCommand(
        name: "window.contextMenu", section: .view, title: { localized("Menu of the place") },
        keys: [KeyChord(key: .menu), KeyChord(key: .f10, modifiers: .shift)],
        perform: { [weak window] in window?.openContextMenuByKey() }),
      ViewerCommand(
        name: "window.menu", section: .help, title: { localized("Main menu") }, keys: [KeyChord(key: .f10)],
        perform: { [weak window] in window?.openMainMenu() }),
      ViewerCommand(
        name: "window.closeSheet", section: .view, title: { localized("Close the side sheet") }, keys: [KeyChord(key: .escape)],
        isEnabled: { [weak window] in window?.sheet.page != nil && map.selectedMarker == nil },
        perform: { [weak window] in window?.closeSheet() }),
      ViewerCommand(
        name: "window.quit", section: .file, title: { localized("Quit") }, keys: [KeyChord(key: .q, modifiers: .control)],
        perform: { map.perform(.quit) }),
    ]
  }

  /// Files that were dropped; a thousand at a time would keep the window from answering.
  func mapView(_ mapView: MapView, didDrop files: FileDrop, at coordinate: LocationCoordinate?) {
    window?.open(files)
  }
}
