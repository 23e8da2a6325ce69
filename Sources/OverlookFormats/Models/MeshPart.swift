internal import OverlookSupport

/// One primitive of a mesh on its way from accessors to vertices.
struct MeshPart {
  private enum Mode: Int {
    case points, lines, lineLoop, lineStrip, triangles, triangleStrip, triangleFan
  }

  private let object: GLTFObject
  private let accessors: GLTFAccessors
  private let budget: ModelBudget
  private let mode: Mode
  private let positions: [Float]

  init(_ object: GLTFObject, _ accessors: GLTFAccessors, _ budget: ModelBudget) throws(FormatError) {
    self.object = object
    self.accessors = accessors
    self.budget = budget
    guard let mode = Mode(rawValue: try object.count("mode", or: 4)) else {
      throw .malformed(object.thing, fault: "its mode is none of glTF")
    }
    self.mode = mode
    guard let accessor = try object.child("attributes")?.count("POSITION") else {
      throw .malformed(object.thing, fault: "it has no positions")
    }
    positions = try accessors.floats(accessor, widths: 3...3)
  }

  private var vertexCount: Int { positions.count / 3 }

  func primitive(materials: [ModelMaterial], frames: [TextureFrame]) throws(FormatError) -> ModelPrimitive {
    let material = try object.count("material", or: materials.count - 1)
    guard materials.indices.contains(material) else {
      throw .malformed(object.thing, fault: "material \(material) is named, and there are \(materials.count - 1)")
    }
    let indices = try shapeIndices(try self.indices())
    let shape: ModelPrimitive.Shape =
      switch mode {
      case .points: .points
      case .lines, .lineLoop, .lineStrip: .lines
      case .triangles, .triangleStrip, .triangleFan: .triangles
      }
    try budget.take(vertexCount, size: MemoryLayout<ModelVertex>.stride, for: object.thing)
    let normals = try attribute("NORMAL", widths: 3...3)
    var vertices = try self.vertices(normals: normals?.numbers, frame: frames[material])
    var skin = try skinVertices()
    var targets = try self.targets()
    guard shape == .triangles, normals == nil else {
      return ModelPrimitive(
        shape: shape, vertices: vertices, skinVertices: skin, targets: targets, indices: indices, material: material)
    }
    // Without normals each triangle is flat (glTF 2.0, 3.7.2.1), so that none shares its corners.
    try budget.take(indices.count, size: 2 * MemoryLayout<ModelVertex>.stride, for: object.thing)
    vertices = Self.faceted(vertices, indices)
    if !skin.isEmpty { skin = indices.map { skin[Int($0)] } }
    try budget.take(indices.count, size: targets.count * MemoryLayout<ModelShift>.stride, for: object.thing)
    targets = targets.map { target in indices.map { target[Int($0)] } }
    return ModelPrimitive(
      shape: shape, vertices: vertices, skinVertices: skin, targets: targets,
      indices: Array(0..<UInt32(clamping: vertices.count)), material: material)
  }

  // MARK: Indices

  private func indices() throws(FormatError) -> [UInt32] {
    guard let accessor = try object.count("indices") else {
      try budget.take(vertexCount, size: 4, for: object.thing)
      return Array(0..<UInt32(clamping: vertexCount))
    }
    let indices = try accessors.integers(accessor, widths: 1...1)
    guard indices.allSatisfy({ Int($0) < vertexCount }) else {
      throw .malformed(object.thing, fault: "an index beyond its \(vertexCount) vertices")
    }
    return indices
  }

  /// Points, pairs or triples, whatever the mode strings together.
  private func shapeIndices(_ indices: [UInt32]) throws(FormatError) -> [UInt32] {
    try budget.take(indices.count, size: 12, for: object.thing)
    switch mode {
    case .points: return indices
    case .lines: return Array(indices.prefix(indices.count & ~1))
    case .lineStrip: return zip(indices, indices.dropFirst()).flatMap { [$0, $1] }
    case .lineLoop:
      guard let first = indices.first, indices.count > 1 else { return [] }
      return zip(indices, indices.dropFirst() + [first]).flatMap { [$0, $1] }
    case .triangles: return Array(indices.prefix(indices.count / 3 * 3))
    case .triangleStrip:
      var result: [UInt32] = []
      for index in 0..<max(indices.count - 2, 0) {
        // Every other triangle turns the other way.
        let odd = index & 1
        result += [indices[index], indices[index + 1 + odd], indices[index + 2 - odd]]
      }
      return result
    case .triangleFan:
      var result: [UInt32] = []
      for index in 0..<max(indices.count - 2, 0) { result += [indices[0], indices[index + 1], indices[index + 2]] }
      return result
    }
  }

  // MARK: Vertices

  private struct Attribute {
    var numbers: [Float]
    var width: Int
  }

  /// Nil where the primitive has none of this name.
  private func attribute(_ name: String, widths: ClosedRange<Int>) throws(FormatError) -> Attribute? {
    guard let list = object.child("attributes") else { return nil }
    return try attribute(name, of: list, widths: widths)
  }

  private func attribute(_ name: String, of list: GLTFObject, widths: ClosedRange<Int>) throws(FormatError) -> Attribute? {
    guard let accessor = try list.count(name) else { return nil }
    let (count, width) = try accessors.shape(accessor)
    guard count == vertexCount else {
      throw .malformed(object.thing, fault: "\(count) elements of \(name) for \(vertexCount) vertices")
    }
    return Attribute(numbers: try accessors.floats(accessor, widths: widths), width: width)
  }

  private func vertices(normals: [Float]?, frame: TextureFrame) throws(FormatError) -> [ModelVertex] {
    let places = try attribute("TEXCOORD_\(frame.set)", widths: 2...2)?.numbers
    let colors = try attribute("COLOR_0", widths: 3...4)
    return (0..<vertexCount).map { index in
      let place = places.map { frame.moved(SIMD2($0[2 * index], $0[2 * index + 1])) } ?? .zero
      return ModelVertex(
        position: Self.vector(positions, index), normal: normals.map { Self.unit(Self.vector($0, index)) } ?? .zero,
        place: place, color: colors.map { Self.packed($0, index) } ?? 0xFFFF_FFFF)
    }
  }

  private static func vector(_ numbers: [Float], _ index: Int) -> SIMD3<Float> {
    SIMD3(numbers[3 * index], numbers[3 * index + 1], numbers[3 * index + 2])
  }

  private static func unit(_ vector: SIMD3<Float>) -> SIMD3<Float> {
    let length = (vector * vector).sum().squareRoot()
    return length > 0 && length.isFinite ? vector / length : SIMD3(0, 1, 0)
  }

  private static func packed(_ colors: Attribute, _ index: Int) -> UInt32 {
    var packed: UInt32 = colors.width == 3 ? 0xFF00_0000 : 0
    for part in 0..<colors.width {
      let value = min(max(colors.numbers[index * colors.width + part], 0), 1)
      packed |= UInt32((value * 255).rounded()) << UInt32(8 * part)
    }
    return packed
  }

  private static func faceted(_ vertices: [ModelVertex], _ indices: [UInt32]) -> [ModelVertex] {
    var result: [ModelVertex] = []
    result.reserveCapacity(indices.count)
    for first in stride(from: 0, to: indices.count - 2, by: 3) {
      let corners = (0..<3).map { vertices[Int(indices[first + $0])] }
      let (a, b) = (corners[1].position - corners[0].position, corners[2].position - corners[0].position)
      let normal = unit(SIMD3(a.y * b.z - a.z * b.y, a.z * b.x - a.x * b.z, a.x * b.y - a.y * b.x))
      for corner in corners {
        result.append(
          ModelVertex(
            position: corner.position, normal: normal, place: SIMD2(corner.u, corner.v), color: corner.color))
      }
    }
    return result
  }

  // MARK: Targets

  /// What normals turn by counts only where the primitive has some; tangents are of no use here.
  private func targets() throws(FormatError) -> [[ModelShift]] {
    var targets: [[ModelShift]] = []
    for (number, json) in (object["targets"]?.array ?? []).enumerated() {
      let list = GLTFObject(json, thing: "\(object.thing), target \(number)")
      try budget.take(vertexCount, size: MemoryLayout<ModelShift>.stride, for: list.thing)
      let positions = try attribute("POSITION", of: list, widths: 3...3)?.numbers
      let normals = try attribute("NORMAL", of: list, widths: 3...3)?.numbers
      targets.append(
        (0..<vertexCount).map { index in
          ModelShift(
            position: positions.map { Self.vector($0, index) } ?? .zero, normal: normals.map { Self.vector($0, index) } ?? .zero)
        })
    }
    return targets
  }

  // MARK: Skins

  private func skinVertices() throws(FormatError) -> [ModelSkinVertex] {
    guard let accessor = try object.child("attributes")?.count("JOINTS_0"),
      let weights = try attribute("WEIGHTS_0", widths: 4...4)?.numbers
    else { return [] }
    let joints = try accessors.integers(accessor, widths: 4...4)
    guard joints.count == 4 * vertexCount, joints.allSatisfy({ $0 <= 65535 }) else {
      throw .malformed(object.thing, fault: "its joints are not four small numbers for each vertex")
    }
    return (0..<vertexCount).map { index in
      let first = 4 * index
      let own = SIMD4(weights[first], weights[first + 1], weights[first + 2], weights[first + 3])
      var shares = own.clamped(lowerBound: .zero, upperBound: SIMD4(repeating: .greatestFiniteMagnitude))
      let sum = shares.sum()
      shares = sum > 0 && sum.isFinite ? shares / sum : SIMD4(1, 0, 0, 0)
      return ModelSkinVertex(
        joints: SIMD4(
          UInt16(truncatingIfNeeded: joints[first]), UInt16(truncatingIfNeeded: joints[first + 1]),
          UInt16(truncatingIfNeeded: joints[first + 2]), UInt16(truncatingIfNeeded: joints[first + 3])),
        weights: SIMD4<UInt16>((shares * 65535).rounded(.toNearestOrEven)))
    }
  }
}
