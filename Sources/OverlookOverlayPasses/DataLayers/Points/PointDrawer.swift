import OverlookCamera
import OverlookGPU
import OverlookGeometry
import OverlookPasses
import OverlookRaster
import OverlookScene

/// The points of one layer in the driver's memory.
@MainActor final class PointDrawer: DataDrawer {
  private let device: GPUDevice
  private let programs: PointPrograms
  private let buffers: PlaceBuffers
  /// For sprites, a vertex a point, and for quads, an instance a point.
  private let sprites: GPUVertexArray
  private let quads: GPUVertexArray
  private let picture: RasterPicture<PointRasterizer>

  init(_ device: GPUDevice, _ programs: PointPrograms, _ tools: RasterTools) {
    self.device = device
    self.programs = programs
    buffers = PlaceBuffers(device)
    sprites = GPUVertexArray(device)
    quads = GPUVertexArray(device)
    picture = RasterPicture(device, tools, PointRasterizer(tools.pool))
  }

  func prepare(_ content: DataRow.Content, in frame: DataFrame) throws(GPUError) {
    guard case .points(let columns, let style) = content else { return }
    if try picture.prepare(LayerContent(columns, style), in: frame) { return }
    if try buffers.update(columns) {
      buffers.attach(to: sprites, divisor: 0)
      buffers.attach(to: quads, divisor: 1)
    }
  }

  func draw(_ content: DataRow.Content, in frame: DataFrame, to target: GPUTarget) {
    guard case .points(let columns, let style) = content else { return }
    if picture.draw(in: frame) { return }
    let (view, pixelsPerPoint) = (frame.view, frame.pixelsPerPoint)
    let reach = style.reachPoints
    let visible = view.reachedRect(points: reach)
    let isSprite = style.unit == .points && Float(2 * reach * pixelsPerPoint) <= device.capabilities.maximumPointSize
    let program = programs.program(isSprite: isSprite, hasStroke: style.strokeWidthPoints > 0)
    if isSprite {
      // A sprite is cut by its middle: the clip volume is made larger than the target, which cuts the pixels.
      let margin = Int((reach * pixelsPerPoint).rounded(.up)) + 1
      let (width, height) = (target.width + 2 * margin, target.height + 2 * margin)
      device.state.setViewport(GPURect(x: -margin, y: -margin, width: width, height: height))
      program.set(style, clipScale: SIMD2(Float(target.width) / Float(width), Float(target.height) / Float(height)))
    } else {
      program.set(style)
    }
    for copy in WorldCopy.around(view, in: visible) {
      program.set(view, worldCopy: copy)
      if isSprite {
        device.draw(.points, sprites, count: columns.count)
      } else {
        device.draw(.triangleStrip, quads, count: 4, instances: columns.count)
      }
    }
    if isSprite { device.state.bind(target: target) }
  }
}
