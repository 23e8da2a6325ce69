import OverlookGPU
import OverlookGeometry
import OverlookScene
import OverlookSupport

/// One draw of a model: a primitive of a node.
struct ModelPart {
  let node: Int
  let material: Int
  let shape: GPUPrimitive
  let firstIndex: Int
  let indexCount: Int
  let firstVertex: Int
  let variant: ModelVariant
  /// Of the skin's joints among all of the model's; nil for what no joint moves.
  let firstJoint: Int?
  /// Nil for what keeps its shape.
  let morph: ModelMorph?
  /// In the node's axes.
  let center: SIMD3<Float>
}

/// Where the targets of a part lie in the buffers that its shader reads.
struct ModelMorph: Hashable {
  /// Of the first target, in texels.
  let firstShift: Int
  let cornerCount: Int
  let targetCount: Int
  /// Of the node's weights among all of the model's.
  let firstWeight: Int
  /// Of its first corner among all of the model's.
  let firstVertex: Int
}

/// A model in the driver's memory.
@MainActor final class ModelGeometry {
  let model: Model
  /// What is opaque, then what is blended.
  let parts: [ModelPart]
  let opaqueCount: Int
  /// For a single model; layers have one of their own each.
  let vertexArray: GPUVertexArray
  private let vertices: GPUBuffer
  private let skin: GPUBuffer
  private let hasSkin: Bool
  private let indices: GPUBuffer
  private let shifts: GPUTexelBuffer
  private let textures: [ModelPicture]

  private static let vertexLayout = VertexLayout(
    stride: 32,
    [
      VertexAttribute(0, .float, 3, offset: 0), VertexAttribute(1, .shortNormalized, 3, offset: 12),
      VertexAttribute(2, .float, 2, offset: 20), VertexAttribute(3, .unsignedByteNormalized, 4, offset: 28),
    ])
  private static let skinLayout = VertexLayout(
    stride: 16,
    [VertexAttribute(4, .unsignedShort, 4, offset: 0), VertexAttribute(5, .unsignedShortNormalized, 4, offset: 8)])

  init(_ device: GPUDevice, _ model: Model) throws(GPUError) {
    self.model = model
    let asset = model.asset
    let all = Self.parts(of: asset)
    opaqueCount = all.count { !asset.materials[$0.material].isBlended }
    parts = all.filter { !asset.materials[$0.material].isBlended } + all.filter { asset.materials[$0.material].isBlended }

    var vertices = GPUBuffer(device, usage: .fixed, label: "vertices of a model")
    try vertices.upload(asset.primitives.flatMap(\.vertices))
    var indices = GPUBuffer(device, usage: .fixed, label: "indices of a model")
    try indices.upload(asset.primitives.flatMap(\.indices))
    var skin = GPUBuffer(device, usage: .fixed, label: "joints of a model")
    hasSkin = asset.primitives.contains { !$0.skinVertices.isEmpty }
    if hasSkin { try skin.upload(asset.primitives.flatMap(Self.skinVertices)) }
    var shifts = GPUTexelBuffer(device, format: .float4, usage: .fixed, label: "targets of a model")
    if asset.primitives.contains(where: { !$0.targets.isEmpty }) {
      try shifts.buffer.upload(asset.primitives.flatMap { $0.targets.flatMap(\.self) })
    }
    self.shifts = shifts
    self.vertices = vertices
    self.indices = indices
    self.skin = skin
    textures = asset.textures.map { ModelPicture(device, $0) }
    vertexArray = GPUVertexArray(device)
    attach(to: vertexArray)
  }

  /// Feeds the corners to `array`.
  func attach(to array: borrowing GPUVertexArray) {
    array.attach(vertices, Self.vertexLayout)
    if hasSkin { array.attach(skin, Self.skinLayout) }
    array.attachIndices(indices)
  }

  func bindShifts() { shifts.bind(unit: ModelProgram.shiftsUnit) }

  /// Binds the textures of a material.
  func bindTextures(of material: ModelMaterial) {
    bind(material.colorTexture, unit: ModelProgram.colorUnit)
    bind(material.surfaceTexture, unit: ModelProgram.surfaceUnit)
    bind(material.emissionTexture, unit: ModelProgram.emissionUnit)
    bind(material.normalTexture, unit: ModelProgram.normalUnit)
  }

  private func bind(_ texture: Int?, unit: Int) {
    if let texture, textures.indices.contains(texture) { textures[texture].bind(unit: unit) }
  }

  /// One for each vertex, also of what no joint moves.
  private static func skinVertices(_ primitive: ModelPrimitive) -> [ModelSkinVertex] {
    let still = ModelSkinVertex(joints: .zero, weights: .zero)
    return primitive.skinVertices.isEmpty ? Array(repeating: still, count: primitive.vertices.count) : primitive.skinVertices
  }

  private static func parts(of asset: ModelAsset) -> [ModelPart] {
    var (firstVertices, firstIndices, firstShifts) = ([0], [0], [0])
    for primitive in asset.primitives {
      firstShifts.append((firstShifts.last ?? 0) + 2 * primitive.targets.count * primitive.vertices.count)
      firstVertices.append((firstVertices.last ?? 0) + primitive.vertices.count)
      firstIndices.append((firstIndices.last ?? 0) + primitive.indices.count)
    }
    var firstJoints = [0]
    for skin in asset.skins { firstJoints.append((firstJoints.last ?? 0) + skin.joints.count) }
    let firstWeights = ModelPose.firstWeights(of: asset.nodes)
    var parts: [ModelPart] = []
    for (number, node) in asset.nodes.enumerated() {
      for index in node.primitives where asset.primitives[index].bounds != nil {
        let primitive = asset.primitives[index]
        let isSkinned = node.skin != nil && !primitive.skinVertices.isEmpty
        var variant = ModelVariant(asset.materials[primitive.material])
        if isSkinned { variant.insert(.skinned) }
        let targetCount = min(primitive.targets.count, node.weights.count)
        if targetCount > 0 { variant.insert(.morphed) }
        let morph = ModelMorph(
          firstShift: firstShifts[index], cornerCount: primitive.vertices.count, targetCount: targetCount,
          firstWeight: firstWeights[number], firstVertex: firstVertices[index])
        let shape: GPUPrimitive =
          switch primitive.shape {
          case .points: .points
          case .lines: .lines
          case .triangles: .triangles
          }
        parts.append(
          ModelPart(
            node: number, material: primitive.material, shape: shape, firstIndex: firstIndices[index],
            indexCount: primitive.indices.count, firstVertex: firstVertices[index], variant: variant,
            firstJoint: isSkinned ? node.skin.map { firstJoints[$0] } : nil, morph: targetCount > 0 ? morph : nil,
            center: primitive.bounds?.center ?? .zero))
      }
    }
    return parts
  }
}

/// A texture of a model.
@MainActor private final class ModelPicture {
  private var texture: GPUTexture?

  init(_ device: GPUDevice, _ source: ModelTexture) {
    texture = try? GPUTexture(
      device, image: source.image, isMipmapped: true, filter: source.isCoarse ? .magnifiedPixels : .mipmap,
      wrap: source.repeats ? .repeat : .clamp, label: "texture of a model")
  }

  func bind(unit: Int) { texture?.bind(unit: unit) }
}
