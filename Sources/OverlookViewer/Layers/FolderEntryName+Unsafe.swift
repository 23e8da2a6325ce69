import Foundation

/// The name in an entry of a folder.
enum FolderEntryName {
  // Invariant: `readdir` ends the name by a NUL within the entry, which is valid until the next call; the text is copied here.
  static func text(_ entry: UnsafeMutablePointer<dirent>) -> String {
    withUnsafePointer(to: &entry.pointee.d_name) { name in
      name.withMemoryRebound(to: CChar.self, capacity: MemoryLayout.size(ofValue: name.pointee)) { String(cString: $0) }
    }
  }
}
