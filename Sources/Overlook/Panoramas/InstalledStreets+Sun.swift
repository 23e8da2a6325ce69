package import Foundation
package import OverlookGeometry
import OverlookCamera
import OverlookStreetScene

/// When the sun shines on a place of a street, or on the wall nearest to it.
package struct SunAtPlace: Sendable {
  /// From when until when, in a day.
  package let spans: [ClosedRange<Date>]
  /// The direction out of the wall, degrees clockwise from north; nil for a place without one near.
  package let facing: Double?
  /// Of the place on the wall that was pointed at, metres above the ground; nil where none was.
  package let height: Double?
}

/// From where a map is looked at.
package struct MapEye: Hashable, Sendable {
  /// The place on the ground below it.
  package let coordinate: LocationCoordinate
  /// Above the ground.
  package let heightMeters: Double
}

extension MapView {
  /// Where the eye is.
  package var eye: MapEye {
    let view = cameraController.view
    let (ground, height) = view.eyePlace
    let meters = Mercator.metersPerWorldUnit(atLatitude: camera.target.latitude) / view.pointsPerWorld
    return MapEye(coordinate: ground.coordinate.normalized, heightMeters: height * meters)
  }
}

extension InstalledStreets {
  /// When the sun reaches a place on a day that begins at `start`: the spot of a wall that an eye sees there; else, so many metres above
  /// the ground, the wall that is nearest within three metres, or of the house that the place lies in, or the place itself. Nil where no
  /// region knows the houses, and for dates that have no sun known. Takes a tenth of a second; on the task pool.
  package func sun(at place: LocationCoordinate, seenFrom eye: MapEye?, height: Double, from start: Date) async -> SunAtPlace? {
    guard let scene = await panoramas.surroundings(of: place, height: 1.7)?.scene else { return nil }
    let seen = eye.flatMap { eye in
      let below = scene.frame.place(eye.coordinate)
      return StreetWall(from: SIMD3(below.x, below.y, eye.heightMeters), toward: SIMD2(), in: scene)
    }
    let isInHouse = scene.buildings.contains { StreetSurroundings.contains($0.rings, SIMD2()) }
    let wall = seen ?? StreetWall(near: SIMD2(), within: isInHouse ? 60 : 3, in: scene)
    let reach =
      wall.map { SunReach(SIMD3($0.place.x, $0.place.y, $0.height ?? height), facing: $0.facing, in: scene) }
      ?? SunReach(SIMD3(0, 0, height), in: scene)
    guard let spans = try? reach.spans(from: start) else { return nil }
    return SunAtPlace(spans: spans, facing: wall?.facing, height: wall?.height)
  }
}
