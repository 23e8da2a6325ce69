/// A rectangle of a target in pixels, the origin in the lower left corner as GL has it.
package struct GPURect: Hashable, Sendable {
  package var x: Int
  package var y: Int
  package var width: Int
  package var height: Int

  package init(x: Int, y: Int, width: Int, height: Int) {
    self.x = x
    self.y = y
    self.width = width
    self.height = height
  }

  /// Without a pixel.
  package static let nothing = GPURect(x: 0, y: 0, width: 0, height: 0)

  package var isEmpty: Bool { width <= 0 || height <= 0 }

  package func moved(x: Int, y: Int) -> GPURect { GPURect(x: self.x + x, y: self.y + y, width: width, height: height) }

  package func widened(by pixels: Int) -> GPURect {
    GPURect(x: x - pixels, y: y - pixels, width: width + 2 * pixels, height: height + 2 * pixels)
  }

  /// What both have in common; empty for nothing.
  package func intersection(_ other: GPURect) -> GPURect {
    let (left, bottom) = (max(x, other.x), max(y, other.y))
    let (right, top) = (min(x + width, other.x + other.width), min(y + height, other.y + other.height))
    return GPURect(x: left, y: bottom, width: max(right - left, 0), height: max(top - bottom, 0))
  }

  /// Calls `body` with the rest of it when `inner`, which lies within it, is taken away: rectangles that do not overlap.
  package func forEachPart(beside inner: GPURect, _ body: (GPURect) -> Void) {
    let (innerRight, innerTop) = (inner.x + inner.width, inner.y + inner.height)
    func visit(_ part: GPURect) { if !part.isEmpty { body(part) } }
    visit(GPURect(x: x, y: y, width: inner.x - x, height: height))
    visit(GPURect(x: innerRight, y: y, width: x + width - innerRight, height: height))
    visit(GPURect(x: inner.x, y: y, width: inner.width, height: inner.y - y))
    visit(GPURect(x: inner.x, y: innerTop, width: inner.width, height: y + height - innerTop))
  }
}
