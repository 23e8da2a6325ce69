import OverlookGPU
import OverlookLayout
import OverlookRaster
import OverlookStyle

/// A line bucket in the driver's memory.
@MainActor final class LineGeometry {
  private let device: GPUDevice
  private var vertices: GPUBuffer
  private var extras: [GPUExtra] = []
  private var indices: GPUBuffer
  private let array: GPUVertexArray
  let rows: StyleRows
  private let preamble: String
  private var programs = StyleProgramSlots(count: 12)
  /// Of the bucket's own dashes.
  let dashes: DashTexture?
  private(set) var gradient: GradientTexture?

  /// A buffer with one attribute.
  @MainActor private final class GPUExtra {
    let buffer: GPUBuffer

    init(_ buffer: consuming GPUBuffer) { self.buffer = buffer }
  }

  private static let layout = VertexLayout(
    stride: MemoryLayout<LineVertex>.stride,
    [
      VertexAttribute(0, .short, 2, offset: 0), VertexAttribute(1, .short, 2, offset: 4),
      VertexAttribute(2, .unsignedByte, 4, offset: 8),
    ])

  init(_ device: GPUDevice, _ bucket: LineBucket) throws(GPUError) {
    self.device = device
    vertices = GPUBuffer(device, usage: .fixed, label: "vertices of a line layer")
    indices = GPUBuffer(device, usage: .fixed, label: "indices of a line layer")
    array = GPUVertexArray(device)
    rows = try StyleRows(device, bucket.columns)
    let varies = bucket.columns.column(.lineWidth) != nil || bucket.columns.column(.lineGapWidth) != nil
    preamble = bucket.columns.shaderText + (varies ? "#define WIDTH_VARIES\n" : "")
    dashes = try bucket.dashes.map { atlas throws(GPUError) in try DashTexture(device, atlas) }
    try vertices.upload(bucket.vertices)
    try indices.upload(bucket.triangles)
    array.attach(vertices, Self.layout)
    try attach(bucket.distances, VertexAttribute(3, .float, 1, offset: 0))
    try attach(bucket.progress, VertexAttribute(4, .float, 2, offset: 0))
    try attach(bucket.rows, VertexAttribute(5, .unsignedInteger, 1, offset: 0))
    array.attachIndices(indices)
  }

  private func attach<Element: BitwiseCopyable>(_ elements: [Element], _ attribute: VertexAttribute) throws(GPUError) {
    guard !elements.isEmpty else { return }
    var buffer = GPUBuffer(device, usage: .fixed, label: "vertices of a line layer")
    try buffer.upload(elements)
    array.attach(buffer, VertexLayout(stride: MemoryLayout<Element>.stride, [attribute]))
    extras.append(GPUExtra(buffer))
  }

  /// Takes over what changed of the features' paint.
  func update(_ bucket: LineBucket) throws(GPUError) { try rows.update(bucket.columns) }

  /// Makes the colours of a layer with a gradient, where there are none or they are others now.
  func prepareGradient(_ bucket: LineBucket, _ properties: LayerProperties) throws(GPUError) {
    guard !bucket.clips.isEmpty else { return }
    try GradientTexture.prepare(&gradient, device, bucket, properties)
  }

  /// The program for one of the ways to draw lines.
  func program(
    _ family: StyleProgramFamily, _ kind: LinePaint.Kind, hasGradient: Bool, isTilted: Bool
  ) -> StyleProgram {
    let variant = kind.rawValue * 4 + (hasGradient ? 2 : 0) + (isTilted ? 1 : 0)
    return programs.program(variant, family) {
      var text = preamble
      switch kind {
      case .plain: break
      case .dashes: text += "#define LINE_DASH\n"
      case .pattern: text += "#define LINE_PATTERN\n"
      }
      if hasGradient { text += "#define LINE_GRADIENT\n" }
      if isTilted { text += "#define TILTED\n" }
      return text
    }
  }

  func draw(_ bucket: LineBucket, _ visible: VisibleChunks, _ window: TileWindow) throws(GPUError) {
    try visible.draw(.triangles, array, indices, bucket.triangles, bucket.chunks, in: window)
  }
}

/// Dashes in the driver's memory.
@MainActor final class DashTexture {
  private let texture: GPUTexture
  private var version = -1

  init(_ device: GPUDevice, _ atlas: DashAtlas) throws(GPUError) {
    texture = try GPUTexture(
      device, width: DashAtlas.width, height: DashAtlas.height, format: .r8, filter: .linear, wrap: .repeat, label: "dashes")
    update(atlas)
  }

  func update(_ atlas: DashAtlas) {
    guard version != atlas.version else { return }
    version = atlas.version
    texture.upload(atlas.pixels.span, x: 0, y: 0, width: DashAtlas.width, height: DashAtlas.height)
  }

  func bind(unit: Int) { texture.bind(unit: unit) }
}
