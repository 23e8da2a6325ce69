public import OverlookGeometry

/// How close together places lie, as colours: each spreads warmth around itself, what places spread is added up, and the sum is
/// coloured by a gradient.
///
/// Warmth lies on the ground, and tilts with it. Taps never mean an element. Main thread only.
public final class HeatmapLayer: PlaceLayer {
  /// Of the warmth that a place spreads. Default 1. 0, negative or not finite: none. At most 10,000.
  public var weight = LayerValue.constant(1.0) {
    didSet {
      takeWeights(from: 0)
      didChange()
    }
  }

  /// How far warmth spreads: three standard deviations of a normal distribution, in points of the screen. Default 30. 0, negative
  /// or not finite: nothing is drawn. At most `maximumRadiusPoints`.
  public var radius = 30.0 {
    didSet { if radius != oldValue { didChange() } }
  }

  /// What all weights are multiplied by. Default 1. 0, negative or not finite: nothing is drawn. At most 10,000.
  public var intensity = 1.0 {
    didSet { if intensity != oldValue { didChange() } }
  }

  /// The colours. Default `HeatmapGradient.rainbow`.
  public var gradient = HeatmapGradient.rainbow {
    didSet { if gradient != oldValue { didChange() } }
  }

  /// Radii are no larger.
  public static let maximumRadiusPoints = 256.0

  /// A layer of places that weigh 1 each. Those that are not valid keep their number and count for nothing.
  public override init(positions: [LocationCoordinate] = []) {
    super.init(positions: positions)
  }

  /// Gives the places `first`, `first` + 1, ... other weights. Nothing happens while all weigh the same.
  public func replaceWeights(from first: Int, with newWeights: [Double]) {
    replace(\.sizes, from: first, with: newWeights, Self.packed(weight:))
  }

  // MARK: Overlay

  /// A copy with the same places and values that is on no map.
  public override func copy() -> HeatmapLayer {
    let other = HeatmapLayer()
    copyPlaceValues(to: other)
    other.weight = weight
    other.radius = radius
    other.intensity = intensity
    other.gradient = gradient
    return other
  }

  override var content: DataRow.Content { .heat(columns, style) }

  override var hasVisibleElements: Bool { style.radiusPoints > 0 && style.intensity > 0 }

  /// Of the warmest more than twice three standard deviations can be seen.
  override var reachPoints: Double { 2.4 * Double(style.radiusPoints) }

  private var style: HeatStyle {
    HeatStyle(
      weight: weight.constant.map(Self.packed(weight:)),
      radiusPoints: radius.isFinite ? Float(min(max(radius, 0), Self.maximumRadiusPoints)) : 0,
      intensity: intensity.isFinite ? Float(min(max(intensity, 0), 1e4)) : 0, gradient: gradient, opacity: drawnOpacity,
      shownValues: drawnRange(columns.filterValues))
  }

  private static func packed(weight: Double) -> Float {
    weight > 0 && weight.isFinite ? Float(min(weight, 1e4)) : 0
  }

  override func takeAttributes(from first: Int) {
    super.takeAttributes(from: first)
    takeWeights(from: first)
  }

  private func takeWeights(from first: Int) {
    take(weight, from: first, missing: 1, failed: 0, into: \.sizes, Self.packed(weight:))
  }
}
