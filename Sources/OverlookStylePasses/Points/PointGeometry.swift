import OverlookGPU
import OverlookLayout

/// Points in the driver's memory: four vertices each, which the shader moves apart.
@MainActor final class PointGeometry {
  private let device: GPUDevice
  private var places: GPUBuffer
  private var rowNumbers: GPUBuffer
  private let array: GPUVertexArray
  private let count: Int
  let rows: StyleRows
  let preamble: String

  init(_ device: GPUDevice, _ points: PointPlaces, _ quads: QuadIndices) throws(GPUError) {
    self.device = device
    places = GPUBuffer(device, usage: .fixed, label: "points of a style layer")
    rowNumbers = GPUBuffer(device, usage: .fixed, label: "rows of a style layer's points")
    array = GPUVertexArray(device)
    count = points.places.count
    rows = try StyleRows(device, points.columns)
    preamble = points.columns.shaderText
    try places.upload(Self.fourfold(points.places))
    array.attach(places, VertexLayout(stride: 4, [VertexAttribute(0, .short, 2, offset: 0)]))
    if !points.rows.isEmpty {
      try rowNumbers.upload(Self.fourfold(points.rows))
      array.attach(rowNumbers, VertexLayout(stride: 4, [VertexAttribute(1, .unsignedInteger, 1, offset: 0)]))
    }
    try quads.attach(to: array, count: count)
  }

  func draw(_ range: Range<Int>? = nil, _ quads: QuadIndices) throws(GPUError) {
    let range = (range ?? 0..<count).clamped(to: 0..<count)
    // The indices may have moved to a larger buffer since.
    try quads.attach(to: array, count: count)
    device.drawIndexed(.triangles, array, firstIndex: 6 * range.lowerBound, count: 6 * range.count)
  }

  private static func fourfold<Element>(_ elements: [Element]) -> [Element] {
    var result: [Element] = []
    result.reserveCapacity(4 * elements.count)
    for element in elements { result.append(contentsOf: repeatElement(element, count: 4)) }
    return result
  }
}

extension BucketTable<PointGeometry> {
  /// Brings the points of a bucket to the GPU, or what changed of their paint.
  mutating func prepare(
    _ id: BucketID, _ points: PointPlaces, _ device: GPUDevice, _ quads: QuadIndices
  ) throws(GPUError) {
    try prepare(id) { known throws(GPUError) in
      try known.rows.update(points.columns)
    } make: { () throws(GPUError) in
      try PointGeometry(device, points, quads)
    }
  }
}

/// Indices of squares, six each, which all points share.
@MainActor final class QuadIndices {
  private var buffer: GPUBuffer
  private var count = 0

  init(_ device: GPUDevice) {
    buffer = GPUBuffer(device, usage: .fixed, label: "indices of squares")
  }

  func attach(to array: borrowing GPUVertexArray, count needed: Int) throws(GPUError) {
    if needed > count {
      let wanted = max(needed, 2 * count, 1024)
      var indices: [UInt32] = []
      indices.reserveCapacity(6 * wanted)
      for square in 0..<UInt32(clamping: wanted) {
        let first = 4 * square
        indices += [first, first + 1, first + 2, first, first + 3, first + 2]
      }
      try buffer.upload(indices)
      count = wanted
    }
    array.attachIndices(buffer)
  }
}
