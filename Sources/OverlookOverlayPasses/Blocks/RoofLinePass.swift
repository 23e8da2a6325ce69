import OverlookGPU
import OverlookSupport

/// Draws the outlines of roofs.
@MainActor final class RoofLinePass {
  private let device: GPUDevice
  private let library: ShaderLibrary
  /// Made when a roof has an outline first.
  private var painted: PaintedShapeProgram?
  private var positions: GPUTexelBuffer
  private var styles: GPUTexelBuffer
  private var indices: GPUBuffer
  private let array: GPUVertexArray
  /// Whether the buffers hold the lines.
  private var isUploaded = false

  init(_ device: GPUDevice, _ library: ShaderLibrary) {
    self.device = device
    self.library = library
    positions = GPUTexelBuffer(device, format: .float4, label: "outlines of standing polygons")
    styles = GPUTexelBuffer(device, format: .unsigned4, label: "styles of outlines of standing polygons")
    indices = GPUBuffer(device, label: "indices of outlines of standing polygons")
    array = GPUVertexArray(device)
    array.attachIndices(indices)
  }

  func reload() throws(GPUError) { try painted?.reload() }

  /// Uploads all lines, or what of them changed with the view.
  func upload(_ lines: RoofLines, isNew: Bool) throws(GPUError) {
    let stream = lines.stream
    guard isNew || !isUploaded else {
      for range in lines.changedStyles { styles.buffer.update(stream.styles.span.extracting(range), atElement: range.lowerBound) }
      return
    }
    isUploaded = false
    guard stream.vertexCount > 0, stream.vertexCount <= device.capabilities.maximumTexelBufferSize else { return }
    if painted == nil { painted = try PaintedShapeProgram(device, library, isStanding: true) }
    guard let painted else { return }
    painted.pictures.update(stream.pictures)
    try painted.upload(lines.paints)
    try positions.buffer.replace(stream.positions.span)
    try styles.buffer.replace(stream.styles.span)
    try indices.replace(stream.indices.span)
    isUploaded = true
  }

  /// Draws indices of the uploaded lines.
  func draw(_ range: Range<Int>, of pictures: ContiguousArray<PictureStart>, copyCenter: SIMD4<Float>) {
    guard isUploaded, let painted else { return }
    positions.bind(unit: 0)
    styles.bind(unit: 1)
    painted.draw(range, array, of: pictures, copyCenter: copyCenter)
  }
}
