import OverlookGeometry
import OverlookSupport

extension StreetMesh {
  /// Of all models of a scene; those that are nearest come first.
  private static let modelTriangleLimit = 1_000_000
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

    /// What lies between two corners; `share`: how far it is from this one, 0 ... 1.
    func mixed(with other: Corner, _ share: Float) -> Corner {
      var mixed: UInt32 = 0
      for shift in stride(from: UInt32(0), to: 32, by: 8) {
        let (first, second) = (Float(color >> shift & 255), Float(other.color >> shift & 255))
        mixed |= UInt32(min(max((first + (second - first) * share).rounded(), 0), 255)) << shift
      }
      return Corner(
        normal: normal + (other.normal - normal) * share, place: place + (other.place - place) * share, color: mixed)
    }
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
    var normal: ModelTexture?

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
      normal = texture(material.normalTexture)
    }

    /// What of its picture's alpha is cut out of its triangles, or throws no shadow; nil for nothing.
    var cutoff: Float? {
      guard color != nil, material.color.w > 0 else { return nil }
      return switch material.alphaMode {
      case .mask(let cutoff): cutoff / material.color.w
      case .blend: Self.leastShadow / material.color.w
      case .opaque: nil
      }
    }

    /// What lets half of the light through or more throws no shadow, as on a map.
    var throwsShadow: Bool { !material.isBlended || material.color.w > Self.leastShadow }

    private static let leastShadow: Float = 0.5
  }

  mutating func addModels(of scene: StreetScene, _ sight: StreetSight?) {
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
      add(model, matrix, isCrowd: count > Self.crowdTriangles, sight, strokeRoom: &rest)
    }
  }

  private mutating func add(
    _ model: StreetModel, _ sceneFromModel: Matrix4, isCrowd: Bool, _ sight: StreetSight?, strokeRoom: inout Int
  ) {
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
    var surfaces: [SurfaceKind: Int32] = [:]
    for (index, node) in asset.nodes.enumerated() {
      for primitive in asset.primitives[node.primitives] where primitive.shape == .triangles || sight != nil {
        let material = asset.materials[primitive.material]
        let kind = SurfaceKind(material: primitive.material, isStroke: primitive.shape != .triangles)
        let surface =
          surfaces[kind] ?? addLook(Look(material, of: asset), isCrowd: isCrowd, isStroke: kind.isStroke)
        surfaces[kind] = surface
        var shape = ModelShape(primitive)
        shape.morph(pose.weights.dropFirst(firstWeights[index]).prefix(node.weights.count))
        var sceneFromMesh = sceneFromModel
        if let skin = node.skin, !primitive.skinVertices.isEmpty {
          shape.bend(pose.modelFromMesh, from: firstJoints[skin])
        } else {
          sceneFromMesh = sceneFromModel * pose.modelFromNode[index]
        }
        shape.move(sceneFromMesh)
        switch primitive.shape {
        case .triangles:
          add(
            shape, primitive, surface, isOneSided: !material.isDoubleSided && sceneFromMesh.determinant3 > 0,
            isClear: material.isBlended)
        case .points, .lines:
          guard let sight else { continue }
          addStrokes(shape, primitive, surface, sight, isClear: material.isBlended, room: &strokeRoom)
        }
      }
    }
  }

  /// Triangles and strokes of one material are two surfaces.
  private struct SurfaceKind: Hashable {
    var material: Int
    var isStroke: Bool
  }

  private mutating func addLook(_ look: Look, isCrowd: Bool, isStroke: Bool) -> Int32 {
    looks.append(look)
    var surface = Surface(material: .model, color: SIMD3())
    surface.look = Int32(clamping: looks.count - 1)
    surface.isCrowd = isCrowd || look.cutoff != nil
    surface.isStroke = isStroke
    return addSurface(surface)
  }

  private mutating func add(
    _ shape: ModelShape, _ primitive: ModelPrimitive, _ surface: Int32, isOneSided: Bool, isClear: Bool
  ) {
    for first in stride(from: 0, to: primitive.indices.count - 2, by: 3) {
      guard let a = shape.corner(primitive.indices[first]), let b = shape.corner(primitive.indices[first + 1]),
        let c = shape.corner(primitive.indices[first + 2])
      else { continue }
      add((a.place, b.place, c.place), Corners(a: a.corner, b: b.corner, c: c.corner), surface, isOneSided, isClear)
    }
  }

  private mutating func add(
    _ places: (SIMD3<Float>, SIMD3<Float>, SIMD3<Float>), _ ends: Corners, _ surface: Int32, _ isOneSided: Bool, _ isClear: Bool
  ) {
    corners.append(ends)
    let triangle = Triangle(
      a: places.0, b: places.1, c: places.2, surface: surface, corners: Int32(clamping: corners.count - 1),
      isOneSided: isOneSided)
    if isClear { clearTriangles.append(triangle) } else { add(triangle) }
  }

  /// Lines and points as they are seen from somewhere; `room`: how many triangles more they may be.
  private mutating func addStrokes(
    _ shape: ModelShape, _ primitive: ModelPrimitive, _ surface: Int32, _ sight: StreetSight, isClear: Bool, room: inout Int
  ) {
    let isPoints = primitive.shape == .points
    for first in stride(from: 0, to: isPoints ? primitive.indices.count : primitive.indices.count - 1, by: isPoints ? 1 : 2) {
      guard let a = shape.corner(primitive.indices[first]) else { continue }
      guard let b = isPoints ? a : shape.corner(primitive.indices[first + 1]) else { continue }
      let pieces = isPoints ? sight.square(around: a.place).map { [$0] } ?? [] : sight.ribbon(from: a.place, to: b.place)
      guard 2 * pieces.count <= room else { return room = 0 }
      room -= 2 * pieces.count
      for piece in pieces {
        let (start, end) = (a.corner.mixed(with: b.corner, piece.start), a.corner.mixed(with: b.corner, piece.end))
        add((piece.a, piece.b, piece.c), Corners(a: start, b: end, c: end), surface, false, isClear)
        add((piece.a, piece.c, piece.d), Corners(a: start, b: end, c: start), surface, false, isClear)
      }
    }
  }
}

/// The corners of a part of a model as it stands.
private struct ModelShape {
  var places: [SIMD3<Float>]
  var normals: [SIMD3<Float>]
  private let primitive: ModelPrimitive
  /// Corners that lie farther off are of no picture, and their numbers are of no use.
  private static let farthestMeters: Float = 100_000

  /// A corner by its number; nil where there is none, and for one that lies nowhere near.
  func corner(_ number: UInt32) -> (place: SIMD3<Float>, corner: StreetMesh.Corner)? {
    let index = Int(number)
    guard places.indices.contains(index), primitive.vertices.indices.contains(index) else { return nil }
    let (place, far) = (places[index], Self.farthestMeters)
    guard place.x.magnitude < far, place.y.magnitude < far, place.z.magnitude < far else { return nil }
    let vertex = primitive.vertices[index]
    return (place, StreetMesh.Corner(normal: normals[index], place: SIMD2(vertex.u, vertex.v), color: vertex.color))
  }

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
