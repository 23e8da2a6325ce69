public import OverlookGeometry
public import OverlookSupport

/// Many icons as one overlay: each shows one of a few images, with its own place, scale, rotation and tint, and no object for any
/// of them.
///
/// Later icons are drawn over earlier ones. Main thread only.
public final class IconLayer: PlaceLayer {
  /// What icons may show, up to 65,535 images; those of more than `maximumImagePixels` on a side are not drawn. They are packed
  /// into one texture.
  public var images: [Image] {
    didSet {
      set = IconSet(images)
      didChange()
    }
  }

  /// The number of an icon's image in `images`. Default 0. The icon is not drawn when there is none of the number.
  public var icon = LayerValue.constant(0) {
    didSet {
      takeIcons(from: 0)
      didChange()
    }
  }

  /// The size of an icon in sizes of its image. Default 1. 0, negative or not finite: the icon is not drawn. At most 64.
  public var scale = LayerValue.constant(1.0) {
    didSet {
      takeScales(from: 0)
      didChange()
    }
  }

  /// Degrees clockwise, about the anchor. Default 0. Not finite: the icon is not drawn.
  public var rotation = LayerValue.constant(0.0) {
    didSet {
      takeRotations(from: 0)
      didChange()
    }
  }

  /// What the image is multiplied by: white, the default, shows it as it is, a colour makes a white image that colour, and alpha
  /// makes it translucent.
  public var tint = LayerValue.constant(Color.white) {
    didSet {
      takeTints(from: 0)
      didChange()
    }
  }

  /// The point of the images that lies on the place. Default their middle. Not finite: nothing is drawn.
  public var anchor = UnitPoint.center {
    didSet { if anchor != oldValue { didChange() } }
  }

  /// Whether icons lie on the ground, and turn and tilt with it, rather than stand upright on the screen. Default false.
  public var isFlat = false {
    didSet { if isFlat != oldValue { didChange() } }
  }

  /// Larger images are not drawn.
  public nonisolated static let maximumImagePixels = 510

  private var set: IconSet
  private var largestScale: Float = 1

  /// A layer of icons at `positions`, which show the first of `images`. Positions that are not valid keep their number and are
  /// not drawn.
  public init(images: [Image], positions: [LocationCoordinate] = []) {
    self.images = images
    set = IconSet(images)
    super.init(positions: positions)
  }

  /// Makes the icons `first`, `first` + 1, ... show other images. Nothing happens while all show the same.
  public func replaceIcons(from first: Int, with newIcons: [Int]) {
    replace(\.icons, from: first, with: newIcons, Self.packed(icon:))
  }

  /// Turns the icons `first`, `first` + 1, ... to other angles, in degrees. Nothing happens while all have the same.
  public func replaceRotations(from first: Int, with newRotations: [Double]) {
    replace(\.rotations, from: first, with: newRotations, Self.packed(rotation:))
  }

  /// Gives the icons `first`, `first` + 1, ... other tints. Nothing happens while all have the same.
  public func replaceTints(from first: Int, with newTints: [Color]) {
    replace(\.colors, from: first, with: newTints, \.packedPremultiplied)
  }

  // MARK: Overlay

  /// A copy with the same icons and values that is on no map.
  public override func copy() -> IconLayer {
    let other = IconLayer(images: images)
    copyPlaceValues(to: other)
    other.icon = icon
    other.scale = scale
    other.rotation = rotation
    other.tint = tint
    other.anchor = anchor
    other.isFlat = isFlat
    return other
  }

  override var content: DataRow.Content { .icons(columns, style) }

  override var hasVisibleElements: Bool { largestScale > 0 && anchor.isFinite && !set.images.isEmpty }

  private var style: IconStyle {
    IconStyle(
      set: set, icon: icon.constant.map(Self.packed(icon:)), scale: scale.constant.map(Self.packed(scale:)),
      largestScale: largestScale, rotation: rotation.constant.map(Self.packed(rotation:)),
      color: tint.constant?.packedPremultiplied, anchor: anchor, isFlat: isFlat, opacity: drawnOpacity,
      shownValues: drawnRange(columns.filterValues))
  }

  override var reachPoints: Double { style.reachPoints }

  /// NaN is what the renderer leaves out.
  private static func packed(scale: Double) -> Float {
    scale > 0 && scale.isFinite ? Float(min(scale, 64)) : .nan
  }

  private static func packed(rotation: Double) -> Float {
    rotation.isFinite ? Float(rotation.remainder(dividingBy: 360) * .pi / 180) : .nan
  }

  private static func packed(icon: Int) -> UInt32 { UInt32(exactly: icon) ?? IconSet.noIcon }

  // MARK: Columns

  override func takeAttributes(from first: Int) {
    super.takeAttributes(from: first)
    takeIcons(from: first)
    takeScales(from: first)
    takeRotations(from: first)
    takeTints(from: first)
  }

  private func takeIcons(from first: Int) {
    take(icon, from: first, missing: 0, failed: IconSet.noIcon, into: \.icons, Self.packed(icon:))
  }

  private func takeScales(from first: Int) {
    take(scale, from: first, missing: 1, failed: .nan, into: \.sizes, Self.packed(scale:))
    largestScale = columns.sizes.largest(
      constant: scale.constant.map(Self.packed(scale:)), from: first, known: largestScale)
  }

  private func takeRotations(from first: Int) {
    take(rotation, from: first, missing: 0, failed: .nan, into: \.rotations, Self.packed(rotation:))
  }

  private func takeTints(from first: Int) {
    take(tint, from: first, missing: Color.white.packedPremultiplied, failed: 0, into: \.colors, \.packedPremultiplied)
  }
}
