import CGL
package import OverlookSupport

// Some elements out of many.
extension GPUBuffer {
  /// Bytes between rows that cost less to write than another call.
  private static let maximumGapBytes = 4096

  /// Writes the elements whose numbers are in `rows`, each in its own place and in few calls; what would lie past the end is
  /// not written. Takes no memory. `mapped`: whether the buffer's memory is written itself, which is best where the
  /// processor draws, and so the default there; elsewhere it may wait for what is being drawn.
  package func update<Element: BitwiseCopyable>(_ elements: Span<Element>, rows: DirtyRows, mapped: Bool? = nil) {
    let mapped = mapped ?? device.capabilities.isSoftware
    elements.withUnsafeBytes { update($0, stride: MemoryLayout<Element>.stride, rows: rows, mapped: mapped) }
  }

  private func update(_ bytes: UnsafeRawBufferPointer, stride: Int, rows: DirtyRows, mapped: Bool) {
    let end = min(bytes.count, byteCount) / stride
    let maximumGap = Self.maximumGapBytes / stride
    guard let first = rows.nextRun(atLeast: 0, maximumGap: maximumGap)?.clamped(to: 0..<end), !first.isEmpty else { return }
    let isScattered = rows.next(atLeast: first.upperBound) != nil
    if isScattered, mapped, write(bytes, stride: stride, rows: rows, in: first.lowerBound..<end) { return }
    var next = 0
    while let run = rows.nextRun(atLeast: next, maximumGap: maximumGap)?.clamped(to: 0..<end), !run.isEmpty {
      next = run.upperBound
      update(
        UnsafeRawBufferPointer(rebasing: bytes[run.lowerBound * stride..<run.upperBound * stride]),
        atByte: run.lowerBound * stride)
    }
  }

  /// Writes into the memory of the buffer itself; false when the driver does not let us. `range` begins with the first of `rows`
  /// and lies in `bytes` and in the buffer, both counted in elements.
  private func write(_ bytes: UnsafeRawBufferPointer, stride: Int, rows: DirtyRows, in range: Range<Int>) -> Bool {
    guard let source = bytes.baseAddress else { return false }
    bindForWriting()
    let target = GLenum(GL_COPY_WRITE_BUFFER)
    let offset = range.lowerBound * stride
    guard let mapped = glMapBufferRange(target, offset, range.count * stride, GLbitfield(GL_MAP_WRITE_BIT)) else { return false }
    var (next, written) = (range.lowerBound, 0)
    while let run = rows.nextRun(atLeast: next)?.clamped(to: range), !run.isEmpty {
      next = run.upperBound
      let start = run.lowerBound * stride
      (mapped + (start - offset)).copyMemory(from: source + start, byteCount: run.count * stride)
      written += run.count * stride
    }
    device.countUpload(bytes: written)
    // Only memory of a graphics card can have been lost meanwhile.
    return glUnmapBuffer(target) == GLboolean(GL_TRUE)
  }
}
