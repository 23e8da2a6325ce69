import OverlookCamera
import OverlookGeometry
import OverlookScene

/// The elements of a layer that a frame may show, and where they lie in its picture.
struct PlacedElements {
  private let places: ContiguousArray<FixedPlace>
  /// Those that may be in view; empty where that is for the boxes to say.
  private let marks: ContiguousArray<UInt64>
  private let boxes: ContiguousArray<PlaceChunks.Box>
  /// Empty where all are shown.
  private let filterValues: ContiguousArray<Float>
  private let shownValues: ClosedRange<Float>
  private let copies: ClosedRange<Int>
  private let view: ViewTransform
  private let pixelsPerPoint: Double
  private let visibleRect: WorldRect

  /// `visibleRect` is the ground on which elements may reach into the view; `marks` are those of the layer's last frame.
  @MainActor init(
    _ columns: PlaceColumns, shownValues: ClosedRange<Float>?, in frame: RasterFrame, visibleRect: WorldRect,
    marks: inout PlaceMarks
  ) {
    places = columns.places.elements
    boxes = columns.chunks.boxes
    filterValues = shownValues == nil ? [] : columns.filterValues.elements
    self.shownValues = shownValues ?? 0...0
    copies = WorldCopy.around(frame.view, in: visibleRect)
    view = frame.view
    pixelsPerPoint = frame.pixelsPerPoint
    self.visibleRect = visibleRect
    let isMarked = marks.mark(columns, copies: copies) {
      PointScreen(frame.view, pixelsPerPoint: frame.pixelsPerPoint, visibleRect: visibleRect, worldCopy: $0)
    }
    self.marks = isMarked ? marks.words : []
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
      forEachNumber(inChunks: next - copy * boxes.count..<end - copy * boxes.count, on: screen) { index in
        guard let middle = screen.pixel(of: places[index]) else { return }
        if !filterValues.isEmpty, !shownValues.contains(filterValues[index]) { return }
        body(index, middle)
      }
      next = end
    }
  }

  /// Calls `body` with the numbers of the elements that may be in view.
  @inline(__always)
  private func forEachNumber(inChunks chunks: Range<Int>, on screen: PointScreen, _ body: (_ index: Int) -> Void) {
    let wordsPerChunk = PlaceChunks.size / UInt64.bitWidth
    for chunk in chunks where screen.meets(boxes[chunk]) {
      let first = chunk * PlaceChunks.size
      if marks.isEmpty {
        for index in first..<min(first + PlaceChunks.size, places.count) { body(index) }
        continue
      }
      for number in chunk * wordsPerChunk..<min((chunk + 1) * wordsPerChunk, marks.count) {
        var word = marks[number]
        while word != 0 {
          body(number * UInt64.bitWidth + word.trailingZeroBitCount)
          word &= word &- 1
        }
      }
    }
  }
}
