/// What one style layer draws of one tile, ready for the GPU.
package enum StyleBucket: Sendable {
  case fill(FillBucket)
  case line(LineBucket)
  case circle(CircleBucket)
  case fillExtrusion(ExtrusionBucket)
  case heatmap(HeatmapBucket)
  case symbol(SymbolBucket)

  package var id: BucketID {
    switch self {
    case .fill(let bucket): bucket.id
    case .line(let bucket): bucket.id
    case .circle(let bucket): bucket.id
    case .fillExtrusion(let bucket): bucket.id
    case .heatmap(let bucket): bucket.id
    case .symbol(let bucket): bucket.id
    }
  }

  /// Another one when the paint of features changes; nil where there is none to tell.
  package var paintVersion: BucketID? {
    switch self {
    case .fill(let bucket): bucket.columns.version
    case .line(let bucket): bucket.columns.version
    case .circle(let bucket): bucket.points.columns.version
    case .fillExtrusion(let bucket): bucket.columns.version
    case .heatmap(let bucket): bucket.points.columns.version
    case .symbol: nil
    }
  }

  /// Bytes of memory that it holds.
  package var byteCount: Int {
    switch self {
    case .fill(let bucket): bucket.byteCount
    case .line(let bucket): bucket.byteCount
    case .circle(let bucket): bucket.byteCount
    case .fillExtrusion(let bucket): bucket.byteCount
    case .heatmap(let bucket): bucket.byteCount
    case .symbol(let bucket): bucket.byteCount
    }
  }
}
