import OverlookCamera
package import OverlookGPU
import OverlookGeometry
import OverlookScene
import OverlookSupport

/// A layer as a picture of the target's size that the processor makes, and makes anew only when something of it has changed.
@MainActor final class ComposedPicture<Style: Equatable> {
  /// What the picture was made for.
  private struct Seen: Equatable {
    var view: ViewTransform
    var pixelsPerPoint: Double
    var version: Int
    var style: Style
  }

  private let device: GPUDevice
  private let tools: ComposingTools
  private let hasDepths: Bool
  private var sheet: PixelSheet?
  private var texture: GPUTexture?
  private var depthTexture: GPUTexture?
  private var seen: Seen?
  private var isEmpty = true

  /// With depths it meets those of the target, and leaves its own.
  init(_ device: GPUDevice, _ tools: ComposingTools, hasDepths: Bool = false) {
    self.device = device
    self.tools = tools
    self.hasDepths = hasDepths
  }

  /// Lays the picture over what the target shows, one with depths at an opacity of 0 ... 1, another one at the depth of the
  /// ground. `leavesDepths`: whether it hides what is drawn later. `version` is that of the layer's columns. `compose` draws where the
  /// picture is not the last one, and answers whether there is anything to show.
  func draw(
    version: Int, _ style: Style, opacity: Float = 1, leavesDepths: Bool = true, in frame: BulkFrame,
    compose: (PixelSheet) -> Bool
  ) throws(GPUError) {
    let sheet = try sheet(for: frame.target)
    let now = Seen(view: frame.view, pixelsPerPoint: frame.pixelsPerPoint, version: version, style: style)
    if now != seen {
      isEmpty = !compose(sheet)
      if !isEmpty {
        sheet.upload(to: texture)
        sheet.depths?.upload(to: depthTexture)
      }
      seen = now
    }
    if isEmpty { return }
    depthTexture?.bind(unit: 1)
    texture?.bind(unit: 0)
    if hasDepths {
      tools.drawScene(opacity: opacity, leavesDepths: leavesDepths)
    } else {
      tools.drawPicture(depth: frame.groundDepth)
    }
  }

  private func sheet(for target: GPUTarget) throws(GPUError) -> PixelSheet {
    if let sheet, sheet.width == target.width, sheet.height == target.height { return sheet }
    sheet = nil
    texture = nil
    depthTexture = nil
    seen = nil
    texture = try GPUTexture(device, width: target.width, height: target.height, filter: .nearest, label: "picture of a layer")
    if hasDepths {
      depthTexture = try GPUTexture(
        device, width: target.width, height: target.height, filter: .nearest, label: "depths of a layer")
    }
    let made = PixelSheet(width: target.width, height: target.height, hasDepths: hasDepths)
    sheet = made
    return made
  }
}

extension PixelSheet {
  @MainActor fileprivate func upload(to texture: borrowing GPUTexture?) {
    withBytes { texture?.upload($0, x: 0, y: 0, width: width, height: height, order: .bgra) }
  }
}

/// What all composed pictures share.
@MainActor package final class ComposingTools {
  let crew = LoopCrew()
  private let device: GPUDevice
  private let corners: GPUVertexArray
  private let program: GPUProgram
  private let depth: GPUUniform
  private let sceneProgram: GPUProgram
  private let sceneOpacity: GPUUniform

  package init(_ device: GPUDevice, library: ShaderLibrary) {
    self.device = device
    corners = GPUVertexArray(device)
    program = GPUProgram(device, vertex: "picture.vert", fragment: "tile_plain.frag", library: library)
    program.set(program.uniform("u_image"), 0)
    depth = program.uniform("u_depth")
    sceneProgram = GPUProgram(device, vertex: "picture.vert", fragment: "picture_depth.frag", library: library)
    sceneProgram.set(sceneProgram.uniform("u_image"), 0)
    sceneProgram.set(sceneProgram.uniform("u_depths"), 1)
    sceneOpacity = sceneProgram.uniform("u_opacity")
  }

  func reload() throws(GPUError) {
    try program.reload()
    try sceneProgram.reload()
  }

  /// Lays the picture that is bound to unit 0 over the whole target, at a depth as `BulkFrame.groundDepth` says it.
  func drawPicture(depth: SIMD3<Float>) {
    program.set(self.depth, depth)
    device.draw(.triangleFan, corners, count: 4)
  }

  /// The same with the depths that are bound to unit 1, which meet those of the target.
  func drawScene(opacity: Float, leavesDepths: Bool) {
    sceneProgram.set(sceneOpacity, opacity)
    device.state.setDepthTest(true)
    device.state.setDepthWrite(leavesDepths)
    device.draw(.triangleFan, corners, count: 4)
    device.state.setDepthWrite(false)
    device.state.setDepthTest(false)
  }
}
