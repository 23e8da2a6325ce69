import OverlookTiles

/// The components that every map has, from the lowest up.
@MainActor struct StandardComponents {
  let baseMap: BaseMap
  let tileLayers: TileLayerStack
  let indoor = IndoorMaps()
  let traffic = TrafficDisplay()
  let overlays = OverlayPlane()
  let sky = SkyDisplay()
  let timeline = TimelineControls()
  let ownLocation = OwnLocation()

  init() {
    let memory = TileMemory()
    baseMap = BaseMap(memory: memory)
    tileLayers = TileLayerStack(memory: memory)
  }

  var all: [any MapComponent] { [baseMap, tileLayers, indoor, traffic, overlays, sky, timeline, ownLocation] }
}
