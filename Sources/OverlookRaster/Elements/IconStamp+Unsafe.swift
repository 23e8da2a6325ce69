import OverlookScene
import OverlookSupport

/// An icon as it is drawn on the processor. Its pixels and rows belong to a `StampMemory`, which must live as long.
struct IconStamp: BlockStamp {
  /// Of the icon, in pixels.
  fileprivate let size: SIMD2<Float>
  /// From the icon's upper left corner to that of what is not transparent of it.
  fileprivate let left: Int
  fileprivate let top: Int
  fileprivate let width: Int
  fileprivate let height: Int
  fileprivate let rows: UnsafePointer<StampRow>
  /// Premultiplied BGRA, `height` rows of `stride`.
  fileprivate let bitmap: UnsafePointer<UInt32>
  fileprivate let stride: Int
  /// The pixel of the picture at the icon's upper left corner.
  private var column = 0
  private var row = 0
  private var tint = SIMD4<UInt32>(repeating: .max)
  private var isTinted = false

  fileprivate init(
    size: SIMD2<Float>, left: Int, top: Int, width: Int, height: Int, rows: UnsafePointer<StampRow>,
    bitmap: UnsafePointer<UInt32>, stride: Int
  ) {
    self.size = size
    self.left = left
    self.top = top
    self.width = width
    self.height = height
    self.rows = rows
    self.bitmap = bitmap
    self.stride = stride
  }

  /// Puts the point `anchor`, in sizes of the icon, at a pixel of the picture, which lies within a million of them.
  @inline(__always)
  mutating func put(at middle: SIMD2<Float>, anchor: SIMD2<Float>) {
    let corner = middle - anchor * size + 0.5
    column = Dot.floor(corner.x)
    row = Dot.floor(corner.y)
  }

  /// Puts the icon's upper left corner on a pixel of the picture.
  @inline(__always)
  mutating func put(column: Int, row: Int) {
    self.column = column
    self.row = row
  }

  /// `packed` as in the columns: premultiplied, red in the lowest byte. `opacity` is 0 ... 255.
  @inline(__always)
  mutating func setTint(_ packed: UInt32, opacity: UInt32) {
    isTinted = packed != .max || opacity < 255
    guard isTinted else { return }
    tint = PixelQuad.scaled(
      SIMD4(repeating: PixelQuad.exchangingRedAndBlue(packed)), by: SIMD4(repeating: opacity))
  }

  @inline(__always)
  var hidesItsInterior: Bool { !isTinted || tint.x >= 0xFF00_0000 }

  @inline(__always)
  var frame: StampFrame {
    StampFrame(left: column + left, top: row + top, width: width, height: height, rows: rows)
  }

  @inline(__always)
  func pixels(column x: Int, row y: Int) -> SIMD4<UInt32> {
    let place = bitmap + (y - row - top) * stride + (x - column - left)
    let own = UnsafeRawPointer(place).loadUnaligned(as: SIMD4<UInt32>.self)
    return isTinted ? PixelQuad.product(own, tint) : own
  }
}

/// The memory of stamps, which lives as long as the object.
final class StampMemory {
  /// The widest icon, in pixels.
  static let maximumSide = 64

  private var rows: [UnsafeMutablePointer<StampRow>] = []
  private var bitmaps: [UnsafeMutablePointer<UInt32>] = []

  deinit {
    for pointer in rows { pointer.deallocate() }
    for pointer in bitmaps { pointer.deallocate() }
  }

  /// Room for pixels, which are transparent.
  func pixels(count: Int) -> UnsafeMutablePointer<UInt32> {
    let pixels = UnsafeMutablePointer<UInt32>.allocate(capacity: count)
    pixels.initialize(repeating: 0, count: count)
    bitmaps.append(pixels)
    return pixels
  }

  /// `size` is that of the whole icon, in pixels. Nil for an icon of which nothing is seen.
  func stamp(_ bitmap: ScaledIcon, size: SIMD2<Float>) -> IconStamp? {
    guard bitmap.width > 0, bitmap.width <= Self.maximumSide else { return nil }
    // Pixels are read four at a time, the first of them anywhere in a row.
    let stride = bitmap.width + 3
    let count = stride * bitmap.height
    let pixels = pixels(count: count)
    let own = UnsafeMutablePointer<StampRow>.allocate(capacity: bitmap.height)
    rows.append(own)
    for row in 0..<bitmap.height {
      var bits = StampRow(touched: 0, full: 0)
      for column in 0..<bitmap.width {
        let pixel = bitmap.pixels[row * bitmap.width + column]
        pixels[row * stride + column] = pixel
        if pixel != 0 { bits.touched |= 1 << UInt64(column) }
        if pixel >> 24 == 255 { bits.full |= 1 << UInt64(column) }
      }
      (own + row).initialize(to: bits)
    }
    return IconStamp(
      size: size, left: bitmap.left, top: bitmap.top, width: bitmap.width, height: bitmap.height,
      rows: UnsafePointer(own), bitmap: UnsafePointer(pixels), stride: stride)
  }
}

/// The icons of a layer as pictures of the size in which they are drawn. Once they are made, any thread may look them up.
final class IconStampTable {
  private var stamps: ContiguousArray<IconStamp?> = []
  private var memory = StampMemory()
  private var set: IconSet?
  private var pixelsPerPoint = 0.0
  private var allFit = false

  /// Makes the pictures anew where something changed; false when an icon is too large to be drawn here.
  func prepare(_ set: IconSet, pixelsPerPoint: Double, scale: Float) -> Bool {
    let pixelsPerPoint = pixelsPerPoint * Double(scale)
    if set === self.set, pixelsPerPoint == self.pixelsPerPoint { return allFit }
    (stamps, memory) = ([], StampMemory())
    self.set = set
    self.pixelsPerPoint = pixelsPerPoint
    let side = max(set.largestWidth, set.largestHeight) * pixelsPerPoint
    // Written so that a scale that is not a number does not fit.
    allFit = side <= Double(StampMemory.maximumSide - 4)
    guard allFit else { return false }
    for image in set.images {
      let isDrawn = max(image.width, image.height) <= IconLayer.maximumImagePixels
      let size = SIMD2(Float(image.widthPoints * pixelsPerPoint), Float(image.heightPoints * pixelsPerPoint))
      stamps.append(isDrawn ? memory.stamp(ScaledIcon(image, pixelsPerPoint: pixelsPerPoint), size: size) : nil)
    }
    return true
  }

  /// How far any icon reaches from its place, in pixels.
  func reach(anchor: SIMD2<Float>) -> Float {
    let far = SIMD2(max(abs(anchor.x), abs(1 - anchor.x)), max(abs(anchor.y), abs(1 - anchor.y)))
    return stamps.reduce(0) { max($0, $1.map { (far * $0.size).max() } ?? 0) } + 3
  }

  @inline(__always)
  func stamp(_ icon: UInt32) -> IconStamp? { icon < stamps.count ? stamps[Int(icon)] : nil }
}
