package import OverlookGeometry
package import OverlookSupport

/// A 3D model that stands in a scene.
package struct StreetModel: Sendable {
  package var asset: ModelAsset
  /// Of its origin.
  package var place: WorldPoint
  /// Of its origin above the ground.
  package var altitudeMeters: Double
  /// From the model's axes to east, south and up.
  package var metersFromModel: Matrix4
  /// Of the asset's clips, that which moves it; nil for none.
  package var clip: Int?
  /// Where in the clip it is.
  package var seconds: Double

  package init(
    _ asset: ModelAsset, at place: WorldPoint, altitudeMeters: Double = 0, metersFromModel: Matrix4, clip: Int? = nil,
    seconds: Double = 0
  ) {
    self.asset = asset
    self.place = place
    self.altitudeMeters = altitudeMeters
    self.metersFromModel = metersFromModel
    self.clip = clip
    self.seconds = seconds
  }

  /// From the model's axes to those of a scene, of whose copies of the world the nearest counts.
  func sceneFromModel(_ frame: StreetFrame) -> Matrix4 {
    let origin = WorldPoint(frame.origin)
    let near = WorldPoint(x: place.x - (place.x - origin.x).rounded(), y: place.y)
    let foot = frame.place(near)
    return Matrix4.translation(foot.x, foot.y, altitudeMeters) * Matrix4.scale(1, -1, 1) * metersFromModel
  }

  /// How far its nearest part may be from the origin of a scene, and the farthest, metres on the ground.
  func reach(_ sceneFromModel: Matrix4) -> ClosedRange<Double>? {
    guard let box = asset.bounds?.moved(by: sceneFromModel) else { return nil }
    let (low, high) = (SIMD3<Double>(box.minimum), SIMD3<Double>(box.maximum))
    let middle = SIMD2(low.x + high.x, low.y + high.y) / 2
    let half = SIMD2(high.x - low.x, high.y - low.y) / 2
    let (away, size) = ((middle * middle).sum().squareRoot(), (half * half).sum().squareRoot())
    guard away.isFinite, size.isFinite else { return nil }
    return max(away - size, 0)...(away + size)
  }
}
