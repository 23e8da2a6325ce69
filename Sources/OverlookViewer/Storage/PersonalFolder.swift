import Foundation

/// Folders of a person.
enum PersonalFolder {
  /// $XDG_DOCUMENTS_DIR, else ~/Documents where that is a folder, else the home.
  static var documents: String {
    let environment = ProcessInfo.processInfo.environment
    if let named = environment["XDG_DOCUMENTS_DIR"], named.hasPrefix("/") { return named }
    let home = environment["HOME"].flatMap { $0.hasPrefix("/") ? $0 : nil } ?? NSHomeDirectory()
    var isFolder: ObjCBool = false
    let usual = home + "/Documents"
    return FileManager.default.fileExists(atPath: usual, isDirectory: &isFolder) && isFolder.boolValue ? usual : home
  }
}
