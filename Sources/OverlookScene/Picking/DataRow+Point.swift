extension DataRow {
  /// The topmost element that is hit; nil when none is.
  @MainActor func element(at probe: HitProbe) -> Int? {
    switch content {
    case .points(let columns, let style): PointHit(columns: columns, style: style, probe: probe).topmost
    case .icons(let columns, let style): IconHit(columns: columns, style: style, probe: probe).topmost
    case .paths(let columns, let style): PathHit(columns, style, probe).nearest
    case .polygons(let columns, let style): PolygonHit(columns, style, probe).topmost
    case .prisms(let columns, let style): PrismHit(columns: columns, style: style, probe: probe).topmost
    case .heat, .arcs: nil
    }
  }
}
