import OverlookStyledMap
import OverlookTiles

extension MapView {
  /// Why tiles of the view, or whole sources, are missing, each cause once: those of the style, then those of tile layers from the
  /// lowest up. Empty when all is well; a new fault is told by `MapViewDelegate.mapView(_:didChange:)`.
  public var loadingFaults: [LoadingFault] {
    let faults = componentList.loadingFaults
    state.faults.note(faults)
    return watched(\.loadingFaults, faults)
  }

  /// How the tiles of the view stand, of the style and all tile layers together.
  public var loadingState: LoadingState {
    let loading = loadingNow
    state.loading.note(loading)
    return watched(\.loadingState, loading)
  }

  var loadingNow: LoadingState { LoadingState(tileCounts, componentList.loadingFaults) }

  /// How the tiles of one source of the style stand; nil for a source that is not drawn, or without a style.
  public func loadingState(ofSource id: String) -> LoadingState? {
    styledMap?.standing(ofSource: id).map { LoadingState($0.counts, $0.faults.map(LoadingFault.init)) }
  }
}

extension TileLayer {
  /// How the tiles of the view stand; nil for a layer that is on no map.
  public var loadingState: LoadingState? {
    map?.tileLayers.first { $0.layer === self }.map { LoadingState($0.counts, $0.faults.map(LoadingFault.init)) }
  }
}
