import OverlookCamera
import OverlookGPU
import OverlookGeometry
import OverlookPasses
import OverlookRaster
import OverlookScene

/// The icons of one layer in the driver's memory.
@MainActor final class IconDrawer: DataDrawer {
  private let device: GPUDevice
  private let program: IconProgram
  private let buffers: PlaceBuffers
  private let quads: GPUVertexArray
  private let atlas: IconAtlas
  private let picture: RasterPicture<IconRasterizer>

  init(_ device: GPUDevice, _ program: IconProgram, _ tools: RasterTools) {
    self.device = device
    self.program = program
    buffers = PlaceBuffers(device)
    quads = GPUVertexArray(device)
    atlas = IconAtlas(device)
    picture = RasterPicture(device, tools, IconRasterizer(tools.pool))
  }

  func prepare(_ content: DataRow.Content, in frame: DataFrame) throws(GPUError) {
    guard case .icons(let columns, let style) = content else { return }
    if try picture.prepare(LayerContent(columns, style), in: frame) { return }
    if try buffers.update(columns) { buffers.attach(to: quads, divisor: 1) }
    try atlas.prepare(style.set, pixelsPerPoint: frame.pixelsPerPoint * Double(style.largestScale))
  }

  func draw(_ content: DataRow.Content, in frame: DataFrame, to target: GPUTarget) {
    guard case .icons(let columns, let style) = content else { return }
    if picture.draw(in: frame) { return }
    let view = frame.view
    let visible = view.reachedRect(
      points: style.isFlat ? 0 : style.reachPoints + 1, groundPoints: style.isFlat ? style.reachPoints : 0)
    guard atlas.bind(textureUnit: 0, tableUnit: 1) else { return }
    program.set(style)
    for copy in WorldCopy.around(view, in: visible) {
      program.set(view, worldCopy: copy)
      device.draw(.triangleStrip, quads, count: 4, instances: columns.count)
    }
  }
}

/// The program that draws icons as quads.
@MainActor final class IconProgram {
  private let program: GPUProgram
  private let place: ElementUniforms
  private let iconCount: GPUUniform
  private let icon: GPUUniform
  private let scale: GPUUniform
  private let turn: GPUUniform
  private let color: GPUUniform
  private let opacity: GPUUniform
  private let anchor: GPUUniform
  private let isFlat: GPUUniform

  init(_ device: GPUDevice, library: ShaderLibrary) {
    program = GPUProgram(device, vertex: "icon.vert", fragment: "icon.frag", library: library)
    place = ElementUniforms(program)
    iconCount = program.uniform("u_iconCount")
    icon = program.uniform("u_icon")
    scale = program.uniform("u_scale")
    turn = program.uniform("u_turn")
    color = program.uniform("u_color")
    opacity = program.uniform("u_opacity")
    anchor = program.uniform("u_anchor")
    isFlat = program.uniform("u_isFlat")
    program.set(program.uniform("u_icons"), 0)
    program.set(program.uniform("u_table"), 1)
  }

  func reload() throws(GPUError) { try program.reload() }

  /// Sets what is the same for all icons.
  func set(_ style: IconStyle) {
    program.set(iconCount, style.set.images.count)
    program.set(icon, style.icon.map(Int.init) ?? -1)
    program.set(scale, SharedValue.length(style.scale))
    program.set(turn, style.rotation.map { SIMD2($0, 1) } ?? SIMD2(0, 0))
    program.set(color, SharedValue.color(style.color))
    program.set(opacity, style.opacity)
    program.set(anchor, SIMD2(Float(style.anchor.x), Float(style.anchor.y)))
    program.set(isFlat, style.isFlat ? 1 : 0)
    place.set(shownValues: style.shownValues, of: program)
  }

  /// Sets which copy of the world is drawn.
  func set(_ view: ViewTransform, worldCopy: Int) {
    place.set(view, worldCopy: worldCopy, of: program)
  }
}
