package import OverlookGPU
package import OverlookLayout
import OverlookSupport

/// The pictures of a style in one texture, as `StyleImages` places them.
@MainActor package final class StyleImageTextures {
  private let device: GPUDevice
  private var texture: GPUTexture?
  private var version = 0
  /// What lies in the texture already.
  private var uploaded: [StyleImagePlacement: ObjectIdentifier] = [:]
  /// Keeps the pictures alive, so that their identities are not used again.
  private var pictures: [StyleImagePlacement: Image] = [:]

  package init(_ device: GPUDevice) {
    self.device = device
  }

  /// Pixels; 0 while there are no pictures.
  package private(set) var width = 0
  package private(set) var height = 0

  /// Takes over what changed. A texture that would be too large for the driver is left as it is.
  package func prepare(_ images: StyleImages) throws(GPUError) {
    guard images.version != version else { return }
    version = images.version
    if images.atlasWidth > width || images.atlasHeight > height {
      // Some room, so that single pictures that are added later do not have all uploaded again.
      let limit = device.capabilities.maximumTextureSize
      let wantedHeight = min(images.atlasHeight + images.atlasHeight / 4, limit)
      guard images.atlasWidth <= limit, images.atlasHeight <= wantedHeight else { return }
      texture = nil
      texture = try GPUTexture(
        device, width: max(images.atlasWidth, 1), height: max(wantedHeight, 1), label: "pictures of a style")
      (width, height) = (max(images.atlasWidth, 1), max(wantedHeight, 1))
      uploaded.removeAll()
    }
    for (_, image, placement) in images.placed where uploaded[placement] != ObjectIdentifier(image) {
      upload(Self.bordered(image, wraps: false), placement.icon)
      upload(Self.bordered(image, wraps: true), placement.pattern)
      uploaded[placement] = ObjectIdentifier(image)
      pictures[placement] = image
    }
  }

  /// `unit` is 0 ..< 16. Nothing is bound while there are no pictures.
  package func bind(unit: Int) {
    texture?.bind(unit: unit)
  }

  private func upload(_ pixels: [UInt8], _ rect: StyleImagePlacement.Rect) {
    texture?.upload(
      pixels.span, x: Int(rect.x) - 1, y: Int(rect.y) - 1, width: Int(rect.width) + 2, height: Int(rect.height) + 2)
  }

  /// The pixels of a picture with one more on each side: transparent, or those of the opposite edge.
  private static func bordered(_ image: Image, wraps: Bool) -> [UInt8] {
    let (width, height) = (image.width, image.height)
    let rowBytes = 4 * width
    let empty = [UInt8](repeating: 0, count: rowBytes + 8)
    var pixels: [UInt8] = []
    pixels.reserveCapacity((rowBytes + 8) * (height + 2))
    for row in -1...height {
      if !wraps && (row < 0 || row == height) {
        pixels += empty
        continue
      }
      let start = rowBytes * ((row + height) % height)
      let last = start + rowBytes - 4
      if wraps { pixels += image.pixels[last..<(last + 4)] } else { pixels += [0, 0, 0, 0] }
      pixels += image.pixels[start..<(start + rowBytes)]
      if wraps { pixels += image.pixels[start..<(start + 4)] } else { pixels += [0, 0, 0, 0] }
    }
    return pixels
  }
}
