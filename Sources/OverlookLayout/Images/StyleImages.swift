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
  private var packer = ShelfPacker(width: Self.usualWidth, height: Self.maximumSide)

  /// What the smallest of the graphics cards of today can have as a side of a texture.
  private static let maximumSide = 8192
  private static let usualWidth = 1024
  /// Around each picture, on every side.
  private static let border = 1

  package init() {}

  package subscript(name: String) -> StyleImage? { images[name] }

  /// Nil for what does not exist or found no room.
  package func placement(_ name: String) -> StyleImagePlacement? { placements[name] }

  /// Pixels. Grows; never shrinks.
  package var atlasWidth: Int { packer.usedHeight == 0 ? 0 : packer.width }
  package var atlasHeight: Int { packer.usedHeight }
  package var isEmpty: Bool { images.isEmpty }

  /// Bytes of the pictures and of the atlas.
  package var byteCount: Int {
    images.values.reduce(4 * atlasWidth * atlasHeight) { $0 + $1.image.byteCount }
  }

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
    guard let icon = rect(image), let pattern = rect(image) else { return nil }
    return StyleImagePlacement(icon: icon, pattern: pattern)
  }

  /// A place for the picture, without its border; nil when there is no room.
  private mutating func rect(_ image: Image) -> StyleImagePlacement.Rect? {
    let (width, height) = (image.width + 2 * Self.border, image.height + 2 * Self.border)
    guard image.width > 0, image.height > 0, width <= Self.maximumSide else { return nil }
    packer.grow(toWidth: width)
    guard let (x, y) = packer.place(width: width, height: height) else { return nil }
    return StyleImagePlacement.Rect(
      x: Int32(clamping: x + Self.border), y: Int32(clamping: y + Self.border), width: Int32(clamping: image.width),
      height: Int32(clamping: image.height))
  }
}
