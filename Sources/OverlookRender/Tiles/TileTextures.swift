import Foundation
package import OverlookGPU
import OverlookSupport
package import OverlookTiles

/// The pictures of tiles in the driver's memory, of all layers.
@MainActor package final class TileTextures {
  /// Time for uploads in one frame, in seconds; at least one picture is uploaded.
  package static let uploadSeconds = 0.002

  @MainActor private final class Held {
    let texture: GPUTexture
    var id: TileImageID
    var lastUsed: Int

    init(_ texture: consuming GPUTexture, id: TileImageID, lastUsed: Int) {
      self.texture = texture
      self.id = id
      self.lastUsed = lastUsed
    }
  }

  private let device: GPUDevice
  private let budgetBytes: Int
  private var held: [TileImageID: Held] = [:]
  /// Textures without a picture, to be filled again.
  private var spare: [Held] = []
  private var frame = 0
  /// Bytes of all textures, spare ones included.
  package private(set) var byteCount = 0

  package init(_ device: GPUDevice, budgetBytes: Int = 512 << 20) {
    self.device = device
    self.budgetBytes = budgetBytes
  }

  /// Pictures held.
  package var count: Int { held.count }

  /// Uploads what the layers ask for, the most needed first, for as long as one frame may take, makes room, and tells the layers.
  /// Call once a frame, before drawing.
  package func update(_ layers: [TileLayerRuntime], now: Double) {
    frame += 1
    let end = ProcessInfo.processInfo.systemUptime + Self.uploadSeconds
    var isFirst = true
    for layer in layers {
      for upload in layer.uploads {
        guard isFirst || ProcessInfo.processInfo.systemUptime < end else { break }
        isFirst = false
        hold(upload, for: layer, now: now)
      }
    }
    makeRoom(layers)
  }

  /// Forgets all pictures of a layer that was removed.
  package func remove(layerNumber: UInt32) {
    for id in held.keys where id.layerNumber == layerNumber { release(id) }
    dropSpare()
  }

  /// False when the picture is not here.
  func bind(_ id: TileImageID, unit: Int) -> Bool {
    guard let texture = held[id] else { return false }
    texture.lastUsed = frame
    texture.texture.bind(unit: unit)
    return true
  }

  private func hold(_ upload: TileUpload, for layer: TileLayerRuntime, now: Double) {
    if held[upload.id] == nil {
      do throws(GPUError) {
        try store(upload)
      } catch {
        layer.didRefuse(upload.id, reason: "\(error)")
        return
      }
    }
    layer.didUpload(upload.id, now: now)
  }

  private func store(_ upload: TileUpload) throws(GPUError) {
    let (width, height) = (upload.image.width, upload.image.height)
    let target: Held
    if let index = spare.firstIndex(where: { $0.texture.width == width && $0.texture.height == height }) {
      target = spare.remove(at: index)
      target.id = upload.id
      target.lastUsed = frame
    } else {
      let texture = try GPUTexture(device, width: width, height: height, isMipmapped: true, filter: .mipmap, label: "tile")
      byteCount += texture.byteCount
      target = Held(texture, id: upload.id, lastUsed: frame)
    }
    let pixels = upload.image.pixels
    target.texture.upload(pixels.span, x: 0, y: 0, width: width, height: height)
    target.texture.generateMipmaps()
    held[upload.id] = target
  }

  /// Drops what was drawn longest ago until the budget holds. What is in view stays, whatever it takes.
  private func makeRoom(_ layers: [TileLayerRuntime]) {
    guard byteCount > budgetBytes else { return }
    dropSpare()
    guard byteCount > budgetBytes else { return }
    // A frame that copies the base plane draws none of its tiles.
    for layer in layers {
      for draw in layer.draws {
        held[draw.image.image]?.lastUsed = frame
        if let under = draw.under { held[under.image]?.lastUsed = frame }
      }
    }
    let oldest = held.values.filter { $0.lastUsed < frame }.sorted { ($0.lastUsed, $0.id) < ($1.lastUsed, $1.id) }
    for texture in oldest {
      guard byteCount > budgetBytes else { return }
      byteCount -= texture.texture.byteCount
      held[texture.id] = nil
      for layer in layers where layer.number == texture.id.layerNumber { layer.didEvict(texture.id) }
    }
  }

  private func release(_ id: TileImageID) {
    guard let texture = held.removeValue(forKey: id) else { return }
    spare.append(texture)
  }

  private func dropSpare() {
    for texture in spare { byteCount -= texture.texture.byteCount }
    spare.removeAll()
  }
}
