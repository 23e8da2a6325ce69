import OverlookScene

/// What the shadows of a layer that stands depend on: the same for layers that throw the same, in whatever colours.
struct StandingShape: Equatable {
  /// How much light goes through.
  private enum Density: Equatable {
    /// Each element has a colour of its own.
    case each(opacity: Float)
    /// Nothing is there.
    case nothing
    /// More than half, so that there is no shadow.
    case thin
    case dense

    /// `color`: premultiplied, red in the lowest byte.
    init(_ color: UInt32?, opacity: Float) {
      guard let color else {
        self = .each(opacity: opacity)
        return
      }
      let alpha = Float(color >> 24) / 255
      self = alpha == 0 ? .nothing : alpha * opacity > 0.5 ? .dense : .thin
    }
  }

  private let identity: ObjectIdentifier
  private let version: Int
  private let height: Float?
  /// Of the highest, in metres.
  let largestHeight: Float
  private let shownValues: ClosedRange<Float>?
  private let walls: Density
  /// Of areas: nil where roofs are as the walls.
  private var roofs: Density?
  private var base: Float?
  /// Of columns: sides, radius in metres, angle in radians.
  private var plan = SIMD3<Float>()

  @MainActor init(_ columns: PolygonColumns, _ style: PolygonStyle) {
    identity = ObjectIdentifier(columns)
    version = columns.shapeVersion
    height = style.height
    largestHeight = style.largestHeight
    shownValues = style.shownValues
    walls = Density(style.color, opacity: style.opacity)
    roofs = style.roofColor.map { Density($0, opacity: style.opacity) }
    base = style.base
  }

  @MainActor init(_ columns: PlaceColumns, _ style: PrismStyle) {
    identity = ObjectIdentifier(columns)
    version = columns.shapeVersion
    height = style.height
    largestHeight = style.largestHeight
    shownValues = style.shownValues
    walls = style.opacity > 0.5 ? .dense : .thin
    plan = SIMD3(Float(style.sides), style.radius, style.angle)
  }
}
