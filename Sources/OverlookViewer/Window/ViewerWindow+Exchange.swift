import Foundation
import Overlook
import OverlookSupport

// What goes between the window and the desktop: the clipboard, its dialog for a path, its browser.
extension ViewerWindow {
  /// Gives what is in the clipboard to the parts: each line that is a file, else the text as a whole.
  func paste() {
    // What was wrong with the last one is over.
    toast.clear()
    guard let text = map.host?.clipboardText, text.contains(where: { !$0.isWhitespace }) else {
      return say(localized("There is nothing to paste"))
    }
    let lines = text.split(whereSeparator: \.isNewline).map(String.init)
    let paths = lines.compactMap(PastedFile.path)
    if paths.count == lines.count { return open(FileDrop(paths: paths)) }
    open(text.trimmingCharacters(in: .whitespacesAndNewlines))
  }

  /// The last part of a path, or the beginning of a text.
  static func shortened(_ path: String) -> String {
    let name = path.split(separator: "/").last.map(String.init) ?? path
    return name.count > 60 ? String(name.prefix(60)) + "…" : name
  }

  /// Asks where to save a file that may be called `name`, with the dialog of the desktop. `body` is called with the path, with nil where
  /// there is no such dialog, and not at all when the person gives it up.
  func askForPath(name: String, _ body: @escaping @MainActor (String?) -> Void) {
    guard !isAskingForPath else { return }
    isAskingForPath = true
    FileChooser.save(title: localized("Save as"), name: name, address: busAddress) { outcome in
      Task { @MainActor [weak self] in
        self?.isAskingForPath = false
        switch outcome {
        case .chosen(let paths): body(paths.first)
        case .cancelled: break
        case .unavailable: body(nil)
        }
      }
    }
  }

  /// Puts a text into the clipboard and says so.
  func copy(_ text: String) {
    map.host?.clipboardText = text
    let isShort = text.count <= 80 && !text.contains(where: \.isNewline)
    say(isShort ? localized("Copied {text}", ["text": text]) : localized("Copied"))
  }

  /// Shows a page of the web in the person's browser.
  func openLink(_ address: String) {
    let browser = Process()
    browser.executableURL = URL(fileURLWithPath: "/usr/bin/env")
    browser.arguments = ["xdg-open", address]
    browser.standardOutput = FileHandle.nullDevice
    browser.standardError = FileHandle.nullDevice
    do {
      try browser.run()
    } catch {
      map.host?.clipboardText = address
      say(localized("No browser could be started; the address is in the clipboard"), isFault: true)
    }
  }
}
