package import OverlookCamera
package import OverlookGPU
import OverlookGeometry
package import OverlookLayout

/// The shadows of a frame: a map of heights, made anew when the Sun, the view or what stands there changed, and what is drawn by it.
/// One for each GL context; main thread.
@MainActor package final class ShadowMap {
  /// What throws shadows, held by whoever draws it.
  private final class Entry {
    weak var caster: (any ShadowCaster)?
    init(_ caster: any ShadowCaster) { self.caster = caster }
  }

  private struct Key: Equatable {
    var cast: ShadowCast
    var version: Int
  }

  private let device: GPUDevice
  private var entries: [Entry] = []
  private var heights: GPUFramebuffer?
  private var key: Key?
  private let veil: ShadowVeil
  let contact: ContactShade
  /// The map, where it was drawn.
  var target: GPUTarget? { heights?.target }
  /// How the shadows of the frame fall; nil where there are none.
  package private(set) var cast: ShadowCast?
  /// How often the map was drawn.
  package private(set) var drawCount = 0

  /// Where the map is bound for what stands in its shadows.
  package static let unit = 14

  package init(_ device: GPUDevice, library: ShaderLibrary) {
    self.device = device
    veil = ShadowVeil(device, library)
    contact = ContactShade(device, library)
  }

  package func reload() throws(GPUError) {
    try veil.reload()
    try contact.reload()
    key = nil
  }

  package func add(_ caster: any ShadowCaster) { entries.append(Entry(caster)) }

  /// Another one when something that throws shadows changed.
  package var casterVersion: Int {
    var version = 0
    for entry in entries { version = version &* 31 &+ (entry.caster?.shadowVersion ?? -1) }
    return version
  }

  /// Brings the shadows to a frame; `target`, which they will be seen in, is bound afterwards.
  package func update(_ daylight: Daylight?, _ view: ViewTransform, for target: GPUTarget) throws(GPUError) {
    guard let daylight, view.isFlat, device.variant == .color else { return cast = nil }
    var tallest = 0.0
    for entry in entries { tallest = max(tallest, entry.caster?.tallestShadow(in: view) ?? 0) }
    tallest = min(tallest, Self.greatestHeight)
    guard tallest > 0 else { return cast = nil }
    let new = ShadowCast(view, daylight, target: SIMD2(target.width, target.height), tallest: tallest, detail: detail(target))
    let version = casterVersion
    defer { device.state.bind(target: target) }
    try contact.update(new, version: version) { (cast) throws(GPUError) in try draw(cast) }
    guard daylight.castsShadows else { return cast = nil }
    cast = new
    let newKey = Key(cast: new, version: version)
    guard newKey != key else { return }
    key = nil
    try drawHeights(new)
    key = newKey
  }

  /// Points that `shadow_caster.glsl` tells of.
  private static let greatestHeight = 60_000.0

  /// Two texels along a side of a pixel make smooth edges; where the processor draws a large target, one has to do.
  private func detail(_ target: GPUTarget) -> Int {
    device.capabilities.isSoftware && target.width * target.height > Self.largestFineArea ? 1 : 2
  }

  private static let largestFineArea = 400_000

  private func drawHeights(_ cast: ShadowCast) throws(GPUError) {
    let (width, height) = (cast.area.width * cast.detail, cast.area.height * cast.detail)
    if heights?.target.width != width || heights?.target.height != height {
      heights = nil
      heights = try GPUFramebuffer(device, width: width, height: height, format: .r16f, label: "heights of shadows")
    }
    guard let target = heights?.target else { return }
    device.state.bind(target: target)
    device.state.setScissor(nil)
    device.clear(color: .zero)
    drawCount += 1
    try draw(cast)
  }

  /// Draws everything that throws shadows into the bound target.
  private func draw(_ cast: ShadowCast) throws(GPUError) {
    let state = device.state
    state.setStencil(.off)
    state.setDepthTest(false)
    state.setDepthWrite(false)
    state.setBlend(.maximum)
    defer {
      state.setCulling(false)
      state.setBlend(.premultiplied)
    }
    for entry in entries {
      // As the Sun sees it: what is turned away from it lies below what faces it.
      state.setCulling(true)
      try entry.caster?.castShadows(cast)
    }
  }

  /// Lays shadows and the colour of the hour over the ground in the bound target. `isBehind`: what hides it was drawn already, and left
  /// its depths; else nothing that stands was.
  package func drawGround(_ daylight: Daylight, isDark: Bool, isBehind: Bool = false, _ target: GPUTarget) {
    guard device.variant == .color else { return }
    if cast != nil { heights?.color.bind(unit: ShadowVeil.heightsUnit) }
    veil.draw(daylight, cast, contact.isUsable ? contact : nil, isDark: isDark, isBehind: isBehind, target)
  }

  /// Binds the map for what stands in its shadows.
  package func bind() { heights?.color.bind(unit: Self.unit) }

  /// Gives the maps back.
  package func trimMemory() {
    heights = nil
    key = nil
    contact.trimMemory()
  }

  package var byteCount: Int { (heights?.byteCount ?? 0) + contact.byteCount }
}
