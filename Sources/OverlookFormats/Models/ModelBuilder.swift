internal import OverlookGeometry
internal import OverlookSupport

/// Makes the values of a model from its document.
struct ModelBuilder {
  let document: GLTFDocument
  let accessors: GLTFAccessors
  let budget: ModelBudget
  /// What was left out.
  var findings = CheckFindings()

  var primitives: [ModelPrimitive] = []
  private var primitivesOfMeshes: [Int: Range<Int>] = [:]
  var materials: [ModelMaterial] = []
  /// How each material wants its pictures placed.
  var frames: [TextureFrame] = []
  var textures: [ModelTexture] = []
  /// Of the images of the document, by their numbers; nil for one that cannot be shown.
  var images: [Int: Image?] = [:]
  /// The asset's numbers of textures of the document; nil for those without a picture.
  var textureNumbers: [Int: Int?] = [:]

  init(_ document: GLTFDocument, _ accessors: GLTFAccessors, _ budget: ModelBudget) {
    self.document = document
    self.accessors = accessors
    self.budget = budget
  }

  mutating func build() throws(FormatError) -> ModelAsset {
    for index in 0..<document.count(.materials) { try readMaterial(index) }
    materials.append(ModelMaterial())
    frames.append(TextureFrame())
    let tree = try GLTFTree(document, budget)
    for node in tree.listedChildren { findings.add("a child that its scene lists as a root", at: "node \(node)") }
    let skins = try readSkins(tree)
    var nodes: [ModelNode] = []
    nodes.reserveCapacity(tree.order.count)
    for (place, index) in tree.order.enumerated() {
      let object = try document.item(.nodes, index)
      var node = ModelNode(parent: tree.parentPlaces[place], transform: try Self.transform(object))
      if tree.isShown[place], let mesh = try object.count("mesh") {
        node.primitives = try primitives(ofMesh: mesh)
        if let skin = try object.count("skin") { node.skin = try checked(skin, skins, for: node.primitives, object.thing) }
        node.weights = weights(of: object, mesh: mesh, for: node.primitives)
      }
      nodes.append(node)
    }
    guard !primitives.isEmpty else {
      throw .malformed("model", fault: findings.first ?? "it has nothing that can be shown")
    }
    return ModelAsset(
      name: document.json["asset"]?["title"]?.string ?? name(ofSceneIn: tree), nodes: nodes, primitives: primitives, skins: skins,
      materials: materials, textures: textures, clips: try readClips(tree, nodes))
  }

  private func name(ofSceneIn tree: GLTFTree) -> String? {
    tree.scene.flatMap { try? document.item(.scenes, $0).string("name") }
  }

  // MARK: Meshes

  /// The primitives of a mesh, read when it is first met; those that cannot be used are left out.
  private mutating func primitives(ofMesh mesh: Int) throws(FormatError) -> Range<Int> {
    if let known = primitivesOfMeshes[mesh] { return known }
    let object = try document.item(.meshes, mesh)
    let first = primitives.count
    for (index, json) in (object["primitives"]?.array ?? []).enumerated() {
      guard primitives.count < budget.limits.primitiveCount else {
        throw .tooLarge("model", fault: "more than \(budget.limits.primitiveCount) parts")
      }
      let part = GLTFObject(json, thing: "mesh \(mesh), part \(index)")
      do throws(FormatError) {
        primitives.append(try MeshPart(part, accessors, budget).primitive(materials: materials, frames: frames))
      } catch {
        // The budget is for the model as a whole.
        if case .tooLarge = error { throw error }
        findings.add("a part left out: \(error)", at: part.thing)
      }
    }
    primitivesOfMeshes[mesh] = first..<primitives.count
    return first..<primitives.count
  }

  // MARK: Nodes

  private static func transform(_ object: GLTFObject) throws(FormatError) -> ModelTransform {
    if let m = try object.numbers("matrix", count: 16) {
      return ModelTransform(
        matrix: FloatMatrix4(
          SIMD4(m[0], m[1], m[2], m[3]), SIMD4(m[4], m[5], m[6], m[7]), SIMD4(m[8], m[9], m[10], m[11]),
          SIMD4(m[12], m[13], m[14], m[15])))
    }
    var transform = ModelTransform.identity
    if let t = try object.numbers("translation", count: 3) { transform.translation = SIMD3(t[0], t[1], t[2]) }
    if let r = try object.numbers("rotation", count: 4) {
      transform.rotation = Quaternion.normalized(SIMD4(r[0], r[1], r[2], r[3]))
    }
    if let s = try object.numbers("scale", count: 3) { transform.scale = SIMD3(s[0], s[1], s[2]) }
    return transform
  }

  /// Those of the node, else those of its mesh, else 0 (glTF 2.0, 3.7.2.2).
  private mutating func weights(of node: GLTFObject, mesh: Int, for range: Range<Int>) -> [Float] {
    let count = primitives[range].reduce(0) { max($0, $1.targets.count) }
    guard count > 0 else { return [] }
    do throws(FormatError) {
      for object in [node, try document.item(.meshes, mesh)] {
        if let weights = try object.numbers("weights", count: count) { return weights }
      }
    } catch {
      findings.add("weights left out: \(error)", at: node.thing)
    }
    return Array(repeating: 0, count: count)
  }

  private func checked(
    _ skin: Int, _ skins: [ModelSkin], for range: Range<Int>, _ thing: String
  ) throws(FormatError) -> Int {
    guard skins.indices.contains(skin) else {
      throw .malformed(thing, fault: "skin \(skin) is named, and there are \(skins.count)")
    }
    let count = skins[skin].joints.count
    for primitive in primitives[range] {
      guard primitive.skinVertices.allSatisfy({ Int($0.joints.max()) < count }) else {
        throw .malformed(thing, fault: "its mesh names joints that its skin does not have")
      }
    }
    return skin
  }

  private func readSkins(_ tree: GLTFTree) throws(FormatError) -> [ModelSkin] {
    var skins: [ModelSkin] = []
    for index in 0..<document.count(.skins) {
      let object = try document.item(.skins, index)
      let joints = try object.counts("joints")
      guard !joints.isEmpty else { throw .malformed(object.thing, fault: "it has no joints") }
      try budget.take(joints.count, size: 2 * MemoryLayout<FloatMatrix4>.size, for: object.thing)
      var places: [Int] = []
      for joint in joints {
        guard let place = tree.places[joint] else { throw .malformed(object.thing, fault: "node \(joint) is none") }
        places.append(place)
      }
      var matrices = Array(repeating: Matrix4.identity.floats, count: joints.count)
      if let accessor = try object.count("inverseBindMatrices") {
        let m = try accessors.floats(accessor, widths: 16...16)
        guard m.count >= 16 * joints.count else { throw .truncated(object.thing) }
        for joint in joints.indices {
          func column(_ number: Int) -> SIMD4<Float> {
            let first = 16 * joint + 4 * number
            return SIMD4(m[first], m[first + 1], m[first + 2], m[first + 3])
          }
          matrices[joint] = FloatMatrix4(column(0), column(1), column(2), column(3))
        }
      }
      skins.append(ModelSkin(joints: places, jointFromMesh: matrices))
    }
    return skins
  }
}
