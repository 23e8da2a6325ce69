import OverlookCamera
import OverlookGPU
import OverlookGeometry
import OverlookScene

/// The points of one layer in the driver's memory.
@MainActor final class BulkPoints: BulkDrawer {
  private let device: GPUDevice
  private let programs: PointPrograms
  private var places: ColumnBuffer
  private var colors: ColumnBuffer
  private var radii: ColumnBuffer
  private var filterValues: ColumnBuffer
  /// For sprites, a vertex a point, and for quads, an instance a point.
  private let sprites: GPUVertexArray
  private let quads: GPUVertexArray
  private let composed: ComposedPicture<PointComposer, PointStyle>
  private let stamps = DiscStampTable()
  /// Of the columns that the buffers hold; nil until something is drawn from them.
  private var uploadedVersion: Int?

  init(_ device: GPUDevice, _ programs: PointPrograms, _ tools: ComposingTools) {
    self.device = device
    self.programs = programs
    places = ColumnBuffer(device, label: "places of a point layer")
    colors = ColumnBuffer(device, label: "colours of a point layer")
    radii = ColumnBuffer(device, label: "radii of a point layer")
    filterValues = ColumnBuffer(device, label: "filter values of a point layer")
    sprites = GPUVertexArray(device)
    quads = GPUVertexArray(device)
    composed = ComposedPicture(device, tools)
  }

  func draw(_ content: BulkRow.Content, in frame: BulkFrame) throws(GPUError) {
    guard case .points(let columns, let style) = content else { return }
    let (view, pixelsPerPoint, target) = (frame.view, frame.pixelsPerPoint, frame.target)
    let reach = style.unit == .points ? Double(style.largestRadius + style.strokeWidthPoints / 2) + 1 : 0
    let around = ScreenRect(x: -reach, y: -reach, width: view.size.width + 2 * reach, height: view.size.height + 2 * reach)
    let visible = view.groundQuad(of: around).bounds
    if frame.composes, style.unit == .points, reach * pixelsPerPoint <= PointComposer.maximumRadiusPixels {
      return try composed.draw(version: columns.version, style, in: frame) {
        PointComposer(columns, style, stamps, in: frame, visibleRect: visible)
      }
    }
    try upload(columns)
    let isSprite = style.unit == .points && Float(2 * reach * pixelsPerPoint) <= device.capabilities.maximumPointSize
    let program = try programs.program(isSprite: isSprite, hasStroke: style.strokeWidthPoints > 0)
    if isSprite {
      // A sprite is cut by its middle: the clip volume is made larger than the target, which cuts the pixels.
      let margin = Int((reach * pixelsPerPoint).rounded(.up)) + 1
      let (width, height) = (target.width + 2 * margin, target.height + 2 * margin)
      device.state.setViewport(GPURect(x: -margin, y: -margin, width: width, height: height))
      program.set(style, clipScale: SIMD2(Float(target.width) / Float(width), Float(target.height) / Float(height)))
    } else {
      program.set(style)
    }
    for copy in WorldCopy.around(view, in: visible) {
      program.set(view, worldCopy: copy)
      if isSprite {
        device.draw(.points, sprites, count: columns.count)
      } else {
        device.draw(.triangleStrip, quads, count: 4, instances: columns.count)
      }
    }
    if isSprite { device.state.bind(target: target) }
  }

  /// Brings what changed of the columns to the buffers. Those that nothing was drawn from yet take all.
  private func upload(_ columns: PointColumns) throws(GPUError) {
    guard columns.version != uploadedVersion else { return }
    let isNew = uploadedVersion == nil
    try places.update(columns.places, isNew: isNew)
    try colors.update(columns.colors, isNew: isNew)
    try radii.update(columns.radii, isNew: isNew)
    try filterValues.update(columns.filterValues, isNew: isNew)
    columns.clearChanges()
    uploadedVersion = columns.version
    attach(sprites, divisor: 0)
    attach(quads, divisor: 1)
  }

  private func attach(_ vertices: borrowing GPUVertexArray, divisor: Int) {
    places.attach(to: vertices, VertexAttribute(0, .integer, 2, offset: 0), stride: 8, divisor: divisor)
    colors.attach(to: vertices, VertexAttribute(1, .unsignedByteNormalized, 4, offset: 0), stride: 4, divisor: divisor)
    radii.attach(to: vertices, VertexAttribute(2, .float, 1, offset: 0), stride: 4, divisor: divisor)
    filterValues.attach(to: vertices, VertexAttribute(3, .float, 1, offset: 0), stride: 4, divisor: divisor)
  }
}
