import Foundation
import Overlook

/// A view of the map that a person keeps.
struct Bookmark: Codable, Hashable, Sendable {
  var name: String
  var latitude: Double
  var longitude: Double
  var zoom: Double
  var bearing = 0.0
  var viewingAngle = 0.0
  /// The name of an embedded style that it was seen in; nil for another.
  var style: String?

  init(_ name: String, _ camera: CameraPosition, style: String?) {
    self.name = name
    (latitude, longitude) = (camera.target.latitude, camera.target.longitude)
    (zoom, bearing, viewingAngle) = (camera.zoom, camera.bearing, camera.viewingAngle)
    self.style = style
  }

  /// Where it leads; nil for one that was damaged.
  var camera: CameraPosition? {
    let camera = CameraPosition(latitude: latitude, longitude: longitude, zoom: zoom, bearing: bearing, viewingAngle: viewingAngle)
    return camera.isValid && abs(latitude) <= 90 ? camera : nil
  }
}

/// The bookmarks of a person, in their order. A value.
struct BookmarkList: Codable, Hashable, Sendable {
  private(set) var bookmarks: [Bookmark] = []

  static let limit = 5_000
  private static let maximumName = 200

  init() {}

  /// Those of a file that are of use.
  init(from decoder: any Decoder) throws {
    let found = try decoder.container(keyedBy: CodingKeys.self).decode([Bookmark].self, forKey: .bookmarks)
    bookmarks = found.prefix(Self.limit).filter { $0.camera != nil }.map { bookmark in
      var bookmark = bookmark
      bookmark.name = Self.cleaned(bookmark.name)
      return bookmark
    }
  }

  /// In one line, of a bounded length.
  private static func cleaned(_ name: String) -> String {
    String(name.prefix(maximumName).map { $0.isNewline || $0 == "\t" ? " " : $0 }).trimmingCharacters(in: .whitespaces)
  }

  /// Adds at the end; false when there are too many.
  @discardableResult mutating func add(_ bookmark: Bookmark) -> Bool {
    guard bookmarks.count < Self.limit, bookmark.camera != nil else { return false }
    bookmarks.append(bookmark)
    return true
  }

  mutating func rename(_ index: Int, to name: String) {
    let name = Self.cleaned(name)
    if bookmarks.indices.contains(index), !name.isEmpty { bookmarks[index].name = name }
  }

  mutating func remove(_ index: Int) {
    if bookmarks.indices.contains(index) { bookmarks.remove(at: index) }
  }

  /// Moves one to another place among the others; where it is then.
  @discardableResult mutating func move(_ index: Int, to other: Int) -> Int {
    guard bookmarks.indices.contains(index) else { return index }
    let bookmark = bookmarks.remove(at: index)
    let place = min(max(other, 0), bookmarks.count)
    bookmarks.insert(bookmark, at: place)
    return place
  }

  /// Those with a word that begins as `text` does, with their places in the list.
  func found(_ text: String) -> [Int] {
    let options: String.CompareOptions = [.caseInsensitive, .diacriticInsensitive]
    return bookmarks.indices.filter { index in
      let name = bookmarks[index].name
      return name.range(of: text, options: options.union(.anchored)) != nil || name.range(of: " " + text, options: options) != nil
    }
  }
}
