package import OverlookGeometry

/// A layer of many elements as the renderer takes it.
package struct DataRow: OverlayRow {
  package enum Content: Sendable {
    case points(PlaceColumns, PointStyle)
    case paths(PathColumns, PathStyle)
    case polygons(PolygonColumns, PolygonStyle)
    case arcs(ArcColumns, ArcStyle)
    case prisms(PlaceColumns, PrismStyle)
    case icons(PlaceColumns, IconStyle)
    case heat(PlaceColumns, HeatStyle)

    /// Names the columns: the same for as long as the layer lives.
    package var identity: ObjectIdentifier {
      switch self {
      case .points(let columns, _), .icons(let columns, _), .heat(let columns, _), .prisms(let columns, _):
        ObjectIdentifier(columns)
      case .paths(let columns, _): ObjectIdentifier(columns)
      case .polygons(let columns, _): ObjectIdentifier(columns)
      case .arcs(let columns, _): ObjectIdentifier(columns)
      }
    }
  }

  package var key: DrawKey
  package var isTappable: Bool
  package var bounds: WorldRect?
  package var content: Content

  package var isStanding: Bool { content.isStanding }
  package var isOnGround: Bool { content.isOnGround }
}

extension DataRow.Content {
  /// Whether it has walls.
  package var isStanding: Bool {
    switch self {
    case .polygons(_, let style): style.isExtruded
    case .prisms: true
    case .points, .paths, .arcs, .icons, .heat: false
    }
  }

  /// Whether it lies on the ground. Icons lie above everything there as markers do, heat over all of it, and arcs in the air.
  package var isOnGround: Bool {
    switch self {
    case .polygons(_, let style): !style.isExtruded
    case .points, .paths: true
    case .prisms, .arcs, .icons, .heat: false
    }
  }

  /// Whether what stands nearer hides it.
  package var isHiddenByStanding: Bool {
    if case .arcs = self { true } else { isOnGround }
  }

  /// Whether it has walls through which something may be seen.
  package var isTranslucentPrism: Bool {
    switch self {
    case .polygons(_, let style): style.isExtruded && !style.isOpaque
    case .prisms(_, let style): style.opacity < 1
    case .points, .paths, .arcs, .icons, .heat: false
    }
  }
}
