package import Foundation
package import OverlookGeometry
import OverlookStreetScene

/// When the sun shines on a place of a street, or on the wall nearest to it.
package struct SunAtPlace: Sendable {
  /// From when until when, in a day.
  package let spans: [ClosedRange<Date>]
  /// The direction out of the wall, degrees clockwise from north; nil for a place without one near.
  package let facing: Double?
}

extension InstalledStreets {
  /// When the sun reaches a place on a day that begins at `start`: the wall that is nearest within three metres, or of the house that the
  /// place lies in, so many metres above the ground; else the place itself. Nil where no region knows the houses, and for dates that have
  /// no sun known. Takes a tenth of a second; on the task pool.
  package func sun(at place: LocationCoordinate, height: Double, from start: Date) async -> SunAtPlace? {
    guard let scene = await panoramas.surroundings(of: place, height: 1.7)?.scene else { return nil }
    let isInHouse = scene.buildings.contains { StreetSurroundings.contains($0.rings, SIMD2()) }
    let wall = SunReach.wall(near: SIMD2(), within: isInHouse ? 60 : 3, in: scene)
    let reach =
      wall.map { SunReach(SIMD3($0.place.x, $0.place.y, height), facing: $0.facing, in: scene) }
      ?? SunReach(SIMD3(0, 0, height), in: scene)
    guard let spans = try? reach.spans(from: start) else { return nil }
    return SunAtPlace(spans: spans, facing: wall?.facing)
  }
}
