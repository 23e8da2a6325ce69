import OverlookTiles

/// The components that every map has, from the lowest up.
@MainActor struct StandardComponents {
  let accessibility = AccessibilityTeller()
  let controls = StandardControls()
  let baseMap: BaseMap
  let tileLayers: TileLayerStack
  let indoor = IndoorMaps()
  let traffic = TrafficDisplay()
  let overlays = OverlayPlane()
  let sky = SkyDisplay()
  let timeline = TimelineControls()
  let ownLocation = OwnLocation()
  /// For a component that is on the map only while a navigator has it.
  let navigation = NavigationSeat()

  init() {
    let memory = TileMemory()
    baseMap = BaseMap(memory: memory)
    tileLayers = TileLayerStack(memory: memory)
  }

  var all: [any MapComponent] {
    [accessibility, controls, baseMap, tileLayers, indoor, traffic, overlays, sky, timeline, ownLocation]
  }
}
