import OverlookGPU
import OverlookGeometry
import OverlookPasses
import OverlookRaster

/// A layer as a picture of the target's size, which its rasterizer draws, and draws anew only when something of it has changed.
@MainActor final class RasterPicture<Kind: Rasterizer> where Kind.Content: VersionedContent {
  /// What the picture was made for.
  private struct Seen: Equatable {
    var frame: RasterFrame
    var version: Int
    var look: Kind.Content.Look
  }

  private let tools: RasterTools
  private let rasterizer: Kind
  private let hasDepths: Bool
  private let picture: SheetTexture
  /// Of what stands, whose surfaces are drawn pixel by pixel; and the picture before.
  private let smoother: EdgeSmoother?
  private var hard: PixelSheet?
  private var seen: Seen?
  private var isEmpty = true
  /// Whether the rasterizer draws the layer in the frame that was prepared.
  private var isDrawn = false

  /// With depths it meets those of the target, and leaves its own.
  init(_ device: GPUDevice, _ tools: RasterTools, _ rasterizer: Kind, hasDepths: Bool = false) {
    self.tools = tools
    self.rasterizer = rasterizer
    self.hasDepths = hasDepths
    picture = SheetTexture(device, of: "a layer", hasDepths: hasDepths)
    smoother = hasDepths ? EdgeSmoother(tools.pool) : nil
  }

  /// Draws the layer into the picture, and brings that to the driver; false where it is the driver's to draw the layer.
  func prepare(_ content: Kind.Content, in frame: DataFrame) throws(GPUError) -> Bool {
    isDrawn = false
    guard let raster = frame.raster, rasterizer.accepts(content, in: raster) else { return false }
    let (sheet, isNew) = try picture.sheet(width: frame.size.width, height: frame.size.height)
    if isNew { seen = nil }
    let now = Seen(frame: raster, version: content.version, look: content.look)
    if now != seen {
      isEmpty = !rasterizer.draw(content, in: raster, to: sheet)
      if !isEmpty {
        smoothEdges(of: sheet)
        picture.upload()
      }
      seen = now
    }
    isDrawn = true
    return true
  }

  private func smoothEdges(of sheet: PixelSheet) {
    guard let smoother else { return }
    if hard?.width != sheet.width || hard?.height != sheet.height {
      hard = PixelSheet(width: sheet.width, height: sheet.height)
    }
    guard let hard else { return }
    hard.copy(sheet)
    smoother.smooth(layer: hard, to: sheet)
  }

  /// Leaves the layer to the driver in the frame that is prepared.
  func leaveToDriver() { isDrawn = false }

  /// Lays the prepared picture over what the target shows, one with depths at an opacity of 0 ... 1, another one at the depth of the
  /// ground; false, and nothing drawn, where it is the driver's to draw the layer. `leavesDepths`: whether it hides what is drawn
  /// later.
  func draw(opacity: Float = 1, leavesDepths: Bool = true, in frame: DataFrame) -> Bool {
    guard isDrawn else { return false }
    if isEmpty { return true }
    picture.bind()
    if hasDepths {
      tools.drawScene(opacity: opacity, leavesDepths: leavesDepths)
    } else {
      tools.drawPicture(depth: frame.groundDepth)
    }
    return true
  }
}
