package import OverlookGeometry
package import OverlookSupport

/// A model as it stands somewhere, for other pictures than that of a map.
package struct StandingModel: Sendable {
  package let asset: ModelAsset
  package let place: WorldPoint
  /// Of its origin above the ground.
  package let altitudeMeters: Double
  /// From the model's axes to east, south and up.
  package let metersFromModel: Matrix4
  package let animation: ModelAnimation?
}

extension Overlay {
  /// A model that lets more of the light through is as good as not there.
  private static let leastOpacity = 0.5

  /// The models that it stands for; none of other kinds, and of what lets half of the light through or more.
  package var standingModels: [StandingModel] {
    switch self {
    case let overlay as ModelOverlay where overlay.opacity > Self.leastOpacity: overlay.standing.map { [$0] } ?? []
    case let layer as ModelLayer where layer.opacity > Self.leastOpacity: layer.standing
    default: []
    }
  }
}

extension ModelOverlay {
  fileprivate var standing: StandingModel? {
    let placement = ModelPlacement(
      position: position, altitude: altitude, heading: heading, tilt: tilt, roll: roll, scale: scale)
    guard let model, let placement else { return nil }
    return StandingModel(
      asset: model.asset, place: placement.place, altitudeMeters: placement.altitudeMeters,
      metersFromModel: placement.metersFromModel, animation: animation)
  }
}

extension ModelLayer {
  fileprivate var standing: [StandingModel] {
    guard let model else { return [] }
    let animation = animation
    return instances.compactMap { instance in
      guard instance.worldPerMeter > 0 else { return nil }
      let place = instance.place.worldPoint
      let metersPerWorld = Mercator.metersPerWorldUnit(atLatitude: place.coordinate.latitude)
      let scale = Double(instance.worldPerMeter) * metersPerWorld
      let (s, c) = (Double(instance.sine) * scale, Double(instance.cosine) * scale)
      return StandingModel(
        asset: model.asset, place: place, altitudeMeters: Double(instance.altitude) * metersPerWorld,
        metersFromModel: Matrix4(
          columns: (SIMD4(-c, -s, 0, 0), SIMD4(0, 0, scale, 0), SIMD4(s, -c, 0, 0), SIMD4(0, 0, 0, 1))),
        animation: animation)
    }
  }
}
