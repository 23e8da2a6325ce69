import OverlookCamera
import OverlookGPU
import OverlookGeometry
import OverlookScene

/// The arcs of one layer in the driver's memory.
@MainActor final class ArcDrawer: DataDrawer {
  private let device: GPUDevice
  private let programs: DataPrograms
  private var places: ColumnBuffer
  private var sourceColors: ColumnBuffer
  private var targetColors: ColumnBuffer
  private var widths: ColumnBuffer
  private var filterValues: ColumnBuffer
  private let array: GPUVertexArray
  private var uploadedVersion: Int?

  /// Straight pieces of an arc.
  private static let pieces = 48

  init(_ device: GPUDevice, _ programs: DataPrograms) {
    self.device = device
    self.programs = programs
    places = ColumnBuffer(device, label: "ends of an arc layer")
    sourceColors = ColumnBuffer(device, label: "first colours of an arc layer")
    targetColors = ColumnBuffer(device, label: "second colours of an arc layer")
    widths = ColumnBuffer(device, label: "widths of an arc layer")
    filterValues = ColumnBuffer(device, label: "filter values of an arc layer")
    array = GPUVertexArray(device)
  }

  func prepare(_ content: DataRow.Content, in frame: DataFrame) throws(GPUError) {
    guard case .arcs(let columns, _) = content else { return }
    try upload(columns)
  }

  func draw(_ content: DataRow.Content, in frame: DataFrame, to target: GPUTarget) {
    guard case .arcs(let columns, let style) = content else { return }
    let program = programs.program(.arc)
    program.set(.color, color: style.sourceColor)
    program.set(.endColor, color: style.targetColor)
    program.set(.width, length: style.width)
    program.set(.height, style.height)
    program.set(.opacity, style.opacity)
    program.set(.pieces, Self.pieces)
    program.set(shown: style.shownValues)
    for copy in frame.view.placeCopies {
      program.set(frame.view, worldCopy: copy)
      device.draw(.triangleStrip, array, count: 2 * (Self.pieces + 1), instances: columns.count)
    }
  }

  private func upload(_ columns: ArcColumns) throws(GPUError) {
    guard columns.version != uploadedVersion else { return }
    let isNew = uploadedVersion == nil
    uploadedVersion = nil
    try places.update(columns.places, isNew: isNew)
    try sourceColors.update(columns.sourceColors, isNew: isNew)
    try targetColors.update(columns.targetColors, isNew: isNew)
    try widths.update(columns.widths, isNew: isNew)
    try filterValues.update(columns.filterValues, isNew: isNew)
    columns.clearChanges()
    uploadedVersion = columns.version
    places.attach(to: array, VertexAttribute(0, .integer, 4, offset: 0), stride: 16, divisor: 1)
    sourceColors.attach(to: array, VertexAttribute(1, .unsignedByteNormalized, 4, offset: 0), stride: 4, divisor: 1)
    targetColors.attach(to: array, VertexAttribute(2, .unsignedByteNormalized, 4, offset: 0), stride: 4, divisor: 1)
    widths.attach(to: array, VertexAttribute(3, .float, 1, offset: 0), stride: 4, divisor: 1)
    filterValues.attach(to: array, VertexAttribute(4, .float, 1, offset: 0), stride: 4, divisor: 1)
  }
}
