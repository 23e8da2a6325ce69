package import OverlookSupport

/// One attribute of all elements of a layer, and what of it changed since the renderer last looked.
package struct LayerColumn<Element: BitwiseCopyable & Sendable>: Sendable {
  package private(set) var elements = ContiguousArray<Element>()
  /// Elements that changed since `clearChanges`, unless all did.
  package private(set) var changed = DirtyRows()
  /// Whether everything may have changed.
  package private(set) var isReplaced = true

  package init() {}

  package var count: Int { elements.count }
  package var isEmpty: Bool { elements.isEmpty }

  mutating func replaceAll(with newElements: ContiguousArray<Element>) {
    elements = newElements
    isReplaced = true
    changed.removeAll()
  }

  mutating func append(contentsOf newElements: ContiguousArray<Element>) {
    let first = elements.count
    elements.append(contentsOf: newElements)
    note(first..<elements.count)
  }

  /// Writes `newElements` from number `first` on; what would lie past the end is left out.
  mutating func replace(from first: Int, with newElements: ContiguousArray<Element>) {
    let range = (first..<first + newElements.count).clamped(to: elements.indices)
    for index in range { elements[index] = newElements[index - first] }
    note(range)
  }

  /// Writes `newElements[0]` to number `indices[0]`, and so on; numbers that no element has are left out.
  mutating func replace(at indices: [Int], with newElements: ContiguousArray<Element>) {
    for (index, newElement) in zip(indices, newElements) where elements.indices.contains(index) {
      elements[index] = newElement
    }
    if isReplaced { return }
    changed.reserve(elements.count)
    for index in indices.prefix(newElements.count) where elements.indices.contains(index) { changed.insert(index) }
  }

  mutating func clearChanges() {
    isReplaced = false
    changed.removeAll()
  }

  private mutating func note(_ range: Range<Int>) {
    if isReplaced { return }
    // Beyond this, one long upload costs less than finding the parts.
    if range.count > 4096 && 2 * range.count > elements.count {
      isReplaced = true
      changed.removeAll()
    } else {
      changed.reserve(elements.count)
      for index in range { changed.insert(index) }
    }
  }
}
