package import OverlookGPU
import OverlookSupport

/// The textures that an `IconLayout` speaks of: number 0 is the atlas.
@MainActor package final class IconTextures {
  private final class Holder {
    let texture: GPUTexture

    init(_ texture: consuming GPUTexture) {
      self.texture = texture
    }
  }

  private let device: GPUDevice
  private var textures: [Holder?] = [nil]
  private var layers = 0

  package init(_ device: GPUDevice) {
    self.device = device
  }

  /// Bytes of all textures.
  package var byteCount: Int {
    textures.reduce(0) { $0 + ($1?.texture.byteCount ?? 0) }
  }

  /// Binds texture number `number`; false when there is none.
  package func bind(_ number: Int, unit: Int) -> Bool {
    guard textures.indices.contains(number), let holder = textures[number] else { return false }
    holder.texture.bind(unit: unit)
    return true
  }

  /// Takes over what changed in `layout`.
  package func apply(_ layout: inout IconLayout) throws(GPUError) {
    for number in layout.freedTextures where textures.indices.contains(number) { textures[number] = nil }
    if layout.layers > layers {
      // An array cannot grow: a larger one is filled with everything, from the images.
      let count = min(max(layout.layers, 2 * layers), max(device.capabilities.maximumArrayLayers, 1))
      textures[0] = Holder(
        try GPUTexture(device, width: IconLayout.pageSide, height: IconLayout.pageSide, arrayLayers: count, label: "icon atlas"))
      layers = count
      for upload in layout.atlasContent { try apply(upload) }
      for upload in layout.uploads where upload.texture != 0 { try apply(upload) }
    } else {
      for upload in layout.uploads { try apply(upload) }
    }
    layout.clearChanges()
  }

  private func apply(_ upload: IconLayout.Upload) throws(GPUError) {
    let pixels = IconPixels(upload.image, reduction: upload.reduction)
    while textures.count <= upload.texture { textures.append(nil) }
    if upload.texture > 0 {
      textures[upload.texture] = Holder(
        try GPUTexture(device, width: pixels.width, height: pixels.height, arrayLayers: 1, label: "marker icon"))
    }
    textures[upload.texture]?.texture.upload(
      pixels.bytes.span, x: upload.x, y: upload.y, width: pixels.width, height: pixels.height, layer: upload.layer)
  }
}
