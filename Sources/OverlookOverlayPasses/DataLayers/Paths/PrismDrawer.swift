import OverlookCamera
import OverlookGPU
import OverlookGeometry
import OverlookPasses
import OverlookRaster
import OverlookScene

/// The columns of one layer in the driver's memory.
@MainActor final class PrismDrawer: DataDrawer {
  private let device: GPUDevice
  private let programs: DataPrograms
  private let target: PrismTarget
  private let tools: RasterTools
  private let buffers: PlaceBuffers
  private let array: GPUVertexArray
  /// The column that the array is fed from on; nil: none yet, or not from what the buffers hold now.
  private var attachedFirst: Int?

  init(_ device: GPUDevice, _ programs: DataPrograms, _ target: PrismTarget, _ tools: RasterTools) {
    self.device = device
    self.programs = programs
    self.target = target
    self.tools = tools
    buffers = PlaceBuffers(device)
    array = GPUVertexArray(device)
  }

  func prepare(_ content: DataRow.Content, in frame: DataFrame) throws(GPUError) {
    guard case .prisms(let columns, _) = content else { return }
    if try buffers.update(columns) { attachedFirst = nil }
  }

  func draw(_ content: DataRow.Content, in frame: DataFrame, to shown: GPUTarget) throws(GPUError) {
    guard case .prisms(let columns, let style) = content else { return }
    let reach = frame.view.reachPoints(ofHeight: Double(style.largestHeight + style.radius))
    let visible = frame.view.reachedRect(groundPoints: reach)
    guard isAnyInView(columns, frame.view, visible) else { return }
    try target.draw(into: shown, isOpaque: style.opacity == 1, opacity: style.opacity, room: frame.room) {
      for (part, kind) in StandingParts.ofColumns.seen(in: frame).enumerated() {
        let program = programs.program(kind)
        set(program, style)
        program.set(.color, color: style.color)
        program.set(.verticalGradient, Float(style.hasVerticalGradient ? 1 : 0))
        program.setLight(of: frame)
        draw(columns, style, program, frame.view, visible, hasWalls: part > 0)
      }
    } lines: {
    }
  }

  private func isAnyInView(_ columns: PlaceColumns, _ view: ViewTransform, _ visible: WorldRect) -> Bool {
    WorldCopy.around(view, in: visible).contains { copy in
      let screen = PointScreen(view, pixelsPerPoint: 1, visibleRect: visible, worldCopy: copy)
      return columns.chunks.boxes.contains { screen.meets($0) }
    }
  }

  func castShadows(_ content: DataRow.Content, _ cast: ShadowCast) {
    // What lets most of the light through throws no shadow, as glass.
    guard case .prisms(let columns, let style) = content, style.opacity > 0.5 else { return }
    let visible = cast.reachedRect.widened(byMeters: Double(style.radius))
    for (part, kind) in StandingParts.ofColumns.casting.enumerated() {
      let program = programs.program(kind)
      set(program, style)
      program.set(cast)
      draw(columns, style, program, cast.view, visible, hasWalls: part > 0)
    }
  }

  /// What all programs of columns take.
  private func set(_ program: DataProgram, _ style: PrismStyle) {
    program.set(.height, length: style.height)
    program.set(.width, style.radius)
    program.set(.angle, style.angle)
    program.set(.sides, style.sides)
    program.set(shown: style.shownValues)
  }

  /// Draws the columns on the ground `visible`, in each copy of the world.
  private func draw(
    _ columns: PlaceColumns, _ style: PrismStyle, _ program: DataProgram, _ view: ViewTransform, _ visible: WorldRect,
    hasWalls: Bool
  ) {
    let vertices = hasWalls ? 6 * style.sides : 3 * (style.sides - 2)
    for copy in WorldCopy.around(view, in: visible) {
      program.set(view, worldCopy: copy)
      draw(columns, vertices, PointScreen(view, pixelsPerPoint: 1, visibleRect: visible, worldCopy: copy))
    }
  }

  /// Draws the columns of the chunks that may be in view. On a card those between them too: it takes a call for each range of
  /// instances, because OpenGL 3.3 has no first one.
  private func draw(_ columns: PlaceColumns, _ vertices: Int, _ screen: PointScreen) {
    var open: Range<Int>?
    for (chunk, box) in columns.chunks.boxes.enumerated() where screen.meets(box) {
      let first = chunk * PlaceChunks.size
      let end = min(first + PlaceChunks.size, columns.count)
      if let before = open, tools.drawsRangesAsOne || before.upperBound == first {
        open = before.lowerBound..<end
      } else {
        if let open { draw(open, vertices) }
        open = first..<end
      }
    }
    if let open { draw(open, vertices) }
  }

  private func draw(_ range: Range<Int>, _ vertices: Int) {
    if range.lowerBound != attachedFirst {
      buffers.attach(to: array, divisor: 1, first: range.lowerBound)
      attachedFirst = range.lowerBound
    }
    device.draw(.triangles, array, count: vertices, instances: range.count)
  }
}
