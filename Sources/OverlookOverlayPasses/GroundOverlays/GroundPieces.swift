import OverlookCamera
import OverlookGPU
import OverlookGeometry
import OverlookScene
import OverlookSupport

/// The pieces of an image that is larger than the driver's textures: a grid of mipmapped ones, of which those in view are kept.
@MainActor final class GroundPieces {
  struct Piece {
    let column: Int
    let row: Int
    /// Of the image, without its border.
    let area: GroundCell
    /// Of the image, with its border: what its texture holds.
    let held: GroundCell
  }

  /// Pixels of a piece's side without its border, where the driver allows it.
  private static let innerSide = 992
  /// Pixels around a piece: neighbours hold the same there, so that smaller levels and slanted views show no seam.
  private static let border = 16
  /// Textures that are kept although the view does not show them.
  private static let keptCount = 32

  private let image: Image
  private let side: Int
  private let columnCount: Int
  private let rowCount: Int
  /// How many pixels of the image one of the overview stands for.
  private let factor: Double
  private var textures: [Int: (holder: GroundPicture.Holder, lastUse: Int)] = [:]
  private var use = 0
  private var isRefused = false

  init(_ image: Image, overviewWidth: Int, maximumSide: Int) {
    self.image = image
    factor = Double(image.width) / Double(overviewWidth)
    side = max(min(Self.innerSide, maximumSide - 2 * Self.border), 1)
    columnCount = (image.width + side - 1) / side
    rowCount = (image.height + side - 1) / side
  }

  var byteCount: Int { textures.values.reduce(0) { $0 + $1.holder.texture.byteCount } }

  /// Whether a view shows more pixels than the overview has. Views that are tilted show the nearest ground about twice as large.
  func areNeeded(_ quad: GroundQuad, view: ViewTransform, pixelsPerPoint: Double) -> Bool {
    let (dx, dy) = (quad.topRight.x - quad.topLeft.x, quad.topRight.y - quad.topLeft.y)
    let shown = (dx * dx + dy * dy).squareRoot() * view.pointsPerWorld * pixelsPerPoint
    return !isRefused && shown * (view.isFromAbove ? 1 : 2) * factor > Double(image.width)
  }

  /// Whether the image is shown smaller than it is somewhere, as `GroundPicture.isReduced(to:)` has it.
  func isReduced(to pixelsPerPicture: SIMD2<Double>?) -> Bool {
    pixelsPerPicture.map { GroundPicture.isReduced(image.width, image.height, to: $0) } ?? true
  }

  /// The columns and rows of the pieces that `part` shows.
  func shown(_ part: GroundPart, _ spacing: GroundRows) -> (columns: Range<Int>, rows: Range<Int>) {
    let (top, bottom): (Double, Double) =
      switch spacing {
      case .even: (part.top, part.bottom)
      case .byLatitude(let latitudes): (latitudes.row(at: part.top), latitudes.row(at: part.bottom))
      }
    return (
      Self.range(part.left, part.right, pixels: image.width, side: side, count: columnCount),
      Self.range(top, bottom, pixels: image.height, side: side, count: rowCount)
    )
  }

  /// The texture of a piece; nil while it is not there.
  func texture(_ piece: Piece) -> GroundPicture.Holder? {
    textures[piece.row * columnCount + piece.column]?.holder
  }

  /// Makes the textures of the pieces that `part` shows, of at most `budget` bytes, the first whatever it takes; true when some
  /// are left for the next frame.
  func load(_ part: GroundPart, _ spacing: GroundRows, _ device: GPUDevice, budget: inout Int) -> Bool {
    use += 1
    var isIncomplete = false
    let shown = shown(part, spacing)
    for row in shown.rows {
      for column in shown.columns where !isRefused {
        let key = row * columnCount + column
        if let known = textures[key] {
          textures[key] = (known.holder, use)
        } else if budget <= 0 {
          isIncomplete = true
        } else if let holder = makeTexture(piece(column, row), device) {
          textures[key] = (holder, use)
          budget -= holder.texture.byteCount
        } else {
          isRefused = true
        }
      }
    }
    drop()
    return isIncomplete
  }

  private func drop() {
    guard textures.count > Self.keptCount else { return }
    let unused = textures.filter { $0.value.lastUse != use }.sorted { $0.value.lastUse < $1.value.lastUse }
    for (key, _) in unused.dropLast(Self.keptCount) { textures[key] = nil }
  }

  private func makeTexture(_ piece: Piece, _ device: GPUDevice) -> GroundPicture.Holder? {
    let (left, top) = (max(piece.column * side - Self.border, 0), max(piece.row * side - Self.border, 0))
    let right = min((piece.column + 1) * side + Self.border, image.width)
    let bottom = min((piece.row + 1) * side + Self.border, image.height)
    do throws(GPUError) {
      var texture = try GPUTexture(
        device, width: right - left, height: bottom - top, isMipmapped: true, filter: .mipmap, label: "piece of a ground overlay")
      let pixels = image.pixels
      let first = 4 * (top * image.width + left)
      texture.upload(
        pixels.span.extracting(first..<pixels.count), x: 0, y: 0, width: right - left, height: bottom - top,
        rowPixels: image.width)
      texture.generateMipmaps()
      return GroundPicture.Holder(texture, filter: .mipmap)
    } catch {
      return nil
    }
  }

  func piece(_ column: Int, _ row: Int) -> Piece {
    func cell(border: Int) -> GroundCell {
      let (width, height) = (Double(image.width), Double(image.height))
      return GroundCell(
        left: Double(max(column * side - border, 0)) / width, top: Double(max(row * side - border, 0)) / height,
        right: Double(min((column + 1) * side + border, image.width)) / width,
        bottom: Double(min((row + 1) * side + border, image.height)) / height)
    }
    return Piece(column: column, row: row, area: cell(border: 0), held: cell(border: Self.border))
  }

  /// The pieces between two fractions of the image.
  private static func range(_ low: Double, _ high: Double, pixels: Int, side: Int, count: Int) -> Range<Int> {
    func index(_ fraction: Double) -> Int {
      Int(min(max(fraction, 0), 1) * Double(pixels)) / side
    }
    guard low.isFinite, high.isFinite, low < high else { return 0..<0 }
    return min(index(low), count - 1)..<min(index(high) + 1, count)
  }
}
