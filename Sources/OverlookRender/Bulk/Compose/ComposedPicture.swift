import OverlookCamera
import OverlookGPU
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
  private var sheet: PixelSheet?
  private var texture: GPUTexture?
  private var seen: Seen?
  private var isEmpty = true

  init(_ device: GPUDevice, _ tools: ComposingTools) {
    self.device = device
    self.tools = tools
  }

  /// Lays the picture over what the target shows. `version` is that of the layer's columns. `compose` draws where the picture is not the
  /// last one, and answers whether there is anything to show.
  func draw(version: Int, _ style: Style, in frame: BulkFrame, compose: (PixelSheet) -> Bool) throws(GPUError) {
    let sheet = try sheet(for: frame.target)
    let now = Seen(view: frame.view, pixelsPerPoint: frame.pixelsPerPoint, version: version, style: style)
    if now != seen {
      isEmpty = !compose(sheet)
      if !isEmpty {
        sheet.withBytes { texture?.upload($0, x: 0, y: 0, width: sheet.width, height: sheet.height, order: .bgra) }
      }
      seen = now
    }
    if isEmpty { return }
    texture?.bind(unit: 0)
    tools.drawPicture()
  }

  private func sheet(for target: GPUTarget) throws(GPUError) -> PixelSheet {
    if let sheet, sheet.width == target.width, sheet.height == target.height { return sheet }
    sheet = nil
    texture = nil
    seen = nil
    texture = try GPUTexture(device, width: target.width, height: target.height, filter: .nearest, label: "picture of a layer")
    let made = PixelSheet(width: target.width, height: target.height)
    sheet = made
    return made
  }
}

/// What all composed pictures share.
@MainActor final class ComposingTools {
  let crew = LoopCrew()
  private let device: GPUDevice
  private let corners: GPUVertexArray
  private let program: GPUProgram

  init(_ device: GPUDevice, library: ShaderLibrary) {
    self.device = device
    corners = GPUVertexArray(device)
    program = GPUProgram(device, vertex: "picture.vert", fragment: "tile_plain.frag", library: library)
    program.set(program.uniform("u_image"), 0)
  }

  func reload() throws(GPUError) { try program.reload() }

  /// Lays the picture that is bound to unit 0 over the whole target.
  func drawPicture() {
    program.use()
    device.draw(.triangleFan, corners, count: 4)
  }
}
