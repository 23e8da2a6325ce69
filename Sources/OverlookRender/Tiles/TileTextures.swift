package import OverlookGPU
package import OverlookPasses
import OverlookSupport
package import OverlookTiles

/// The pictures of tiles in the driver's memory, of all layers.
@MainActor package final class TileTextures {
  /// Bytes of textures that are kept.
  package static let usualBudgetBytes = 512 << 20
  /// Bytes of textures that wait for another picture.
  private static let spareBytes = 16 << 20

  /// A picture as it is to be drawn.
  @MainActor struct Picture {
    fileprivate let held: Held
    fileprivate let filter: GPUTexture.Filter
    /// Whether it is read through its smaller levels.
    var isSmall: Bool { filter != .linear }
    /// Whether nothing is seen through it.
    var isOpaque: Bool { held.isOpaque }

    func bind(unit: Int) {
      held.texture.bind(unit: unit)
      held.setFilter(filter)
    }
  }

  @MainActor fileprivate final class Held {
    var texture: GPUTexture
    var id: TileContentID
    var lastUsed: Int
    var isOpaque: Bool { image.isOpaque }
    var image: Image
    /// Whether the smaller levels are those of this picture.
    var hasLevels = false
    var wantsLevels = false
    private var filter = GPUTexture.Filter.linear

    init(_ texture: consuming GPUTexture, _ image: Image, id: TileContentID, lastUsed: Int) {
      self.texture = texture
      self.image = image
      self.id = id
      self.lastUsed = lastUsed
    }

    func setFilter(_ filter: GPUTexture.Filter) {
      guard self.filter != filter else { return }
      self.filter = filter
      texture.setFilter(filter)
    }
  }

  private let device: GPUDevice
  private let budgetBytes: Int
  /// A picture drawn smaller than this is read through smaller levels of it. Tiles between two whole zooms come to 0.7. Where the
  /// processor draws, reading levels is dear: there a picture is read from its largest one as long as hardly a pixel is left out.
  private let smallestPlainScale: Double
  private let smallFilter: GPUTexture.Filter
  private var held: [TileContentID: Held] = [:]
  /// Textures without a picture, to be filled again.
  private var spare: [Held] = []
  private var frame = 0
  /// Pictures whose smaller levels were wanted by a draw.
  private var withoutLevels: [TileContentID] = []
  /// The time that the frame has; begun by its owner.
  package let uploads: UploadBudget
  /// Bytes of all textures, spare ones included.
  package private(set) var byteCount = 0

  /// `isFilteredFully`: whether pictures are reduced as a graphics card does it; nil: where there is one. `uploads`: what it shares
  /// with others who bring tiles to the driver; nil: nothing.
  package init(
    _ device: GPUDevice, budgetBytes: Int = usualBudgetBytes, isFilteredFully: Bool? = nil, uploads: UploadBudget? = nil
  ) {
    self.device = device
    self.uploads = uploads ?? UploadBudget()
    self.budgetBytes = budgetBytes
    let isFilteredFully = isFilteredFully ?? !device.capabilities.isSoftware
    smallestPlainScale = isFilteredFully ? 0.7 : 0.45
    smallFilter = isFilteredFully ? .mipmap : .nearestLevel
  }

  /// Pictures held.
  package var count: Int { held.count }
  /// What uploads took since the start.
  package var statistics: TileUploadStatistics { uploads.statistics }
  /// Whether the next frame looks better though nothing changes: smaller levels wait for time to be made.
  package var needsFrame: Bool { !withoutLevels.isEmpty }

  /// Drops a picture that nobody needs any more.
  package func forget(_ id: TileContentID) { release(id) }

  /// Uploads what the layers want, the most needed first, for as long as one frame may take, and makes room; answers what became
  /// of the pictures, which is for the owner of the layers to take. Call once a frame, before drawing. `others`: brings what else
  /// is needed, before what can wait.
  package func update(
    _ layers: [TileLayerRuntime], others: (inout TileUploadResult) -> Void = { _ in }
  ) -> TileUploadResult {
    frame += 1
    uploads.beginShare()
    var result = TileUploadResult()
    for layer in layers {
      for upload in layer.uploads {
        guard uploads.hasTime(bytes: upload.image.byteCount) else { break }
        hold(upload, layers, &result)
      }
    }
    others(&result)
    makeLevels()
    uploadAhead(layers, &result)
    makeRoom(layers, &result)
    return result
  }

  /// One picture that no view needs yet, if the frame has time left: what comes into view later is there then.
  private func uploadAhead(_ layers: [TileLayerRuntime], _ result: inout TileUploadResult) {
    guard byteCount < budgetBytes / 2 else { return }
    for layer in layers {
      guard let upload = layer.aheadUploads.first(where: { held[$0.id] == nil }) else { continue }
      if uploads.hasTime(bytes: upload.image.byteCount, isNeeded: false) { hold(upload, layers, &result) }
      return
    }
  }

  /// Forgets all pictures of a layer that was removed.
  package func remove(sourceNumber: UInt32) {
    for id in held.keys where id.sourceNumber == sourceNumber { release(id) }
    dropSpare(toBytes: 0)
  }

  /// The picture for a draw in which the whole of it would be `pixelsAcross` pixels wide; nil when it is not here.
  func picture(_ id: TileContentID, pixelsAcross: Double) -> Picture? {
    guard let picture = held[id] else { return nil }
    picture.lastUsed = frame
    let isSmall = pixelsAcross < Double(picture.texture.width) * smallestPlainScale
    if isSmall, !picture.hasLevels, !picture.wantsLevels {
      picture.wantsLevels = true
      withoutLevels.append(id)
    }
    return Picture(held: picture, filter: isSmall && picture.hasLevels ? smallFilter : .linear)
  }

  /// Of the pictures that the last frame wanted to draw small. Before drawing: a driver that still draws from a picture would
  /// have to finish that first.
  private func makeLevels() {
    var count = 0
    for id in withoutLevels {
      guard let picture = held[id] else {
        count += 1
        continue
      }
      guard uploads.hasTime(bytes: picture.texture.byteCount) else { break }
      count += 1
      let start = uploads.start()
      byteCount -= picture.texture.byteCount
      picture.texture.generateMipmaps(from: picture.image.pixels)
      byteCount += picture.texture.byteCount
      (picture.hasLevels, picture.wantsLevels) = (true, false)
      uploads.stop(start, bytes: picture.texture.byteCount)
    }
    withoutLevels.removeFirst(count)
  }

  private func hold(_ upload: TileUpload, _ layers: [TileLayerRuntime], _ result: inout TileUploadResult) {
    if held[upload.id] == nil {
      do throws(GPUError) {
        let start = uploads.start()
        try storeOrTrim(upload, layers, &result)
        uploads.stop(start, bytes: upload.image.byteCount, isTile: true)
      } catch {
        result.refused.append(
          TileUploadResult.Refusal(id: upload.id, reason: "\(error)", isPassing: error.isOfMemory))
        return
      }
    }
    result.uploaded.append(upload.id)
  }

  /// A driver without memory is asked again when all pictures that no view needs were given back.
  private func storeOrTrim(
    _ upload: TileUpload, _ layers: [TileLayerRuntime], _ result: inout TileUploadResult
  ) throws(GPUError) {
    do throws(GPUError) {
      try store(upload)
    } catch {
      guard error.isOfMemory, trim(layers, &result) > 0 else { throw error }
      _ = device.takeMemoryFault()
      try store(upload)
    }
  }

  /// Drops what is not drawn; answers what that was.
  package func trim(_ layers: [TileLayerRuntime]) -> TileUploadResult {
    var result = TileUploadResult()
    _ = trim(layers, &result)
    return result
  }

  /// Drops what is not drawn, and textures without a picture; how many bytes that were.
  private func trim(_ layers: [TileLayerRuntime], _ result: inout TileUploadResult) -> Int {
    let before = byteCount
    dropSpare(toBytes: 0)
    noteDraws(layers)
    for picture in Array(held.values) where picture.lastUsed < frame - 1 { drop(picture, &result) }
    device.emptyTrash()
    return before - byteCount
  }

  private func drop(_ picture: Held, _ result: inout TileUploadResult) {
    byteCount -= picture.texture.byteCount
    held[picture.id] = nil
    result.dropped.append(picture.id)
  }

  private func store(_ upload: TileUpload) throws(GPUError) {
    let (width, height) = (upload.image.width, upload.image.height)
    let target: Held
    if let index = spare.lastIndex(where: { $0.texture.width == width && $0.texture.height == height }) {
      target = spare.remove(at: index)
      target.id = upload.id
      target.image = upload.image
      target.lastUsed = frame
    } else {
      let texture = try GPUTexture(device, width: width, height: height, isMipmapped: device.makesLevelsAhead, label: "tile")
      byteCount += texture.byteCount
      target = Held(texture, upload.image, id: upload.id, lastUsed: frame)
    }
    let pixels = upload.image.pixels
    target.texture.upload(pixels.span, x: 0, y: 0, width: width, height: height)
    (target.hasLevels, target.wantsLevels) = (false, false)
    held[upload.id] = target
  }

  /// Drops what was drawn longest ago until the budget holds. What is in view stays, whatever it takes.
  private func makeRoom(_ layers: [TileLayerRuntime], _ result: inout TileUploadResult) {
    guard byteCount > budgetBytes else { return }
    dropSpare(toBytes: 0)
    guard byteCount > budgetBytes else { return }
    noteDraws(layers)
    let oldest = held.values.filter { $0.lastUsed < frame }.sorted { ($0.lastUsed, $0.id) < ($1.lastUsed, $1.id) }
    for texture in oldest {
      guard byteCount > budgetBytes else { return }
      drop(texture, &result)
    }
  }

  /// A frame that copies the base plane draws none of its tiles.
  private func noteDraws(_ layers: [TileLayerRuntime]) {
    for layer in layers {
      for draw in layer.draws {
        held[draw.image.image]?.lastUsed = frame
        if let under = draw.under { held[under.image]?.lastUsed = frame }
      }
    }
  }

  private func release(_ id: TileContentID) {
    guard let texture = held.removeValue(forKey: id) else { return }
    texture.image = TileLayer.noTile
    spare.append(texture)
    dropSpare(toBytes: Self.spareBytes)
  }

  /// The ones that became spare first go first.
  private func dropSpare(toBytes limit: Int) {
    var bytes = spare.reduce(0) { $0 + $1.texture.byteCount }
    var dropped = 0
    while bytes > limit, dropped < spare.count {
      bytes -= spare[dropped].texture.byteCount
      byteCount -= spare[dropped].texture.byteCount
      dropped += 1
    }
    spare.removeFirst(dropped)
  }
}
