import OverlookSupport

/// Places icons on square pages, which are layers of one texture.
struct IconPages: Sendable {
  /// Where an icon is, in pixels.
  struct Spot: Hashable, Sendable {
    let layer: Int
    let x: Int
    let y: Int
    let width: Int
    let height: Int
  }

  /// Pixels on a side of a page.
  let side: Int
  let maximumLayers: Int
  /// Pixels of all icons on pages.
  private(set) var usedArea = 0
  private var pages: [ShelfPacker] = []

  init(side: Int, maximumLayers: Int) {
    self.side = side
    self.maximumLayers = maximumLayers
  }

  /// Pages in use.
  var layers: Int { pages.count }

  /// Nil when there is no room left, or the icon is larger than a page.
  mutating func place(width: Int, height: Int) -> Spot? {
    guard width > 0, height > 0, width <= side, height <= side else { return nil }
    for layer in 0..<maximumLayers {
      if layer == pages.count { pages.append(ShelfPacker(width: side, height: side)) }
      guard let (x, y) = pages[layer].place(width: width, height: height) else { continue }
      usedArea += width * height
      return Spot(layer: layer, x: x, y: y, width: width, height: height)
    }
    return nil
  }

  /// `spot` must have come from `place` and not have been freed yet.
  mutating func free(_ spot: Spot) {
    usedArea -= spot.width * spot.height
    pages[spot.layer].free(x: spot.x, y: spot.y, width: spot.width)
  }
}
