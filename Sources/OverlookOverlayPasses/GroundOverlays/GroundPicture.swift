import OverlookGPU
import OverlookSupport

/// A picture of ground overlays as textures, kept by the identity of its image.
@MainActor final class GroundPicture {
  enum State {
    case waiting
    case ready
    /// The driver refused it; it is not tried again.
    case failed
  }

  /// Keeps the image, so that no other one can take its identity.
  let image: Image
  private(set) var state = State.waiting
  /// Number of the frame that last showed it.
  var lastUse = 0
  private var texture: Holder?
  /// The pieces of an image that is larger than the driver's textures; nil for others.
  private(set) var pieces: GroundPieces?

  @MainActor final class Holder {
    private(set) var texture: GPUTexture
    private var filter: GPUTexture.Filter

    /// `filter`: the one that the texture was made with.
    init(_ texture: consuming GPUTexture, filter: GPUTexture.Filter) {
      self.texture = texture
      self.filter = filter
    }

    func makeLevels() { texture.generateMipmaps() }

    /// The smaller levels are dear to read where the processor draws, and not needed for a picture that is shown enlarged.
    func bind(unit: Int, isEnlarged: Bool) {
      let wanted = isEnlarged || !texture.isMipmapped ? GPUTexture.Filter.linear : .mipmap
      if filter != wanted {
        filter = wanted
        texture.setFilter(wanted)
      }
      texture.bind(unit: unit)
    }
  }

  init(_ image: Image) {
    self.image = image
  }

  /// Bytes of the textures; 0 before they are made.
  var byteCount: Int { (texture?.texture.byteCount ?? 0) + (pieces?.byteCount ?? 0) }

  /// False when it cannot be shown yet, or ever.
  var isReady: Bool { texture != nil }

  /// Binds the whole picture. Nothing happens while it is not ready. `pixelsPerPicture`: how many pixels of the screen its sides
  /// cover at least; nil for a number that is not the same everywhere.
  func bind(unit: Int, pixelsPerPicture: SIMD2<Double>? = nil) {
    texture?.bind(unit: unit, isEnlarged: !isReduced(to: pixelsPerPicture))
  }

  /// Whether it is shown smaller than it is somewhere, when its sides cover at least so many pixels of the screen; nil for a number that
  /// is not the same everywhere. False while it is not ready.
  func isReduced(to pixelsPerPicture: SIMD2<Double>?) -> Bool {
    guard let texture else { return false }
    guard let pixels = pixelsPerPicture else { return true }
    return Self.isReduced(texture.texture.width, texture.texture.height, to: pixels)
  }

  /// Whether so many pixels are shown on fewer.
  static func isReduced(_ width: Int, _ height: Int, to pixels: SIMD2<Double>) -> Bool {
    // A picture in its own size may measure a rounding error less.
    pixels.x < 0.999 * Double(width) || pixels.y < 0.999 * Double(height)
  }

  /// Whether it is ready and has no smaller levels.
  var lacksLevels: Bool { texture.map { !$0.texture.isMipmapped } ?? false }

  /// Makes the smaller levels, where there are none yet.
  func makeLevels() {
    if lacksLevels { texture?.makeLevels() }
  }

  /// Makes the texture of the whole picture, reduced to what the driver can hold; `maximumSide` in pixels.
  func load(_ device: GPUDevice, maximumSide: Int) {
    guard state == .waiting else { return }
    let reduced = Self.reduced(image, maximumSide: maximumSide)
    do throws(GPUError) {
      texture = Holder(try GPUTexture(device, image: reduced, filter: .linear, label: "ground overlay"), filter: .linear)
      state = .ready
      if reduced !== image { pieces = GroundPieces(image, overviewWidth: reduced.width, maximumSide: maximumSide) }
    } catch {
      state = .failed
    }
  }

  /// `image`, or a copy reduced by the least whole number after which no side is larger than `maximumSide`.
  static func reduced(_ image: Image, maximumSide: Int) -> Image {
    let largest = max(image.width, image.height)
    guard maximumSide > 0, largest > maximumSide else { return image }
    let factor = (largest + maximumSide - 1) / maximumSide
    let width = max(image.width / factor, 1)
    let height = max(image.height / factor, 1)
    let pixels = image.pixels
    return Image(width: width, height: height, scale: image.scale) { column, row in
      // Cells of about `factor` pixels a side; what is left over is spread by the rounding of their corners.
      let (left, right) = (column * image.width / width, (column + 1) * image.width / width)
      let (top, bottom) = (row * image.height / height, (row + 1) * image.height / height)
      var sum = SIMD4<UInt32>()
      for y in top..<bottom {
        for x in left..<right {
          let at = 4 * (y * image.width + x)
          sum &+= SIMD4(UInt32(pixels[at]), UInt32(pixels[at + 1]), UInt32(pixels[at + 2]), UInt32(pixels[at + 3]))
        }
      }
      let count = UInt32(max((right - left) * (bottom - top), 1))
      return SIMD4<UInt8>(truncatingIfNeeded: (sum &+ SIMD4(repeating: count / 2)) / SIMD4(repeating: count))
    }
  }
}
