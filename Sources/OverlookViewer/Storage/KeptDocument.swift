import Foundation
import OverlookFormats
package import OverlookSupport

/// A JSON object in a file of the person's. It is written as a whole under another name, brought to the disk, and renamed; what a
/// program of another version keeps in it stays. A file that is no JSON object is put aside.
@MainActor package final class KeptDocument {
  /// Nil where there is no home.
  package let path: String?
  /// Whether nobody but the person may read the file.
  private let isPrivate: Bool
  private(set) var members = JSONObject()
  /// What went wrong, one line each, until somebody takes it to say it.
  private var faults: [String] = []
  /// Of a folder that cannot be written, told once.
  private var wasRefused = false

  /// More bytes are no settings.
  private static let limits = JSONLimits(byteCount: 4 << 20, depth: 128, stringByteCount: 2 << 20)

  /// Reads the file at `path`; one that is not there is an empty object.
  package init(path: String?, isPrivate: Bool = false) {
    (self.path, self.isPrivate) = (path, isPrivate)
    guard let path else { return }
    do throws(FormatError) {
      members = try Self.read(path)
    } catch {
      putAside(path, error)
    }
  }

  /// Of a file in one of the person's folders; nil without a home.
  package static func path(_ file: String, in folder: UserFolder) -> String? { folder.path().map { "\($0)/\(file)" } }

  /// What went wrong since it was asked last.
  package func takeFaults() -> [String] {
    defer { faults = [] }
    return faults
  }

  subscript(key: String) -> JSONValue? { members[key] }

  // MARK: Reading

  private static func read(_ path: String) throws(FormatError) -> JSONObject {
    if access(path, F_OK) != 0, errno == ENOENT { return JSONObject() }
    let bytes = try WholeFile.read(path, byteLimit: limits.byteCount)
    guard let object = try JSONParser.parse(bytes, thing: path, limits: limits).object else {
      throw .malformed(path, fault: "it is no JSON object")
    }
    return object
  }

  /// Renames what cannot be understood, so that nothing is written over it.
  private func putAside(_ path: String, _ error: FormatError) {
    if case .unreadable = error {
      wasRefused = true
      return faults.append("\(error)")
    }
    for number in 1...99 {
      let other = "\(path).damaged" + (number == 1 ? "" : "-\(number)")
      if number < 99, access(other, F_OK) == 0 { continue }
      guard rename(path, other) == 0 else { break }
      return faults.append("\(error); it was put aside as \(other)")
    }
    wasRefused = true
    faults.append("\(error); it cannot be put aside, and nothing is kept")
  }

  // MARK: Writing

  /// Sets members, and removes those whose value is nil. What another window has changed meanwhile stays as that one set it.
  @discardableResult func change(_ changes: [(key: String, value: JSONValue?)]) -> Bool {
    for (key, value) in changes { members[key] = value }
    guard let path, !wasRefused else { return false }
    let folder = (path as NSString).deletingLastPathComponent
    try? FileManager.default.createDirectory(
      atPath: folder, withIntermediateDirectories: true, attributes: [.posixPermissions: 0o700])
    let lock = FileLock(path + ".lock", waits: true)
    defer { withExtendedLifetime(lock) {} }
    // Of what is damaged by now, all that is known is written.
    var whole = (try? Self.read(path)) ?? members
    for (key, value) in changes { whole[key] = value }
    do throws(FormatError) {
      try OutputFile.replace(path, mode: isPrivate ? .personal : .usual) { file throws(FormatError) in
        try file.append(Array((JSONWriter.text(.object(whole)) + "\n").utf8))
      }
      members = whole
      return true
    } catch {
      if !faults.contains("\(error)") { faults.append("\(error)") }
      return false
    }
  }
}
