package import OverlookGeometry

/// A 3D model as values, checked so that nothing in it leads outside: glTF's axes (x left of what looks along z, y up) and
/// metres.
package struct ModelAsset: Sendable {
  package var name: String?
  /// Parents before their children.
  package var nodes: [ModelNode]
  package var primitives: [ModelPrimitive]
  package var skins: [ModelSkin]
  /// At least one; the last is for primitives that name none.
  package var materials: [ModelMaterial]
  package var textures: [ModelTexture]
  package var clips: [ModelClip]
  /// Around everything as it stands when no clip plays, in the model's axes; nil for a model that shows nothing.
  package var bounds: ModelBox?

  package init(
    name: String? = nil, nodes: [ModelNode], primitives: [ModelPrimitive], skins: [ModelSkin] = [],
    materials: [ModelMaterial] = [], textures: [ModelTexture] = [], clips: [ModelClip] = []
  ) {
    self.name = name
    self.nodes = nodes
    self.primitives = primitives
    self.skins = skins
    self.materials = materials.isEmpty ? [ModelMaterial()] : materials
    self.textures = textures
    self.clips = clips
    bounds = ModelPose(nodes: nodes, skins: skins).bounds(of: primitives, nodes: nodes)
  }

  package var triangleCount: Int {
    nodes.reduce(0) { sum, node in
      sum + primitives[node.primitives].reduce(0) { $1.shape == .triangles ? $0 + $1.indices.count / 3 : $0 }
    }
  }

  package var vertexCount: Int { primitives.reduce(0) { $0 + $1.vertices.count } }
}

/// A part of a model that moves as one.
package struct ModelNode: Sendable {
  /// Of an earlier node; nil for none.
  package var parent: Int?
  package var transform: ModelTransform
  /// Of the asset's.
  package var primitives: Range<Int>
  /// Of the asset's.
  package var skin: Int?
  /// How much each target of its primitives counts while no clip changes that; as many as these have.
  package var weights: [Float]

  package init(
    parent: Int? = nil, transform: ModelTransform = .identity, primitives: Range<Int> = 0..<0, skin: Int? = nil,
    weights: [Float] = []
  ) {
    self.parent = parent
    self.transform = transform
    self.primitives = primitives
    self.skin = skin
    self.weights = weights
  }
}

/// A corner of a primitive; the layout is that of `model.vert`.
package struct ModelVertex: BitwiseCopyable, Hashable, Sendable {
  package var x: Float
  package var y: Float
  package var z: Float
  /// Of length 32767; 0 for what is not lit.
  package var normalX: Int16
  package var normalY: Int16
  package var normalZ: Int16
  private var padding: Int16 = 0
  package var u: Float
  package var v: Float
  /// Linear, not premultiplied, red in the lowest byte.
  package var color: UInt32

  package init(
    position: SIMD3<Float>, normal: SIMD3<Float> = .zero, place: SIMD2<Float> = .zero, color: UInt32 = 0xFFFF_FFFF
  ) {
    (x, y, z) = (position.x, position.y, position.z)
    let scaled = (normal * 32767).rounded(.toNearestOrEven).clamped(
      lowerBound: SIMD3(repeating: -32767), upperBound: SIMD3(repeating: 32767))
    (normalX, normalY, normalZ) = (Int16(scaled.x), Int16(scaled.y), Int16(scaled.z))
    (u, v) = (place.x, place.y)
    self.color = color
  }

  package var position: SIMD3<Float> { SIMD3(x, y, z) }
}

/// Which joints move a corner, and how much each; the weights sum up to 65535.
package struct ModelSkinVertex: BitwiseCopyable, Hashable, Sendable {
  package var joints: SIMD4<UInt16>
  package var weights: SIMD4<UInt16>

  package init(joints: SIMD4<UInt16>, weights: SIMD4<UInt16>) {
    self.joints = joints
    self.weights = weights
  }
}

/// How far a target moves a corner, and how it turns its normal, at a weight of 1; the layout is that of `model.vert`.
package struct ModelShift: BitwiseCopyable, Hashable, Sendable {
  /// w is 0.
  package var position: SIMD4<Float>
  /// w is 0.
  package var normal: SIMD4<Float>

  package init(position: SIMD3<Float>, normal: SIMD3<Float> = .zero) {
    self.position = SIMD4(position, 0)
    self.normal = SIMD4(normal, 0)
  }
}

/// What is drawn in one go: corners of one material.
package struct ModelPrimitive: Sendable {
  package enum Shape: Hashable, Sendable {
    case points, lines, triangles
  }

  package var shape: Shape
  package var vertices: [ModelVertex]
  /// One a vertex, or none.
  package var skinVertices: [ModelSkinVertex]
  /// Other shapes that it may take on, of one shift a vertex each.
  package var targets: [[ModelShift]]
  /// Into `vertices`; of triangles three each, counter-clockwise seen from the front, of lines two each.
  package var indices: [UInt32]
  /// Of the asset's.
  package var material: Int
  /// Around the vertices wherever targets with weights of 0 ... 1 move them; nil when there are none.
  package let bounds: ModelBox?

  package init(
    shape: Shape = .triangles, vertices: [ModelVertex], skinVertices: [ModelSkinVertex] = [], targets: [[ModelShift]] = [],
    indices: [UInt32], material: Int
  ) {
    self.shape = shape
    self.vertices = vertices
    self.skinVertices = skinVertices
    self.targets = targets
    self.indices = indices
    self.material = material
    var bounds = ModelBox(around: vertices.lazy.map(\.position))
    if !targets.isEmpty {
      for limit in [Self.least, Self.most] {
        let reached = vertices.indices.lazy.map { index in
          targets.reduce(vertices[index].position) { $0 + limit($1[index].position) }
        }
        if let box = ModelBox(around: reached) { bounds = bounds?.union(box) ?? box }
      }
    }
    self.bounds = bounds
  }

  private static func least(_ shift: SIMD4<Float>) -> SIMD3<Float> {
    SIMD3(min(shift.x, 0), min(shift.y, 0), min(shift.z, 0))
  }

  private static func most(_ shift: SIMD4<Float>) -> SIMD3<Float> {
    SIMD3(max(shift.x, 0), max(shift.y, 0), max(shift.z, 0))
  }
}

/// Nodes that move the corners of a mesh.
package struct ModelSkin: Sendable {
  /// Of the asset's.
  package var joints: [Int]
  /// From the mesh to each joint as it stood when the mesh was bound to it.
  package var jointFromMesh: [FloatMatrix4]

  package init(joints: [Int], jointFromMesh: [FloatMatrix4]) {
    self.joints = joints
    self.jointFromMesh = jointFromMesh
  }
}

/// What a surface looks like.
package struct ModelMaterial: Hashable, Sendable {
  package enum AlphaMode: Hashable, Sendable {
    case opaque
    /// All or nothing, at this alpha.
    case mask(cutoff: Float)
    case blend
  }

  /// Linear, not premultiplied.
  package var color = SIMD4<Float>(1, 1, 1, 1)
  /// 0 ... 1.
  package var metallic: Float = 1
  /// 0 ... 1.
  package var roughness: Float = 1
  /// Linear.
  package var emission = SIMD3<Float>(0, 0, 0)
  package var alphaMode = AlphaMode.opaque
  package var isDoubleSided = false
  package var isUnlit = false
  /// Of the asset's, as the others.
  package var colorTexture: Int?
  /// Roughness in its green channel, metallic in its blue.
  package var surfaceTexture: Int?
  /// How much of the occlusion in the red channel of `surfaceTexture` counts, 0 ... 1.
  package var occlusion: Float = 0
  package var emissionTexture: Int?
  package var normalTexture: Int?
  package var normalScale: Float = 1

  package init() {}

  package var isBlended: Bool { alphaMode == .blend }
}

/// A picture and how it goes on beyond its edges.
package struct ModelTexture: Sendable {
  package var image: Image
  package var repeats: Bool
  /// Whether its pixels are seen when it is shown larger than it is.
  package var isCoarse: Bool

  package init(image: Image, repeats: Bool = true, isCoarse: Bool = false) {
    self.image = image
    self.repeats = repeats
    self.isCoarse = isCoarse
  }
}
