import OverlookCamera
import OverlookGPU
import OverlookGeometry
import OverlookScene

/// The columns of one layer in the driver's memory.
@MainActor final class BulkPrisms: BulkDrawer {
  private let device: GPUDevice
  private let programs: BulkPrograms
  private let target: PrismTarget
  private var places: ColumnBuffer
  private var colors: ColumnBuffer
  private var heights: ColumnBuffer
  private var filterValues: ColumnBuffer
  private let array: GPUVertexArray
  private var uploadedVersion: Int?
  /// Whether the array is fed from the first column on.
  private var isAtFirst = false

  init(_ device: GPUDevice, _ programs: BulkPrograms, _ target: PrismTarget) {
    self.device = device
    self.programs = programs
    self.target = target
    places = ColumnBuffer(device, label: "places of a column layer")
    colors = ColumnBuffer(device, label: "colours of a column layer")
    heights = ColumnBuffer(device, label: "heights of a column layer")
    filterValues = ColumnBuffer(device, label: "filter values of a column layer")
    array = GPUVertexArray(device)
  }

  func draw(_ content: BulkRow.Content, in frame: BulkFrame) throws(GPUError) {
    guard case .prisms(let columns, let style) = content else { return }
    try upload(columns)
    let reach = frame.reachPoints(ofHeight: Double(style.largestHeight + style.radius))
    let visible = frame.view.reachedRect(groundPoints: reach)
    try target.draw(over: frame.target, opacity: style.opacity) { () throws(GPUError) in
      for kind in [BulkPrograms.Kind.columnRoof, .column] {
        let program = try programs.program(kind)
        program.set(.color, color: style.color)
        program.set(.height, length: style.height)
        program.set(.width, style.radius)
        program.set(.angle, style.angle)
        program.set(.sides, style.sides)
        program.set(shown: style.shownValues)
        program.set(.verticalGradient, Float(style.hasVerticalGradient ? 1 : 0))
        program.set(frame.light)
        let vertices = kind == .column ? 6 * style.sides : 3 * (style.sides - 2)
        for copy in WorldCopy.around(frame.view, in: visible) {
          program.set(frame.view, worldCopy: copy)
          let screen = PointScreen(
            frame.view, pixelsPerPoint: frame.pixelsPerPoint, visibleRect: visible, worldCopy: copy)
          draw(columns, vertices, screen)
        }
      }
    }
  }

  /// Draws the columns of the chunks that may be in view.
  private func draw(_ columns: PrismColumns, _ vertices: Int, _ screen: PointScreen) {
    var open: Range<Int>?
    for (chunk, box) in columns.chunks.boxes.enumerated() where screen.meets(box) {
      let first = chunk * PlaceChunks.size
      let end = min(first + PlaceChunks.size, columns.count)
      if let before = open, before.upperBound == first {
        open = before.lowerBound..<end
      } else {
        if let open { draw(open, vertices) }
        open = first..<end
      }
    }
    if let open { draw(open, vertices) }
  }

  private func draw(_ range: Range<Int>, _ vertices: Int) {
    if range.lowerBound > 0 || !isAtFirst { attach(first: range.lowerBound) }
    device.draw(.triangles, array, count: vertices, instances: range.count)
  }

  private func upload(_ columns: PrismColumns) throws(GPUError) {
    guard columns.version != uploadedVersion else { return }
    let isNew = uploadedVersion == nil
    uploadedVersion = nil
    try places.update(columns.places, isNew: isNew)
    try colors.update(columns.colors, isNew: isNew)
    try heights.update(columns.heights, isNew: isNew)
    try filterValues.update(columns.filterValues, isNew: isNew)
    columns.clearChanges()
    uploadedVersion = columns.version
    isAtFirst = false
  }

  private func attach(first: Int) {
    places.attach(to: array, VertexAttribute(0, .integer, 2, offset: 0), stride: 8, divisor: 1, first: first)
    colors.attach(to: array, VertexAttribute(1, .unsignedByteNormalized, 4, offset: 0), stride: 4, divisor: 1, first: first)
    heights.attach(to: array, VertexAttribute(2, .float, 1, offset: 0), stride: 4, divisor: 1, first: first)
    filterValues.attach(to: array, VertexAttribute(3, .float, 1, offset: 0), stride: 4, divisor: 1, first: first)
    isAtFirst = first == 0
  }
}
