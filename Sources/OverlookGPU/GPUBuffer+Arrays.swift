// The span of an array in a class cannot leave that access, so arrays are taken as they are; nothing is copied.
extension GPUBuffer {
  /// Replaces memory and content by `elements`.
  package mutating func upload<Element: BitwiseCopyable>(_ elements: [Element]) throws(GPUError) {
    try upload(elements.span)
  }

  /// Writes `elements` at the start of fresh memory of at least the present size: never waits for draws that read the old
  /// content.
  package mutating func replace<Element: BitwiseCopyable>(_ elements: [Element]) throws(GPUError) {
    try replace(elements.span)
  }

  /// Writes the elements of `range` (all without one) from element number `index` of the buffer on.
  package func update<Element: BitwiseCopyable>(_ elements: [Element], range: Range<Int>? = nil, atElement index: Int = 0) {
    guard let range else { return update(elements.span, atElement: index) }
    update(elements.span.extracting(range.clamped(to: elements.indices)), atElement: index)
  }

  /// As for `Array`.
  package mutating func upload<Element: BitwiseCopyable>(_ elements: ContiguousArray<Element>) throws(GPUError) {
    try upload(elements.span)
  }

  /// As for `Array`.
  package mutating func replace<Element: BitwiseCopyable>(_ elements: ContiguousArray<Element>) throws(GPUError) {
    try replace(elements.span)
  }

  /// As for `Array`.
  package func update<Element: BitwiseCopyable>(
    _ elements: ContiguousArray<Element>, range: Range<Int>? = nil, atElement index: Int = 0
  ) {
    guard let range else { return update(elements.span, atElement: index) }
    update(elements.span.extracting(range.clamped(to: elements.indices)), atElement: index)
  }
}
