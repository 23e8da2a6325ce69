import OverlookGPU
import OverlookLayout
import OverlookRaster

/// Draws of buckets what is in view, in its order.
///
/// A graphics card is faster at drawing what is out of view than we are at leaving it out; where the processor draws, each vertex
/// counts: then the indices of what is seen are copied together.
@MainActor final class VisibleChunks {
  private let device: GPUDevice
  private var stream: GPUBuffer
  /// Indices of the stream that draws were made from.
  private var used = 0
  private var runs: [Range<Int>] = []
  private var gathered: [UInt32] = []

  /// Indices that the stream holds at least.
  private static let streamCount = 1 << 20

  init(_ device: GPUDevice) {
    self.device = device
    stream = GPUBuffer(device, usage: .stream, label: "indices in view")
  }

  /// `indices` lie in `buffer` from number `firstIndex` on. Whether anything of them may be in view.
  @discardableResult
  func draw(
    _ primitive: GPUPrimitive, _ array: borrowing GPUVertexArray, _ buffer: borrowing GPUBuffer, _ indices: [UInt32],
    _ chunks: [TileChunk], in window: TileWindow, firstIndex: Int = 0
  ) throws(GPUError) -> Bool {
    let count = findRuns(chunks, window)
    guard let first = runs.first, let last = runs.last else { return false }
    let span = first.lowerBound..<last.upperBound
    if !device.capabilities.isSoftware || 8 * count > 7 * span.count {
      device.drawIndexed(primitive, array, firstIndex: firstIndex + span.lowerBound, count: span.count)
      return true
    }
    gathered.removeAll(keepingCapacity: true)
    for run in runs { gathered.append(contentsOf: indices[run]) }
    if 4 * (used + count) > stream.byteCount {
      try stream.allocate(byteCount: 4 * max(Self.streamCount, count))
      used = 0
    }
    stream.update(gathered.span, atElement: used)
    array.attachIndices(stream)
    device.drawIndexed(primitive, array, firstIndex: used, count: count)
    array.attachIndices(buffer)
    used += count
    return true
  }

  /// Joins the chunks that can be seen, and says how many indices they have.
  private func findRuns(_ chunks: [TileChunk], _ window: TileWindow) -> Int {
    runs.removeAll(keepingCapacity: true)
    var count = 0
    var open = 0..<0
    for chunk in chunks where window.touches(chunk.low, chunk.high) {
      let (start, end) = (Int(chunk.indices.lowerBound), Int(chunk.indices.upperBound))
      count += end - start
      if start != open.upperBound {
        if !open.isEmpty { runs.append(open) }
        open = start..<end
      } else {
        open = open.lowerBound..<end
      }
    }
    if !open.isEmpty { runs.append(open) }
    return count
  }
}
