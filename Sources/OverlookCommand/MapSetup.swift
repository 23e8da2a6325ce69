import Overlook

extension SourceOptions {
  /// A map that shows what the command line names.
  @MainActor func makeMap(camera: CameraOptions, size: ScreenSize) throws -> MapView {
    let map = MapView()
    // The size decides what "all of an archive" is; the real framebuffer follows with the window.
    map.resize(to: size, framebuffer: PixelSize(width: 1, height: 1))
    var start = showsDemo ? DemoScene.camera : map.camera
    if let tiles {
      let layer: URLTileLayer
      do {
        layer = URLTileLayer(template: try TileURLTemplate(tiles))
      } catch {
        throw CommandFailure(description: "--tiles: \(error)")
      }
      map.mapType = .none
      layer.map = map
    }
    for file in files {
      do {
        let bounds = try map.addArchive(path: file).bounds
        start = map.camera(for: bounds) ?? start
      } catch {
        throw CommandFailure(description: "\(error)")
      }
    }
    if showsDemo { DemoScene.add(to: map) }
    map.camera = camera.camera(over: start)
    if let fault = map.baseMapError { Report.warning("the embedded world is not shown: \(fault)") }
    return map
  }
}
