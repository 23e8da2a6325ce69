import OverlookCamera
import OverlookLayout

/// Draws the circles of a style's layer in one frame on the processor, as the shader has them but for the last bits of soft edges.
struct CirclePainter: BlockPainter {
  /// A circle in view.
  struct Element: BitwiseCopyable {
    /// In pixels of the picture.
    var middle: SIMD2<Float>
    /// Premultiplied BGRA.
    var color: UInt32
    /// In pixels, without the stroke.
    var radius: Float
    /// How much larger it is than from above.
    var growth: Float
  }

  /// Neighbours of one tile.
  private struct Chunk {
    var draw: Int
    var points: Range<Int>
  }

  private static let chunkSize = 1024

  private let draws: [CircleDraw]
  private let chunks: [Chunk]
  private let fullSizeDepth: Float?
  private let pixelsPerPoint: Float
  /// How far a circle may reach from its middle, in pixels.
  private let reach: Float
  private let size: SIMD2<Float>
  private let table: DiscStampTable
  private let stamp: CircleStamp

  init(_ content: CircleContent, _ table: DiscStampTable, in frame: RasterFrame, sheet: PixelSheet, largestPixels: Float) {
    draws = content.draws
    chunks = content.draws.enumerated().flatMap { number, draw in
      stride(from: 0, to: draw.points.places.count, by: Self.chunkSize).map {
        Chunk(draw: number, points: $0..<min($0 + Self.chunkSize, draw.points.places.count))
      }
    }
    fullSizeDepth = frame.view.isFromAbove ? nil : content.fullSizeDepth
    pixelsPerPoint = Float(frame.pixelsPerPoint)
    size = SIMD2(Float(sheet.width), Float(sheet.height))
    reach = largestPixels + 1
    self.table = table
    table.prepare(upTo: largestPixels)
    stamp = CircleStamp(
      strokeWidth: content.strokeWidth * Float(frame.pixelsPerPoint), strokeColor: content.strokeColor)
  }

  static func run(_ rasterizer: BlockRasterizer<Self>, part: Int, worker: Int) { rasterizer.work(part: part, worker: worker) }

  var chunkCount: Int { chunks.count }

  @inline(__always)
  func forEachElement(inChunks range: Range<Int>, _ body: (Element) -> Void) {
    let (low, high) = (SIMD2(repeating: -reach), size + reach)
    for chunk in chunks[range] {
      let draw = draws[chunk.draw]
      let columns = draw.points.columns
      for index in chunk.points {
        let projected = draw.projection.project(SIMD2<Float>(draw.points.places[index]))
        guard projected.z > draw.projection.nearDepth else { continue }
        let middle = projected.lowHalf / projected.z
        guard all(middle .> low), all(middle .< high) else { continue }
        let values = draw.points.rows.isEmpty ? [] : columns.numbers(ofRow: Int(draw.points.rows[index]))
        let growth = fullSizeDepth.map { $0 / projected.z } ?? 1
        let color = Pixel.packed(draw.color.color(values) * draw.opacity.number(values))
        let radius = draw.radius.number(values) * growth * pixelsPerPoint
        body(Element(middle: middle, color: color, radius: radius, growth: growth))
      }
    }
  }

  @inline(__always)
  func box(of element: Element) -> (low: SIMD2<Float>, high: SIMD2<Float>) { (element.middle - reach, element.middle + reach) }

  func draw(_ elements: UnsafeBufferPointer<Element>, into block: inout PictureBlock) {
    var stamp = stamp
    for element in elements.reversed() {
      stamp.middle = element.middle
      stamp.color = element.color
      stamp.set(radius: element.radius, softness: element.growth)
      stamp.disc = table.stamps(near: stamp.discRadius)
      block.draw(stamp)
      if block.isFull { return }
    }
  }
}
