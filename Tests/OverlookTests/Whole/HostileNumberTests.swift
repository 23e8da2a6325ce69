import Foundation
import Overlook
import OverlookInput
import OverlookPlatform
import OverlookTestSupport
import Testing

/// No number that a program hands in ends it or reaches the picture: a map lives with any of them.
///
/// `OVERLOOK_NUMBERS` in the environment says how many, 200,000 when it is not set (`make soak` sets ten million); `OVERLOOK_SEED`
/// begins with others.
@MainActor @Suite(.serialized) struct HostileNumberTests {
  private static let total = variable("OVERLOOK_NUMBERS") ?? 200_000
  private static let seed = UInt64(clamping: variable("OVERLOOK_SEED") ?? 1)

  private static func variable(_ name: String) -> Int? { ProcessInfo.processInfo.environment[name].flatMap(Int.init) }

  @Test func geometryTakesAnyNumber() {
    var numbers = HostileNumbers(seed: Self.seed)
    while numbers.count < Self.total * 6 / 10 {
      let path = Path((0..<numbers.index(6)).map { _ in coordinate(&numbers) })
      let (a, b) = (coordinate(&numbers), coordinate(&numbers))
      measure(path, a, b, &numbers)
      bound(path, a, b, &numbers)
    }
  }

  private func measure(_ path: Path, _ a: LocationCoordinate, _ b: LocationCoordinate, _ numbers: inout HostileNumbers) {
    _ = (SphericalGeometry.distance(from: a, to: b), SphericalGeometry.heading(from: a, to: b))
    _ = SphericalGeometry.offset(from: a, distanceMeters: numbers.next(), headingDegrees: numbers.next())
    _ = SphericalGeometry.offsetOrigin(to: a, distanceMeters: numbers.next(), headingDegrees: numbers.next())
    _ = SphericalGeometry.interpolate(from: a, to: b, fraction: numbers.next())
    _ = (SphericalGeometry.area(of: path), SphericalGeometry.signedArea(of: path), SphericalGeometry.length(of: path))
    for geodesic in [true, false] {
      _ = SphericalGeometry.contains(a, in: path, geodesic: geodesic)
      _ = SphericalGeometry.isLocationOnPath(a, path: path, geodesic: geodesic, toleranceMeters: numbers.next())
      _ = SphericalGeometry.isLocationOnEdge(a, path: path, geodesic: geodesic, toleranceMeters: numbers.next())
    }
    _ = SphericalGeometry.simplify(path, toleranceMeters: numbers.next())
    for kind in [LengthKind.geodesic, .rhumb, .projected] {
      _ = (path.length(of: kind), path.segments(forLength: numbers.next(), kind: kind))
    }
    let encoded = path.encodedPath()
    _ = Path(encodedPath: encoded)
    _ = path.offset(byLatitude: numbers.next(), longitude: numbers.next())
  }

  private func bound(_ path: Path, _ a: LocationCoordinate, _ b: LocationCoordinate, _ numbers: inout HostileNumbers) {
    let bounds = CoordinateBounds(southWest: a, northEast: b).including(path).including(coordinate(&numbers))
    _ = (bounds.center, bounds.contains(a), bounds.intersects(CoordinateBounds(path: path)), bounds.longitudeSpan)
    _ = (WorldPoint(a).wrapped.coordinate, WorldPoint(x: numbers.next(), y: numbers.next()).wrapped.coordinate, a.normalized)
    _ = Mercator.metersPerWorldUnit(atLatitude: numbers.next())
    _ = CameraPosition.zoom(at: a, forMeters: numbers.next(), perPoints: numbers.next())
    let easing = Easing.cubicBezier(x1: numbers.next(), y1: numbers.next(), x2: numbers.next(), y2: numbers.next())
    _ = easing.progress(at: numbers.next())
    let normal = a.normalized
    #expect(!normal.isValid || (-180...180).contains(normal.longitude))
  }

  @Test func camerasTakeAnyNumberAndStayOnTheMap() {
    var numbers = HostileNumbers(seed: Self.seed &+ 1)
    let map = MapView(size: ScreenSize(width: 400, height: 300), mapType: .none)
    var now = 0.0
    while numbers.count < Self.total * 3 / 10 {
      steer(map, &numbers)
      now += 0.01
      map.prepare(for: ScreenSize(width: numbers.next(near: 1...2000), height: numbers.next(near: 1...2000)), now: now)
      let (camera, projection) = (map.camera, map.projection)
      let isSound =
        camera.target.isValid && camera.zoom.isFinite && (0...CameraPosition.maximumZoom).contains(camera.zoom)
        && (0...CameraPosition.maximumViewingAngle).contains(camera.viewingAngle) && camera.bearing.isFinite
      #expect(isSound, "\(camera) after \(numbers.count) numbers")
      let point = ScreenPoint(x: numbers.next(), y: numbers.next())
      _ = (projection.coordinate(for: point), projection.point(for: coordinate(&numbers)), projection.visibleRegion())
      _ = (projection.contains(coordinate(&numbers)), projection.points(forMeters: numbers.next(), at: coordinate(&numbers)))
      _ = map.pick(at: point)
    }
  }

  private func steer(_ map: MapView, _ numbers: inout HostileNumbers) {
    switch numbers.index(12) {
    case 0: map.camera = camera(&numbers)
    case 1: map.moveCamera(.scrollBy(x: numbers.next(), y: numbers.next()))
    case 2: map.moveCamera(.zoom(by: numbers.next(), at: ScreenPoint(x: numbers.next(), y: numbers.next())))
    case 3: map.moveCamera(.zoom(to: numbers.next()))
    case 4: map.moveCamera(.fit(bounds(&numbers), padding: numbers.next()))
    case 5: map.moveCamera(.fit(bounds(&numbers), edgeInsets: insets(&numbers)))
    case 6:
      map.moveCamera(
        .setRegion(center: coordinate(&numbers), latitudeDelta: numbers.next(), longitudeDelta: numbers.next()))
    case 7: map.padding = insets(&numbers)
    case 8: map.animate(to: camera(&numbers), padding: insets(&numbers), seconds: numbers.next())
    case 9: map.fly(to: camera(&numbers), seconds: numbers.next())
    case 10: try? map.setMinZoom(numbers.next(near: 0...5), maxZoom: numbers.next(near: 15...24))
    default: map.animate(toBearing: numbers.next(), seconds: numbers.next())
    }
    _ = map.camera(for: bounds(&numbers), insets: insets(&numbers))
  }

  @Test func overlaysOfAnyNumberAreDrawn() throws {
    var numbers = HostileNumbers(seed: Self.seed &+ 2)
    let map = MapView(mapType: .none)
    let loop = try HeadlessLoop(content: map, size: ScreenSize(width: 120, height: 90))
    defer { loop.close() }
    let scene = HostileScene(map)
    while numbers.count < Self.total / 10 {
      scene.change(&numbers)
      map.camera = camera(&numbers)
      loop.renderFrame()
      #expect(map.graphicsError == nil, "after \(numbers.count) numbers")
    }
  }
}

private func coordinate(_ numbers: inout HostileNumbers) -> LocationCoordinate {
  LocationCoordinate(latitude: numbers.next(near: -90...90), longitude: numbers.next(near: -400...400))
}

private func bounds(_ numbers: inout HostileNumbers) -> CoordinateBounds {
  CoordinateBounds(southWest: coordinate(&numbers), northEast: coordinate(&numbers))
}

private func camera(_ numbers: inout HostileNumbers) -> CameraPosition {
  CameraPosition(
    target: coordinate(&numbers), zoom: numbers.next(near: 0...22), bearing: numbers.next(near: 0...360),
    viewingAngle: numbers.next(near: 0...60))
}

private func insets(_ numbers: inout HostileNumbers) -> EdgeInsets {
  EdgeInsets(
    top: numbers.next(near: 0...200), left: numbers.next(near: 0...200), bottom: numbers.next(near: 0...200),
    right: numbers.next(near: 0...200))
}

/// One overlay of each kind, whose numbers are set over and over.
@MainActor private final class HostileScene {
  private let marker = Marker()
  private let line = Polyline()
  private let area = Polygon()
  private let circle = Circle()
  private let ground = GroundOverlay(
    position: LocationCoordinate(latitude: 0, longitude: 0),
    icon: Image(width: 4, height: 4, scale: 1) { _, _ in SIMD4(255, 0, 0, 255) }, zoomLevel: 3)
  private let points = PointLayer()
  private let heat = HeatmapLayer()
  private let columns = ColumnLayer()
  private let arcs = ArcLayer()
  private let paths = PathLayer()
  private let trips = TripsLayer()

  init(_ map: MapView) {
    for overlay in [marker, line, area, circle, ground, points, heat, columns, arcs, paths, trips] as [Overlay] {
      overlay.map = map
    }
  }

  func change(_ numbers: inout HostileNumbers) {
    marker.position = coordinate(&numbers)
    (marker.rotation, marker.opacity) = (numbers.next(), numbers.next())
    changeShapes(&numbers)
    changeLayers(&numbers)
  }

  private func path(_ numbers: inout HostileNumbers) -> Path {
    Path((0..<numbers.index(8)).map { _ in coordinate(&numbers) })
  }

  private func changeShapes(_ numbers: inout HostileNumbers) {
    line.path = path(&numbers)
    line.strokeWidth = numbers.next()
    line.geodesic = numbers.index(2) == 0
    line.spans = [StyleSpan(color: .black, segments: numbers.next()), StyleSpan(color: .white, segments: numbers.next())]
    line.lineStyle.dashes = DashPattern([numbers.next(), numbers.next()], phase: numbers.next())
    area.path = path(&numbers)
    area.holes = [path(&numbers)]
    (area.height, area.base, area.strokeWidth) = (numbers.next(), numbers.next(), numbers.next())
    area.geodesic = numbers.index(2) == 0
    circle.position = coordinate(&numbers)
    (circle.radius, circle.strokeWidth) = (numbers.next(), numbers.next())
    if numbers.index(2) == 0 { ground.bounds = bounds(&numbers) } else { ground.position = coordinate(&numbers) }
    (ground.bearing, ground.opacity) = (numbers.next(), numbers.next())
  }

  private func changeLayers(_ numbers: inout HostileNumbers) {
    let places = (0..<4).map { _ in coordinate(&numbers) }
    points.setPositions(places)
    points.radius = .constant(numbers.next())
    points.strokeWidth = numbers.next()
    heat.setPositions(places)
    (heat.radius, heat.intensity) = (numbers.next(), numbers.next())
    heat.weight = .constant(numbers.next())
    columns.setPositions(places)
    (columns.radius, columns.rotation) = (numbers.next(), numbers.next())
    columns.height = .constant(numbers.next())
    arcs.setArcs(from: places, to: places.reversed())
    arcs.height = numbers.next()
    arcs.strokeWidth = .constant(numbers.next())
    paths.setPaths([places])
    paths.strokeWidth = .constant(numbers.next())
    paths.casingWidth = numbers.next()
    trips.setTrips(
      longitudesAndLatitudes: (0..<6).map { _ in numbers.next() }, times: (0..<3).map { _ in numbers.next() }, starts: [0])
    (trips.trailLength, trips.currentTime) = (numbers.next(), numbers.next())
  }
}

extension MapView {
  fileprivate func prepare(for size: ScreenSize, now: Double) {
    windowContent.resize(to: size, framebuffer: PixelSize(width: 100, height: 100))
    _ = windowContent.prepareFrame(now: now)
  }
}
