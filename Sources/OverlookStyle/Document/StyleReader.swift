internal import OverlookFormats
internal import OverlookGeometry
internal import OverlookSupport

/// Reads the parts of a style document; what is wrong is noted with its path and left out.
struct StyleReader {
  let root: JSONObject
  var faults = StyleFaults()
  /// Values of the global state, which decide what layers are visible.
  var globalState: [String: StyleValue] = [:]

  /// More layers or sources than any style has.
  static let maximumLayers = 10_000
  static let maximumSources = 1000

  init(_ root: JSONObject) {
    self.root = root
  }

  private static let knownMembers: Set<String> = [
    "version", "name", "metadata", "center", "centerAltitude", "zoom", "bearing", "pitch", "roll", "light", "sky", "projection",
    "terrain", "sources", "sprite", "glyphs", "font-faces", "transition", "layers", "state",
  ]

  mutating func read(into document: inout StyleDocument) {
    for key in root.keys where !Self.knownMembers.contains(key) { faults.warning(key, "unknown property") }
    document.name = text("name")
    document.center = coordinate("center")
    document.zoom = number("zoom")
    document.bearing = number("bearing")
    document.pitch = number("pitch")
    for key in ["roll", "centerAltitude"] { _ = number(key) }
    document.glyphs = glyphs()
    document.sprites = sprites()
    document.transition = transition(root["transition"], "transition") ?? StyleTransition()
    document.light = object("light")
    document.sky = object("sky")
    for (key, value) in (object("state") ?? JSONObject()).members {
      globalState[key] = value["default"].map(StyleValue.init) ?? .null
    }
    document.globalState = globalState
    checkSurroundings()
    document.sources = sources()
    document.layers = layers(of: document.sources)
  }

  // MARK: Simple members

  /// A member of `object`, which stands at `path`; nil, and a fault, for one of another type.
  mutating func member<Value>(
    _ key: String, of object: JSONObject, at path: String, _ kind: String, _ value: (JSONValue) -> Value?
  ) -> Value? {
    guard let json = object[key] else { return nil }
    if let value = value(json) { return value }
    faults.error(path.isEmpty ? key : "\(path).\(key)", "\(kind) expected, \(json.kindName) found")
    return nil
  }

  /// As `member`, of a text that must be there.
  mutating func required(_ key: String, of object: JSONObject, at path: String) -> String? {
    if object[key] == nil { faults.error("\(path).\(key)", "it is missing") }
    return member(key, of: object, at: path, "string", \.string)
  }

  private mutating func number(_ key: String) -> Double? { member(key, of: root, at: "", "number", \.number) }
  private mutating func text(_ key: String) -> String? { member(key, of: root, at: "", "string", \.string) }
  private mutating func object(_ key: String) -> JSONObject? { member(key, of: root, at: "", "object", \.object) }

  private mutating func coordinate(_ key: String) -> LocationCoordinate? {
    guard let value = root[key] else { return nil }
    if let coordinate = Self.coordinate(value) { return coordinate }
    faults.error(key, "an array of a longitude and a latitude was expected")
    return nil
  }

  static func coordinate(_ json: JSONValue) -> LocationCoordinate? {
    guard let items = json.array, items.count == 2, let longitude = items[0].number, let latitude = items[1].number else {
      return nil
    }
    return LocationCoordinate(latitude: latitude, longitude: longitude)
  }

  private mutating func glyphs() -> String? {
    guard let url = text("glyphs") else { return nil }
    for token in ["{fontstack}", "{range}"] where !url.contains(token) {
      faults.error("glyphs", "the address must have \(token) in it")
    }
    return url
  }

  private mutating func sprites() -> [(id: String, url: String)] {
    switch root["sprite"] {
    case nil: return []
    case .string(let url)?: return [("default", url)]
    case .array(let items)?:
      return items.enumerated().compactMap { index, item in
        guard let id = item["id"]?.string, let url = item["url"]?.string else {
          faults.error("sprite[\(index)]", "an object with id and url was expected")
          return nil
        }
        return (id, url)
      }
    case let other?:
      faults.error("sprite", "string or array expected, \(other.kindName) found")
      return []
    }
  }

  /// Milliseconds in the document.
  mutating func transition(_ json: JSONValue?, _ path: String) -> StyleTransition? {
    guard let json else { return nil }
    guard let object = json.object else {
      faults.error(path, "object expected, \(json.kindName) found")
      return nil
    }
    var transition = StyleTransition()
    for (key, value) in object.members {
      guard let milliseconds = value.number, milliseconds >= 0 else {
        faults.error("\(path).\(key)", "a number of at least 0 was expected")
        continue
      }
      switch key {
      case "duration": transition.durationSeconds = min(milliseconds, 1e7) / 1000
      case "delay": transition.delaySeconds = min(milliseconds, 1e7) / 1000
      default: faults.error("\(path).\(OutsideText.cleaned(key, limit: 60))", "unknown property")
      }
    }
    return transition
  }
}
