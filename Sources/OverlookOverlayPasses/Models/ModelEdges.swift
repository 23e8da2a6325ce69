import OverlookCamera
import OverlookGPU
import OverlookGeometry
import OverlookPasses
import OverlookRaster

/// Smooths the edges of models: of what drawing them changed in the picture, so that letters around them stay as sharp as they were. By
/// a shader, which is asked for the blocks alone in which something has changed, or, where the processor draws, by `EdgeSmoother`.
@MainActor final class ModelEdges {
  private let device: GPUDevice
  private let tools: RasterTools
  private let smoother: EdgeSmoother
  private let program: GPUProgram
  private let uniforms: (layer: GPUUniform, before: GPUUniform, corner: GPUUniform, target: GPUUniform)
  private let empty: GPUVertexArray
  /// Models are drawn without it otherwise.
  var isUsed = true
  private var parts: Parts?
  /// Of the target, from `begin` to `end`.
  private var rect = GPURect.nothing

  /// A part of the target before models were drawn and after that, in the driver's memory and in ours.
  @MainActor private final class Parts {
    let before: GPUFramebuffer
    let after: GPUFramebuffer
    /// Made where the processor draws.
    private(set) lazy var sheets = (before: sheet(), after: sheet(), smooth: sheet())

    init(_ device: GPUDevice, width: Int, height: Int) throws(GPUError) {
      before = try GPUFramebuffer(device, width: width, height: height, label: "a part of the map below models")
      after = try GPUFramebuffer(device, width: width, height: height, label: "models whose edges are smoothed")
    }

    private func sheet() -> PixelSheet {
      PixelSheet(width: before.target.width, height: before.target.height, isBottomUp: true)
    }
  }

  /// Sides of parts are multiples of this, and change when they are larger than is needed by more than four of them: models that move
  /// take other room in each frame.
  private static let step = 64

  /// Pixels along a side of a block: every driver draws points of that size. Of smaller ones fewer pixels are looked at, but more blocks.
  private static let block = 8

  init(_ device: GPUDevice, _ tools: RasterTools, library: ShaderLibrary) {
    (self.device, self.tools) = (device, tools)
    smoother = EdgeSmoother(tools.pool)
    program = GPUProgram(
      device, vertex: "changed_blocks.vert", fragment: "style_edges.frag", library: library,
      preamble: "#define CHANGED_ONLY\n#define SIDE \(Self.block)\n")
    uniforms = (
      program.uniform("u_layer"), program.uniform("u_before"), program.uniform("u_corner"), program.uniform("u_target")
    )
    empty = GPUVertexArray(device)
  }

  func reload() throws(GPUError) { try program.reload() }

  func trimMemory() {
    parts = nil
    smoother.trimMemory()
  }

  /// Before models are drawn within `room`, in pixels. False where the picture stays as it is: `end` is not called then.
  func begin(_ room: GPURect, of target: GPUTarget) throws(GPUError) -> Bool {
    guard isUsed, device.variant == .color else { return false }
    let room = room.intersection(GPURect(x: 0, y: 0, width: target.width, height: target.height))
    if room.isEmpty { return false }
    let now = parts?.before.target
    let width = Self.side(room.width, now: now?.width ?? 0, atMost: target.width)
    let height = Self.side(room.height, now: now?.height ?? 0, atMost: target.height)
    if now?.width != width || now?.height != height {
      parts = nil
      parts = try Parts(device, width: width, height: height)
    }
    guard let parts else { return false }
    rect = GPURect(x: min(room.x, target.width - width), y: min(room.y, target.height - height), width: width, height: height)
    device.copy(from: target, to: parts.before.target, rect.moved(x: -rect.x, y: -rect.y), fromX: rect.x, fromY: rect.y)
    device.state.bind(target: target)
    return true
  }

  private static func side(_ needed: Int, now: Int, atMost most: Int) -> Int {
    let needed = min((needed + step - 1) / step * step, most)
    return now >= needed && now <= min(needed + 4 * step, most) ? now : needed
  }

  /// After them. The target is bound afterwards.
  func end(in target: GPUTarget) {
    guard let parts else { return }
    device.copy(from: target, to: parts.after.target, rect.moved(x: -rect.x, y: -rect.y), fromX: rect.x, fromY: rect.y)
    if !tools.isUsed { return smooth(parts, in: target) }
    parts.sheets.before.withMutableBytes { device.copy(parts.before.target, into: $0) }
    parts.sheets.after.withMutableBytes { device.copy(parts.after.target, into: $0) }
    smoother.smooth(parts.sheets.after, to: parts.sheets.smooth, after: parts.sheets.before)
    parts.sheets.smooth.withBytes {
      parts.after.color.upload($0, x: 0, y: 0, width: rect.width, height: rect.height, order: .bgra)
    }
    device.copy(from: parts.after.target, to: target, rect, fromX: 0, fromY: 0)
  }

  private static func blocks(_ pixels: Int) -> Int { (pixels + block - 1) / block }

  private func smooth(_ parts: Parts, in target: GPUTarget) {
    let state = device.state
    state.bind(target: target)
    state.setScissor(rect)
    state.setBlend(.off)
    parts.after.color.bind(unit: 0)
    parts.before.color.bind(unit: 1)
    // Not before, so that nothing is compiled for a map without models.
    program.set(uniforms.layer, 0)
    program.set(uniforms.before, 1)
    program.set(uniforms.corner, SIMD2(Float(rect.x), Float(rect.y)))
    program.set(uniforms.target, SIMD2(Float(target.width), Float(target.height)))
    let blocks = (columns: Self.blocks(rect.width), rows: Self.blocks(rect.height))
    device.draw(.points, empty, count: blocks.columns * blocks.rows)
    state.setScissor(nil)
    state.setBlend(.premultiplied)
  }
}
