import Foundation
import Overlook
import OverlookAstronomy
import OverlookFormats
import OverlookGeometry
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
    for y in rows {
      for x in columns {
        let id = TileID(z: Self.level, x: x, y: y)
        do throws(FormatError) {
          if let bytes = try archive.tile(id) { try add(bytes, of: id) }
        } catch {
          throw CommandFailure(description: "\(error)")
        }
      }
    }
  }

  private mutating func add(_ bytes: [UInt8], of id: TileID) throws(FormatError) {
    let tile = try VectorTileJSON.document(bytes)
    for layer in tile["layers"]?.array ?? [] where layer["name"]?.string == "building" {
      let extent = layer["extent"]?.number ?? 4096
      for feature in layer["features"]?.array ?? [] where feature["properties"]?["hide_3d"] == nil {
        guard let height = feature["properties"]?["render_height"]?.number, height > 0, extent > 0 else { continue }
        for polygon in Self.polygons(feature) {
          let rings = polygon.map { ring in ring.map { meters($0, id, extent) } }
          grid.raise(rings, to: min(height, 2000))
          buildingCount += 1
        }
      }
    }
  }

  private static func polygons(_ feature: JSONValue) -> [[[SIMD2<Double>]]] {
    let geometry = feature["geometry"]
    let polygons: [JSONValue] =
      switch geometry?["type"]?.string {
      case "Polygon": geometry?["coordinates"].map { [$0] } ?? []
      case "MultiPolygon": geometry?["coordinates"]?.array ?? []
      default: []
      }
    return polygons.map { polygon in
      (polygon.array ?? []).map { ring in
        (ring.array ?? []).compactMap { place in
          guard let x = place.array?.first?.number, let y = place.array?.last?.number else { return nil }
          return SIMD2(x, y)
        }
      }
    }
  }

  /// East and south of the corner.
  private func meters(_ place: SIMD2<Double>, _ id: TileID, _ extent: Double) -> SIMD2<Double> {
    let side = exp2(Double(id.z))
    let world = SIMD2((Double(id.x) + place.x / extent) / side, (Double(id.y) + place.y / extent) / side)
    return SIMD2(world.x - corner.x, world.y - corner.y) * metersPerWorld
  }
}
