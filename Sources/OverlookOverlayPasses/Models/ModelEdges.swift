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

/// The pixels of a target that models may be seen in.
struct ModelRoom {
  private let view: ViewTransform
  private let target: GPUTarget
  private var low = SIMD2(repeating: Double.infinity)
  private var high = SIMD2(repeating: -Double.infinity)

  /// In pixels, around them: what is smoothed, and what that looks at.
  private static let margin = 8

  init(_ view: ViewTransform, _ target: GPUTarget) {
    (self.view, self.target) = (view, target)
  }

  /// Adds what stands within `bounds` and is as high as `top` widths of the world.
  mutating func add(_ bounds: WorldRect, top: Double, worldCopy: Int) {
    for corner in 0..<8 {
      let place = WorldPoint(
        x: (corner & 1 == 0 ? bounds.minX : bounds.maxX) + Double(worldCopy), y: corner & 2 == 0 ? bounds.minY : bounds.maxY)
      let (x, y) = view.centeredPoints(for: place)
      let clip = view.clip(x: x, y: y, z: corner & 4 == 0 ? 0 : top * view.pointsPerWorld)
      guard view.isFlat, clip.w > view.nearDepthPoints else {
        // Seen from within, or on a globe.
        (low, high) = (SIMD2(repeating: -1), SIMD2(repeating: 1))
        return
      }
      let seen = SIMD2(clip.x, clip.y) / clip.w
      (low, high) = (pointwiseMin(low, seen), pointwiseMax(high, seen))
    }
  }

  /// With the lowest row first; empty where nothing is seen.
  var rect: GPURect {
    guard low.x < high.x, low.y < high.y else { return .nothing }
    func pixel(_ clip: Double, _ size: Int) -> Int {
      Int(exactly: ((min(max(clip, -1), 1) + 1) / 2 * Double(size)).rounded()) ?? 0
    }
    let (left, right) = (pixel(low.x, target.width), pixel(high.x, target.width))
    let (bottom, top) = (pixel(low.y, target.height), pixel(high.y, target.height))
    guard left < right, bottom < top else { return .nothing }
    let rect = GPURect(x: left, y: bottom, width: right - left, height: top - bottom).widened(by: Self.margin)
    return rect.intersection(GPURect(x: 0, y: 0, width: target.width, height: target.height))
  }
}
