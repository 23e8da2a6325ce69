import OverlookCamera
package import OverlookGPU
package import OverlookPasses
import OverlookRaster
package import OverlookScene
import OverlookSupport

/// Draws all markers of a store, above everything else: one instanced draw a copy of the world, and more only for large icons; or, where
/// the processor is the driver and they are many, as one picture.
@MainActor package final class MarkerPass: OverlayPass {
  package static let layout = VertexLayout(
    stride: MemoryLayout<MarkerInstance>.stride, divisor: 1,
    [
      VertexAttribute(0, .float, 4, offset: 0),
      VertexAttribute(1, .unsignedShortNormalized, 4, offset: 16),
      VertexAttribute(2, .short, 4, offset: 24),
      VertexAttribute(3, .shortNormalized, 1, offset: 32),
      VertexAttribute(4, .unsignedByte, 2, offset: 34),
    ])

  package let kind = OverlayRun.Kind.overlays(.marker)
  private let device: GPUDevice
  private let program: GPUProgram
  private let copyCenter: GPUUniform
  private let vertices: GPUVertexArray
  private var buffer: GPUBuffer
  private var textures: IconTextures
  private var icons: IconLayout
  private var iconsPixelsPerPoint = 1.0
  private let tools: RasterTools
  private let picture: RasterPicture<MarkerRasterizer>
  /// Whether the prepared frame shows the picture.
  private var isRastered = false
  /// False until the buffer holds the instances; stays so when an upload fails, so that the next frame tries again.
  private var isUploaded = false
  package private(set) var gather = MarkerGather()
  /// No icon of the prepared frame reaches farther than this from its marker.
  private var reachPoints = 0.0

  /// All markers of a frame.
  package var run: OverlayRun { OverlayRun(kind: kind, first: 0, count: gather.instances.count) }
  package var notDrawnCount: Int { gather.leftOutCount }

  /// `raster`: what it shares with other passes.
  package init(_ device: GPUDevice, library: ShaderLibrary, raster: RasterTools) {
    self.device = device
    tools = raster
    picture = RasterPicture(device, raster, MarkerRasterizer(raster.pool))
    program = GPUProgram(device, vertex: "marker.vert", fragment: "marker.frag", library: library)
    copyCenter = program.uniform("u_copyCenter")
    program.set(program.uniform("u_icons"), 0)
    vertices = GPUVertexArray(device)
    buffer = GPUBuffer(device, usage: .dynamic, label: "markers")
    textures = IconTextures(device)
    icons = Self.icons(device, pixelsPerPoint: iconsPixelsPerPoint)
  }

  /// Reads the shaders again; on an error the old ones stay.
  package func reload() throws(GPUError) {
    try program.reload()
  }

  package func rehearse(isBehindBuildings: Bool) throws(GPUError) {
    guard gather.instances.isEmpty else { return }
    // A software driver compiles for the kind of texture that it finds: an array, whose sides are powers of two.
    let icon = try GPUTexture(device, width: 4, height: 4, arrayLayers: 1, label: "no icon")
    icon.bind(unit: 0)
    let nothing = [MarkerInstance(place: .zero, icon: .zero, box: .zero, turn: 0, opacity: 0, flags: 0)]
    try buffer.replace(nothing.span)
    isUploaded = false
    device.state.setBlend(.premultiplied)
    device.state.setDepthTest(false)
    program.use()
    vertices.attach(buffer, Self.layout)
    device.draw(.triangleStrip, vertices, count: 4, instances: 1)
  }

  /// Brings instances, and icons in the driver's memory, up to date with `store`. Once a frame, before `upload` and before
  /// `OverlayStore.clearChanges`.
  package func prepare(_ store: OverlayStore, order: DrawOrder, in frame: OverlayFrame) throws(GPUError) {
    reachPoints = store.markerReachPoints
    let pixelsPerPoint = frame.pixelsPerPoint
    if store.markerCount == 0 && gather.instances.isEmpty { return }
    if pixelsPerPoint != iconsPixelsPerPoint { startAnew(pixelsPerPoint: pixelsPerPoint) }
    icons.update(store.icons)
    try textures.apply(&icons)
    if gather.update(store, view: frame.view, layout: icons) { isUploaded = false }
  }

  /// Draws the picture anew where something of it changed, or brings the instances that changed to the driver, and nothing else.
  package func upload(for frame: OverlayFrame) throws(GPUError) {
    isRastered = false
    guard !gather.instances.isEmpty else { return }
    if gather.instances.count >= tools.fewestMarkers, try picture.prepare(content(in: frame), in: DataFrame(frame)) {
      isRastered = true
      // What changes meanwhile is brought there when the driver draws again.
      isUploaded = false
      return
    }
    // No copy: one more reference, so that reading the array does not touch `self` while the buffer changes.
    let instances = gather.instances
    if !isUploaded {
      try buffer.replace(instances.span)
      isUploaded = true
      return
    }
    buffer.update(instances.span, rows: gather.dirtyInstances)
  }

  private func content(in frame: OverlayFrame) -> MarkerContent {
    MarkerContent(
      gather.instances, gather.lookNumbers, gather.looks,
      copies: WorldCopy.visible(in: MarkerGather.reachedRect(frame.view, reachPoints: reachPoints)),
      reachPoints: reachPoints, version: gather.version)
  }

  /// Draws every marker that `prepare` found, over what the bound target shows. The block `View` must be that of the frame's view.
  package func draw(
    _ run: OverlayRun, _ surfaces: StandingSurfaces = .opaque, in frame: OverlayFrame, to target: GPUTarget,
    isBehindBuildings: Bool = false
  ) {
    let view = frame.view
    guard run.kind == kind, isRastered || isUploaded, !gather.instances.isEmpty else { return }
    device.state.setBlend(.premultiplied)
    device.state.setDepthTest(false)
    if isRastered {
      _ = picture.draw(in: DataFrame(frame))
      return
    }
    program.use()
    for copy in WorldCopy.visible(in: MarkerGather.reachedRect(view, reachPoints: reachPoints)) {
      program.set(copyCenter, WorldCopy.center(of: view, copy: copy))
      for run in gather.runs where textures.bind(run.texture, unit: 0) {
        vertices.attach(buffer, Self.layout, atByte: run.first * MemoryLayout<MarkerInstance>.stride)
        device.draw(.triangleStrip, vertices, count: 4, instances: run.count)
      }
    }
  }

  /// Icons are reduced to the density of the pixels, so another density needs other textures.
  private func startAnew(pixelsPerPoint: Double) {
    iconsPixelsPerPoint = pixelsPerPoint
    textures = IconTextures(device)
    icons = Self.icons(device, pixelsPerPoint: pixelsPerPoint)
    gather = MarkerGather()
  }

  private static func icons(_ device: GPUDevice, pixelsPerPoint: Double) -> IconLayout {
    IconLayout(
      pixelsPerPoint: pixelsPerPoint, maximumSide: device.capabilities.maximumTextureSize,
      maximumLayers: device.capabilities.maximumArrayLayers)
  }
}
