package import OverlookGeometry

/// A layer of many elements as the renderer takes it.
package struct BulkRow: OverlayRow {
  package enum Content: Sendable {
    case points(PointColumns, PointStyle)
    case paths(PathColumns, PathStyle)
    case polygons(PolygonColumns, PolygonStyle)
    case arcs(ArcColumns, ArcStyle)
    case prisms(PrismColumns, PrismStyle)

    /// Names the columns: the same for as long as the layer lives.
    package var identity: ObjectIdentifier {
      switch self {
      case .points(let columns, _): ObjectIdentifier(columns)
      case .paths(let columns, _): ObjectIdentifier(columns)
      case .polygons(let columns, _): ObjectIdentifier(columns)
      case .arcs(let columns, _): ObjectIdentifier(columns)
      case .prisms(let columns, _): ObjectIdentifier(columns)
      }
    }
  }

  package var key: DrawKey
  package var isTappable: Bool
  package var bounds: WorldRect?
  package var content: Content
}
