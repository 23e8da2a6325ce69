import OverlookGPU

/// Memory for a picture, which lives as long as the object.
final class PixelSheet {
  /// In pixels.
  let width: Int
  let height: Int
  /// Premultiplied BGRA, the top row first.
  let pixels: UnsafeMutablePointer<UInt32>

  init(width: Int, height: Int) {
    self.width = max(width, 1)
    self.height = max(height, 1)
    pixels = .allocate(capacity: self.width * self.height)
    pixels.initialize(repeating: 0, count: self.width * self.height)
  }

  deinit {
    pixels.deallocate()
  }
}

/// A layer as a picture of the target's size that the processor makes, and makes anew only when something of it has changed.
@MainActor final class ComposedSheet<Key: Equatable> {
  private let device: GPUDevice
  private let tools: ComposingTools
  private var sheet: PixelSheet?
  private var texture: GPUTexture?
  private var seen: Key?
  private var isEmpty = true

  init(_ device: GPUDevice, _ tools: ComposingTools) {
    self.device = device
    self.tools = tools
  }

  /// Lays the picture for `key` over what the target shows. `compose` makes it where it is not the last one's, and answers whether
  /// there is anything to show.
  func draw(_ key: Key, _ target: GPUTarget, compose: (PixelSheet) -> Bool) throws(GPUError) {
    if sheet.map({ $0.width != target.width || $0.height != target.height }) ?? true {
      sheet = nil
      texture = nil
      seen = nil
      texture = try GPUTexture(device, width: target.width, height: target.height, filter: .nearest, label: "picture of a layer")
      sheet = PixelSheet(width: target.width, height: target.height)
    }
    guard let sheet else { return }
    if seen != key {
      isEmpty = !compose(sheet)
      if !isEmpty {
        let bytes = UnsafeRawBufferPointer(start: sheet.pixels, count: 4 * sheet.width * sheet.height)
        texture?.upload(bytes, x: 0, y: 0, width: sheet.width, height: sheet.height, order: .bgra)
      }
      seen = key
    }
    if isEmpty { return }
    texture?.bind(unit: 0)
    try tools.drawPicture()
  }
}
