import Overlook
import OverlookAstronomy
import OverlookFormats
import OverlookGeometry
import OverlookStreetScene
import OverlookSupport

/// The buildings of a part of the world as a grid of heights, from vector tiles of the OpenMapTiles schema.
struct BuildingHeights {
  private(set) var grid: HeightGrid
  /// The north-western corner, in the world.
  let corner: WorldPoint
  /// Metres to the width of the world, in the middle.
  private let metersPerWorld: Double
  private(set) var buildingCount = 0

  private static let level = 14
  /// More would take too long to read.
  private static let maximumTileCount = 400

  /// Cells of a side of `cellMeters` over `bounds`; nil when there are too many, or none.
  init?(_ bounds: CoordinateBounds, cellMeters: Double) {
    let (southWest, northEast) = (WorldPoint(bounds.southWest), WorldPoint(bounds.northEast))
    let middle = WorldPoint(x: southWest.x, y: (southWest.y + northEast.y) / 2).coordinate.latitude
    let meters = Mercator.metersPerWorldUnit(atLatitude: middle)
    var width = northEast.x - southWest.x
    if width <= 0 { width += 1 }
    func cells(_ size: Double) -> Int { Int(exactly: (size * meters / cellMeters).rounded(.up)) ?? 0 }
    guard let grid = HeightGrid(width: cells(width), height: cells(southWest.y - northEast.y), cellMeters: cellMeters) else {
      return nil
    }
    corner = WorldPoint(x: southWest.x, y: northEast.y)
    metersPerWorld = meters
    self.grid = grid
  }

  /// Side of a cell in the numbers of Web Mercator, whose world is that of the axis of WGS 84.
  var projectedCellMeters: Double {
    let (west, east) = (Self.projected(WorldPoint(x: 0, y: 0.5)), Self.projected(WorldPoint(x: 1, y: 0.5)))
    return grid.cellMeters / metersPerWorld * (east.x - west.x)
  }
  /// The corner there.
  var projectedCorner: SIMD2<Double> { Self.projected(corner) }

  private static func projected(_ point: WorldPoint) -> SIMD2<Double> {
    MapProjection.webMercator.project(point).map { SIMD2($0.x, $0.y) } ?? SIMD2()
  }

  /// Adds the buildings of the archive's tiles that meet the grid.
  mutating func add(_ archive: PMTilesArchive) throws(CommandFailure) {
    let side = Double(1 << Self.level)
    let cellWorld = grid.cellMeters / metersPerWorld
    let (right, bottom) = (corner.x + Double(grid.width) * cellWorld, corner.y + Double(grid.height) * cellWorld)
    func tile(_ place: Double) -> Int { Int(min(max((place * side).rounded(.down), 0), side - 1)) }
    let (columns, rows) = (tile(corner.x)...tile(right), tile(corner.y)...tile(bottom))
    guard columns.count * rows.count <= Self.maximumTileCount else {
      throw CommandFailure(
        description: "the bounds meet \(columns.count * rows.count) tiles; at most \(Self.maximumTileCount) are read")
    }
    let tiles = rows.flatMap { y in columns.map { TileID(z: Self.level, x: $0, y: y) } }
    // Its metres are those of the grid: in the middle from north to south.
    let frame = StreetFrame(
      origin: WorldPoint(x: corner.x, y: corner.y + Double(grid.height) * cellWorld / 2).coordinate)
    let middle = Double(grid.height) * grid.cellMeters / 2
    do throws(FormatError) {
      for building in try StreetSceneReader.buildings(of: tiles, in: archive, frame: frame) {
        if grid.raise(building, { SIMD2($0.x, middle - $0.y) }) { buildingCount += 1 }
      }
    } catch {
      throw CommandFailure(description: "\(error)")
    }
  }
}
