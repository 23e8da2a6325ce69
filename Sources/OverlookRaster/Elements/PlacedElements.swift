import OverlookCamera
import OverlookGeometry
import OverlookScene

/// The elements of a layer that a frame may show, and where they lie in its picture.
struct PlacedElements {
  private let places: ContiguousArray<FixedPlace>
  private let boxes: ContiguousArray<PlaceChunks.Box>
  /// Empty where all are shown.
  private let filterValues: ContiguousArray<Float>
  private let shownValues: ClosedRange<Float>
  private let copies: ClosedRange<Int>
  private let view: ViewTransform
  private let pixelsPerPoint: Double
  private let visibleRect: WorldRect

  /// `visibleRect` is the ground on which elements may reach into the view.
  @MainActor init(_ columns: PlaceColumns, shownValues: ClosedRange<Float>?, in frame: RasterFrame, visibleRect: WorldRect) {
    places = columns.places.elements
    boxes = columns.chunks.boxes
    filterValues = shownValues == nil ? [] : columns.filterValues.elements
    self.shownValues = shownValues ?? 0...0
    copies = WorldCopy.around(frame.view, in: visibleRect)
    view = frame.view
    pixelsPerPoint = frame.pixelsPerPoint
    self.visibleRect = visibleRect
  }

  /// What may be looked through apart from each other: the chunks of the places, once for each copy of the world.
  var chunkCount: Int { boxes.count * copies.count }

  /// Calls `body` with the elements of some chunks, in the order of drawing.
  @inline(__always)
  func forEach(inChunks range: Range<Int>, _ body: (_ index: Int, _ middle: SIMD2<Float>) -> Void) {
    var next = range.lowerBound
    while next < range.upperBound {
      let copy = next / boxes.count
      let end = min(range.upperBound, (copy + 1) * boxes.count)
      let screen = PointScreen(
        view, pixelsPerPoint: pixelsPerPoint, visibleRect: visibleRect, worldCopy: copies.lowerBound + copy)
      for chunk in next - copy * boxes.count..<end - copy * boxes.count where screen.meets(boxes[chunk]) {
        let first = chunk * PlaceChunks.size
        for index in first..<min(first + PlaceChunks.size, places.count) {
          guard let middle = screen.pixel(of: places[index]) else { continue }
          if !filterValues.isEmpty, !shownValues.contains(filterValues[index]) { continue }
          body(index, middle)
        }
      }
      next = end
    }
  }
}
