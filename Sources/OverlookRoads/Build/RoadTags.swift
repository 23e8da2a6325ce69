internal import OverlookFormats

/// The tags of one element, for looking up many keys.
struct RoadTags {
  private var values: [String: String]

  init(_ tags: OSMTags) {
    values = Dictionary(tags.all.map { ($0.key, $0.value) }, uniquingKeysWith: { first, _ in first })
  }

  init(_ values: [String: String]) {
    self.values = values
  }

  subscript(key: String) -> String? { values[key] }

  var all: [String: String] { values }

  /// The value of the first key that has one.
  func first(_ keys: String...) -> String? {
    for key in keys {
      if let value = values[key] { return value }
    }
    return nil
  }

  func isYes(_ key: String) -> Bool { values[key].map { $0 == "yes" || $0 == "true" || $0 == "1" } ?? false }

  /// The value for a direction: of the key with its suffix, or else of the key alone.
  func directed(_ key: String, _ direction: RoadDirection) -> String? {
    values[key + (direction == .forward ? ":forward" : ":backward")] ?? values[key]
  }
}
