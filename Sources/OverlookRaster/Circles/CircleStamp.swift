/// A circle of a style's layer as it is drawn on the processor.
struct CircleStamp: BlockStamp {
  /// In pixels of the picture.
  var middle = SIMD2<Float>(0, 0)
  var disc = DiscStamps.none
  /// Of the whole circle with its stroke, in pixels.
  private(set) var reach: Float = 0
  /// Width of the soft edge, which lies within the circle: a pixel, of one that is larger than from above more.
  private(set) var softness: Float = 1
  /// Premultiplied BGRA.
  var color: UInt32 = 0
  /// In pixels.
  private let strokeWidth: Float
  private let strokeColor: UInt32

  init(strokeWidth: Float, strokeColor: UInt32) {
    self.strokeWidth = strokeWidth
    self.strokeColor = strokeColor
  }

  /// `radius`: without the stroke.
  @inline(__always)
  mutating func set(radius: Float, softness: Float) {
    reach = radius + strokeWidth
    self.softness = softness
  }

  /// The radius of a disc that touches the same pixels: its edge is a pixel wide, half of it outside. The smallest circles lie within
  /// their edges altogether; there is something of them as long as they have a radius.
  @inline(__always)
  var discRadius: Float { reach > 0 ? max(reach - min(softness, 1) / 2, 0.01) : 0 }

  // MARK: Stamp

  /// Not where the soft edge reaches into what the disc calls full.
  @inline(__always)
  var hidesItsInterior: Bool {
    softness <= 1 && color >= 0xFF00_0000 && (strokeWidth == 0 || strokeColor >= 0xFF00_0000)
  }

  @inline(__always)
  var frame: StampFrame { disc.frame(around: middle) }

  /// As the shader has them.
  @inline(__always)
  func pixels(column: Int, row: Int) -> SIMD4<UInt32> {
    let distance = PixelQuad.distances(column: column, row: row, from: middle)
    let cover = inside(reach - distance)
    var own = SIMD4(repeating: color)
    if strokeWidth > 0 {
      let fill = inside(reach - strokeWidth - distance)
      own = PixelQuad.scaled(own, by: fill) &+ PixelQuad.scaled(SIMD4(repeating: strokeColor), by: 255 &- fill)
    }
    return PixelQuad.scaled(own, by: cover)
  }

  /// 0 ... 255 for distances to an edge: nothing outside of it, all beyond the soft part, smooth between.
  @inline(__always)
  private func inside(_ distance: SIMD4<Float>) -> SIMD4<UInt32> {
    let share = lesser(SIMD4(repeating: 1), greater(.zero, distance / softness))
    return PixelQuad.bytes(share * share * (3 - 2 * share))
  }
}
