import OverlookGeometry
import OverlookScene

/// Draws the points of one layer in one frame on the processor. The picture is that of the sprites, but for the last bits of soft
/// edges.
struct PointPainter: BlockPainter {
  /// A point in view.
  struct Element: BitwiseCopyable {
    /// In pixels of the picture.
    var middle: SIMD2<Float>
    /// As in the columns; not used where all are the same.
    var color: UInt32
    var radius: Float
  }

  /// The largest radius that is drawn here, in pixels, outline included.
  static let maximumRadiusPixels = 30.0

  private let elements: PlacedElements
  /// How far an element may reach from its middle, in pixels.
  private let reach: Float
  /// Empty where all are the same.
  private let colors: ContiguousArray<UInt32>
  private let radii: ContiguousArray<Float>
  private let table: DiscStampTable
  private let dot: Dot

  @MainActor
  init(
    _ columns: PlaceColumns, _ style: PointStyle, _ table: DiscStampTable, in frame: RasterFrame, visibleRect: WorldRect,
    marks: inout PlaceMarks
  ) {
    elements = PlacedElements(
      columns, shownValues: style.shownValues, in: frame, visibleRect: visibleRect, marks: &marks)
    colors = style.color == nil ? columns.colors.elements : []
    radii = style.radius == nil ? columns.sizes.elements : []
    let largest = (style.largestRadius + style.strokeWidthPoints / 2) * Float(frame.pixelsPerPoint)
    reach = largest + 1
    self.table = table
    var dot = Dot(style, pixelsPerPoint: frame.pixelsPerPoint)
    if style.radius == nil { table.prepare(upTo: largest) } else { dot.disc = table.stamps(exactly: dot.radius) }
    self.dot = dot
  }

  static func run(_ rasterizer: BlockRasterizer<Self>, part: Int, worker: Int) { rasterizer.work(part: part, worker: worker) }

  var chunkCount: Int { elements.chunkCount }

  @inline(__always)
  func forEachElement(inChunks range: Range<Int>, _ body: (Element) -> Void) {
    elements.forEach(inChunks: range) { index, middle in
      body(
        Element(
          middle: middle, color: colors.isEmpty ? 0 : colors[index], radius: radii.isEmpty ? 0 : radii[index]))
    }
  }

  @inline(__always)
  func box(of element: Element) -> (low: SIMD2<Float>, high: SIMD2<Float>) { (element.middle - reach, element.middle + reach) }

  func draw(_ elements: UnsafeBufferPointer<Element>, into block: inout PictureBlock) {
    var dot = dot
    let (hasColors, hasRadii) = (!colors.isEmpty, !radii.isEmpty)
    for element in elements.reversed() {
      dot.middle = element.middle
      if hasRadii {
        dot.setRadius(element.radius)
        dot.disc = table.stamps(near: dot.radius)
      }
      if hasColors { dot.setColor(element.color) }
      block.draw(dot)
      if block.isFull { return }
    }
  }
}
