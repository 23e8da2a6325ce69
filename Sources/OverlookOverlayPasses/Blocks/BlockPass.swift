package import OverlookCamera
package import OverlookGPU
import OverlookGeometry
import OverlookLayout
package import OverlookPasses
import OverlookRaster
package import OverlookScene
import OverlookShaders

/// Draws polygons that stand on the map. They hide and are hidden by all else that stands there; of those that are translucent
/// each pixel shows the nearest surface alone.
@MainActor package final class BlockPass: OverlayPass {
  package let kind = OverlayRun.Kind.blocks
  private var batch = BlockBatch()
  private let device: GPUDevice
  private let prisms: PrismTarget
  private let shadows: ShadowMap
  /// In the light of a style, in that of the Sun, and what draws shadows.
  private let styled: BlockProgram
  private let sunlit: BlockProgram
  private let caster: BlockProgram
  private let roofLines: RoofLinePass
  private var vertices: GPUBuffer
  package private(set) var shadowVersion = 0
  private var indices: GPUBuffer
  private let array: GPUVertexArray

  private static let layout = VertexLayout(
    stride: MemoryLayout<BlockVertex>.stride,
    [
      VertexAttribute(0, .float, 4, offset: 0), VertexAttribute(1, .float, 4, offset: 16),
      VertexAttribute(2, .float, 3, offset: 32), VertexAttribute(3, .unsignedByteNormalized, 4, offset: 44),
    ])

  package init(_ device: GPUDevice, library: ShaderLibrary = .resources, shadows: ShadowMap? = nil) {
    let shadows = shadows ?? ShadowMap(device, library: library)
    self.device = device
    prisms = PrismTarget(device, library: library)
    self.shadows = shadows
    styled = BlockProgram(device, library, fragment: "fill.frag")
    sunlit = BlockProgram(device, library, fragment: "block_sunlit.frag", preamble: "#define SUNLIT")
    caster = BlockProgram(device, library, fragment: "shadow_caster.frag", preamble: "#define CASTS")
    vertices = GPUBuffer(device, label: "vertices of standing polygons")
    indices = GPUBuffer(device, label: "indices of standing polygons")
    array = GPUVertexArray(device)
    array.attach(vertices, Self.layout)
    array.attachIndices(indices)
    roofLines = RoofLinePass(device, library)
    shadows.add(self)
  }

  /// Reads the shaders again; on an error the old ones stay.
  package func reload() throws(GPUError) {
    for program in [styled, sunlit, caster] { try program.program.reload() }
    try roofLines.reload()
    try prisms.reload()
  }

  /// Brings the buffers up to date. Once a frame, before `draw` and before `OverlayStore.clearChanges`.
  package func prepare(_ store: OverlayStore, order: DrawOrder, in frame: OverlayFrame) throws(GPUError) {
    let isNew = batch.update(store, order: order)
    batch.follow(frame.view)
    try roofLines.upload(batch.edges, isNew: isNew)
    guard isNew else { return }
    shadowVersion += 1
    try vertices.replace(batch.vertices)
    try indices.replace(batch.indices)
  }

  /// Draws the opaque or the translucent ones of a run of the kind `blocks` of the prepared frame into `target`, which is bound
  /// and has depths; runs of other kinds draw nothing here.
  package func draw(
    _ run: OverlayRun, _ surfaces: StandingSurfaces, in frame: OverlayFrame, to target: GPUTarget, isBehindBuildings: Bool
  ) throws(GPUError) {
    guard run.kind == kind else { return }
    let view = frame.view
    guard let element = batch.element(surfaces, first: run.first, count: run.count),
      let copies = batch.worldOffsets(visible: view.visibleRect)
    else { return }
    let sun = device.variant == .color ? frame.daylight : nil
    let program = sun == nil ? styled : sunlit
    program.set(ExtrusionLight(frame.light, zoom: view.camera.zoom - 1, bearing: view.camera.bearing))
    if let sun {
      program.set(sun, shadows.cast)
      shadows.bind()
    }
    try prisms.draw(into: target, isOpaque: surfaces == .opaque) {
      // Walls are seen from inside where the eye is in a block.
      device.state.setCulling(false)
      for copy in copies {
        program.set(copyCenter: WorldCopy.center(of: view, copy: copy))
        device.drawIndexed(.triangles, array, firstIndex: element.surfaces.lowerBound, count: element.surfaces.count)
      }
    } lines: {
      guard !element.edges.isEmpty else { return }
      device.state.setCulling(false)
      device.state.setBlend(.premultiplied)
      for copy in copies {
        roofLines.draw(element.edges, of: batch.edges.stream.pictures, copyCenter: WorldCopy.center(of: view, copy: copy))
      }
    }
  }
}

extension BlockPass: ShadowCaster {
  package func tallestShadow(in view: ViewTransform) -> Double { batch.tallest * view.pointsPerWorld }

  package func castShadows(_ cast: ShadowCast) throws(GPUError) {
    guard let copies = batch.worldOffsets(visible: cast.reachedRect) else { return }
    // Rings wind either way.
    device.state.setCulling(false)
    caster.set(cast)
    for copy in copies {
      caster.set(copyCenter: WorldCopy.center(of: cast.view, copy: copy))
      device.drawIndexed(.triangles, array, count: batch.indices.count)
    }
  }
}
