import Foundation
import OverlookInput
import OverlookPlatform

/// Copies the text of a file, which other programs can paste until Escape or the time is over.
@MainActor func copyText(_ path: String) throws {
  let (loop, content) = try makeLoop()
  content.onEvent = { event in
    if case .keyReleased(.escape, _) = event.kind { loop.stop() }
  }
  let text = String(decoding: try Data(contentsOf: URL(fileURLWithPath: path)), as: UTF8.self)
  laterOnMain(0.3) {
    content.host?.clipboardText = text
    report("own", content.host?.clipboardText == text)
    report("copied", true)
  }
  laterOnMain(20) { loop.stop() }
  try loop.run()
}

/// Pastes what another program has copied into a file, and tells how long that took.
@MainActor func pasteText(into path: String) throws {
  let (loop, content) = try makeLoop()
  laterOnMain(0.3) {
    let start = monotonicSeconds()
    let text = content.host?.clipboardText
    report("seconds", monotonicSeconds() - start)
    report("pasted", text != nil)
    try? Data((text ?? "").utf8).write(to: URL(fileURLWithPath: path))
    loop.stop()
  }
  try loop.run()
}

/// Drops on a window, at a place of the screen, the addresses in a file, as a file manager does: number, x, y, path.
@MainActor func dropFiles(_ arguments: [String]) throws {
  guard arguments.count == 4, let window = UInt32(arguments[0]), let x = UInt32(arguments[1]), let y = UInt32(arguments[2]) else {
    return report("dropped", false)
  }
  let list = [UInt8](try Data(contentsOf: URL(fileURLWithPath: arguments[3])))
  var source = DropSource(list)
  report("dropped", source?.drop(on: window, x: x, y: y) == true)
}
