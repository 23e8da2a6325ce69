import OverlookCamera
import OverlookGPU
import OverlookGeometry
import OverlookScene
import OverlookSupport

/// A layer as a picture that the processor makes, and makes anew where something changed.
@MainActor final class ComposedPicture<Painter: BlockPainter, Style: Equatable> {
  private let device: GPUDevice
  private let tools: ComposingTools
  private var composer: BlockComposer<Painter>?
  private var picture: GPUTexture?
  private var seen: Seen?
  private var isEmpty = true

  /// What the picture was made for.
  private struct Seen: Equatable {
    var view: ViewTransform
    var pixelsPerPoint: Double
    var version: Int
    var style: Style
  }

  init(_ device: GPUDevice, _ tools: ComposingTools) {
    self.device = device
    self.tools = tools
  }

  /// Lays the picture over what the target shows. `version` is that of the columns; `painter` is called where the picture has changed.
  func draw(version: Int, _ style: Style, in frame: BulkFrame, painter: () -> Painter) throws(GPUError) {
    let now = Seen(view: frame.view, pixelsPerPoint: frame.pixelsPerPoint, version: version, style: style)
    if now != seen || composer?.width != frame.target.width || composer?.height != frame.target.height {
      seen = nil
      let composer = try composer(frame.target)
      isEmpty = !composer.draw(painter())
      if !isEmpty {
        composer.withBytes { picture?.upload($0, x: 0, y: 0, width: composer.width, height: composer.height, order: .bgra) }
      }
      seen = now
    }
    if isEmpty { return }
    picture?.bind(unit: 0)
    try tools.drawPicture()
  }

  private func composer(_ target: GPUTarget) throws(GPUError) -> BlockComposer<Painter> {
    if let composer, composer.width == target.width, composer.height == target.height { return composer }
    picture = nil
    picture = try GPUTexture(device, width: target.width, height: target.height, filter: .nearest, label: "picture of a layer")
    let made = BlockComposer<Painter>(width: target.width, height: target.height, crew: tools.crew)
    composer = made
    return made
  }
}

/// What all composed pictures share.
@MainActor final class ComposingTools {
  let crew = LoopCrew()
  private let device: GPUDevice
  private let library: ShaderLibrary
  private let corners: GPUVertexArray
  private var program: GPUProgram?

  init(_ device: GPUDevice, library: ShaderLibrary) {
    self.device = device
    self.library = library
    corners = GPUVertexArray(device)
  }

  func reload() throws(GPUError) {
    try program?.reload()
    bindSampler()
  }

  /// Lays the picture that is bound to unit 0 over the whole target.
  func drawPicture() throws(GPUError) {
    if program == nil {
      program = GPUProgram(device, vertex: "picture.vert", fragment: "tile_plain.frag", library: library)
      bindSampler()
    }
    program?.use()
    device.draw(.triangleFan, corners, count: 4)
  }

  private func bindSampler() {
    guard let sampler = program?.uniform("u_image") else { return }
    program?.set(sampler, 0)
  }
}
