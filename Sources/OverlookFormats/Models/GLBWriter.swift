internal import Glibc
package import OverlookSupport

/// Makes `.glb` files of shapes that a program computes: meshes with normals, plain materials, nodes and their movements.
package struct GLBWriter {
  private var binary: [UInt8] = []
  private var views: [JSONValue] = []
  private var accessors: [JSONValue] = []
  private var meshes: [JSONValue] = []
  private var materials: [JSONValue] = []
  private var nodes: [JSONObject] = []
  private var hasParent: [Bool] = []
  private var clips: [JSONValue] = []

  package init() {}

  /// The number of a material; colours are sRGB.
  package mutating func addMaterial(
    _ color: Color, metallic: Double = 0, roughness: Double = 0.6, emission: Color? = nil, isDoubleSided: Bool = false
  ) -> Int {
    let linear = Self.linear(color)
    var material = JSONObject()
    material["pbrMetallicRoughness"] = Self.object([
      ("baseColorFactor", Self.numbers([linear.x, linear.y, linear.z, Double(color.alpha)])),
      ("metallicFactor", .number(metallic)), ("roughnessFactor", .number(roughness)),
    ])
    if color.alpha < 1 { material["alphaMode"] = .string("BLEND") }
    if isDoubleSided { material["doubleSided"] = .bool(true) }
    if let emission {
      let light = Self.linear(emission)
      material["emissiveFactor"] = Self.numbers([light.x, light.y, light.z])
    }
    materials.append(.object(material))
    return materials.count - 1
  }

  /// The number of a mesh of one part for each surface with its material.
  package mutating func addMesh(_ surfaces: [(surface: ModelSurface, material: Int)]) -> Int {
    let parts = surfaces.map { surface, material -> JSONValue in
      let positions = add(surface.positions, bounds: true)
      let normals = add(surface.normals)
      let indices = addIndices(surface.indices)
      return Self.object([
        ("attributes", Self.object([("POSITION", .number(Double(positions))), ("NORMAL", .number(Double(normals)))])),
        ("indices", .number(Double(indices))), ("material", .number(Double(material))),
      ])
    }
    meshes.append(Self.object([("primitives", .array(parts))]))
    return meshes.count - 1
  }

  /// The number of a node; its children must have been added before it.
  package mutating func addNode(_ mesh: Int? = nil, at translation: SIMD3<Float> = .zero, children: [Int] = []) -> Int {
    var node = JSONObject()
    if let mesh { node["mesh"] = .number(Double(mesh)) }
    node["translation"] = Self.numbers([Double(translation.x), Double(translation.y), Double(translation.z)])
    if !children.isEmpty { node["children"] = Self.numbers(children.map(Double.init)) }
    for child in children where hasParent.indices.contains(child) { hasParent[child] = true }
    nodes.append(node)
    hasParent.append(false)
    return nodes.count - 1
  }

  /// A movement of nodes: for each a property ("rotation", "scale", "translation") with its times and values, evenly between
  /// them.
  package mutating func addClip(_ name: String, _ channels: [(node: Int, path: String, times: [Float], values: [[Float]])]) {
    var targets: [JSONValue] = []
    var samplers: [JSONValue] = []
    for channel in channels {
      let input = addFloats(channel.times, type: "SCALAR", count: channel.times.count)
      let output = addFloats(
        channel.values.flatMap { $0 }, type: channel.path == "rotation" ? "VEC4" : "VEC3", count: channel.values.count)
      targets.append(
        Self.object([
          ("sampler", .number(Double(samplers.count))),
          ("target", Self.object([("node", .number(Double(channel.node))), ("path", .string(channel.path))])),
        ]))
      samplers.append(Self.object([("input", .number(Double(input))), ("output", .number(Double(output)))]))
    }
    clips.append(Self.object([("name", .string(name)), ("channels", .array(targets)), ("samplers", .array(samplers))]))
  }

  /// The file.
  package var bytes: [UInt8] {
    var document = JSONObject()
    document["asset"] = Self.object([("version", .string("2.0"))])
    document["scene"] = .number(0)
    let roots = nodes.indices.filter { !hasParent[$0] }
    document["scenes"] = .array([Self.object([("nodes", Self.numbers(roots.map(Double.init)))])])
    document["nodes"] = .array(nodes.map { .object($0) })
    document["meshes"] = .array(meshes)
    document["materials"] = .array(materials)
    document["accessors"] = .array(accessors)
    document["bufferViews"] = .array(views)
    document["buffers"] = .array([Self.object([("byteLength", .number(Double(binary.count)))])])
    if !clips.isEmpty { document["animations"] = .array(clips) }
    var json = Array(JSONWriter.text(.object(document)).utf8)
    while json.count % 4 != 0 { json.append(UInt8(ascii: " ")) }
    var file = ByteWriter()
    file.write(contentsOf: ModelReader.glbMagic)
    file.write(UInt32(2))
    file.write(UInt32(clamping: 28 + json.count + binary.count))
    file.write(UInt32(clamping: json.count))
    file.write(GLBContainer.jsonKind)
    file.write(contentsOf: json)
    file.write(UInt32(clamping: binary.count))
    file.write(GLBContainer.binaryKind)
    file.write(contentsOf: binary)
    return file.bytes
  }

  // MARK: Numbers

  private mutating func add(_ vectors: [SIMD3<Float>], bounds: Bool = false) -> Int {
    let number = addFloats(vectors.flatMap { [$0.x, $0.y, $0.z] }, type: "VEC3", count: vectors.count)
    // glTF wants it of positions.
    if bounds, let box = ModelBox(around: vectors), case .object(var accessor) = accessors[number] {
      accessor["min"] = Self.numbers([Double(box.minimum.x), Double(box.minimum.y), Double(box.minimum.z)])
      accessor["max"] = Self.numbers([Double(box.maximum.x), Double(box.maximum.y), Double(box.maximum.z)])
      accessors[number] = .object(accessor)
    }
    return number
  }

  private mutating func addFloats(_ numbers: [Float], type: String, count: Int) -> Int {
    addAccessor(numbers.map(\.bitPattern), componentType: 5126, type: type, count: count)
  }

  private mutating func addIndices(_ indices: [UInt32]) -> Int {
    addAccessor(indices, componentType: 5125, type: "SCALAR", count: indices.count)
  }

  private mutating func addAccessor(_ words: [UInt32], componentType: Int, type: String, count: Int) -> Int {
    var writer = ByteWriter()
    for word in words { writer.write(word) }
    views.append(
      Self.object([
        ("buffer", .number(0)), ("byteOffset", .number(Double(binary.count))), ("byteLength", .number(Double(4 * words.count))),
      ]))
    binary += writer.bytes
    accessors.append(
      Self.object([
        ("bufferView", .number(Double(views.count - 1))), ("componentType", .number(Double(componentType))),
        ("count", .number(Double(count))), ("type", .string(type)),
      ]))
    return accessors.count - 1
  }

  private static func object(_ members: [(String, JSONValue)]) -> JSONValue {
    var object = JSONObject()
    for (key, value) in members { object[key] = value }
    return .object(object)
  }

  private static func numbers(_ values: [Double]) -> JSONValue { .array(values.map { .number($0) }) }

  /// The curve of sRGB (IEC 61966-2-1).
  private static func linear(_ color: Color) -> SIMD3<Double> {
    func channel(_ value: Float) -> Double {
      let value = Double(value)
      return value <= 0.04045 ? value / 12.92 : pow((value + 0.055) / 1.055, 2.4)
    }
    return SIMD3(channel(color.red), channel(color.green), channel(color.blue))
  }
}
