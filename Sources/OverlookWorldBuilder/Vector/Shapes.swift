import Foundation
import OverlookGeometry
import OverlookTileBuilder

/// Outlines as areas and lines of the world's square.
enum Shapes {
  /// Areas by number, each outer ring with its holes behind it. Parts at the antimeridian go on a little beyond it, so that no
  /// edge shows there.
  static func areas(_ outlines: [Outline]) -> [(id: UInt32, rings: [[WorldPoint]])] {
    var result: [(id: UInt32, rings: [[WorldPoint]])] = []
    var numbers: [UInt32: Int] = [:]
    for outline in outlines {
      let isOuter = outline.kind != .inner
      guard let ring = RingGeometry.ring(outline.points.map(pushedOut), isOuter: isOuter) else { continue }
      if let number = numbers[outline.feature] {
        result[number].rings.append(ring)
      } else {
        numbers[outline.feature] = result.count
        result.append((outline.feature, [ring]))
      }
    }
    return result
  }

  static func lines(_ outlines: [Outline]) -> [(id: UInt32, lines: [[WorldPoint]])] {
    var result: [(id: UInt32, lines: [[WorldPoint]])] = []
    for outline in outlines {
      let line = outline.points
      if result.last?.id == outline.feature {
        result[result.count - 1].lines.append(line)
      } else {
        result.append((outline.feature, [line]))
      }
    }
    return result
  }

  private static func pushedOut(_ point: WorldPoint) -> WorldPoint {
    // Both the limit of the projection in the south and the antimeridian.
    let x = point.x <= 0 ? -0.02 : point.x >= 1 ? 1.02 : point.x
    return WorldPoint(x: x, y: point.y >= 1 ? 1.02 : point.y)
  }

  static func length(_ line: [WorldPoint]) -> Double {
    zip(line, line.dropFirst()).reduce(0) { sum, pair in
      let dx = pair.1.x - pair.0.x
      let dy = pair.1.y - pair.0.y
      return sum + (dx * dx + dy * dy).squareRoot()
    }
  }

  /// So many kilometres there, in widths of the world.
  static func width(kilometers: Double, at point: WorldPoint) -> Double {
    let latitude = atan(sinh((0.5 - point.y) * 2 * .pi))
    return kilometers / 40_075 / max(cos(latitude), 0.05)
  }

  /// On the map, in squares of the world's width.
  static func area(_ land: GeoPackage.Land) -> Double {
    land.polygons.reduce(0) { $0 + ($1.first.map { abs(RingGeometry.signedArea($0.map { WorldPoint($0) })) } ?? 0) }
  }

  /// The largest polygon of a land, on the map; its outer ring first.
  static func largest(_ land: GeoPackage.Land) -> [[WorldPoint]]? {
    let polygons = land.polygons.map { $0.map { ring in ring.map { WorldPoint($0) } } }
    return polygons.max { abs(RingGeometry.signedArea($0.first ?? [])) < abs(RingGeometry.signedArea($1.first ?? [])) }
  }

  /// The place of a polygon that has the most room for a line of text: farthest from the outline, where distances east and west
  /// count half. Found by a grid that is halved around its best places until it is finer than a hundredth of the polygon.
  static func roomiestPlace(_ polygon: [[WorldPoint]]) -> WorldPoint? {
    let rings = polygon.map { $0.map { WorldPoint(x: $0.x / 2, y: $0.y) } }
    guard let outer = rings.first, let first = outer.first else { return nil }
    var low = first
    var high = first
    for point in outer {
      low = WorldPoint(x: min(low.x, point.x), y: min(low.y, point.y))
      high = WorldPoint(x: max(high.x, point.x), y: max(high.y, point.y))
    }
    var cell = min(high.x - low.x, high.y - low.y) / 4
    guard cell > 0 else { return WorldPoint(x: first.x * 2, y: first.y) }
    let finest = cell / 16
    var centers: [WorldPoint] = []
    for x in stride(from: low.x + cell / 2, to: high.x, by: cell) {
      for y in stride(from: low.y + cell / 2, to: high.y, by: cell) { centers.append(WorldPoint(x: x, y: y)) }
    }
    var best: (place: WorldPoint, distance: Double)?
    while cell > finest {
      var open: [(WorldPoint, Double)] = []
      for center in centers {
        let distance = distance(center, rings)
        if distance > best?.distance ?? -.infinity { best = (center, distance) }
        open.append((center, distance))
      }
      // A cell can hold nothing farther from the outline than its middle is, and half its diagonal.
      let reach = cell * 0.7072
      cell /= 2
      centers = open.filter { $0.1 + reach > best?.distance ?? 0 }.flatMap { center, _ in
        [-0.5, 0.5].flatMap { dx in [-0.5, 0.5].map { dy in WorldPoint(x: center.x + dx * cell, y: center.y + dy * cell) } }
      }
    }
    return best.map { WorldPoint(x: $0.place.x * 2, y: $0.place.y) }
  }

  /// To the nearest outline; below 0 outside.
  private static func distance(_ point: WorldPoint, _ rings: [[WorldPoint]]) -> Double {
    var isInside = false
    var square = Double.infinity
    for ring in rings {
      guard var a = ring.last else { continue }
      for b in ring {
        let dx = b.x - a.x
        let dy = b.y - a.y
        if (b.y > point.y) != (a.y > point.y), point.x < -dx * (point.y - b.y) / (a.y - b.y) + b.x { isInside.toggle() }
        let length = dx * dx + dy * dy
        let t = length > 0 ? min(max(((point.x - a.x) * dx + (point.y - a.y) * dy) / length, 0), 1) : 0
        let x = a.x + t * dx - point.x
        let y = a.y + t * dy - point.y
        square = min(square, x * x + y * y)
        a = b
      }
    }
    return isInside ? square.squareRoot() : -square.squareRoot()
  }
}
