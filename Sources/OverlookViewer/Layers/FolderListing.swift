import Foundation
import OverlookFiles

/// What a folder holds, for choosing a file: folders first, then the files that can be opened. A value; made on any thread.
struct FolderListing: Equatable, Sendable {
  struct Item: Equatable, Sendable {
    let name: String
    let isFolder: Bool
    /// Bytes; 0 for a folder.
    var size = 0
  }

  let path: String
  private(set) var items: [Item] = []
  /// How many names were not looked at.
  private(set) var omitted = 0
  /// Why it cannot be read; nil when it can.
  private(set) var fault: String?
  /// Whether the disk was asked.
  private(set) var isRead = true

  /// More names are not looked at.
  static let limit = 5000

  /// A folder that nobody has looked into.
  static func unread(_ path: String) -> FolderListing { FolderListing(unread: path) }

  private init(unread path: String) { (self.path, isRead) = (path, false) }

  /// - Parameter showsAll: Whether files are listed that are likely nothing to open. Hidden ones never are.
  init(_ path: String, showsAll: Bool = false) {
    self.path = path
    let (names, omitted, fault) = Self.names(of: path, limit: Self.limit)
    (self.omitted, self.fault) = (omitted, fault)
    for name in names where !name.hasPrefix(".") {
      var status = stat()
      guard stat("\(path)/\(name)", &status) == 0 else { continue }
      switch status.st_mode & S_IFMT {
      case S_IFDIR: items.append(Item(name: name, isFolder: true))
      case S_IFREG where showsAll || Self.isKnown(name):
        items.append(Item(name: name, isFolder: false, size: Int(clamping: status.st_size)))
      default: break
      }
    }
    items.sort {
      $0.isFolder != $1.isFolder ? $0.isFolder : $0.name.localizedStandardCompare($1.name) == .orderedAscending
    }
  }

  /// Whether a file of this name is likely one that can be opened.
  static func isKnown(_ name: String) -> Bool {
    if FileFormats.isNamed(name) { return true }
    let name = name.lowercased()
    return endings.contains { name.hasSuffix("." + $0) }
  }

  private static let endings = [
    "mbtiles", "pmtiles", "tif", "tiff", "gltf", "glb", "osm.pbf", "osm", "osm.bz2", "osm.gz", "pbf", "geojson.gz",
  ]

  /// Names in a folder, no more than `limit`, in no order.
  static func names(of path: String, limit: Int) -> (names: [String], omitted: Int, fault: String?) {
    guard let folder = opendir(path) else { return ([], 0, String(cString: strerror(errno))) }
    defer { closedir(folder) }
    var (names, omitted): ([String], Int) = ([], 0)
    while let entry = readdir(folder) {
      guard names.count < limit else {
        omitted += 1
        // Counting goes on for a while, and not through millions.
        if omitted >= 100_000 { break }
        continue
      }
      let name = FolderEntryName.text(entry)
      if name != ".", name != "..", !name.isEmpty { names.append(name) }
    }
    return (names, omitted, nil)
  }

  /// What a text that is being typed can go on to: paths of folders (with a slash at their end) and of known files, by name.
  static func completions(of text: String, home: String, limit: Int = 100) -> [String] {
    let path = PersonalFolder.path(text, home: home)
    guard path.hasPrefix("/"), let slash = path.lastIndex(of: "/") else { return [] }
    let folder = String(path[...slash])
    let start = path[path.index(after: slash)...].lowercased()
    return FolderListing(folder.count > 1 ? String(folder.dropLast()) : folder).items
      .filter { $0.name.lowercased().hasPrefix(start) }.prefix(limit)
      .map { folder + $0.name + ($0.isFolder ? "/" : "") }
  }
}
