import Foundation
import Overlook
import OverlookFiles
import OverlookFormats
import OverlookSupport

// Layers that are saved as files.
extension LayersPart {
  func askForPath(of entry: LayerEntry) {
    let name = Self.fileName(of: entry)
    window?.askForPath(name: "\(name).geojson") { [weak self] path in
      guard let self, let content, let window else { return }
      if let path { return save(entry, to: path, isTyped: false) }
      let field = content.page.askForPath(of: entry, PersonalFolder.freePath(name, "geojson"))
      window.map.requestFrame(.interface)
      window.sheet.place(in: window.map.controlArea)
      window.map.focusedControl = field
    }
  }

  /// The title without the ending of the file that it came from.
  private static func fileName(of entry: LayerEntry) -> String {
    let title = OutsideText.cleaned(entry.title, limit: 80).replacing("/", with: "-")
    let ending = (entry.location as NSString).pathExtension
    let name = !ending.isEmpty && title.hasSuffix(".\(ending)") ? String(title.dropLast(ending.count + 1)) : title
    return name.isEmpty ? localized("Layers") : name
  }

  /// Writes the features of a layer, beside the main thread, and says so. Nobody has asked yet whether a path that was typed may be
  /// written over.
  func save(_ entry: LayerEntry, to path: String, isTyped: Bool) {
    guard let document = (entry.content as? FileContent)?.layer.wholeDocument else { return }
    let path = PersonalFolder.path(path)
    Task { [weak self] in
      let fault = await Task.detached(priority: .userInitiated) { () -> FormatError? in
        if isTyped, FileManager.default.fileExists(atPath: path) {
          return .unsupported(OutsideText.cleaned(path), fault: "there is such a file already")
        }
        do throws(FormatError) {
          try FileWriter.write(document, to: path)
          return nil
        } catch {
          return error
        }
      }.value
      guard let self else { return }
      if let fault {
        window?.say("\(fault)", isFault: true)
      } else {
        content?.page.endAsking(of: entry)
        window?.say(localized("Saved as {file}", ["file": OutsideText.cleaned(path)]))
      }
    }
  }
}
