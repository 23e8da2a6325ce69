import Overlook

/// The map of a command, and the sources that the command line names for it.
@MainActor struct PreparedMap {
  /// A tile layer and how messages name it.
  struct Source {
    let name: String
    let layer: TileLayer
    /// A server without a single tile in view is not the one that was meant; an archive may be of another place.
    let isServer: Bool
  }

  let map: MapView
  fileprivate(set) var sources: [Source] = []

  /// Says what the map lacks without being asked for it.
  func warn() {
    if let fault = map.baseMapError { Report.warning("the embedded world is not shown: \(fault)") }
  }
}

extension SourceOptions {
  /// A map that shows what the command line names.
  @MainActor func makeMap(camera: CameraOptions, size: ScreenSize) throws -> PreparedMap {
    let map = MapView()
    var prepared = PreparedMap(map: map)
    // The size decides what "all of an archive" is; the real framebuffer follows with the window.
    map.resize(to: size, framebuffer: PixelSize(width: 1, height: 1))
    var start = showsDemo ? DemoScene.camera : map.camera
    if let tiles {
      let template = try TileURLTemplate(tiles)
      let layer = URLTileLayer(template: template)
      map.mapType = .none
      layer.map = map
      prepared.sources.append(PreparedMap.Source(name: template.serverName, layer: layer, isServer: true))
    }
    for file in files {
      do {
        let (layer, bounds) = try map.addArchive(path: file)
        start = map.camera(for: bounds) ?? start
        prepared.sources.append(PreparedMap.Source(name: file, layer: layer, isServer: false))
      } catch {
        throw CommandFailure(description: "\(error)")
      }
    }
    if showsDemo { DemoScene.add(to: map) }
    map.camera = camera.camera(over: start)
    return prepared
  }
}
