import OverlookGPU
import OverlookLayout
import OverlookSupport

/// Pictures of raster and image sources in the driver's memory.
@MainActor final class StyleRasterTextures {
  private final class Entry {
    var texture: GPUTexture
    var filter: GPUTexture.Filter

    init(_ texture: consuming GPUTexture, filter: GPUTexture.Filter) {
      self.texture = texture
      self.filter = filter
    }
  }

  private let device: GPUDevice
  private var entries = BucketTable<Entry>()

  init(_ device: GPUDevice) {
    self.device = device
  }

  /// Brings a picture to the GPU. Tiles have smaller levels; single pictures are read as they are.
  func prepare(_ raster: StyleRaster, hasLevels: Bool) throws(GPUError) {
    try entries.prepare(raster.id) { () throws(GPUError) in
      let filter = hasLevels ? GPUTexture.Filter.nearestLevel : .linear
      let isMadeWithLevels = hasLevels && device.makesLevelsAhead
      var texture = try GPUTexture(
        device, image: raster.image, isMipmapped: isMadeWithLevels, filter: filter, label: "picture of a style")
      if hasLevels && !isMadeWithLevels {
        texture.generateMipmaps(from: raster.image.pixels)
        texture.setFilter(filter)
      }
      return Entry(texture, filter: filter)
    }
  }

  func keepOnly(_ live: Set<BucketID>) { entries.keepOnly(live) }

  /// False when the picture was not prepared. `showsPixels`: its pixels are seen where it is made larger.
  func bind(_ raster: StyleRaster, unit: Int, showsPixels: Bool) -> Bool {
    guard let entry = entries[raster.id] else { return false }
    let filter: GPUTexture.Filter = showsPixels ? .magnifiedPixels : .nearestLevel
    if entry.filter != filter && (showsPixels || entry.filter == .magnifiedPixels) {
      entry.texture.setFilter(filter)
      entry.filter = filter
    }
    entry.texture.bind(unit: unit)
    return true
  }
}
