package import OverlookGPU
package import OverlookLayout
package import OverlookRaster

/// Lays light and shadow over the ground where the driver works on the processor too: there the shader of `ShadowVeil`, which looks at a map
/// five to seventeen times for each pixel, took a third of a frame in which only the Sun had moved. The ground is one that is kept.
@MainActor package final class PaintedVeil {
  private let device: GPUDevice
  private let painter: VeilPainter
  private let sheet: CopiedSheet
  private let heights = SamplePlane<Int16>()
  private let feet = SamplePlane<UInt8>()
  private let contact = SamplePlane<UInt8>()
  /// Which drawings of the maps were brought here.
  private var heightsDrawn = -1
  private var feetDrawn = -1
  /// How often a ground was painted.
  package private(set) var paintCount = 0

  package init(_ device: GPUDevice, _ tools: RasterTools) {
    self.device = device
    painter = VeilPainter(tools.pool)
    sheet = CopiedSheet(device, of: "ground in light and shadow")
  }

  package var byteCount: Int { sheet.byteCount }

  package func trimMemory() {
    sheet.trimMemory()
    painter.trimMemory()
    heights.trimMemory()
    feet.trimMemory()
    contact.trimMemory()
    (heightsDrawn, feetDrawn) = (-1, -1)
  }

  /// Fills `target`, which is bound afterwards, with `ground` in the light of the frame that `shadows` were brought to, on its `rows` lowest
  /// rows. False, and nothing drawn, where the driver has to: small pictures have two texels a pixel.
  package func paint(
    _ ground: PixelSheet, _ daylight: Daylight, _ shadows: ShadowMap, isDark: Bool, rows: Int, to target: GPUTarget
  ) throws(GPUError) -> Bool {
    defer { device.state.bind(target: target) }
    let cast = shadows.cast
    guard device.variant == .color, cast?.detail ?? 1 == 1 else { return false }
    if shadows.contact.isUsable, let feet = shadows.contact.target, shadows.contact.drawCount != feetDrawn {
      self.feet.fit(width: feet.width, height: feet.height)
      self.feet.withMutableBytes { device.copySamples(feet, halfFloats: false, into: $0) }
      contact.stretch(self.feet, width: ground.width, height: ground.height)
      feetDrawn = shadows.contact.drawCount
    }
    if cast != nil, let map = shadows.target, shadows.drawCount != heightsDrawn {
      heights.fit(width: map.width, height: map.height)
      heights.withMutableBytes { device.copySamples(map, halfFloats: true, into: $0) }
      heightsDrawn = shadows.drawCount
    }
    let look = VeilPainter.Look(
      lit: daylight.sunlitVeil(isDark: isDark), shaded: daylight.shadedVeil(isDark: isDark),
      contact: ShadowVeil.contactColor(isDark: isDark))
    let isPainted = painter.paint(
      ground, look, cast.map { VeilPainter.Shadows(heights, origin: SIMD2(-$0.area.x, -$0.area.y), softness: softness($0)) },
      contact: shadows.contact.isUsable ? contact : nil, rows: rows, to: try sheet.sheet(for: target))
    guard isPainted else { return false }
    sheet.copy(to: target)
    paintCount += 1
    return true
  }

  private func softness(_ cast: ShadowCast) -> VeilPainter.Softness? {
    guard let taps = ShadowVeil.taps(cast) else { return nil }
    return VeilPainter.Softness(
      inverseDepth: SIMD3<Float>(cast.inverseDepth), along: cast.softWays.along, across: cast.softWays.across,
      reach: Float(cast.tallest), taps: taps)
  }
}
