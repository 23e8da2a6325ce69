/// Places rectangles on square pages, in rows ("shelves") of about equal height; freed places are used again.
package struct ShelfPacker: Sendable {
  /// Where a rectangle lies, in pixels.
  package struct Spot: Hashable, Sendable {
    package let layer: Int
    package let x: Int
    package let y: Int
    /// As asked for.
    package let width: Int
    package let height: Int
    fileprivate let shelf: Int
  }

  private struct Shelf {
    let layer: Int
    let y: Int
    let height: Int
    var usedWidth = 0
    /// Freed places: x and width.
    var gaps: [(x: Int, width: Int)] = []
  }

  /// Pixels on a side of a page.
  package let side: Int
  package let maximumLayers: Int
  /// Pages in use.
  package private(set) var layers = 0
  /// Pixels of all rectangles that lie here.
  package private(set) var usedArea = 0

  private var shelves: [Shelf] = []
  /// Height of each page that shelves take.
  private var usedHeights: [Int] = []

  package init(side: Int, maximumLayers: Int) {
    self.side = side
    self.maximumLayers = maximumLayers
  }

  /// Nil when there is no room left, or the rectangle is larger than a page.
  package mutating func place(width: Int, height: Int) -> Spot? {
    guard width > 0, height > 0, width <= side, height <= side else { return nil }
    let spot = placeOnShelf(width, height) ?? placeOnNewShelf(width, height)
    if spot != nil { usedArea += width * height }
    return spot
  }

  /// `spot` must have come from `place` and not have been freed yet.
  package mutating func free(_ spot: Spot) {
    usedArea -= spot.width * spot.height
    if shelves[spot.shelf].usedWidth == spot.x + spot.width {
      shelves[spot.shelf].usedWidth = spot.x
    } else {
      shelves[spot.shelf].gaps.append((spot.x, spot.width))
    }
  }

  private mutating func placeOnShelf(_ width: Int, _ height: Int) -> Spot? {
    var best: (shelf: Int, gap: Int?)?
    for (number, shelf) in shelves.enumerated() where shelf.height >= height && shelf.height <= height + height / 2 + 8 {
      if let best, shelves[best.shelf].height <= shelf.height { continue }
      if let gap = shelf.gaps.firstIndex(where: { $0.width >= width }) {
        best = (number, gap)
      } else if side - shelf.usedWidth >= width {
        best = (number, nil)
      }
    }
    guard let best else { return nil }
    let shelf = shelves[best.shelf]
    var x = shelf.usedWidth
    if let gap = best.gap {
      let found = shelves[best.shelf].gaps.remove(at: gap)
      x = found.x
      if found.width > width { shelves[best.shelf].gaps.append((found.x + width, found.width - width)) }
    } else {
      shelves[best.shelf].usedWidth += width
    }
    return Spot(layer: shelf.layer, x: x, y: shelf.y, width: width, height: height, shelf: best.shelf)
  }

  private mutating func placeOnNewShelf(_ width: Int, _ height: Int) -> Spot? {
    let shelfHeight = min((height + 7) & ~7, side)
    var layer = usedHeights.firstIndex { side - $0 >= shelfHeight }
    if layer == nil, layers < maximumLayers {
      layer = layers
      layers += 1
      usedHeights.append(0)
    }
    guard let layer else { return nil }
    shelves.append(Shelf(layer: layer, y: usedHeights[layer], height: shelfHeight, usedWidth: width))
    let y = usedHeights[layer]
    usedHeights[layer] += shelfHeight
    return Spot(layer: layer, x: 0, y: y, width: width, height: height, shelf: shelves.count - 1)
  }
}
