import OverlookRaster
package import OverlookScene
package import OverlookSupport

/// Where an icon lies in its texture.
package struct IconPlacement: Equatable, Sendable {
  /// 0: the atlas; others: textures of one icon each.
  package let texture: Int
  package let layer: Int
  /// With the transparent pixel around an icon that needs it, 0 ... 65535 for 0 ... 1.
  package let left: UInt16
  package let top: UInt16
  package let right: UInt16
  package let bottom: UInt16
  /// How far these edges lie outside the icon.
  package let borderPoints: Float
}

/// Decides where the icons of a store's markers lie: on the pages of an atlas, or, when they are large, in textures of their own.
///
/// Pure: the textures follow in `IconTextures`. Icons that are no longer used give their place back.
package struct IconLayout {
  package struct Upload {
    package let image: Image
    package let reduction: Int
    package let texture: Int
    package let layer: Int
    package let x: Int
    package let y: Int
  }

  private struct Placed {
    let image: Image
    let texture: Int
    /// Nil for an icon with a texture of its own.
    let spot: IconPages.Spot?
    let byteCount: Int
  }

  /// Pixels on a side of a page.
  package static let pageSide = 1024
  /// Icons of more pixels on a side than this get textures of their own.
  package static let largestOnPage = 512
  /// Bytes of the atlas's pages, and as many again of all other textures; icons beyond are not drawn.
  package static let budgetBytes = 256 << 20

  /// What the textures have yet to take over, in order.
  package private(set) var uploads: [Upload] = []
  /// Textures that are no longer needed.
  package private(set) var freedTextures: [Int] = []
  /// Another number whenever an icon that had a place got another one.
  package private(set) var version = 0
  /// Icons for which there was no room.
  package private(set) var unplacedCount = 0

  private let pixelsPerPoint: Double
  private let maximumSide: Int
  private var pages: IconPages
  /// By `IconID.index`; apart from `placed`, so that looking one up counts no references.
  private var placements = ContiguousArray<IconPlacement?>()
  private var placed = ContiguousArray<Placed?>()
  private var seenVersion = -1
  private var freeTextures: [Int] = []
  private var textureCount = 1
  private var ownBytes = 0

  /// `maximumSide` and `maximumLayers` are the driver's limits for textures.
  package init(pixelsPerPoint: Double, maximumSide: Int, maximumLayers: Int) {
    self.pixelsPerPoint = pixelsPerPoint
    self.maximumSide = min(maximumSide, IconPixels.largestSide)
    let layers = min(min(maximumLayers, MarkerInstance.maximumLayers), Self.budgetBytes / (4 * Self.pageSide * Self.pageSide))
    pages = IconPages(side: Self.pageSide, maximumLayers: layers)
  }

  /// Pages of the atlas in use.
  package var layers: Int { pages.layers }

  /// Nil when there was no room for the icon.
  package subscript(id: IconID) -> IconPlacement? {
    placements.indices.contains(Int(id.index)) ? placements[Int(id.index)] : nil
  }

  /// Finds places for new icons and takes back those of icons that are gone.
  package mutating func update(_ icons: IconTable) {
    guard icons.version != seenVersion else { return }
    seenVersion = icons.version
    while placed.count < icons.entries.count {
      placed.append(nil)
      placements.append(nil)
    }
    for index in placed.indices {
      guard let old = placed[index] else { continue }
      let current = index < icons.entries.count ? icons.entries[index]?.image : nil
      if old.image !== current { release(index) }
    }
    unplacedCount = 0
    for index in icons.entries.indices {
      guard placed[index] == nil, let image = icons.entries[index]?.image else { continue }
      if !place(image, at: index) { unplacedCount += 1 }
    }
    let capacity = pages.maximumLayers * Self.pageSide * Self.pageSide
    if unplacedCount > 0, pages.usedArea < capacity / 2 { repack(icons) }
  }

  package mutating func clearChanges() {
    if uploads.isEmpty && freedTextures.isEmpty { return }
    uploads.removeAll(keepingCapacity: true)
    freedTextures.removeAll(keepingCapacity: true)
  }

  /// All uploads that fill empty textures with what lies in the atlas now.
  package var atlasContent: [Upload] {
    placed.compactMap { placed in
      guard let placed, let spot = placed.spot else { return nil }
      return upload(placed.image, reduction: reduction(of: placed.image), texture: 0, layer: spot.layer, x: spot.x, y: spot.y)
    }
  }

  private func reduction(of image: Image) -> Int {
    IconPixels.reduction(of: image, pixelsPerPoint: pixelsPerPoint, maximumSide: maximumSide)
  }

  private func upload(_ image: Image, reduction: Int, texture: Int, layer: Int, x: Int, y: Int) -> Upload {
    Upload(image: image, reduction: reduction, texture: texture, layer: layer, x: x, y: y)
  }

  /// False when there is no room.
  private mutating func place(_ image: Image, at index: Int) -> Bool {
    placed[index] = nil
    placements[index] = nil
    let reduction = reduction(of: image)
    let width = IconPixels.reducedSide(image.width, reduction) + 2
    let height = IconPixels.reducedSide(image.height, reduction) + 2
    if max(width, height) <= Self.largestOnPage, let spot = pages.place(width: width, height: height) {
      uploads.append(upload(image, reduction: reduction, texture: 0, layer: spot.layer, x: spot.x, y: spot.y))
      let page = Page(texture: 0, layer: spot.layer, x: spot.x, y: spot.y, width: Self.pageSide, height: Self.pageSide)
      placements[index] = Self.placement(of: image, reduction, on: page)
      placed[index] = Placed(image: image, texture: 0, spot: spot, byteCount: 0)
      return true
    }
    let byteCount = 4 * width * height
    guard ownBytes + byteCount <= Self.budgetBytes else { return false }
    ownBytes += byteCount
    let texture = takeTexture()
    uploads.append(upload(image, reduction: reduction, texture: texture, layer: 0, x: 0, y: 0))
    let own = Page(texture: texture, layer: 0, x: 0, y: 0, width: width, height: height)
    placements[index] = Self.placement(of: image, reduction, on: own)
    placed[index] = Placed(image: image, texture: texture, spot: nil, byteCount: byteCount)
    return true
  }

  /// The pixels around an icon and where it lies among them, the transparent pixel around it included.
  private struct Page {
    let texture: Int
    let layer: Int
    let x: Int
    let y: Int
    let width: Int
    let height: Int
  }

  private static func placement(of image: Image, _ reduction: Int, on page: Page) -> IconPlacement {
    // An icon whose own edge is transparent needs no more of it.
    let inset = IconPixels.hasVisibleEdge(image) ? 0.0 : 1.0
    let (left, top) = (Double(page.x) + inset, Double(page.y) + inset)
    // The last reduced pixel may hold less than its share of the image.
    let width = Double(image.width) / Double(reduction) + 2 - 2 * inset
    let height = Double(image.height) / Double(reduction) + 2 - 2 * inset
    let (pageWidth, pageHeight) = (Double(page.width), Double(page.height))
    return IconPlacement(
      texture: page.texture, layer: page.layer, left: unit(left / pageWidth), top: unit(top / pageHeight),
      right: unit((left + width) / pageWidth), bottom: unit((top + height) / pageHeight),
      borderPoints: Float((1 - inset) * Double(reduction) / image.scale))
  }

  private mutating func takeTexture() -> Int {
    if let free = freeTextures.popLast() { return free }
    defer { textureCount += 1 }
    return textureCount
  }

  private mutating func release(_ index: Int) {
    guard let old = placed[index] else { return }
    if let spot = old.spot {
      pages.free(spot)
    } else {
      ownBytes -= old.byteCount
      freeTextures.append(old.texture)
      freedTextures.append(old.texture)
    }
    uploads.removeAll { $0.image === old.image }
    placed[index] = nil
    placements[index] = nil
  }

  /// Puts every icon on fresh pages, without the gaps that others left.
  private mutating func repack(_ icons: IconTable) {
    version += 1
    pages = IconPages(side: pages.side, maximumLayers: pages.maximumLayers)
    uploads.removeAll { $0.texture == 0 }
    unplacedCount = 0
    for index in icons.entries.indices {
      guard let image = icons.entries[index]?.image else { continue }
      if let old = placed[index], old.spot == nil { continue }
      if !place(image, at: index) { unplacedCount += 1 }
    }
  }

  private static func unit(_ fraction: Double) -> UInt16 {
    UInt16(exactly: (min(max(fraction, 0), 1) * 65535).rounded()) ?? 0
  }
}
