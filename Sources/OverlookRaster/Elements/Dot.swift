import OverlookScene

/// A point as it is drawn on the processor.
struct Dot: BlockStamp {
  /// In pixels of the picture.
  var middle = SIMD2<Float>(0, 0)
  var disc = DiscStamps.none
  /// Premultiplied BGRA, four times.
  private(set) var color: SIMD4<UInt32>
  /// Of the whole dot with its outline, in pixels.
  private(set) var radius: Float = 0
  /// Half the outline, in pixels.
  private let strokeReach: Float
  private let strokeColor: SIMD4<UInt32>
  /// 0 ... 255.
  private let opacity: UInt32
  private let pixelsPerPoint: Float

  init(_ style: PointStyle, pixelsPerPoint: Double) {
    self.pixelsPerPoint = Float(pixelsPerPoint)
    opacity = UInt32((min(max(style.opacity, 0), 1) * 255).rounded())
    strokeReach = style.strokeWidthPoints / 2 * Float(pixelsPerPoint)
    strokeColor = PixelQuad.scaled(
      SIMD4(repeating: PixelQuad.exchangingRedAndBlue(style.strokeColor)), by: SIMD4(repeating: opacity))
    color = SIMD4()
    setColor(style.color ?? 0)
    setRadius(style.radius ?? 0)
  }

  /// `points` may be no number: such a dot has no radius either.
  mutating func setRadius(_ points: Float) { radius = points * pixelsPerPoint + strokeReach }

  /// `packed` as in the columns: red in the lowest byte.
  @inline(__always)
  mutating func setColor(_ packed: UInt32) {
    color = SIMD4(repeating: PixelQuad.exchangingRedAndBlue(packed))
    if opacity < 255 { color = PixelQuad.scaled(color, by: SIMD4(repeating: opacity)) }
  }

  // MARK: Stamp

  @inline(__always)
  var hidesItsInterior: Bool { strokeReach == 0 && color.x >= 0xFF00_0000 }

  @inline(__always)
  var frame: StampFrame { disc.frame(around: middle) }

  /// As the shader of sprites has them.
  @inline(__always)
  func pixels(column: Int, row: Int) -> SIMD4<UInt32> {
    let distance = PixelQuad.distances(column: column, row: row, from: middle)
    let cover = PixelQuad.bytes(radius + 0.5 - distance)
    if strokeReach == 0 { return PixelQuad.scaled(color, by: cover) }
    let stroke = PixelQuad.bytes(distance - (radius - 2 * strokeReach - 0.5))
    let own = PixelQuad.scaled(color, by: 255 &- stroke) &+ PixelQuad.scaled(strokeColor, by: stroke)
    return PixelQuad.scaled(own, by: cover)
  }

  /// That of the library is a call. Places lie within a million pixels.
  @inline(__always)
  static func floor(_ x: Float) -> Int {
    let whole = Int(x)
    return Float(whole) > x ? whole - 1 : whole
  }
}
