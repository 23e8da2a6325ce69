public import OverlookScene
package import OverlookStreetScene

extension InstalledStreets {
  /// Has 3D models stand in the pictures that are made from now on: those of each `ModelOverlay` and `ModelLayer` among `overlays`, as they
  /// are now, in the place of what stood there before. Others mean nothing, and what lets half of the light through or more is left out. They
  /// have the light of the houses, throw shadows, and hide what is behind them. `PanoramaView.renewPicture()` shows it where a street is
  /// looked at.
  @MainActor public func setModels(_ overlays: [Overlay]) {
    panoramas.streetModels = Self.streetModels(of: overlays)
  }

  /// As the other, of all that is on a map.
  @MainActor public func setModels(of map: MapView) { setModels(map.overlayStore.attachedOverlays) }

  /// As they stand now.
  @MainActor package static func streetModels(of overlays: [Overlay]) -> [StreetModel] {
    overlays.flatMap(\.standingModels).map { model in
      StreetModel(
        model.asset, at: model.place, altitudeMeters: model.altitudeMeters, metersFromModel: model.metersFromModel,
        clip: model.animation?.clip, seconds: model.animation?.time ?? 0)
    }
  }
}
