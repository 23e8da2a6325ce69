import OverlookGPU
package import OverlookSupport

/// From which index of a stream on a picture is bound.
package struct PictureStart: Sendable {
  package let firstIndex: Int
  package let image: Image
}

/// The pictures of lines and fills as textures that repeat themselves, by the identity of their images.
@MainActor final class ShapePictures {
  private final class Holder {
    /// Keeps the image, so that no other one can take its identity.
    let image: Image
    let texture: GPUTexture

    init(_ image: Image, _ texture: consuming GPUTexture) {
      self.image = image
      self.texture = texture
    }
  }

  private let device: GPUDevice
  /// Nil for what the driver refused.
  private var textures: [ObjectIdentifier: Holder?] = [:]

  init(_ device: GPUDevice) {
    self.device = device
  }

  /// Makes textures of what `starts` name and drops all others.
  func update(_ starts: ContiguousArray<PictureStart>) {
    guard !starts.isEmpty || !textures.isEmpty else { return }
    var wanted: [ObjectIdentifier: Holder?] = [:]
    for start in starts {
      let key = ObjectIdentifier(start.image)
      if wanted[key] == nil { wanted[key] = .some(textures[key] ?? make(start.image)) }
    }
    textures = wanted
  }

  private func make(_ image: Image) -> Holder? {
    let reduced = GroundPicture.reduced(image, maximumSide: min(device.capabilities.maximumTextureSize, Self.largestSide))
    do throws(GPUError) {
      let texture = try GPUTexture(
        device, image: reduced, isMipmapped: true, filter: .mipmap, wrap: .repeat, label: "picture of a line or fill")
      return Holder(image, texture)
    } catch {
      return nil
    }
  }

  /// Pictures of lines and patterns are small on the screen; a larger one costs memory that nobody sees.
  private static let largestSide = 2048

  /// False when there is no texture of the image.
  func bind(_ image: Image, unit: Int) -> Bool {
    guard let holder = textures[ObjectIdentifier(image)] ?? nil else { return false }
    holder.texture.bind(unit: unit)
    return true
  }
}
