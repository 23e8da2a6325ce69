package import OverlookSupport

/// The pictures that a style can use, with their places in one atlas. A value: worker threads read a snapshot of it.
///
/// Places never move, so that what was laid out with an older snapshot stays right; the atlas only grows.
package struct StyleImages: Sendable {
  /// Grows with every change.
  package private(set) var version = 0
  /// Names of all pictures, as `image` expressions ask for them.
  package private(set) var names: Set<String> = []
  private var images: [String: StyleImage] = [:]
  private var placements: [String: StyleImagePlacement] = [:]
  private var packer = ShelfAtlas()

  package init() {}

  package subscript(name: String) -> StyleImage? { images[name] }

  /// Nil for what does not exist or found no room.
  package func placement(_ name: String) -> StyleImagePlacement? { placements[name] }

  /// Pixels. Grows; never shrinks.
  package var atlasWidth: Int { packer.width }
  package var atlasHeight: Int { packer.height }
  package var isEmpty: Bool { images.isEmpty }

  /// Pictures with their places, in the order of their names; for those who copy pixels into the atlas.
  package var placed: [(name: String, image: Image, placement: StyleImagePlacement)] {
    placements.keys.sorted().compactMap { name in
      guard let image = images[name], let placement = placements[name] else { return nil }
      return (name, image.image, placement)
    }
  }

  /// Adds pictures, or puts them in the place of those with the same name. What no longer fits the atlas has no placement.
  package mutating func add(_ added: [String: StyleImage]) {
    guard !added.isEmpty else { return }
    version += 1
    // Tall ones first: shelves are then filled well. The name decides between equals, so that the result is always the same.
    let order = added.sorted { a, b in
      a.value.image.height == b.value.image.height ? a.key < b.key : a.value.image.height > b.value.image.height
    }
    for (name, image) in order {
      let before = images.updateValue(image, forKey: name)
      names.insert(name)
      if let before, before.image.width == image.image.width, before.image.height == image.image.height { continue }
      placements[name] = place(image.image)
    }
  }

  package mutating func remove(_ name: String) {
    guard images.removeValue(forKey: name) != nil else { return }
    version += 1
    names.remove(name)
    placements[name] = nil
  }

  private mutating func place(_ image: Image) -> StyleImagePlacement? {
    guard let icon = packer.place(width: image.width, height: image.height),
      let pattern = packer.place(width: image.width, height: image.height)
    else { return nil }
    return StyleImagePlacement(icon: icon, pattern: pattern)
  }
}

/// Places rectangles on shelves, each with a pixel of border.
struct ShelfAtlas: Sendable {
  private struct Shelf {
    var y: Int
    var height: Int
    var usedWidth: Int
    var width: Int
  }

  /// What the smallest of the graphics cards of today can have as a side of a texture.
  static let maximumSide = 8192
  private static let usualWidth = 1024

  private var shelves: [Shelf] = []
  private(set) var width = 0
  private(set) var height = 0

  /// The rectangle without its border; nil when there is no room.
  mutating func place(width: Int, height: Int) -> StyleImagePlacement.Rect? {
    let (outerWidth, outerHeight) = (width + 2, height + 2)
    guard width > 0, height > 0, outerWidth <= Self.maximumSide, outerHeight <= Self.maximumSide else { return nil }
    // On a shelf that is not much too high.
    let fitting = shelves.indices.filter {
      shelves[$0].width - shelves[$0].usedWidth >= outerWidth && shelves[$0].height >= outerHeight
        && shelves[$0].height <= outerHeight + outerHeight / 4 + 4
    }
    if let index = fitting.min(by: { shelves[$0].height < shelves[$1].height }) {
      defer { shelves[index].usedWidth += outerWidth }
      return rect(shelves[index].usedWidth, shelves[index].y, width, height)
    }
    guard self.height + outerHeight <= Self.maximumSide else { return nil }
    let shelf = Shelf(y: self.height, height: outerHeight, usedWidth: outerWidth, width: max(Self.usualWidth, outerWidth))
    shelves.append(shelf)
    self.width = max(self.width, shelf.width)
    self.height += outerHeight
    return rect(0, shelf.y, width, height)
  }

  private func rect(_ x: Int, _ y: Int, _ width: Int, _ height: Int) -> StyleImagePlacement.Rect {
    StyleImagePlacement.Rect(
      x: Int32(clamping: x + 1), y: Int32(clamping: y + 1), width: Int32(clamping: width), height: Int32(clamping: height))
  }
}
