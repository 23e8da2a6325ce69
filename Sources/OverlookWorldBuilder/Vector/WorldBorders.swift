import Foundation
import OverlookFormats
import OverlookGeometry
import OverlookTileBuilder

/// Borders of countries and states. The fine lines do not say whose they are: the states of the coarser map beside them do.
struct WorldBorders {
  enum Kind {
    case country, disputed, maritime, state
  }

  private let countries: NearestLines<BorderNetwork.Border>
  private let states: NearestLines<BorderNetwork.Border>
  private let disputed: [GeoPackage.Line]
  private let disputedLines: NearestLines<[WorldPoint]>
  private let firstZooms: [String: Int]

  init(states lands: [GeoPackage.Land], disputed: [GeoPackage.Line]) {
    let borders = BorderNetwork(lands).borders()
    countries = NearestLines(borders.filter(\.isBetweenCountries), points: \.points)
    states = NearestLines(borders.filter { !$0.isBetweenCountries }, points: \.points)
    self.disputed = disputed
    disputedLines = NearestLines(disputed.flatMap(\.parts).map { $0.map { WorldPoint($0) } }, points: \.self)
    firstZooms = Self.stateZooms(lands)
  }

  func features(_ fine: FineOutlines) throws -> [MapFeature] {
    var lines: [Kind: [[WorldPoint]]] = [:]
    for outline in try fine.outlines("admin_0_boundary_lines_land") {
      let points = outline.points
      if !Self.isLease(points), let kind = kind(ofCountryBorder: points) { lines[kind, default: []].append(points) }
    }
    var features: [MapFeature] = []
    for (kind, zoom) in [(Kind.country, 0), (.disputed, 2)] {
      for line in JoinedLines.joined(lines[kind] ?? []) {
        features.append(Self.feature(line, id: features.count + 1, kind, from: zoom))
      }
    }
    var stateLines: [Int: [[WorldPoint]]] = [:]
    for outline in try fine.outlines("admin_1_states_provinces_lines") {
      let points = outline.points
      let country = states.nearest(to: points[points.count / 2], within: Shapes.width(kilometers: 25, at: points[0]))?.countries
        .first
      stateLines[country.flatMap { firstZooms[$0] } ?? 6, default: []].append(points)
    }
    for zoom in 0...6 {
      for line in JoinedLines.joined(stateLines[zoom] ?? []) {
        features.append(Self.feature(line, id: features.count + 10_000, .state, from: zoom))
      }
    }
    for (number, line) in disputed.enumerated() {
      for part in line.parts {
        features.append(Self.feature(part.map { WorldPoint($0) }, id: number + 200_000, .disputed, from: 2))
      }
    }
    return features
  }

  /// Nil if the line is one of those that are known to be disputed, and drawn as such anyway.
  private func kind(ofCountryBorder points: [WorldPoint]) -> Kind? {
    let samples = [1, 2, 3].map { points[min($0 * points.count / 4, points.count - 1)] }
    if samples.allSatisfy({ disputedLines.nearest(to: $0, within: Shapes.width(kilometers: 3, at: $0)) != nil }) { return nil }
    let known = samples.compactMap { countries.nearest(to: $0, within: Shapes.width(kilometers: 20, at: $0)) }
    // Where the coarser map has no border, somebody claims one.
    guard known.count > 1 else { return .disputed }
    return known.contains { DisputedBorders.contains($0.countries) } ? .disputed : .country
  }

  /// What one country has leased within another is none on maps: Baikonur, a ring in the steppe.
  private static func isLease(_ points: [WorldPoint]) -> Bool {
    let middle = WorldPoint(LocationCoordinate(latitude: 46, longitude: 63.3))
    let reach = Shapes.width(kilometers: 120, at: middle)
    return points.allSatisfy { hypot($0.x - middle.x, $0.y - middle.y) < reach }
  }

  static func feature(_ points: [WorldPoint], id: Int, _ kind: Kind, from zoom: Int) -> MapFeature {
    let level: Int64 = kind == .state ? 4 : 2
    let tags: [(String, VectorTileWriter.Value)] = [
      ("admin_level", .int(level)), ("disputed", .int(kind == .disputed ? 1 : 0)), ("maritime", .int(kind == .maritime ? 1 : 0)),
    ]
    return MapFeature(
      layer: "boundary", id: UInt64(id), shape: .line(points), tags: tags, zooms: zoom...6, order: Double(-level))
  }

  /// By country, the zoom from which its states are large enough to be told apart: half of them above a square of 70 points.
  private static func stateZooms(_ states: [GeoPackage.Land]) -> [String: Int] {
    Dictionary(grouping: states, by: \.country).mapValues { states in
      let areas = states.map { Shapes.area($0) }.sorted()
      let middle = areas[areas.count / 2]
      return (3...6).first { middle * pow(512 * Double(1 << $0), 2) > 70 * 70 } ?? 7
    }
  }
}

/// Borders on which the two sides, or most of the world, do not agree.
enum DisputedBorders {
  private static let pairs: Set<[String]> = [
    ["EH", "MA"], ["RS", "XK"], ["IL", "PS"], ["IL", "SY"],
  ]

  static func contains(_ countries: [String]) -> Bool { pairs.contains(countries) }
}
