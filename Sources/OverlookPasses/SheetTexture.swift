package import OverlookGPU
package import OverlookRaster

/// A picture of a target's size that the processor draws, and the textures that show it: of its colours, and of its depths where
/// it has some.
@MainActor package final class SheetTexture {
  private let device: GPUDevice
  private let name: String
  private let hasDepths: Bool
  private var sheet: PixelSheet?
  private var colors: GPUTexture?
  private var depths: GPUTexture?

  /// `name`: what it shows, for debuggers.
  package init(_ device: GPUDevice, of name: String, hasDepths: Bool = false) {
    self.device = device
    self.name = name
    self.hasDepths = hasDepths
  }

  /// The picture of that size in pixels; `isNew`: whether nothing that was drawn before is in it.
  package func sheet(width: Int, height: Int) throws(GPUError) -> (sheet: PixelSheet, isNew: Bool) {
    if let sheet, sheet.width == width, sheet.height == height { return (sheet, false) }
    sheet = nil
    colors = nil
    depths = nil
    colors = try GPUTexture(device, width: width, height: height, filter: .nearest, label: "picture of \(name)")
    if hasDepths {
      depths = try GPUTexture(device, width: width, height: height, filter: .nearest, label: "depths of \(name)")
    }
    let made = PixelSheet(width: width, height: height, hasDepths: hasDepths)
    sheet = made
    return (made, true)
  }

  /// Brings what was drawn to the textures.
  package func upload() {
    guard let sheet else { return }
    Self.upload(sheet, to: colors)
    if let depths = sheet.depths { Self.upload(depths, to: self.depths) }
  }

  private static func upload(_ sheet: PixelSheet, to texture: borrowing GPUTexture?) {
    sheet.withBytes { texture?.upload($0, x: 0, y: 0, width: sheet.width, height: sheet.height, order: .bgra) }
  }

  /// Binds the colours to unit 0, and the depths to unit 1.
  package func bind() {
    depths?.bind(unit: 1)
    colors?.bind(unit: 0)
  }
}
