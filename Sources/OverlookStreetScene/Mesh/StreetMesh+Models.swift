import OverlookGeometry
import OverlookSupport

extension StreetMesh {
  /// Of all models of a scene; those that are nearest come first.
  private static let modelTriangleLimit = 1_000_000
  /// Corners that lie farther off are of no picture, and their numbers are of no use.
  private static let farthestMeters: Float = 100_000
  /// A model of more triangles is told by the raster of shadows alone.
  private static let crowdTriangles = 4_000

  /// What a corner of a model has beside its place.
  package struct Corner: Sendable {
    /// Of length 1; 0 for what is not lit.
    var normal: SIMD3<Float>
    /// On its pictures.
    var place: SIMD2<Float>
    /// Linear, not premultiplied, red in the lowest byte.
    var color: UInt32
  }

  /// The corners of a triangle of a model.
  package struct Corners: Sendable {
    var a: Corner
    var b: Corner
    var c: Corner
  }

  /// A material of a model with its pictures.
  package struct Look: Sendable {
    var material: ModelMaterial
    var color: ModelTexture?
    var surface: ModelTexture?
    var emission: ModelTexture?

    init(_ material: ModelMaterial, of asset: ModelAsset) {
      func texture(_ index: Int?) -> ModelTexture? {
        index.flatMap { asset.textures.indices.contains($0) ? asset.textures[$0] : nil }
      }
      self.material = material
      // More is white all the same.
      self.material.emission.clamp(lowerBound: SIMD3(), upperBound: SIMD3(repeating: 1_000))
      color = texture(material.colorTexture)
      surface = texture(material.surfaceTexture)
      emission = texture(material.emissionTexture)
    }

    /// Whether parts of its triangles are cut out.
    var isMasked: Bool { if case .mask = material.alphaMode { color != nil } else { false } }
  }

  mutating func addModels(of scene: StreetScene) {
    let near = scene.models.compactMap { model -> (model: StreetModel, matrix: Matrix4, meters: Double)? in
      let matrix = model.sceneFromModel(scene.frame)
      guard let reach = model.reach(matrix), reach.lowerBound < scene.radius else { return nil }
      return (model, matrix, reach.lowerBound)
    }
    var rest = Self.modelTriangleLimit
    for (model, matrix, _) in near.sorted(by: { $0.meters < $1.meters }) {
      let count = model.asset.triangleCount
      guard count <= rest else { continue }
      rest -= count
      add(model, matrix, isCrowd: count > Self.crowdTriangles)
    }
  }

  private mutating func add(_ model: StreetModel, _ sceneFromModel: Matrix4, isCrowd: Bool) {
    let asset = model.asset
    var pose = ModelPose(nodes: asset.nodes, skins: asset.skins)
    if let clip = model.clip, asset.clips.indices.contains(clip) { pose.move(asset, asset.clips[clip], seconds: model.seconds) }
    let firstWeights = ModelPose.firstWeights(of: asset.nodes)
    var firstJoints: [Int] = []
    var next = 0
    for skin in asset.skins {
      firstJoints.append(next)
      next += skin.joints.count
    }
    var surfaces: [Int: Int32] = [:]
    for (index, node) in asset.nodes.enumerated() {
      for primitive in asset.primitives[node.primitives] where primitive.shape == .triangles {
        let material = asset.materials[primitive.material]
        // What lets half of the light through or more is not drawn: it throws no shadow on a map either.
        if material.isBlended, material.color.w <= 0.5 { continue }
        let surface = surfaces[primitive.material] ?? addLook(Look(material, of: asset), isCrowd: isCrowd)
        surfaces[primitive.material] = surface
        var shape = ModelShape(primitive)
        shape.morph(pose.weights.dropFirst(firstWeights[index]).prefix(node.weights.count))
        var sceneFromMesh = sceneFromModel
        if let skin = node.skin, !primitive.skinVertices.isEmpty {
          shape.bend(pose.modelFromMesh, from: firstJoints[skin])
        } else {
          sceneFromMesh = sceneFromModel * pose.modelFromNode[index]
        }
        shape.move(sceneFromMesh)
        add(shape, primitive, surface, isOneSided: !material.isDoubleSided && sceneFromMesh.determinant3 > 0)
      }
    }
  }

  private mutating func addLook(_ look: Look, isCrowd: Bool) -> Int32 {
    looks.append(look)
    var surface = Surface(material: .model, color: SIMD3())
    surface.look = Int32(clamping: looks.count - 1)
    surface.isCrowd = isCrowd || look.isMasked
    return addSurface(surface)
  }

  private mutating func add(_ shape: ModelShape, _ primitive: ModelPrimitive, _ surface: Int32, isOneSided: Bool) {
    func corner(_ index: Int) -> Corner {
      let vertex = primitive.vertices[index]
      return Corner(normal: shape.normals[index], place: SIMD2(vertex.u, vertex.v), color: vertex.color)
    }
    for first in stride(from: 0, to: primitive.indices.count - 2, by: 3) {
      let (a, b, c) = (Int(primitive.indices[first]), Int(primitive.indices[first + 1]), Int(primitive.indices[first + 2]))
      let places = [shape.places[a], shape.places[b], shape.places[c]]
      guard places.allSatisfy({ $0.max() < Self.farthestMeters && $0.min() > -Self.farthestMeters }) else { continue }
      corners.append(Corners(a: corner(a), b: corner(b), c: corner(c)))
      add(
        Triangle(
          a: places[0], b: places[1], c: places[2], surface: surface,
          corners: Int32(clamping: corners.count - 1), isOneSided: isOneSided))
    }
  }
}

/// The corners of a part of a model as it stands.
private struct ModelShape {
  var places: [SIMD3<Float>]
  var normals: [SIMD3<Float>]
  private let primitive: ModelPrimitive

  init(_ primitive: ModelPrimitive) {
    self.primitive = primitive
    places = primitive.vertices.map(\.position)
    normals = primitive.vertices.map { SIMD3(Float($0.normalX), Float($0.normalY), Float($0.normalZ)) / 32_767 }
  }

  mutating func morph(_ weights: ArraySlice<Float>) {
    for (target, weight) in zip(primitive.targets, weights) where weight != 0 {
      for index in places.indices where target.indices.contains(index) {
        let (place, normal) = (target[index].position, target[index].normal)
        places[index] += weight * SIMD3(place.x, place.y, place.z)
        normals[index] += weight * SIMD3(normal.x, normal.y, normal.z)
      }
    }
  }

  /// By joints, whose matrices begin at `first`.
  mutating func bend(_ matrices: [FloatMatrix4], from first: Int) {
    for (index, vertex) in primitive.skinVertices.enumerated() where places.indices.contains(index) {
      var (place, normal) = (SIMD3<Float>(), SIMD3<Float>())
      for number in 0..<4 where vertex.weights[number] > 0 {
        let joint = first + Int(vertex.joints[number])
        guard matrices.indices.contains(joint) else { continue }
        let (m, weight) = (matrices[joint], Float(vertex.weights[number]) / 65_535)
        let (p, n) = (places[index], normals[index])
        let moved = m.column0 * p.x + m.column1 * p.y + m.column2 * p.z + m.column3
        let turned = m.column0 * n.x + m.column1 * n.y + m.column2 * n.z
        place += weight * SIMD3(moved.x, moved.y, moved.z)
        normal += weight * SIMD3(turned.x, turned.y, turned.z)
      }
      (places[index], normals[index]) = (place, normal)
    }
  }

  mutating func move(_ matrix: Matrix4) {
    let (x, y, z) = (matrix.columns.0.xyz, matrix.columns.1.xyz, matrix.columns.2.xyz)
    func cross(_ a: SIMD3<Double>, _ b: SIMD3<Double>) -> SIMD3<Double> {
      SIMD3(a.y * b.z - a.z * b.y, a.z * b.x - a.x * b.z, a.x * b.y - a.y * b.x)
    }
    // Normals go by the cofactors, whatever the matrix does to lengths.
    let sign = matrix.determinant3 < 0 ? -1.0 : 1
    let (u, v, w) = (cross(y, z) * sign, cross(z, x) * sign, cross(x, y) * sign)
    for index in places.indices {
      let (place, normal) = (SIMD3<Double>(places[index]), SIMD3<Double>(normals[index]))
      places[index] = SIMD3<Float>(x * place.x + y * place.y + z * place.z + matrix.columns.3.xyz)
      let turned = u * normal.x + v * normal.y + w * normal.z
      let length = (turned * turned).sum().squareRoot()
      normals[index] = length > 0 ? SIMD3<Float>(turned / length) : SIMD3()
    }
  }
}
