/// The JSON of a model, with its lists at hand.
struct GLTFDocument {
  enum List: String, CaseIterable {
    case accessors, animations, buffers, bufferViews, images, materials, meshes, nodes, samplers, scenes, skins, textures

    /// How messages name one of the list.
    var noun: String {
      switch self {
      case .bufferViews: "buffer view"
      case .meshes: "mesh"
      default: String(rawValue.dropLast())
      }
    }
  }

  let json: JSONValue
  private var lists: [List: [JSONValue]] = [:]

  private static let knownExtensions: Set<String> = [
    "KHR_materials_unlit", "KHR_materials_emissive_strength", "KHR_texture_transform", "KHR_mesh_quantization",
    "EXT_texture_webp",
    // Passed over: the light of the map falls on models.
    "KHR_lights_punctual",
  ]

  init(_ json: JSONValue) throws(FormatError) {
    self.json = json
    guard let version = json["asset"]?["version"]?.string else {
      throw .unrecognized("model", found: "a JSON document of another kind")
    }
    let needed = json["asset"]?["minVersion"]?.string ?? version
    guard needed == "2" || needed.hasPrefix("2.") else {
      throw .unsupported("model", fault: "glTF \(needed), where 2.0 is read")
    }
    for name in json["extensionsRequired"]?.array ?? [] {
      guard let name = name.string, Self.knownExtensions.contains(name) else {
        throw .unsupported("model", fault: "it requires the extension \(name.string ?? "without a name")")
      }
    }
    for list in List.allCases { lists[list] = json[list.rawValue]?.array ?? [] }
  }

  func count(_ list: List) -> Int { lists[list]?.count ?? 0 }

  /// One of a list, which must be there.
  func item(_ list: List, _ index: Int) throws(FormatError) -> GLTFObject {
    guard let items = lists[list], items.indices.contains(index) else {
      throw .malformed("model", fault: "\(list.noun) \(index) is named, and there are \(count(list))")
    }
    return GLTFObject(items[index], thing: "\(list.noun) \(index)")
  }
}

/// An object of the JSON, whose members are checked when they are asked for.
struct GLTFObject {
  let json: JSONValue
  let thing: String

  init(_ json: JSONValue, thing: String) {
    self.json = json
    self.thing = thing
  }

  subscript(key: String) -> JSONValue? { json[key] }

  func child(_ key: String) -> GLTFObject? { json[key].map { GLTFObject($0, thing: "\(thing), \(key)") } }

  func string(_ key: String) -> String? { json[key]?.string }

  /// A whole number from 0 on; nil when it is not there.
  func count(_ key: String) throws(FormatError) -> Int? {
    guard let value = json[key] else { return nil }
    return try Self.count(value, thing: thing, key)
  }

  func count(_ key: String, or fallback: Int) throws(FormatError) -> Int { try count(key) ?? fallback }

  func neededCount(_ key: String) throws(FormatError) -> Int {
    guard let count = try count(key) else { throw .malformed(thing, fault: "it has no \(key)") }
    return count
  }

  /// A list of whole numbers from 0 on; empty when it is not there.
  func counts(_ key: String) throws(FormatError) -> [Int] {
    var result: [Int] = []
    for value in json[key]?.array ?? [] { result.append(try Self.count(value, thing: thing, key)) }
    return result
  }

  /// So many numbers; nil when they are not there.
  func numbers(_ key: String, count: Int) throws(FormatError) -> [Float]? {
    guard let items = json[key]?.array else { return nil }
    let numbers = items.compactMap { $0.number.map { Float($0) } }
    guard items.count == count, numbers.count == count, numbers.allSatisfy(\.isFinite) else {
      throw .malformed(thing, fault: "\(key) is not \(count) numbers")
    }
    return numbers
  }

  func number(_ key: String, or fallback: Float) -> Float {
    guard let number = json[key]?.number.map({ Float($0) }), number.isFinite else { return fallback }
    return number
  }

  /// 0 ... 1.
  func fraction(_ key: String, or fallback: Float) -> Float { min(max(number(key, or: fallback), 0), 1) }

  private static func count(_ value: JSONValue, thing: String, _ key: String) throws(FormatError) -> Int {
    guard let number = value.number, let count = Int(exactly: number), count >= 0 else {
      throw .malformed(thing, fault: "\(key) is no whole number from 0 on")
    }
    return count
  }
}
