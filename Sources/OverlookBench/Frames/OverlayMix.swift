import Glibc
import Overlook
import OverlookFormats
import OverlookSupport

/// A few overlays of every kind that there is, in one view: what steady frames are measured with.
@MainActor enum OverlayMix {
  /// From where all of them are seen.
  static let camera = CameraPosition(latitude: 51.5, longitude: -0.12, zoom: 11, bearing: 10, viewingAngle: 30)

  static func add(to map: MapView) throws {
    addMarkers(to: map)
    addShapes(to: map)
    addLayersOfPlaces(to: map)
    addLayersOfPaths(to: map)
    try addModels(to: map)
    map.add(Cross())
  }

  /// Of a spiral about the middle of the view; higher numbers lie farther out, up to 100.
  private static func place(_ number: Int) -> LocationCoordinate {
    let (angle, distance) = (2.4 * Double(number), 0.016 * Double(number).squareRoot())
    return LocationCoordinate(latitude: 51.5 + distance * cos(angle), longitude: -0.12 + 1.6 * distance * sin(angle))
  }

  private static func places(_ numbers: Range<Int>) -> [LocationCoordinate] { numbers.map(place) }

  private static let picture = Image(width: 16, height: 16, scale: 1) { column, row in
    SIMD4(UInt8(16 * column), UInt8(16 * row), 120, 255)
  }

  private static func addMarkers(to map: MapView) {
    for number in 0..<40 {
      let marker = Marker(position: place(number))
      marker.collisionBehavior = number % 4 == 0 ? .optionalAndHidesLowerPriority : .required
      marker.isFlat = number % 3 == 0
      marker.rotation = Double(10 * number)
      marker.icon = number % 2 == 0 ? picture : nil
      if number == 7 { marker.iconView = Tag() }
      marker.map = map
    }
    let clusterer = MarkerClusterer()
    clusterer.add(places(0..<60).map { Marker(position: $0) })
    clusterer.map = map
  }

  private static func addShapes(to map: MapView) {
    for number in 0..<8 {
      let line = Polyline(path: Path(places(3 * number..<3 * number + 6)))
      line.strokeWidth = 3
      if number % 2 == 0 { line.lineStyle = LineStyle(dashes: DashPattern([8, 6])) }
      if number % 3 == 0 { line.spans = [StyleSpan(style: .gradient(from: .red, to: .blue), segments: 2)] }
      line.map = map
      let circle = Circle(position: place(5 * number), radius: 900)
      circle.fillColor = Color(red: 1, green: 0.5, blue: 0, alpha: 0.3)
      circle.map = map
      let area = Polygon(path: Path(places(4 * number..<4 * number + 4)))
      area.fillColor = Color(red: 0, green: 0.5, blue: 1, alpha: 0.4)
      if number % 2 == 1 { area.fillPattern = .hatch(HatchStyle()) }
      if number % 4 == 2 { area.height = 800 }
      area.map = map
    }
    let bounds = CoordinateBounds(places(20..<40))
    GroundOverlay(bounds: bounds, icon: picture).map = map
  }

  private static func addLayersOfPlaces(to map: MapView) {
    let points = PointLayer(positions: places(0..<100))
    points.fillColor = .each { BenchPixels.color($0) }
    points.map = map
    IconLayer(images: [picture], positions: places(20..<80)).map = map
    HeatmapLayer(positions: places(40..<100)).map = map
    let columns = ColumnLayer(positions: places(10..<50))
    columns.radius = 300
    columns.map = map
  }

  private static func addLayersOfPaths(to map: MapView) {
    PathLayer(paths: (0..<10).map { places(6 * $0..<6 * $0 + 6) }).map = map
    let rings = (0..<10).map { [places(5 * $0..<5 * $0 + 5)] }
    PolygonLayer(polygons: rings).map = map
    let blocks = PolygonLayer(polygons: rings)
    blocks.height = .constant(500)
    blocks.map = map
    let arcs = ArcLayer(from: places(0..<20), to: places(40..<60))
    arcs.map = map
    let trips = TripsLayer(
      longitudesAndLatitudes: places(0..<60).flatMap { [$0.longitude, $0.latitude] }, times: (0..<60).map(Double.init),
      starts: [0, 20, 40])
    trips.currentTime = 30
    trips.map = map
  }

  private static func addModels(to map: MapView) throws {
    var file = GLBWriter()
    let material = file.addMaterial(.red)
    _ = file.addNode(file.addMesh([(ModelSurface.box(size: SIMD3(1, 1, 1)), material)]))
    let model = try Model(bytes: file.bytes)
    let box = ModelOverlay(model: model, position: place(12))
    box.scale = 1000
    box.map = map
    let boxes = ModelLayer(model: model, positions: places(30..<40))
    boxes.scale = .constant(500)
    boxes.map = map
  }
}

/// An item that draws itself.
@MainActor private final class Cross: OverlayItem {
  private var middle = ScreenPoint(x: 0, y: 0)

  func update(with projection: Projection) { middle = projection.point(for: OverlayMix.camera.target) }

  func draw(in canvas: Canvas) {
    canvas.fillRect(ScreenRect(x: middle.x - 10, y: middle.y - 1, width: 20, height: 2), color: .black)
    canvas.fillRect(ScreenRect(x: middle.x - 1, y: middle.y - 10, width: 2, height: 20), color: .black)
  }
}

/// An icon that is looked at in each frame.
@MainActor private final class Tag: CanvasView {
  let size = ScreenSize(width: 40, height: 20)

  func draw(in canvas: Canvas) {
    canvas.fillRect(ScreenRect(x: 0, y: 0, width: 40, height: 20), color: .white)
  }
}
