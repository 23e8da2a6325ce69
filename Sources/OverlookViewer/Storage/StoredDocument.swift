import Foundation
import Overlook
import OverlookFormats
import OverlookSupport

/// A JSON file that the viewer keeps for a person: bookmarks, settings. What is written is whole or as it was before; a file that cannot
/// be understood is put aside under another name, so that nothing in it is lost.
struct StoredDocument<Value: Codable & Sendable> {
  let path: String

  /// More is no file of ours.
  static var maximumBytes: Int { 16 << 20 }

  /// What is in the file: nil when there is none or it is of no use, and then a line for people, unless there simply is none.
  func read() -> (value: Value?, notice: String?) {
    guard FileManager.default.fileExists(atPath: path) else { return (nil, nil) }
    do {
      let handle = try FileHandle(forReadingFrom: URL(fileURLWithPath: path))
      defer { try? handle.close() }
      let data = try handle.read(upToCount: Self.maximumBytes + 1) ?? Data()
      guard data.count <= Self.maximumBytes else { return (nil, putAside()) }
      if data.isEmpty { return (nil, putAside()) }
      return (try JSONDecoder().decode(Value.self, from: data), nil)
    } catch is DecodingError {
      return (nil, putAside())
    } catch {
      return (nil, localized("{file} cannot be read", ["file": OutsideText.cleaned(path)]))
    }
  }

  /// Gives a damaged file another name.
  private func putAside() -> String {
    let aside = path + ".damaged"
    _ = rename(path, aside)
    return localized("{file} was damaged and is kept as {other}", ["file": OutsideText.cleaned(path), "other": OutsideText.cleaned(aside)])
  }

  /// Writes the file, and its folder where there is none. Throws what the file system says.
  func write(_ value: Value) throws(FormatError) {
    let encoder = JSONEncoder()
    encoder.outputFormatting = [.prettyPrinted, .sortedKeys]
    let data: Data
    do {
      try FileManager.default.createDirectory(
        atPath: (path as NSString).deletingLastPathComponent, withIntermediateDirectories: true)
      data = try encoder.encode(value)
    } catch {
      throw .unwritable(path, fault: OutsideText.cleaned(error.localizedDescription))
    }
    let file = try OutputFile(replacing: path)
    do throws(FormatError) {
      try file.append(Array(data))
      try file.publish()
    } catch {
      file.abandon()
      throw error
    }
  }
}

/// Where a person's data lies.
enum PersonalFolder {
  /// $XDG_DATA_HOME/overlook, by default ~/.local/share/overlook.
  static var data: String { folder("XDG_DATA_HOME", "/.local/share") + "/overlook" }

  /// The person's documents: $XDG_DOCUMENTS_DIR, else ~/Documents where that is a folder, else the home.
  static var documents: String {
    let home = NSHomeDirectory()
    if let named = ProcessInfo.processInfo.environment["XDG_DOCUMENTS_DIR"], named.hasPrefix("/") { return named }
    var isFolder: ObjCBool = false
    let usual = home + "/Documents"
    return FileManager.default.fileExists(atPath: usual, isDirectory: &isFolder) && isFolder.boolValue ? usual : home
  }

  private static func folder(_ variable: String, _ fallback: String) -> String {
    // The specification has relative paths ignored.
    if let named = ProcessInfo.processInfo.environment[variable], named.hasPrefix("/") { return named }
    return NSHomeDirectory() + fallback
  }
}
