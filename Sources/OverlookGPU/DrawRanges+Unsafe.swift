import CGL

/// Ranges of vertices, or of indices, of one buffer that are drawn one after another. Keeps its memory from frame to frame.
package struct DrawRanges {
  fileprivate var firsts = ContiguousArray<GLint>()
  fileprivate var counts = ContiguousArray<GLsizei>()
  /// Where they begin in an index buffer, in bytes: what OpenGL takes as an address.
  fileprivate var offsets = ContiguousArray<Int>()
  fileprivate var vertexCount = 0

  package init() {}

  package var isEmpty: Bool { counts.isEmpty }
  package var count: Int { counts.count }

  package mutating func removeAll() {
    firsts.removeAll(keepingCapacity: true)
    counts.removeAll(keepingCapacity: true)
    offsets.removeAll(keepingCapacity: true)
    vertexCount = 0
  }

  /// Adds vertices, or indices of 32 bits, by number. An empty range, and one that OpenGL cannot count, is left out.
  package mutating func append(_ range: Range<Int>) {
    guard !range.isEmpty, let first = GLint(exactly: range.lowerBound), let count = GLsizei(exactly: range.count) else { return }
    firsts.append(first)
    counts.append(count)
    offsets.append(range.lowerBound * GPUIndexType.unsignedInt.byteCount)
    vertexCount += range.count
  }

  /// Adds pieces of lines by number, block by block of `StrokeIndices`. Those whose corners OpenGL cannot count are left out.
  package mutating func appendStrokes(_ range: Range<Int>) {
    var first = range.lowerBound
    while first < range.upperBound {
      let count = min(range.upperBound - first, StrokeIndices.blockCount)
      guard let corner = GLint(exactly: 4 * first) else { return }
      firsts.append(corner)
      counts.append(GLsizei(truncatingIfNeeded: StrokeIndices.perPiece * count))
      offsets.append(0)
      vertexCount += StrokeIndices.perPiece * count
      first += count
    }
  }

  fileprivate func range(_ number: Int) -> Range<Int> { Int(firsts[number])..<Int(firsts[number]) + Int(counts[number]) }
}

// A graphics card draws all ranges by one call; the processor draws as soon as it is told of the first.
extension GPUDevice {
  /// Draws vertices. `asOne`: by a single call.
  package func draw(_ primitive: GPUPrimitive, _ vertices: borrowing GPUVertexArray, _ ranges: DrawRanges, asOne: Bool) {
    guard asOne, ranges.count > 1 else {
      for number in 0..<ranges.count {
        let range = ranges.range(number)
        draw(primitive, vertices, first: range.lowerBound, count: range.count)
      }
      return
    }
    willDraw(primitive, vertices)
    // Unsafe: both arrays have `count` elements, which is all that OpenGL reads, before it returns.
    ranges.firsts.withUnsafeBufferPointer { firsts in
      ranges.counts.withUnsafeBufferPointer { counts in
        glMultiDrawArrays(primitive.glMode, firsts.baseAddress, counts.baseAddress, GLsizei(clamping: counts.count))
      }
    }
    didDraw(vertices: ranges.vertexCount, instances: 1)
  }

  /// Draws indices of 32 bits. `asOne`: by a single call.
  package func drawIndexed(_ primitive: GPUPrimitive, _ vertices: borrowing GPUVertexArray, _ ranges: DrawRanges, asOne: Bool) {
    guard asOne, ranges.count > 1 else {
      for number in 0..<ranges.count {
        let range = ranges.range(number)
        drawIndexed(primitive, vertices, firstIndex: range.lowerBound, count: range.count)
      }
      return
    }
    willDraw(primitive, vertices)
    // Unsafe: both arrays have `count` elements, which is all that OpenGL reads, before it returns. It takes an offset for an
    // address and never follows it, because the vertex array has an index buffer; an Int is as large as an address.
    ranges.offsets.withUnsafeBytes { offsets in
      ranges.counts.withUnsafeBufferPointer { counts in
        glMultiDrawElements(
          primitive.glMode, counts.baseAddress, GPUIndexType.unsignedInt.glType,
          offsets.bindMemory(to: UnsafeRawPointer?.self).baseAddress, GLsizei(clamping: counts.count))
      }
    }
    didDraw(vertices: ranges.vertexCount, instances: 1)
  }

  /// Draws pieces of lines of `vertices`, to which `StrokeIndices` are attached. `asOne`: by a single call.
  package func drawStrokes(_ vertices: borrowing GPUVertexArray, _ ranges: DrawRanges, asOne: Bool) {
    guard asOne, ranges.count > 1 else {
      for number in 0..<ranges.count {
        let range = ranges.range(number)
        drawIndexed(.triangles, vertices, type: .unsignedShort, count: range.count, baseVertex: range.lowerBound)
      }
      return
    }
    willDraw(.triangles, vertices)
    // Unsafe: the three arrays have `count` elements, which is all that OpenGL reads, before it returns. As above it takes offsets
    // for addresses.
    ranges.offsets.withUnsafeBytes { offsets in
      ranges.counts.withUnsafeBufferPointer { counts in
        ranges.firsts.withUnsafeBufferPointer { corners in
          glMultiDrawElementsBaseVertex(
            GPUPrimitive.triangles.glMode, counts.baseAddress, GPUIndexType.unsignedShort.glType,
            offsets.bindMemory(to: UnsafeRawPointer?.self).baseAddress, GLsizei(clamping: counts.count), corners.baseAddress)
        }
      }
    }
    didDraw(vertices: ranges.vertexCount, instances: 1)
  }
}
