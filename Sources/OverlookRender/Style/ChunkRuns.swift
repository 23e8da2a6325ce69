import OverlookGPU

extension GPUDevice {
  /// Draws the runs of indices of those chunks that can be seen; neighbours in one draw.
  func drawRuns<Chunk>(
    _ primitive: GPUPrimitive, _ array: borrowing GPUVertexArray, _ chunks: [Chunk],
    _ range: (Chunk) -> Range<Int>, _ isSeen: (Chunk) -> Bool, firstIndex: Int = 0
  ) {
    var open = 0..<0
    for chunk in chunks where isSeen(chunk) {
      let next = range(chunk)
      if next.lowerBound == open.upperBound {
        open = open.lowerBound..<next.upperBound
        continue
      }
      drawIndexed(primitive, array, firstIndex: firstIndex + open.lowerBound, count: open.count)
      open = next
    }
    drawIndexed(primitive, array, firstIndex: firstIndex + open.lowerBound, count: open.count)
  }
}
