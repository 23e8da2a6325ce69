import OverlookGPU
import OverlookLayout
import OverlookRaster

/// A fill bucket in the driver's memory.
@MainActor final class FillGeometry {
  private let device: GPUDevice
  private var vertices: GPUBuffer
  private var rowNumbers: GPUBuffer
  private var indices: GPUBuffer
  private let array: GPUVertexArray
  /// The lines' indices lie behind those of the triangles.
  private let firstLine: Int
  let rows: StyleRows
  private let preamble: String
  private var programs = StyleProgramSlots(count: Part.allCases.count)

  /// What is drawn of the polygons.
  enum Part: Int, CaseIterable {
    case inside, edge
    /// An edge of a colour of its own.
    case outline
    case pattern, patternEdge

    var define: String {
      switch self {
      case .inside, .edge, .pattern: ""
      case .outline: "#define HAS_OUTLINE_COLOR\n"
      case .patternEdge: "#define OUTLINE\n"
      }
    }
  }

  init(_ device: GPUDevice, _ bucket: FillBucket) throws(GPUError) {
    self.device = device
    vertices = GPUBuffer(device, usage: .fixed, label: "vertices of a fill layer")
    rowNumbers = GPUBuffer(device, usage: .fixed, label: "rows of a fill layer")
    indices = GPUBuffer(device, usage: .fixed, label: "indices of a fill layer")
    array = GPUVertexArray(device)
    firstLine = bucket.triangles.count
    rows = try StyleRows(device, bucket.columns)
    preamble = bucket.columns.shaderText
    try vertices.upload(bucket.vertices)
    try indices.allocate(byteCount: 4 * (bucket.triangles.count + bucket.lines.count))
    indices.update(bucket.triangles)
    indices.update(bucket.lines, atElement: firstLine)
    array.attach(vertices, VertexLayout(stride: 4, [VertexAttribute(0, .short, 2, offset: 0)]))
    if !bucket.rows.isEmpty {
      try rowNumbers.upload(bucket.rows)
      array.attach(rowNumbers, VertexLayout(stride: 4, [VertexAttribute(1, .unsignedInteger, 1, offset: 0)]))
    }
    array.attachIndices(indices)
  }

  /// Takes over what changed of the features' paint.
  func update(_ bucket: FillBucket) throws(GPUError) { try rows.update(bucket.columns) }

  func program(_ part: Part, _ family: StyleProgramFamily) -> StyleProgram {
    programs.program(part.rawValue, family) { preamble + part.define }
  }

  func drawTriangles(_ bucket: FillBucket, _ visible: VisibleChunks, _ window: TileWindow) throws(GPUError) {
    try visible.draw(.triangles, array, indices, bucket.triangles, bucket.triangleChunks, in: window)
  }

  func drawLines(_ bucket: FillBucket, _ visible: VisibleChunks, _ window: TileWindow) throws(GPUError) {
    // Pixels on either side of the edge have a part of it.
    device.state.setLineWidth(2)
    try visible.draw(.lines, array, indices, bucket.lines, bucket.lineChunks, in: window, firstIndex: firstLine)
  }
}
