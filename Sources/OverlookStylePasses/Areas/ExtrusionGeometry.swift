import OverlookGPU
import OverlookLayout
import OverlookRaster

/// A fill-extrusion bucket in the driver's memory.
@MainActor final class ExtrusionGeometry {
  private let device: GPUDevice
  private var vertices: GPUBuffer
  private var roofs: GPUBuffer
  private var rowNumbers: GPUBuffer
  private var indices: GPUBuffer
  private let array: GPUVertexArray
  let rows: StyleRows
  private let preamble: String
  private var programs = StyleProgramSlots(count: ExtrusionVariant.count)

  private static let layout = VertexLayout(
    stride: MemoryLayout<ExtrusionVertex>.stride,
    [
      VertexAttribute(0, .short, 2, offset: 0), VertexAttribute(1, .short, 2, offset: 4),
      VertexAttribute(2, .unsignedByte, 2, offset: 8), VertexAttribute(3, .unsignedShort, 1, offset: 10),
    ])

  private static let roofLayout = VertexLayout(
    stride: MemoryLayout<RoofVertex>.stride,
    [
      VertexAttribute(5, .unsignedShort, 1, offset: 0), VertexAttribute(6, .unsignedByte, 2, offset: 2),
      VertexAttribute(7, .unsignedByte, 4, offset: 4),
    ])

  init(_ device: GPUDevice, _ bucket: ExtrusionBucket) throws(GPUError) {
    self.device = device
    vertices = GPUBuffer(device, usage: .fixed, label: "vertices of extrusions")
    roofs = GPUBuffer(device, usage: .fixed, label: "roofs of extrusions")
    rowNumbers = GPUBuffer(device, usage: .fixed, label: "rows of extrusions")
    indices = GPUBuffer(device, usage: .fixed, label: "indices of extrusions")
    array = GPUVertexArray(device)
    rows = try StyleRows(device, bucket.columns)
    preamble = bucket.columns.shaderText + (bucket.roofs.isEmpty ? "" : "#define ROOFS\n")
    try vertices.upload(bucket.vertices)
    try indices.upload(bucket.triangles)
    array.attach(vertices, Self.layout)
    if !bucket.roofs.isEmpty {
      try roofs.upload(bucket.roofs)
      array.attach(roofs, Self.roofLayout)
    }
    if !bucket.rows.isEmpty {
      try rowNumbers.upload(bucket.rows)
      array.attach(rowNumbers, VertexLayout(stride: 4, [VertexAttribute(4, .unsignedInteger, 1, offset: 0)]))
    }
    array.attachIndices(indices)
  }

  /// Takes over what changed of the features' paint.
  func update(_ bucket: ExtrusionBucket) throws(GPUError) { try rows.update(bucket.columns) }

  func program(_ family: StyleProgramFamily, _ variant: ExtrusionVariant) -> StyleProgram {
    programs.program(variant.rawValue, family) { preamble + variant.preamble }
  }

  /// Whether anything of it may be in view.
  @discardableResult
  func draw(_ bucket: ExtrusionBucket, _ visible: VisibleChunks, _ window: TileWindow) throws(GPUError) -> Bool {
    try visible.draw(.triangles, array, indices, bucket.triangles, bucket.chunks, in: window)
  }
}

/// What the shaders of extrusions draw.
struct ExtrusionVariant: OptionSet {
  let rawValue: Int

  static let pattern = ExtrusionVariant(rawValue: 1)
  /// In the light of the Sun, and the shadows of everything.
  static let sunlit = ExtrusionVariant(rawValue: 2)
  /// Shadows, and nothing else.
  static let caster = ExtrusionVariant(rawValue: 4)
  /// With edges, feet and windows of walls.
  static let facade = ExtrusionVariant(rawValue: 8)
  /// Of the numbers of variants.
  static let count = 12

  var preamble: String {
    (contains(.pattern) ? "#define PATTERN\n" : "") + (contains(.sunlit) ? "#define SUNLIT\n" : "")
      + (contains(.caster) ? "#define CASTS\n" : "") + (contains(.facade) ? "#define FACADE\n" : "")
  }
}
