/// The indices of the quads around pieces of lines: two triangles each, and no corner computed twice. A shader finds its piece by
/// `gl_VertexID >> 2` and the corner by `gl_VertexID & 3` (0 and 1 at one end, 2 and 3 at the other).
///
/// They are of as many pieces as have corners with numbers of 16 bits; `DrawRanges.appendStrokes` has more drawn block by block.
@MainActor package final class StrokeIndices {
  private var buffer: GPUBuffer

  /// Of one block.
  package nonisolated static let blockCount = 0x4000
  nonisolated static let perPiece = 6

  package init(_ device: GPUDevice) {
    buffer = GPUBuffer(device, usage: .fixed, label: "indices of strokes")
  }

  /// Indexed draws of `vertices` take these. They are brought to the driver when they are asked for first.
  package func attach(to vertices: borrowing GPUVertexArray) throws(GPUError) {
    if buffer.byteCount == 0 {
      var indices: [UInt16] = []
      indices.reserveCapacity(Self.perPiece * Self.blockCount)
      for piece in 0..<Self.blockCount {
        let corner = UInt16(truncatingIfNeeded: 4 * piece)
        indices += [corner, corner + 1, corner + 2, corner + 2, corner + 1, corner + 3]
      }
      try buffer.upload(indices)
    }
    vertices.attachIndices(buffer)
  }
}
