import OverlookGeometry
import OverlookScene

/// Draws the icons of one layer in one frame on the processor: upright ones of one scale, which lie on whole pixels, so that each
/// is a copy of a picture that was made once.
struct IconPainter: BlockPainter {
  /// An icon in view.
  struct Element: BitwiseCopyable {
    /// In pixels of the picture.
    var middle: SIMD2<Float>
    /// As in the columns; not used where all are the same.
    var color: UInt32
    var icon: UInt32
  }

  private let elements: PlacedElements
  /// How far an element may reach from its middle, in pixels.
  private let reach: Float
  /// Empty where all are the same.
  private let colors: ContiguousArray<UInt32>
  private let icons: ContiguousArray<UInt32>
  private let table: IconStampTable
  private let anchor: SIMD2<Float>
  /// What all have in common.
  private let icon: UInt32
  private let tint: UInt32
  /// 0 ... 255.
  private let opacity: UInt32

  @MainActor
  init(
    _ columns: PlaceColumns, _ style: IconStyle, _ table: IconStampTable, in frame: RasterFrame, visibleRect: WorldRect,
    marks: inout PlaceMarks
  ) {
    elements = PlacedElements(
      columns, shownValues: style.shownValues, in: frame, visibleRect: visibleRect, marks: &marks)
    colors = style.color == nil ? columns.colors.elements : []
    icons = style.icon == nil ? columns.icons.elements : []
    self.table = table
    anchor = SIMD2(Float(style.anchor.x), Float(style.anchor.y))
    icon = style.icon ?? 0
    tint = style.color ?? 0
    opacity = UInt32((min(max(style.opacity, 0), 1) * 255).rounded())
    reach = table.reach(anchor: anchor)
  }

  static func run(_ rasterizer: BlockRasterizer<Self>, part: Int, worker: Int) { rasterizer.work(part: part, worker: worker) }

  var chunkCount: Int { elements.chunkCount }

  @inline(__always)
  func forEachElement(inChunks range: Range<Int>, _ body: (Element) -> Void) {
    elements.forEach(inChunks: range) { index, middle in
      body(
        Element(
          middle: middle, color: colors.isEmpty ? tint : colors[index], icon: icons.isEmpty ? icon : icons[index]))
    }
  }

  @inline(__always)
  func box(of element: Element) -> (low: SIMD2<Float>, high: SIMD2<Float>) { (element.middle - reach, element.middle + reach) }

  func draw(_ elements: UnsafeBufferPointer<Element>, into block: inout PictureBlock) {
    var last: (icon: UInt32, stamp: IconStamp)?
    for element in elements.reversed() {
      var stamp: IconStamp
      if let last, last.icon == element.icon {
        stamp = last.stamp
      } else {
        guard let found = table.stamp(element.icon) else { continue }
        stamp = found
        last = (element.icon, found)
      }
      stamp.put(at: element.middle, anchor: anchor)
      stamp.setTint(element.color, opacity: opacity)
      block.draw(stamp)
      if block.isFull { return }
    }
  }
}
