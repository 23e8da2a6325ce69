import OverlookCamera
import OverlookGPU
import OverlookGeometry
import OverlookScene
import OverlookSupport

/// What the renderer keeps of one overlay with a model: how it stands at the moment, and the places of a layer.
@MainActor final class ShownModel {
  let geometry: ModelGeometry
  /// Keeps the overlay from being mistaken for another one at its address.
  let overlay: Overlay
  private(set) var pose: ModelPose
  private var isAtRest = true
  private var clip = 0
  private var seconds = 0.0
  private var joints: GPUTexelBuffer
  private var areJointsCurrent = false
  private var weights: GPUTexelBuffer
  private var areWeightsCurrent = false
  private var instances: ColumnBuffer
  private let vertexArray: GPUVertexArray
  private var instanceVersion: Int?
  private(set) var instanceCount = 0

  private static let instanceLayout = VertexLayout(
    stride: 24, divisor: 1,
    [VertexAttribute(6, .integer, 2, offset: 0), VertexAttribute(7, .float, 4, offset: 8)])

  init(_ device: GPUDevice, _ geometry: ModelGeometry, _ overlay: Overlay) {
    self.geometry = geometry
    self.overlay = overlay
    pose = ModelPose(nodes: geometry.model.asset.nodes, skins: geometry.model.asset.skins)
    joints = GPUTexelBuffer(device, format: .float4, label: "joints of a model")
    weights = GPUTexelBuffer(device, format: .float, label: "weights of a model's targets")
    instances = ColumnBuffer(device, label: "places of a layer of models")
    vertexArray = GPUVertexArray(device)
  }

  /// Moves the model to where its animation has come.
  func move(_ row: ModelRow) {
    guard let animation = row.animation, let moving = row.clip else {
      if !isAtRest { pose = ModelPose(nodes: geometry.model.asset.nodes, skins: geometry.model.asset.skins) }
      areJointsCurrent = areJointsCurrent && isAtRest
      areWeightsCurrent = areWeightsCurrent && isAtRest
      isAtRest = true
      return
    }
    guard isAtRest || animation.clip != clip || animation.time != seconds else { return }
    pose.move(geometry.model.asset, moving, seconds: animation.time)
    (isAtRest, clip, seconds) = (false, animation.clip, animation.time)
    (areJointsCurrent, areWeightsCurrent) = (false, false)
  }

  /// Brings the places of a layer to the driver.
  func update(_ columns: ModelColumns) throws(GPUError) {
    guard columns.version != instanceVersion else { return }
    let isNew = instanceVersion == nil
    instanceVersion = nil
    try instances.update(columns.instances, isNew: isNew)
    columns.clearChanges()
    instanceVersion = columns.version
    instanceCount = columns.instances.count
    geometry.attach(to: vertexArray)
    instances.attach(to: vertexArray, Self.instanceLayout)
  }

  func bindJoints() throws(GPUError) {
    if !areJointsCurrent {
      try joints.buffer.replace(pose.modelFromMesh)
      areJointsCurrent = true
    }
    joints.bind(unit: ModelProgram.jointsUnit)
  }

  func bindWeights() throws(GPUError) {
    if !areWeightsCurrent {
      try weights.buffer.replace(pose.weights)
      areWeightsCurrent = true
    }
    weights.bind(unit: ModelProgram.weightsUnit)
  }

  /// Draws a part with the program that is in use, once or at each place.
  func draw(_ device: GPUDevice, _ part: ModelPart, isLayer: Bool) {
    if isLayer {
      device.drawIndexed(
        part.shape, vertexArray, firstIndex: part.firstIndex, count: part.indexCount, baseVertex: part.firstVertex,
        instances: instanceCount)
    } else {
      device.drawIndexed(
        part.shape, geometry.vertexArray, firstIndex: part.firstIndex, count: part.indexCount, baseVertex: part.firstVertex)
    }
  }
}
