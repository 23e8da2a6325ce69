package import OverlookGeometry

/// Where the nodes of a model are at one time. Keeps its memory from time to time.
package struct ModelPose: Sendable {
  /// Of each node.
  package private(set) var modelFromNode: [Matrix4]
  /// Of the joints of each skin, one after the other: where it moves the corners of its mesh, in the model.
  package private(set) var modelFromMesh: [FloatMatrix4]
  /// Of the targets of each node, one after the other.
  package private(set) var weights: [Float]
  private var transforms: [ModelTransform]
  /// Of each node, into `weights`.
  private let firstWeights: [Int]

  /// As the model stands when nothing moves it.
  package init(nodes: [ModelNode], skins: [ModelSkin]) {
    transforms = nodes.map(\.transform)
    weights = nodes.flatMap(\.weights)
    firstWeights = Self.firstWeights(of: nodes)
    modelFromNode = Array(repeating: .identity, count: nodes.count)
    modelFromMesh = Array(repeating: Matrix4.identity.floats, count: skins.reduce(0) { $0 + $1.joints.count })
    place(nodes, skins)
  }

  /// Of each node, where its weights begin among those of all nodes.
  package static func firstWeights(of nodes: [ModelNode]) -> [Int] {
    var next = 0
    return nodes.map { node in
      defer { next += node.weights.count }
      return next
    }
  }

  /// Moves the nodes to where `clip` has them at a time, and all others back.
  package mutating func move(_ asset: ModelAsset, _ clip: ModelClip, seconds: Double) {
    for (index, node) in asset.nodes.enumerated() {
      transforms[index] = node.transform
      for (target, weight) in node.weights.enumerated() { weights[firstWeights[index] + target] = weight }
    }
    for channel in clip.channels {
      let value = channel.value(at: Float(seconds))
      switch channel.property {
      case .translation: transforms[channel.node].translation = SIMD3(value.x, value.y, value.z)
      case .rotation: transforms[channel.node].rotation = value
      case .scale: transforms[channel.node].scale = SIMD3(value.x, value.y, value.z)
      case .weights(let count):
        for target in 0..<min(count, asset.nodes[channel.node].weights.count) {
          weights[firstWeights[channel.node] + target] = channel.weight(of: target, at: Float(seconds))
        }
      }
    }
    place(asset.nodes, asset.skins)
  }

  /// Parents come before their children.
  private mutating func place(_ nodes: [ModelNode], _ skins: [ModelSkin]) {
    for (index, node) in nodes.enumerated() {
      let own = transforms[index].parentFromNode
      modelFromNode[index] = node.parent.map { modelFromNode[$0] * own } ?? own
    }
    var next = 0
    for skin in skins {
      for (joint, jointFromMesh) in zip(skin.joints, skin.jointFromMesh) {
        modelFromMesh[next] = (modelFromNode[joint] * Matrix4(jointFromMesh)).floats
        next += 1
      }
    }
  }

  /// Around all primitives; those that joints move count as they were bound, wherever each joint takes them.
  package func bounds(of primitives: [ModelPrimitive], nodes: [ModelNode]) -> ModelBox? {
    var box: ModelBox?
    var bound: ModelBox?
    for (index, node) in nodes.enumerated() {
      for primitive in primitives[node.primitives] {
        guard let own = primitive.bounds else { continue }
        if node.skin == nil || primitive.skinVertices.isEmpty {
          let moved = own.moved(by: modelFromNode[index])
          box = box?.union(moved) ?? moved
        } else {
          bound = bound?.union(own) ?? own
        }
      }
    }
    guard let bound else { return box }
    for matrix in modelFromMesh {
      let moved = bound.moved(by: Matrix4(matrix))
      box = box?.union(moved) ?? moved
    }
    return box
  }
}
