import Foundation
import Overlook
import OverlookFormats

/// A view of the map that a person keeps.
struct Bookmark: Hashable, Sendable {
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

  /// Of a file; nil for what is no bookmark.
  init?(_ json: JSONValue) {
    guard let name = json["name"]?.string, let latitude = json["latitude"]?.number, let longitude = json["longitude"]?.number,
      let zoom = json["zoom"]?.number
    else { return nil }
    (self.name, self.latitude, self.longitude, self.zoom) = (name, latitude, longitude, zoom)
    (bearing, viewingAngle) = (json["bearing"]?.number ?? 0, json["viewingAngle"]?.number ?? 0)
    style = json["style"]?.string
    if camera == nil { return nil }
  }

  var json: JSONValue {
    var members = JSONObject()
    members["name"] = .string(name)
    for (key, value) in [
      ("latitude", latitude), ("longitude", longitude), ("zoom", zoom), ("bearing", bearing), ("viewingAngle", viewingAngle),
    ] { members[key] = .number(value) }
    if let style { members["style"] = .string(style) }
    return .object(members)
  }

  /// Where it leads; nil for one that was damaged.
  var camera: CameraPosition? {
    let camera = CameraPosition(
      latitude: latitude, longitude: longitude, zoom: zoom, bearing: bearing, viewingAngle: viewingAngle)
    return camera.isValid && abs(latitude) <= 90 ? camera : nil
  }
}

/// The bookmarks of a person, in their order. A value.
struct BookmarkList: Hashable, Sendable {
  private(set) var bookmarks: [Bookmark] = []

  static let limit = 5_000
  private static let maximumName = 200

  init() {}

  /// Those of a file that are of use.
  init(_ json: JSONValue?) {
    bookmarks = (json?.array ?? []).prefix(Self.limit).compactMap(Bookmark.init).map { bookmark in
      var bookmark = bookmark
      bookmark.name = Self.cleaned(bookmark.name)
      return bookmark
    }
  }

  var json: JSONValue { .array(bookmarks.map(\.json)) }

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
