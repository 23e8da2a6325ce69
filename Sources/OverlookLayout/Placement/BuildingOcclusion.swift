import OverlookCamera
import OverlookFormats
import OverlookGeometry
import OverlookStyle

/// The extrusions of a frame as what places stand on, and as what hides places behind them.
///
/// A place is hidden when the line from it to the eye leads through a block. The block that stands on the place itself does not
/// count, nor does its group, so that the label of a building is not hidden by the building.
struct BuildingOcclusion {
  private let tiles: [OccludingTile]

  /// Layers that let more than half of the light through hide nothing.
  private static let leastOpacity = 0.5

  init(_ layers: [StyleFrameLayer], _ view: ViewTransform, zoom: Double) {
    var tiles: [OccludingTile] = []
    for layer in layers where layer.layer.kind == .fillExtrusion {
      guard case .tiles(let draws) = layer.content,
        layer.properties.number(.fillExtrusionOpacity, zoom: zoom) >= Self.leastOpacity
      else { continue }
      tiles += draws.compactMap { OccludingTile($0, layer.properties, view, zoom: zoom) }
    }
    self.tiles = tiles
  }

  /// How high the highest roof above a place lies, in metres; 0 where there is none. x in the copy of the world that is meant. Of what is
  /// as high as the eye, or nearly, three quarters of the eye's height, so that it stays before the eye.
  func roofHeight(at place: WorldPoint) -> Double { tiles.reduce(0) { max($0, $1.roofHeight(at: place)) } }

  /// Whether the place is hidden; x in the copy of the world that is meant. `height`: above the ground, in metres.
  func hides(_ place: WorldPoint, height: Double = 0) -> Bool { tiles.contains { $0.hides(place, height: height) } }
}

extension StyleLayer {
  /// Whether the layer names areas, or what lies at the foot of buildings, rather than what stands there, as its metadata say:
  /// `"overlook:behind-buildings": "shown"`.
  var isShownBehindBuildings: Bool { metadata?["overlook:behind-buildings"]?.string == "shown" }
}

/// One tile of extrusions, and the eye as seen from it.
private struct OccludingTile {
  private let bucket: ExtrusionBucket
  private let heights: BlockHeights
  private let origin: WorldPoint
  private let unitsPerWorld: Double
  /// Above the ground, in tile units and metres.
  private let eye: SIMD2<Double>
  private let eyeMeters: Double
  /// Of the tallest block, in metres.
  private let tallest: Double

  /// Of the eye's height, above which nothing is said to stand.
  private static let highestRoof = 0.75

  init?(_ draw: StyleTileDraw, _ properties: LayerProperties, _ view: ViewTransform, zoom: Double) {
    guard case .fillExtrusion(let bucket) = draw.bucket else { return nil }
    self.bucket = bucket
    heights = BlockHeights(bucket.columns, properties, zoom: zoom, tileZoom: Double(draw.tile.overscaledZ))
    let square = draw.tile.canonical.worldRect
    origin = WorldPoint(x: square.minX + Double(draw.worldCopy), y: square.minY)
    unitsPerWorld = Double(FeatureLayer.extent) / (square.maxX - square.minX)
    let place = view.eyePlace
    eye = SIMD2(place.ground.x - origin.x, place.ground.y - origin.y) * unitsPerWorld
    eyeMeters = place.heightPoints / view.stylePointsPerMeter
    // What is as high as the eye is not between it and anything.
    tallest = min(heights.largest(bucket.largestHeight), eyeMeters)
    guard tallest > 0, eyeMeters.isFinite else { return nil }
  }

  func roofHeight(at place: WorldPoint) -> Double {
    let start = SIMD2(place.x - origin.x, place.y - origin.y) * unitsPerWorld
    var highest = 0.0
    _ = bucket.grid.contains(from: start, to: start) { block in
      let (base, top) = heights[block.row]
      guard top > base, block.contains(start, bucket.vertices) else { return false }
      let share = block.roofShare(at: start, bucket.vertices, bucket.roofs)
      highest = max(highest, base + (top - base) * share)
      return false
    }
    return min(highest, Self.highestRoof * eyeMeters)
  }

  func hides(_ place: WorldPoint, height: Double) -> Bool {
    guard height < tallest else { return false }
    let start = SIMD2(place.x - origin.x, place.y - origin.y) * unitsPerWorld
    let perMeter = (eye - start) / (eyeMeters - height)
    var own: Int32 = -1
    _ = bucket.grid.contains(from: start, to: start) { block in
      guard block.contains(start, bucket.vertices) else { return false }
      own = block.group
      return true
    }
    return bucket.grid.contains(from: start, to: start + perMeter * (tallest - height)) { block in
      guard block.group != own else { return false }
      let (base, top) = heights[block.row]
      guard top > max(base, height) else { return false }
      let (entry, exit) = (start + perMeter * max(base - height, 0), start + perMeter * (min(top, eyeMeters) - height))
      return block.contains(entry, bucket.vertices) || crosses(block, entry, exit)
    }
  }

  private func point(_ index: Int32) -> SIMD2<Double> {
    let position = bucket.vertices[Int(index)].position
    return SIMD2(Double(position.x), Double(position.y))
  }

  private func crosses(_ block: BuildingFootprint, _ a: SIMD2<Double>, _ b: SIMD2<Double>) -> Bool {
    func side(_ p: SIMD2<Double>, _ q: SIMD2<Double>, _ r: SIMD2<Double>) -> Double {
      (q.x - p.x) * (r.y - p.y) - (q.y - p.y) * (r.x - p.x)
    }
    var before = point(block.outline.upperBound - 1)
    for index in block.outline {
      let corner = point(index)
      defer { before = corner }
      if side(before, corner, a) * side(before, corner, b) < 0, side(a, b, before) * side(a, b, corner) < 0 { return true }
    }
    return false
  }
}

/// The base and the top of blocks at a zoom, in metres.
private struct BlockHeights {
  /// A property that is the same for all blocks, or the place of its values in the rows.
  private struct Source {
    var constant = 0.0
    var column: PaintColumns.Column?
    /// Between the values for two zooms.
    var fraction = 0.0
  }

  private let columns: PaintColumns
  private let base: Source
  private let top: Source

  init(_ columns: PaintColumns, _ properties: LayerProperties, zoom: Double, tileZoom: Double) {
    self.columns = columns
    func source(_ name: StylePropertyName) -> Source {
      guard let column = columns.column(name) else {
        return Source(constant: properties.isDataDriven(name) ? 0 : properties.number(name, zoom: zoom))
      }
      return Source(
        column: column, fraction: properties.zoomFraction(name, zoom: zoom, from: tileZoom, to: tileZoom + 1))
    }
    base = source(.fillExtrusionBase)
    top = source(.fillExtrusionHeight)
  }

  /// The top of the tallest, that of the rows being known.
  func largest(_ ofRows: Double) -> Double { top.column == nil ? top.constant : ofRows }

  subscript(row: UInt32) -> (base: Double, top: Double) { (value(base, row), value(top, row)) }

  private func value(_ source: Source, _ row: UInt32) -> Double {
    guard let column = source.column else { return max(source.constant, 0) }
    let place = Int(row) * columns.floatsPerRow + column.offset
    guard place + column.floatCount <= columns.values.count else { return 0 }
    let first = Double(columns.values[place])
    guard column.isComposite else { return max(first, 0) }
    return max(first + source.fraction * (Double(columns.values[place + 1]) - first), 0)
  }
}
