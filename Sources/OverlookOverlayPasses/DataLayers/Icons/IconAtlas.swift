import OverlookGPU
import OverlookScene
import OverlookSupport

/// The images of one layer of icons on the pages of an array texture, and a table that says where each lies.
@MainActor final class IconAtlas {
  private let device: GPUDevice
  private var textures: IconTextures
  private var table: GPUTexelBuffer
  private var set: IconSet?
  private var pixelsPerPoint = 0.0

  init(_ device: GPUDevice) {
    self.device = device
    textures = IconTextures(device)
    table = GPUTexelBuffer(device, format: .float4, label: "icons of a layer")
  }

  /// Brings the images to the driver, reduced to `pixelsPerPoint` where they are finer.
  func prepare(_ set: IconSet, pixelsPerPoint: Double) throws(GPUError) {
    guard set !== self.set || pixelsPerPoint != self.pixelsPerPoint else { return }
    self.set = nil
    try fill(set, pixelsPerPoint: pixelsPerPoint)
    self.set = set
    self.pixelsPerPoint = pixelsPerPoint
  }

  /// Binds the images and the table; false when there is nothing to draw.
  func bind(textureUnit: Int, tableUnit: Int) -> Bool {
    table.bind(unit: tableUnit)
    return textures.bind(0, unit: textureUnit)
  }

  private func fill(_ set: IconSet, pixelsPerPoint: Double) throws(GPUError) {
    textures = IconTextures(device)
    var layout = IconLayout(
      pixelsPerPoint: pixelsPerPoint, maximumSide: device.capabilities.maximumTextureSize,
      maximumLayers: device.capabilities.maximumArrayLayers)
    var icons = IconTable()
    let ids = set.images.map { image in
      max(image.width, image.height) <= IconLayer.maximumImagePixels ? icons.retain(image) : nil
    }
    layout.update(icons)
    var rows: [SIMD4<Float>] = []
    rows.reserveCapacity(2 * ids.count)
    for (image, id) in zip(set.images, ids) {
      guard let place = id.flatMap({ layout[$0] }), place.texture == 0 else {
        rows += [SIMD4(), SIMD4(0, 0, 0, -1)]
        continue
      }
      rows.append(SIMD4(Float(place.left), Float(place.top), Float(place.right), Float(place.bottom)) / 65535)
      rows.append(
        SIMD4(Float(image.widthPoints), Float(image.heightPoints), place.borderPoints, Float(place.layer)))
    }
    try textures.apply(&layout)
    try table.buffer.replace(rows.span)
  }
}
