import OverlookCamera
import OverlookGPU
import OverlookGeometry
import OverlookPasses
import OverlookScene
import OverlookSupport

/// The places of one heatmap in the driver's memory.
@MainActor final class HeatDrawer: DataDrawer {
  private let device: GPUDevice
  private let tools: HeatTools
  private let buffers: PlaceBuffers
  private let quads: GPUVertexArray
  private var colors: GPUTexture?
  private var gradient: HeatmapGradient?

  init(_ device: GPUDevice, _ tools: HeatTools) {
    self.device = device
    self.tools = tools
    buffers = PlaceBuffers(device)
    quads = GPUVertexArray(device)
  }

  func prepare(_ content: DataRow.Content, in frame: DataFrame) throws(GPUError) {
    guard case .heat(let columns, let style) = content else { return }
    if try buffers.update(columns) { buffers.attach(to: quads, divisor: 1) }
    try prepareColors(style.gradient)
  }

  func draw(_ content: DataRow.Content, in frame: DataFrame, to target: GPUTarget) throws(GPUError) {
    guard case .heat(let columns, let style) = content else { return }
    try tools.target.begin(for: target)
    tools.kernels.set(style)
    for copy in WorldCopy.around(
      frame.view, in: frame.view.reachedRect(groundPoints: 2.4 * Double(style.radiusPoints)))
    {
      tools.kernels.set(frame.view, worldCopy: copy)
      device.draw(.triangleStrip, quads, count: 4, instances: columns.count)
    }
    device.state.bind(target: target)
    colors?.bind(unit: HeatTarget.rampUnit)
    tools.target.drawColors(opacity: style.opacity)
  }

  private func prepareColors(_ wanted: HeatmapGradient) throws(GPUError) {
    if wanted == gradient { return }
    let steps = 256
    if colors == nil { colors = try GPUTexture(device, width: steps, height: 1, label: "colours of a heatmap") }
    var pixels: [UInt8] = []
    for step in 0..<steps {
      let packed = wanted.color(at: Double(step) / Double(steps - 1)).packedPremultiplied
      for shift in [0, 8, 16, 24] as [UInt32] { pixels.append(UInt8(truncatingIfNeeded: packed >> shift)) }
    }
    colors?.upload(pixels.span, x: 0, y: 0, width: steps, height: 1)
    gradient = wanted
  }
}

/// What all heatmaps share.
@MainActor struct HeatTools {
  let target: HeatTarget
  let kernels: HeatKernels

  init(_ device: GPUDevice, library: ShaderLibrary) {
    target = HeatTarget(device, library: library)
    kernels = HeatKernels(device, library: library)
  }

  func reload() throws(GPUError) {
    try target.reload()
    try kernels.reload()
  }
}

/// The program that draws the warmth around places.
@MainActor final class HeatKernels {
  private let program: GPUProgram
  private let place: ElementUniforms
  private let kernel: GPUUniform

  fileprivate init(_ device: GPUDevice, library: ShaderLibrary) {
    program = GPUProgram(device, vertex: "heat.vert", fragment: "style_heat.frag", library: library)
    place = ElementUniforms(program)
    kernel = program.uniform("u_kernel")
  }

  fileprivate func reload() throws(GPUError) { try program.reload() }

  /// Sets what is the same for all places.
  func set(_ style: HeatStyle) {
    program.set(kernel, SIMD3(style.weight ?? -1, style.radiusPoints, style.intensity))
    place.set(shownValues: style.shownValues, of: program)
  }

  /// Sets which copy of the world is drawn.
  func set(_ view: ViewTransform, worldCopy: Int) {
    place.set(view, worldCopy: worldCopy, of: program)
  }
}
