import Glibc
import Overlook
import OverlookFormats
import OverlookGPU
import OverlookPlatform
import OverlookSupport
import OverlookTestSupport
import Testing

/// A map with everything that can be drawn: a style with areas, lines, buildings, circles and names, a tile layer, every kind of
/// overlay, an item, an info window and controls. About latitude and longitude 0; a thousandth of a degree is 111 m.
@MainActor struct WholeMapScene {
  static let size = ScreenSize(width: 480, height: 360)

  let map: MapView
  let loop: HeadlessLoop

  init(tilt: Double, bearing: Double, faults: GPUFaultPlan? = nil) throws {
    map = MapView(
      camera: CameraPosition(
        target: LocationCoordinate(latitude: 0, longitude: 0), zoom: 15.4, bearing: bearing, viewingAngle: tilt))
    map.isStill = true
    map.faultPlan = faults
    map.mapStyle = try MapStyle(json: Self.style)
    map.settings.compassButton = true
    loop = try HeadlessLoop(content: map, size: Self.size)
    let tiles = CheckedTiles()
    tiles.opacity = 0.25
    tiles.attribution = "checked tiles"
    tiles.map = map
    addShapes()
    addLayers()
    try addModels()
    let marker = Marker(position: Self.place(-3, 2))
    marker.title = "A marker"
    marker.map = map
    map.selectedMarker = marker
    map.add(CrossItem())
  }

  /// The picture when all of it is there.
  func picture() throws -> Image {
    let isReady = loop.run(timeoutSeconds: 90) { map.isAtRest || map.graphicsError != nil }
    try #require(isReady && map.graphicsError == nil, "\(map.graphicsError ?? "the map did not come to rest")")
    // What the driver compiled meanwhile is drawn with from here on.
    loop.renderFrame(force: true)
    return try #require(loop.image())
  }

  /// Thousandths of degrees north and east.
  static func place(_ north: Double, _ east: Double) -> LocationCoordinate {
    LocationCoordinate(latitude: north / 1000, longitude: east / 1000)
  }

  private static func ring(_ north: Double, _ east: Double, _ radius: Double, corners: Int) -> [LocationCoordinate] {
    (0..<corners).map { corner in
      let angle = 2 * .pi * Double(corner) / Double(corners)
      return place(north + radius * sin(angle), east + radius * cos(angle))
    }
  }

  private static let blue = Color(red: 0.15, green: 0.4, blue: 0.8)
  private static let red = Color(red: 0.8, green: 0.25, blue: 0.2)
  private static let green = Color(red: 0.2, green: 0.6, blue: 0.3)

  private func addShapes() {
    let line = Polyline(path: Path([Self.place(5, -8), Self.place(3, -2), Self.place(5, 3)]))
    line.strokeWidth = 5
    line.strokeColor = Self.red
    let area = Polygon(path: Path(Self.ring(-4, -6, 1.6, corners: 5)))
    area.fillColor = Self.green.withAlpha(0.6)
    let block = Polygon(path: Path(Self.ring(0, -5, 0.8, corners: 6)))
    block.fillColor = Color(red: 0.85, green: 0.75, blue: 0.6)
    block.height = 150
    let circle = Circle(position: Self.place(3, 6), radius: 160)
    circle.fillColor = Self.blue.withAlpha(0.4)
    let picture = Image(width: 32, height: 32, scale: 1) { column, row in
      (column / 8 + row / 8).isMultiple(of: 2) ? SIMD4(220, 60, 40, 255) : SIMD4(250, 230, 160, 255)
    }
    let ground = GroundOverlay(
      bounds: CoordinateBounds(coordinate: Self.place(-1.5, 3.5), coordinate: Self.place(0.5, 6)), icon: picture)
    for overlay in [line, area, block, circle, ground] as [Overlay] { overlay.map = map }
  }

  private func addLayers() {
    let points = PointLayer(positions: (0..<60).map { Self.place(-2.2 + 0.05 * Double($0), -3.4 + 0.08 * Double($0 % 9)) })
    points.radius = .constant(3)
    points.fillColor = .constant(Self.blue)
    let icon = Image(width: 16, height: 16, scale: 1) { column, row in
      abs(column - 8) + abs(row - 8) < 8 ? SIMD4(160, 40, 140, 255) : SIMD4(0, 0, 0, 0)
    }
    let icons = IconLayer(images: [icon], positions: (0..<6).map { (icon: Int) in Self.place(4.4, -6 + 0.7 * Double(icon)) })
    let heat = HeatmapLayer(positions: (0..<20).map { Self.place(-4 + 0.1 * Double($0 % 5), 5 + 0.1 * Double($0 / 5)) })
    let paths = PathLayer(
      paths: (0..<4).map { line in
        (0..<20).map { Self.place(1.6 + 0.3 * Double(line) + 0.1 * sin(Double($0)), -1 + 0.2 * Double($0)) }
      })
    paths.strokeColor = .each { $0 % 2 == 0 ? Self.green : Self.red }
    paths.strokeWidth = .constant(3)
    let areas = PolygonLayer(polygons: (0..<3).map { [Self.ring(-2.6, -1 + 1.4 * Double($0), 0.55, corners: 4 + $0)] })
    areas.fillColor = .constant(Self.blue.withAlpha(0.5))
    let walls = PolygonLayer(polygons: (0..<3).map { [Self.ring(-4.2, -2 + 1.6 * Double($0), 0.5, corners: 4 + $0)] })
    walls.fillColor = .constant(Color(red: 0.9, green: 0.6, blue: 0.5))
    walls.height = .each { 60 + 40 * Double($0) }
    let arcs = ArcLayer(from: [Self.place(-1, -7), Self.place(-1, -7)], to: [Self.place(5, 0), Self.place(3, 5)])
    arcs.strokeWidth = .constant(2)
    let columns = ColumnLayer(positions: (0..<3).map { Self.place(-0.6, -1.4 + 1.1 * Double($0)) })
    columns.radius = 35
    columns.height = .each { 40 + 60 * Double($0) }
    columns.fillColor = .constant(Self.green)
    let trips = TripsLayer()
    trips.setTrips(
      longitudesAndLatitudes: (0..<20).flatMap { (step: Int) -> [Double] in
        let along = Double(step)
        return [0.0034 + 0.0002 * along, 0.0011 + 0.0001 * sin(along)]
      },
      times: (0..<20).map(Double.init), starts: [0])
    trips.strokeWidth = .constant(4)
    trips.trailLength = 15
    trips.currentTime = 18
    for overlay in [points, icons, heat, paths, areas, walls, arcs, columns, trips] as [Overlay] { overlay.map = map }
  }

  private func addModels() throws {
    var file = GLBWriter()
    let material = file.addMaterial(Self.red, roughness: 0.8)
    _ = file.addNode(file.addMesh([(ModelSurface.box(center: SIMD3(0, 40, 0), size: SIMD3(50, 80, 50)), material)]))
    let model = try Model(bytes: file.bytes)
    ModelOverlay(model: model, position: Self.place(1.4, -7)).map = map
    ModelLayer(model: model, positions: [Self.place(2.6, -5), Self.place(2.6, -4)]).map = map
  }

  private static let style = """
    {"version": 8, "sources": {"s": {"type": "geojson", "data": {"type": "FeatureCollection", "features": [
      {"type": "Feature", "properties": {"k": "water"}, "geometry": {"type": "Polygon", "coordinates":
       [[[-0.02, 0.001], [0.001, 0.002], [0.004, 0.02], [-0.02, 0.02], [-0.02, 0.001]]]}},
      {"type": "Feature", "properties": {"k": "house"}, "geometry": {"type": "Polygon", "coordinates":
       [[[0.001, -0.001], [0.002, -0.001], [0.002, 0], [0.001, 0], [0.001, -0.001]]]}},
      {"type": "Feature", "properties": {"k": "road"}, "geometry": {"type": "LineString", "coordinates":
       [[-0.01, -0.003], [-0.002, -0.0015], [0.001, -0.0032], [0.01, 0.002]]}},
      {"type": "Feature", "properties": {"k": "place", "name": "Overlook"}, "geometry": {"type": "Point", "coordinates":
       [-0.001, 0.0035]}}]}}},
     "layers": [
      {"id": "paper", "type": "background", "paint": {"background-color": "#f0ece2"}},
      {"id": "water", "type": "fill", "source": "s", "filter": ["==", ["get", "k"], "water"],
       "paint": {"fill-color": "#9cc0e0"}},
      {"id": "road-case", "type": "line", "source": "s", "filter": ["==", ["get", "k"], "road"],
       "paint": {"line-color": "#a08860", "line-width": 12}},
      {"id": "road", "type": "line", "source": "s", "filter": ["==", ["get", "k"], "road"],
       "paint": {"line-color": "#ffffff", "line-width": 8}},
      {"id": "spot", "type": "circle", "source": "s", "filter": ["==", ["get", "k"], "place"],
       "paint": {"circle-color": "#805020", "circle-radius": 5}},
      {"id": "house", "type": "fill-extrusion", "source": "s", "filter": ["==", ["get", "k"], "house"],
       "paint": {"fill-extrusion-color": "#d0c8b8", "fill-extrusion-height": 70}},
      {"id": "name", "type": "symbol", "source": "s", "filter": ["==", ["get", "k"], "place"],
       "layout": {"text-field": ["get", "name"], "text-size": 16, "text-offset": [0, 1.2]},
       "paint": {"text-color": "#402000", "text-halo-color": "#ffffff", "text-halo-width": 1}}]}
    """
}

/// Tiles of a frame and a diagonal, which show where each lies.
private final class CheckedTiles: SyncTileLayer {
  nonisolated override func tile(x: Int, y: Int, zoom: Int) -> Image? {
    Image(width: 256, height: 256, scale: 1) { column, row in
      let isDark = min(column, row) < 6 || abs(column - row) < 4
      return isDark ? SIMD4(20, 20, 60, 255) : SIMD4((x + y).isMultiple(of: 2) ? 255 : 200, 240, 200, 255)
    }
  }
}

/// A cross at a place.
private final class CrossItem: OverlayItem {
  private var middle: ScreenPoint?
  let zIndex = 5

  func update(with projection: Projection) { middle = projection.point(for: WholeMapScene.place(0.9, 2.6)) }

  func draw(in canvas: Canvas) {
    guard let middle else { return }
    canvas.fillRect(ScreenRect(x: middle.x - 8, y: middle.y - 2, width: 16, height: 4), color: .black)
    canvas.fillRect(ScreenRect(x: middle.x - 2, y: middle.y - 8, width: 4, height: 16), color: .black)
  }
}
