import OverlookGPU
import OverlookPanorama
import OverlookSupport

/// A tile of a picture: on its way, in the driver's memory, or not to be had; and where the present frame shows it.
@MainActor final class PanoramaTile {
  enum State {
    /// Nobody was asked.
    case absent
    case loading
    /// Came, and is brought to the driver; so many rows are there.
    case arrived(Image, rows: Int)
    case ready
    /// Will not come.
    case failed
  }

  let id: PanoramaTileID
  var state = State.absent
  /// Its pixels; drawn with once the tile is ready.
  var texture: HeldTexture?
  /// The same in main memory, where these are drawn by our own.
  var image: Image?
  /// How much of the chart's width `image` shows anew behind its end.
  var overlap = 0.0
  /// Smaller copies of these.
  var copies: [PanoramaCopy] = []
  /// The last frame in which it was drawn or wanted.
  var lastUse = 0
  /// From the middle of the view in that frame, pixels squared.
  var distance = Double.infinity
  /// The last frame that it was wanted in.
  var lastWish = 0
  /// Triangles of the frame of `lastDraw`.
  var vertices: [PanoramaVertex] = []
  var exact: [PanoramaExactVertex] = []
  var lastDraw = 0

  init(_ id: PanoramaTileID) { self.id = id }

  /// Two triangles in which each pixel finds its own place within `limits`.
  func appendSquare(at corner: SIMD2<Float>, side: Float, limits: SIMD4<Float>) {
    let (right, below) = (SIMD2(side, 0), SIMD2(0, side))
    exact.append(PanoramaExactVertex(pixel: corner, bounds: limits))
    exact.append(PanoramaExactVertex(pixel: corner + right, bounds: limits))
    exact.append(PanoramaExactVertex(pixel: corner + below, bounds: limits))
    exact.append(PanoramaExactVertex(pixel: corner + below, bounds: limits))
    exact.append(PanoramaExactVertex(pixel: corner + right, bounds: limits))
    exact.append(PanoramaExactVertex(pixel: corner + right + below, bounds: limits))
  }

  var isReady: Bool {
    if case .ready = state { return true }
    return false
  }

  /// Keeps `pixels`, or what was made of them, in main memory.
  func keep(_ pixels: Image) {
    (image, overlap) = (pixels, 0)
    guard let whole = copies.last, whole.isWhole else { return }
    (image, overlap) = (whole.image, whole.bounds.right - 1)
    copies.removeLast()
  }

  /// Bytes that it takes.
  var byteCount: Int {
    let held =
      (texture?.texture.byteCount ?? 0) + (image?.pixels.count ?? 0) + copies.reduce(0) { $0 + $1.image.pixels.count }
    if case .arrived(let image, _) = state { return held + image.pixels.count }
    return held
  }
}

/// A texture that can be kept in an optional: textures themselves are not copied.
@MainActor final class HeldTexture {
  var texture: GPUTexture
  /// Whether smaller levels are to be read, where it has them: that costs more than reading the largest alone.
  var isMinified = true {
    didSet { if isMinified != oldValue, texture.isMipmapped { texture.setFilter(isMinified ? .mipmap : .linear) } }
  }

  init(
    _ device: GPUDevice, width: Int, height: Int, isMipmapped: Bool, wraps: Bool, label: String
  ) throws(GPUError) {
    texture = try GPUTexture(
      device, width: width, height: height, isMipmapped: isMipmapped, filter: isMipmapped ? .mipmap : .linear,
      wrap: wraps ? .repeat : .clamp, label: label)
  }
}
