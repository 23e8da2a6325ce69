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
  fileprivate var warnings: [String] = []

  /// Says what the map lacks without being asked for it, and what was chosen.
  func warn() {
    for text in warnings { Report.warning(text) }
    if let fault = map.baseMapError { Report.warning("the embedded world is not shown: \(fault)") }
  }
}

extension SourceOptions {
  /// A map that shows what the command line names; sources may take `timeoutSeconds` to say what they are.
  @MainActor func makeMap(
    camera: CameraOptions, style: StyleOptions? = nil, isStill: Bool = false, size: ScreenSize, timeoutSeconds: Double = 30
  ) throws -> PreparedMap {
    let map = MapView(showsBaseMap: false)
    map.isStill = isStill
    map.isBare = isStill && style?.style != nil
    map.language = style?.language
    if tiles == nil, style?.style == nil { map.showBaseMap() }
    var prepared = PreparedMap(map: map)
    // The size decides what "all of an archive" is; the real framebuffer follows with the window.
    map.resize(to: size, framebuffer: PixelSize(width: 1, height: 1))
    var start = showsDemo ? DemoScene.camera : map.camera
    if tiles != nil, style?.style == nil { map.mapType = .none }
    let (sources, warnings) = try openSources(services: map.services, timeoutSeconds: timeoutSeconds)
    prepared.warnings = warnings
    for (location, source) in sources {
      let isBounded = source.extent.bounds != nil
      if !source.isRemote || isBounded { start = map.camera(for: source.bounds) ?? start }
      if source.isVector {
        // One style can be shown: that which was named, else that of the first vector tiles.
        if style?.style != nil { continue }
        guard map.mapStyle == nil, let own = MapStyle(showing: source, at: location) else {
          throw CommandFailure(description: "\(TileSourceError.holdsVectorTiles(source: TileSource.displayName(of: location)))")
        }
        map.mapType = .normal
        map.mapStyle = own
        continue
      }
      let layer = map.addSource(source)
      prepared.sources.append(
        PreparedMap.Source(name: source.messageName, layer: layer, isServer: source.isRemote && !isBounded))
      prepared.warnings += source.warnings.map { "\(source.messageName): \($0)" }
    }
    if let style = try style?.open(services: map.services, timeoutSeconds: timeoutSeconds) {
      map.mapStyle = style
      map.camera = camera.styleCamera(of: style, on: map)
      // What was named besides is shown above the style; the demo only where it was asked for.
      if demo == true { DemoScene.add(to: map) }
      return prepared
    }
    if showsDemo { DemoScene.add(to: map) }
    map.camera = camera.camera(over: start)
    return prepared
  }
}
