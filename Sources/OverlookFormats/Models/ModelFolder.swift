internal import Foundation

/// The folder of a model, of which it may name files: nothing outside of it, however the name is written and wherever links lead.
package struct ModelFolder: Sendable {
  private let path: String

  /// The folder in which the file at `path` lies.
  package init(ofFile path: String) {
    let slash = path.lastIndex(of: "/")
    self.path = slash.map { $0 == path.startIndex ? "/" : String(path[..<$0]) } ?? "."
  }

  /// The bytes of what a relative reference names.
  func read(_ reference: String, thing: String, byteLimit: Int) throws(FormatError) -> [UInt8] {
    guard let name = reference.removingPercentEncoding, Self.isPlain(name) else {
      throw .unsupported(thing, fault: "it names \"\(reference)\", which is no file in the folder of the model")
    }
    let file = path + "/" + name
    if FolderLinks.leaves(path, file) {
      throw .unsupported(thing, fault: "it names \"\(reference)\", a link that leads out of the folder of the model")
    }
    return try WholeFile.read(file, byteLimit: byteLimit)
  }

  private static func isPlain(_ name: String) -> Bool {
    guard !name.isEmpty, !name.hasPrefix("/") else { return false }
    let isForeign = name.utf8.contains { $0 == UInt8(ascii: "\\") || $0 == UInt8(ascii: ":") || $0 < 0x20 }
    return !isForeign && !name.split(separator: "/", omittingEmptySubsequences: false).contains { ["", "..", "."].contains($0) }
  }
}
