import Foundation
import Overlook
import OverlookFiles
import OverlookFormats
import OverlookSupport
import OverlookTiles

/// What a path leads to, as far as it can be told by a look at it. Reads little, and waits for nobody: what is no plain file is not
/// opened. Any thread.
enum FileSight: Equatable, Sendable {
  case missing
  /// A FIFO, a device, a socket.
  case special
  /// Its known files, sorted by name, and how many more there are.
  case folder([String], omitted: Int)
  /// A folder of pictures over time.
  case loop
  /// `hasTiles`: a GeoPackage has pictures, too.
  case features(isPhoto: Bool, hasTiles: Bool)
  case model
  case extract
  case style
  /// Tiles, or nothing that can be opened: opening it tells.
  case other

  /// More files of a folder are not opened at a time.
  static let folderLimit = 64
  /// More names of a folder are not looked at.
  private static let nameLimit = 4096

  static func look(at path: String) -> FileSight {
    var status = stat()
    guard stat(path, &status) == 0 else { return .missing }
    switch status.st_mode & S_IFMT {
    case S_IFDIR: return folder(path)
    case S_IFREG: return file(path)
    default: return .special
    }
  }

  private static func file(_ path: String) -> FileSight {
    if OSMFile.isLikely(path: path) { return .extract }
    if ModelReader.isModel(path: path) { return .model }
    if let input = try? FileInput(path: path), let format = FileFormats.format(of: input) {
      return .features(isPhoto: format.mediaTypes.contains("image/jpeg"), hasTiles: MapView.hasTilesToo(path: path))
    }
    return isStyle(path) ? .style : .other
  }

  /// A document of styles names its version, its sources and its layers.
  private static func isStyle(_ path: String) -> Bool {
    guard path.lowercased().hasSuffix(".json"), (try? MapStyle(path: path)) != nil,
      let head = try? FileInput(path: path).head
    else { return false }
    let text = String(decoding: head, as: UTF8.self)
    return text.contains("\"version\"") && text.contains("\"layers\"") && !text.contains("\"tilejson\"")
  }

  private static func isLoop(_ path: String) -> Bool {
    var status = stat()
    return stat("\(path)/\(PictureSource.listName)", &status) == 0 && status.st_mode & S_IFMT == S_IFREG
  }

  private static func folder(_ path: String) -> FileSight {
    if isLoop(path) { return .loop }
    let names = FolderListing.names(of: path, limit: nameLimit).names.filter { !$0.hasPrefix(".") }
    let known = names.sorted { $0.localizedStandardCompare($1) == .orderedAscending }.filter(FolderListing.isKnown)
    return .folder(known.prefix(folderLimit).map { "\(path)/\($0)" }, omitted: max(known.count - folderLimit, 0))
  }
}
