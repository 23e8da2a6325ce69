package import OverlookCamera
package import OverlookGeometry
package import OverlookSupport

/// Puts pictures of squares of the world together to one of the whole view.
package struct PictureComposer {
  private let view: ViewTransform
  private let width: Int
  private let height: Int
  private let pointsPerPixel: SIMD2<Double>
  private var pixels: [UInt8]
  private(set) var isEmpty = true

  /// More pixels are not made: a view is then shown coarser.
  private static let maximumPixels = 40_000_000.0

  init(_ view: ViewTransform, pixelsPerPoint: Double) {
    self.view = view
    let wanted = view.size.width * view.size.height * pixelsPerPoint * pixelsPerPoint
    let scale = pixelsPerPoint * min((Self.maximumPixels / max(wanted, 1)).squareRoot(), 1)
    width = Self.side(view.size.width * scale)
    height = Self.side(view.size.height * scale)
    pointsPerPixel = SIMD2(view.size.width / Double(width), view.size.height / Double(height))
    pixels = [UInt8](repeating: 0, count: 4 * width * height)
  }

  /// Squares of tiles, each with the picture of it or of one above.
  package static func elements(
    _ pieces: [(square: TileID, worldCopy: Int, source: TileID, image: Image)], _ view: ViewTransform, pixelsPerPoint: Double,
    opacity: Double
  ) -> [PageElement] {
    guard !pieces.isEmpty else { return [] }
    var composer = PictureComposer(view, pixelsPerPoint: pixelsPerPoint)
    for piece in pieces {
      let sampler = PictureSampler(piece.image, of: piece.source, for: piece.square)
      composer.add(piece.square.worldRect.moved(by: piece.worldCopy)) { sampler.color($0, $1) }
    }
    return composer.picture(opacity: opacity).map { [.picture($0)] } ?? []
  }

  private static func side(_ length: Double) -> Int { Int(exactly: min(max(length.rounded(), 1), 32_000)) ?? 1 }

  /// Covers a square of the world; `color` gives the premultiplied colour (0 ... 255) at a place of it, 0 ... 1 to the right and
  /// down.
  mutating func add(_ square: WorldRect, _ color: (_ x: Double, _ y: Double) -> SIMD4<Float>) {
    let corners = [
      WorldPoint(x: square.minX, y: square.minY), WorldPoint(x: square.maxX, y: square.minY),
      WorldPoint(x: square.maxX, y: square.maxY), WorldPoint(x: square.minX, y: square.maxY),
    ].map { view.screenPointClamped(for: $0) }
    let columns = range(corners.map { $0.x / pointsPerPixel.x }, limit: width)
    let rows = range(corners.map { $0.y / pointsPerPixel.y }, limit: height)
    let (side, tall) = (square.maxX - square.minX, square.maxY - square.minY)
    guard side > 0, tall > 0 else { return }
    for row in rows {
      // On a level map a row is a straight line of the world.
      let start = world(0, row)
      let step = view.isFromAbove ? world(1, row).map { next in start.map { next - $0 } ?? .zero } : nil
      for column in columns {
        let place: SIMD2<Double>
        if let start, let step {
          place = start + step * Double(column)
        } else {
          guard let point = world(column, row) else { continue }
          place = point
        }
        let (x, y) = ((place.x - square.minX) / side, (place.y - square.minY) / tall)
        guard x >= 0, x < 1, y >= 0, y < 1 else { continue }
        let bytes = SIMD4<UInt8>(clamping: SIMD4<Int32>(color(x, y).rounded(.toNearestOrEven)))
        let index = 4 * (row * width + column)
        (pixels[index], pixels[index + 1], pixels[index + 2], pixels[index + 3]) = (bytes.x, bytes.y, bytes.z, bytes.w)
        isEmpty = false
      }
    }
  }

  private func range(_ values: [Double], limit: Int) -> Range<Int> {
    func whole(_ value: Double) -> Int { Int(exactly: min(max(value.rounded(.down), 0), Double(limit))) ?? 0 }
    guard let low = values.min(), let high = values.max() else { return 0..<0 }
    return whole(low)..<max(whole(high + 1), whole(low))
  }

  private func world(_ column: Int, _ row: Int) -> SIMD2<Double>? {
    let point = ScreenPoint(x: (Double(column) + 0.5) * pointsPerPixel.x, y: (Double(row) + 0.5) * pointsPerPixel.y)
    return view.worldPoint(at: point).map { SIMD2($0.x, $0.y) }
  }

  /// Over the whole view; nil when nothing was added.
  func picture(opacity: Double = 1) -> PagePicture? {
    guard !isEmpty, let image = Image(width: width, height: height, premultipliedRGBA: pixels) else { return nil }
    return PagePicture(
      PageImage(image), PageRect(x: 0, y: 0, width: view.size.width, height: view.size.height), opacity: opacity)
  }
}

/// Looks up a picture between its pixels.
struct PictureSampler {
  private let image: Image
  private let left: Double
  private let top: Double
  private let width: Double
  private let height: Double

  /// The part of a tile's picture that covers `tile`, which lies within it.
  init(_ image: Image, of source: TileID, for tile: TileID) {
    self.image = image
    let share = Double(sign: .plus, exponent: source.z - tile.z, significand: 1)
    width = Double(image.width) * share
    height = Double(image.height) * share
    let (full, part) = (source.worldRect, tile.worldRect)
    let side = full.maxX - full.minX
    left = (part.minX - full.minX) / side * Double(image.width)
    top = (part.minY - full.minY) / side * Double(image.height)
  }

  /// Premultiplied, 0 ... 255; `x` and `y` are shares of the part.
  func color(_ x: Double, _ y: Double) -> SIMD4<Float> {
    let (column, row) = (left + x * width - 0.5, top + y * height - 0.5)
    let (c, r) = (column.rounded(.down), row.rounded(.down))
    let (u, v) = (Float(column - c), Float(row - r))
    guard let firstColumn = Int(exactly: c), let firstRow = Int(exactly: r) else { return .zero }
    let upper = at(firstColumn, firstRow) * (1 - u) + at(firstColumn + 1, firstRow) * u
    let lower = at(firstColumn, firstRow + 1) * (1 - u) + at(firstColumn + 1, firstRow + 1) * u
    return upper * (1 - v) + lower * v
  }

  private func at(_ column: Int, _ row: Int) -> SIMD4<Float> {
    let place = 4 * (min(max(row, 0), image.height - 1) * image.width + min(max(column, 0), image.width - 1))
    return SIMD4(
      Float(image.pixels[place]), Float(image.pixels[place + 1]), Float(image.pixels[place + 2]), Float(image.pixels[place + 3]))
  }
}

extension WorldRect {
  func moved(by copies: Int) -> WorldRect {
    WorldRect(minX: minX + Double(copies), minY: minY, maxX: maxX + Double(copies), maxY: maxY)
  }
}
