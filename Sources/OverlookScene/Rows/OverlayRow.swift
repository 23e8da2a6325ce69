package import OverlookGeometry
package import OverlookSupport

/// The kinds of overlay, in no drawing order.
package enum OverlayKind: UInt8, CaseIterable, Sendable {
  case groundOverlay, polygon, circle, polyline, marker, dataLayer, model

  /// Kept: `allCases` makes an array at each use.
  package static let all = allCases

  /// Which shape the overlays of this kind are; nil for kinds that are none. Neighbouring shapes are drawn together.
  package var shape: ShapeKind? {
    switch self {
    case .polygon: .polygon
    case .circle: .circle
    case .polyline: .polyline
    case .groundOverlay, .marker, .dataLayer, .model: nil
    }
  }
}

/// The kinds of shape.
package enum ShapeKind: Sendable {
  case polygon, circle, polyline
}

/// The place of an overlay in the drawing order of its group: what lies below the labels of the map first, then zIndex, then the
/// order of attaching.
package struct DrawKey: Hashable, Comparable, Sendable, BitwiseCopyable {
  /// That of the overlay, within some limits; of one below the labels lower than that of any other.
  package var zIndex: Int
  package var sequence: Int

  package init(zIndex: Int, sequence: Int, isBelowLabels: Bool = false) {
    self.zIndex = Self.zIndex(zIndex, isBelowLabels: isBelowLabels)
    self.sequence = sequence
  }

  /// Beyond these an overlay's zIndex says no more.
  private static let limit = 1 << 60

  /// A number that puts what lies below the labels before everything else: much less than to sort by two.
  static func zIndex(_ zIndex: Int, isBelowLabels: Bool) -> Int {
    min(max(zIndex, -limit), limit) - (isBelowLabels ? 4 * limit : 0)
  }

  /// Whether the overlay lies below the labels of the map, where it has some.
  package var isBelowLabels: Bool { Self.isBelowLabels(zIndex) }

  static func isBelowLabels(_ zIndex: Int) -> Bool { zIndex < -2 * limit }

  package static func < (a: DrawKey, b: DrawKey) -> Bool {
    a.zIndex != b.zIndex ? a.zIndex < b.zIndex : a.sequence < b.sequence
  }
}

/// What the tables of the store need to know of a row.
package protocol OverlayRow: Sendable {
  var key: DrawKey { get set }
  var isTappable: Bool { get set }
  /// What the overlay covers of the world, x unwrapped; nil when it is not to be drawn or tapped (invalid or invisible values).
  var bounds: WorldRect? { get }
  /// Whether it stands above the ground, where it hides what lies behind it.
  var isStanding: Bool { get }
  /// Whether it lies on the ground, where it hides nothing of what stands.
  var isOnGround: Bool { get }
}

extension OverlayRow {
  package var isStanding: Bool { false }
  package var isOnGround: Bool { !isStanding }
}

/// A marker as the renderer takes it. What is drawn comes first, so that a frame reads little more than that of what changed.
package struct MarkerRow: OverlayRow {
  /// x in 0 ..< 1.
  package var position: WorldPoint
  /// Key into `OverlayStore.icons`.
  package var icon: IconID
  /// The top left corner of the icon relative to the position, in points, x right and y down, before rotation.
  package var originX: Float
  package var originY: Float
  /// Size of the icon in points.
  package var width: Float
  package var height: Float
  /// Clockwise; from screen up, or from north when flat. 0 ..< 2 pi.
  package var rotationRadians: Float
  /// 0 ... 1.
  package var opacity: Float
  /// What the icon's size is multiplied by, about the position; more than 1 while it comes in with a swing.
  package var scale: Float = 1
  /// How far it has come in, 0 ... 1, on its way to what `hasRoom` says.
  package internal(set) var fade: Float = 1
  package var isFlat: Bool
  /// False for values that cannot be drawn.
  package var isDrawable: Bool
  package var isTappable: Bool
  /// Whether there is room for a marker that is optional; kept by `OverlayStore.decideCollisions`.
  package internal(set) var hasRoom = true
  package var collisionBehavior = CollisionBehavior.required
  package var key: DrawKey

  package var bounds: WorldRect? {
    isDrawable ? WorldRect(minX: position.x, minY: position.y, maxX: position.x, maxY: position.y) : nil
  }
}

/// A polyline as the renderer takes it.
package struct PolylineRow: OverlayRow {
  package var key: DrawKey
  package var isTappable: Bool
  package var bounds: WorldRect?
  /// At least two points, all valid, when `bounds` is not nil.
  package var path: [LocationCoordinate]
  package var isGeodesic: Bool
  package var stroke: Stroke
  /// Only spans of a positive length.
  package var spans: [StyleSpan]
  /// Another number after every change of `path` or `isGeodesic`.
  package var geometryVersion: Int
}

/// A polygon as the renderer takes it.
package struct PolygonRow: OverlayRow {
  package var key: DrawKey
  package var isTappable: Bool
  package var bounds: WorldRect?
  /// At least three points, all valid, when `bounds` is not nil; closed by the edge from the last to the first.
  package var path: [LocationCoordinate]
  /// Those of the polygon's holes that have at least three valid points.
  package var holes: [[LocationCoordinate]]
  package var isGeodesic: Bool
  /// The outline.
  package var stroke: Stroke
  package var fill: Fill
  /// Nil where it lies on the ground.
  package var extrusion: Extrusion?
  /// Another number after every change of `path`, `holes` or `isGeodesic`.
  package var geometryVersion: Int

  package var isStanding: Bool { extrusion != nil }

  /// Whether nothing is seen through its walls, its roof and its outline.
  package var isOpaqueBlock: Bool {
    let isOutlineOpaque = !stroke.isVisible || stroke.color.map { $0.alpha >= 1 } ?? true
    return extrusion?.isOpaque == true && isOutlineOpaque
  }
}

/// A circle as the renderer takes it.
package struct CircleRow: OverlayRow {
  package var key: DrawKey
  package var isTappable: Bool
  package var bounds: WorldRect?
  package var center: LocationCoordinate
  package var radiusMeters: Double
  /// The outline.
  package var stroke: Stroke
  package var fill: Fill
  /// Another number after every change of `center` or `radiusMeters`.
  package var geometryVersion: Int
}

/// A ground overlay as the renderer takes it.
package struct GroundOverlayRow: OverlayRow {
  package var key: DrawKey
  package var isTappable: Bool
  package var bounds: WorldRect?
  package var icon: Image?
  /// What `icon` becomes, and how far it has, 0 ... 1.
  package var nextIcon: Image?
  package var nextShare: Float
  /// Pictures that will be shown soon.
  package var upcomingIcons: [Image]
  /// 0 ... 1.
  package var opacity: Float
  /// The corners of the picture, already turned about the anchor, x unwrapped.
  package var quad: GroundQuad
  package var rows: GroundRows
}
