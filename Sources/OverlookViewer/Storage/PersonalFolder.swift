import Foundation

/// Folders of a person, and paths as a person writes them.
enum PersonalFolder {
  /// As shells have it, else that of the account.
  static var home: String {
    let named = ProcessInfo.processInfo.environment["HOME"] ?? ""
    return named.hasPrefix("/") ? named : NSHomeDirectory()
  }

  /// $XDG_DOCUMENTS_DIR, else ~/Documents where that is a folder, else the home.
  static var documents: String {
    if let named = ProcessInfo.processInfo.environment["XDG_DOCUMENTS_DIR"], named.hasPrefix("/") { return named }
    var isFolder: ObjCBool = false
    let usual = home + "/Documents"
    return FileManager.default.fileExists(atPath: usual, isDirectory: &isFolder) && isFolder.boolValue ? usual : home
  }

  /// A path in the folder of documents that no file has; the plain one where a thousand are taken.
  static func freePath(_ name: String, _ ending: String) -> String {
    let paths = (1...999).lazy.map { "\(documents)/\(name)\($0 == 1 ? "" : "-\($0)").\(ending)" }
    return paths.first { !FileManager.default.fileExists(atPath: $0) } ?? "\(documents)/\(name).\(ending)"
  }

  /// A path that was typed: without white space about it, and with the home folder in place of a tilde.
  static func path(_ text: String, home: String = home) -> String {
    let text = text.trimmingCharacters(in: .whitespacesAndNewlines)
    if text == "~" { return home + "/" }
    return text.hasPrefix("~/") ? home + text.dropFirst(1) : text
  }
}
