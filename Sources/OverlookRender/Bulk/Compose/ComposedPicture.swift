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

  private let tools: ComposingTools
  private let hasDepths: Bool
  private let picture: SheetTexture
  private var seen: Seen?
  private var isEmpty = true

  /// With depths it meets those of the target, and leaves its own.
  init(_ device: GPUDevice, _ tools: ComposingTools, hasDepths: Bool = false) {
    self.tools = tools
    self.hasDepths = hasDepths
    picture = SheetTexture(device, of: "a layer", hasDepths: hasDepths)
  }

  /// Lays the picture over what the target shows, one with depths at an opacity of 0 ... 1, another one at the depth of the
  /// ground. `leavesDepths`: whether it hides what is drawn later. `version` is that of the layer's columns. `compose` draws
  /// where the picture is not the last one, and answers whether there is anything to show.
  func draw(
    version: Int, _ style: Style, opacity: Float = 1, leavesDepths: Bool = true, in frame: BulkFrame,
    compose: (PixelSheet) -> Bool
  ) throws(GPUError) {
    let (sheet, isNew) = try picture.sheet(width: frame.target.width, height: frame.target.height)
    if isNew { seen = nil }
    let now = Seen(view: frame.view, pixelsPerPoint: frame.pixelsPerPoint, version: version, style: style)
    if now != seen {
      isEmpty = !compose(sheet)
      if !isEmpty { picture.upload() }
      seen = now
    }
    if isEmpty { return }
    picture.bind()
    if hasDepths {
      tools.drawScene(opacity: opacity, leavesDepths: leavesDepths)
    } else {
      tools.drawPicture(depth: frame.groundDepth)
    }
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
