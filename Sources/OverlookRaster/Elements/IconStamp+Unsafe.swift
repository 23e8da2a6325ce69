import OverlookScene
import OverlookSupport

/// An icon as it is drawn on the processor. Its pixels and rows belong to an `IconStampTable`, which must live as long.
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

/// The icons of a layer as pictures of the size in which they are drawn. Once they are made, any thread may look them up.
final class IconStampTable {
  /// The widest icon and the highest, in pixels.
  private static let maximumSide = 64

  private var stamps: ContiguousArray<IconStamp?> = []
  private var rows: [UnsafeMutablePointer<StampRow>] = []
  private var bitmaps: [UnsafeMutablePointer<UInt32>] = []
  private var set: IconSet?
  private var pixelsPerPoint = 0.0
  private var allFit = false

  deinit { clear() }

  private func clear() {
    for pointer in rows { pointer.deallocate() }
    for pointer in bitmaps { pointer.deallocate() }
    (rows, bitmaps, stamps) = ([], [], [])
  }

  /// Makes the pictures anew where something changed; false when an icon is too large to be drawn here.
  func prepare(_ set: IconSet, pixelsPerPoint: Double, scale: Float) -> Bool {
    let pixelsPerPoint = pixelsPerPoint * Double(scale)
    if set === self.set, pixelsPerPoint == self.pixelsPerPoint { return allFit }
    clear()
    self.set = set
    self.pixelsPerPoint = pixelsPerPoint
    let side = max(set.largestWidth, set.largestHeight) * pixelsPerPoint
    // Written so that a scale that is not a number does not fit.
    allFit = side <= Double(Self.maximumSide - 4)
    guard allFit else { return false }
    for image in set.images {
      let isDrawn = max(image.width, image.height) <= IconLayer.maximumImagePixels
      stamps.append(isDrawn ? makeStamp(image, pixelsPerPoint: pixelsPerPoint) : nil)
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

  /// Nil for an image of which nothing is seen.
  private func makeStamp(_ image: Image, pixelsPerPoint: Double) -> IconStamp? {
    let bitmap = ScaledIcon(image, pixelsPerPoint: pixelsPerPoint)
    guard bitmap.width > 0, bitmap.width <= Self.maximumSide else { return nil }
    // Pixels are read four at a time, the first of them anywhere in a row.
    let stride = bitmap.width + 3
    let count = stride * bitmap.height
    let pixels = UnsafeMutablePointer<UInt32>.allocate(capacity: count)
    pixels.initialize(repeating: 0, count: count)
    bitmaps.append(pixels)
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
      size: SIMD2(Float(image.widthPoints * pixelsPerPoint), Float(image.heightPoints * pixelsPerPoint)), left: bitmap.left,
      top: bitmap.top, width: bitmap.width, height: bitmap.height, rows: UnsafePointer(own),
      bitmap: UnsafePointer(pixels), stride: stride)
  }
}

/// An image in the size in which it is drawn, cut to what is not transparent.
private struct ScaledIcon {
  private(set) var left = 0
  private(set) var top = 0
  private(set) var width = 0
  private(set) var height = 0
  /// Premultiplied BGRA.
  private(set) var pixels: [UInt32] = []

  /// As a driver draws it with linear filtering.
  init(_ image: Image, pixelsPerPoint: Double) {
    let reduction = IconPixels.reduction(of: image, pixelsPerPoint: pixelsPerPoint, maximumSide: IconPixels.largestSide)
    let source = IconPixels(image, reduction: reduction)
    // Drawn pixels to a reduced one.
    let scale = pixelsPerPoint / image.scale * Double(reduction)
    let border = Int(min(scale.rounded(.up), 64))
    let (across, down) = (image.widthPoints * pixelsPerPoint, image.heightPoints * pixelsPerPoint)
    let (lastColumn, lastRow) = (Int(across.rounded(.up)) + border, Int(down.rounded(.up)) + border)
    var rows: [[UInt32]] = []
    var (firstUsed, lastUsed) = (Int.max, Int.min)
    for row in -border..<lastRow {
      let line = (-border..<lastColumn).map { column in
        Self.sample(source, x: (Double(column) + 0.5) / scale + 0.5, y: (Double(row) + 0.5) / scale + 0.5)
      }
      for (column, pixel) in line.enumerated() where pixel != 0 {
        firstUsed = min(firstUsed, column)
        lastUsed = max(lastUsed, column)
      }
      rows.append(line)
    }
    guard let firstRow = rows.firstIndex(where: { $0.contains { $0 != 0 } }),
      let finalRow = rows.lastIndex(where: { $0.contains { $0 != 0 } })
    else { return }
    left = firstUsed - border
    top = firstRow - border
    width = lastUsed - firstUsed + 1
    height = finalRow - firstRow + 1
    pixels = rows[firstRow...finalRow].flatMap { $0[firstUsed...lastUsed] }
  }

  /// Between the four pixels around a place, which is counted from the middle of the first.
  private static func sample(_ source: IconPixels, x: Double, y: Double) -> UInt32 {
    // What lies further outside is as transparent.
    let (x, y) = (min(max(x, -2), Double(source.width) + 2), min(max(y, -2), Double(source.height) + 2))
    let (column, row) = (x.rounded(.down), y.rounded(.down))
    let (right, below) = (x - column, y - row)
    var sum = SIMD4<Double>()
    for (dx, dy, share) in [
      (0, 0, (1 - right) * (1 - below)), (1, 0, right * (1 - below)), (0, 1, (1 - right) * below), (1, 1, right * below),
    ] {
      let (x, y) = (Int(column) + dx, Int(row) + dy)
      guard x >= 0, y >= 0, x < source.width, y < source.height else { continue }
      let at = 4 * (y * source.width + x)
      let bytes = source.bytes[at..<at + 4]
      sum += share * SIMD4(Double(bytes[at + 2]), Double(bytes[at + 1]), Double(bytes[at]), Double(bytes[at + 3]))
    }
    let rounded = SIMD4<UInt32>(sum.rounded(.toNearestOrEven))
    return rounded.x | rounded.y << 8 | rounded.z << 16 | rounded.w << 24
  }
}
