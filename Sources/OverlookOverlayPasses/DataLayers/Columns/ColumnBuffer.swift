import OverlookGPU
import OverlookScene
import OverlookSupport

/// A column of a layer in the driver's memory.
@MainActor struct ColumnBuffer: ~Copyable {
  private var buffer: GPUBuffer
  /// Elements that the buffer holds as the column had them.
  private var count = 0

  init(_ device: GPUDevice, label: String) {
    buffer = GPUBuffer(device, usage: .dynamic, label: label)
  }

  /// Uploads what changed, or all for a buffer that `isNew`.
  mutating func update<Element>(_ column: LayerColumn<Element>, isNew: Bool) throws(GPUError) {
    let needed = column.count * MemoryLayout<Element>.stride
    if isNew || column.isReplaced || count > column.count || needed > buffer.byteCount {
      count = 0
      try buffer.replace(column.elements)
    } else {
      buffer.update(column.elements.span, rows: column.changed)
    }
    count = column.count
  }

  /// Feeds attributes of `vertices` from the first element on.
  func attach(to vertices: borrowing GPUVertexArray, _ layout: VertexLayout) { vertices.attach(buffer, layout) }

  /// Feeds an attribute of `vertices`, from element `first` on; from an empty column it gets nothing.
  func attach(
    to vertices: borrowing GPUVertexArray, _ attribute: VertexAttribute, stride: Int, divisor: Int, first: Int = 0
  ) {
    if count > 0 {
      vertices.attach(buffer, VertexLayout(stride: stride, divisor: divisor, [attribute]), atByte: first * stride)
    } else {
      vertices.detach(attribute)
    }
  }
}
