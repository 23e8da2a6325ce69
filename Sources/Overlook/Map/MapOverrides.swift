import OverlookSupport

/// What a navigator shows in the place of what the properties of its map say. Those keep their values, also when an app sets them
/// meanwhile, and are shown again when nothing is overridden.
struct MapOverrides {
  /// Nil, as for the others: as the property says.
  var mapType: MapType?
  var mapStyle: MapStyle?
  var interfaceTheme: InterfaceTheme?
  var isBuildingOcclusionEnabled: Bool?
}

extension MapView {
  var shownMapType: MapType { overrides.mapType ?? mapType }

  var shownTheme: InterfaceTheme { overrides.interfaceTheme ?? interfaceTheme }

  /// Shows what is overridden, or is no longer.
  func takeOverrides(from old: MapOverrides) {
    let occlusion = overrides.isBuildingOcclusionEnabled ?? isBuildingOcclusionEnabled
    if standard.baseMap.buildingsHideLabels != occlusion {
      standard.baseMap.buildingsHideLabels = occlusion
      requestFrame(.tiles)
    }
    if controlLayer.area.theme != shownTheme { showTheme() }
    let hadStyle = old.mapStyle != nil
    if old.mapType ?? mapType != shownMapType || hadStyle || overrides.mapStyle != nil { applyMapType() }
  }

  func showTheme() {
    controlLayer.area.theme = shownTheme
    standard.indoor.applyLevels()
  }
}
