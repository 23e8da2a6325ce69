package import OverlookCamera
package import OverlookGPU
package import OverlookGeometry
package import OverlookScene
import OverlookShaders

/// Draws polygons, circles and polylines: one draw call for any number of neighbours in the drawing order.
@MainActor package final class ShapePass: OverlayPass {
  package private(set) var batch = ShapeBatch()

  package let kind = OverlayRun.Kind.shapes
  private let device: GPUDevice
  private let library: ShaderLibrary
  private var fill: ShapeProgram
  private var line: ShapeProgram
  /// Fills and thin strokes in one draw.
  private var thin: ShapeProgram
  /// Fills and lines of one colour in one draw.
  private var both: ShapeProgram
  /// Everything in one draw; made when there is something that needs it.
  private var painted: PaintedShapeProgram?
  private let vertices: GPUVertexArray
  private var positions: GPUTexelBuffer
  private var styles: GPUTexelBuffer
  private var indices: GPUBuffer
  private var worldOffsets: ClosedRange<Int>?
  private var isDrawable = false
  /// False until the buffers hold the stream; stays so when an upload fails, so that the next frame tries again.
  private var isUploaded = false

  package init(_ device: GPUDevice, library: ShaderLibrary = .resources) {
    self.device = device
    self.library = library
    fill = ShapeProgram(device, "fill", library)
    line = ShapeProgram(device, "line", library)
    thin = ShapeProgram(device, "thin", library)
    both = ShapeProgram(device, "shape", library)
    vertices = GPUVertexArray(device)
    positions = GPUTexelBuffer(device, format: .float4, label: "positions of shapes")
    styles = GPUTexelBuffer(device, format: .unsigned4, label: "styles of shapes")
    indices = GPUBuffer(device, label: "indices of shapes")
    vertices.attachIndices(indices)
  }

  /// Reads the shaders again; on an error the old ones stay.
  package func reload() throws(GPUError) {
    try fill.reload()
    try line.reload()
    try thin.reload()
    try both.reload()
    try painted?.reload()
  }

  package func rehearse(isBehindBuildings: Bool) throws(GPUError) {
    guard batch.elements.isEmpty else { return }
    var nothing = ShapeStream()
    nothing.pad(vertices: 4, indices: 3)
    try replace(with: nothing)
    isUploaded = false
    begin(isBehindBuildings: isBehindBuildings)
    defer { device.state.setDepthTest(false) }
    for parts in [ShapeBaker.Parts.fill, .stroke, [.fill, .thinStroke], [.fill, .stroke]] {
      use(parts, copyCenter: .zero)
      device.drawIndexed(.triangles, vertices, count: 3)
    }
  }

  /// The ground under the view and under what lies so close to it that a line there reaches into it: for `DrawOrder.update`.
  package func reachedRect(_ view: ViewTransform, store: OverlayStore) -> WorldRect {
    let reach = max(Self.minimumReachPoints, batch.widestStrokePoints / 2, store.dataReachPoints)
    let rect = ScreenRect(
      x: -reach, y: -reach, width: view.size.width + 2 * reach, height: view.size.height + 2 * reach)
    return view.groundQuad(of: rect).bounds
  }

  private static let minimumReachPoints = 32.0

  /// Shapes of the order that are not drawn because the driver cannot hold as many vertices: all or none.
  package var notDrawnCount: Int { isDrawable ? 0 : batch.elements.count }

  /// Brings the buffers up to date; once a frame, after `order.update` and before `store.clearChanges`.
  package func prepare(_ store: OverlayStore, order: DrawOrder, in frame: OverlayFrame) throws(GPUError) {
    batch.update(store, order: order, view: frame.view, pixelsPerPoint: frame.pixelsPerPoint)
    worldOffsets = batch.worldOffsets(for: frame.view, visibleRect: reachedRect(frame.view, store: store))
    try upload()
    try uploadPaints()
  }

  /// Shapes of the run do.
  package func hasChanged(_ run: OverlayRun) -> Bool { batch.hasChanged(first: run.first, count: run.count) }

  /// Draws a run of the kind `shapes` of the prepared frame; runs of other kinds draw nothing here.
  ///
  /// In a view half a world wide or wider one copy of the world is drawn after the other: there, where a shape reaches across the
  /// antimeridian over one of the next copy, the later copy lies above whatever their zIndex. With `isBehindBuildings`, only what
  /// the depths in the target let through is drawn.
  package func draw(
    _ run: OverlayRun, _ surfaces: StandingSurfaces = .opaque, in frame: OverlayFrame, to target: GPUTarget,
    isBehindBuildings: Bool = false
  ) {
    guard run.kind == kind, isDrawable, isUploaded, let worldOffsets else { return }
    let (range, parts) = batch.indexRange(first: run.first, count: run.count)
    guard !range.isEmpty, !parts.isEmpty else { return }
    begin(isBehindBuildings: isBehindBuildings)
    defer { device.state.setDepthTest(false) }
    for offset in worldOffsets {
      let center = WorldCopy.center(of: frame.view, copy: offset)
      if parts.contains(.painted), let painted {
        painted.draw(range, vertices, of: batch.stream.pictures, copyCenter: center)
        continue
      }
      use(parts, copyCenter: center)
      device.drawIndexed(.triangles, vertices, firstIndex: range.lowerBound, count: range.count)
    }
  }

  private func begin(isBehindBuildings: Bool) {
    positions.bind(unit: 0)
    styles.bind(unit: 1)
    device.state.setBlend(.premultiplied)
    device.state.setDepthTest(isBehindBuildings)
  }

  /// The program that draws no more than there is.
  private func use(_ parts: ShapeBaker.Parts, copyCenter: SIMD4<Float>) {
    if parts == .fill {
      fill.program.set(fill.copyCenter, copyCenter)
    } else if !parts.contains(.stroke) {
      thin.program.set(thin.copyCenter, copyCenter)
    } else if !parts.contains(.fill) {
      line.program.set(line.copyCenter, copyCenter)
    } else {
      both.program.set(both.copyCenter, copyCenter)
    }
  }

  private func upload() throws(GPUError) {
    let stream = batch.stream
    let changes = batch.changes
    isDrawable = stream.vertexCount <= device.capabilities.maximumTexelBufferSize && stream.vertexCount < Int(UInt32.max) / 4
    if changes.isEverything { isUploaded = false }
    guard isDrawable else { return }
    if !isUploaded {
      try replace(with: stream)
      isUploaded = true
      return
    }
    for range in changes.positions {
      positions.buffer.update(stream.positions.span.extracting(range), atElement: range.lowerBound)
    }
    for range in changes.styles {
      styles.buffer.update(stream.styles.span.extracting(range), atElement: range.lowerBound)
    }
    for range in changes.indices {
      indices.update(stream.indices.span.extracting(range), atElement: range.lowerBound)
    }
  }

  private func replace(with stream: ShapeStream) throws(GPUError) {
    try positions.buffer.replace(stream.positions.span)
    try styles.buffer.replace(stream.styles.span)
    try indices.replace(stream.indices.span)
  }

  private func uploadPaints() throws(GPUError) {
    if painted == nil, !batch.paints.texels.isEmpty { painted = try PaintedShapeProgram(device, library) }
    guard let painted else { return }
    if batch.changes.isEverything { painted.pictures.update(batch.stream.pictures) }
    guard batch.paints.isChanged else { return }
    try painted.upload(batch.paints)
    batch.paintsWereUploaded()
  }
}
