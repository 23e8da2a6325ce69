import Foundation
import Overlook
import OverlookFormats
import OverlookTestSupport
import Testing

/// Any number in what lies on a map beside the overlays of `HostileNumberTests`: models, animations, time, controls and panoramas.
///
/// As many numbers as there, in proportion.
@MainActor @Suite(.serialized) struct HostileViewNumberTests {
  private static let total = variable("OVERLOOK_NUMBERS") ?? 200_000
  private static let seed = UInt64(clamping: variable("OVERLOOK_SEED") ?? 1)

  private static func variable(_ name: String) -> Int? { ProcessInfo.processInfo.environment[name].flatMap(Int.init) }

  /// Draws frames of a map of which `change` sets numbers, until it has set so many.
  private func draw(
    _ share: Int, seed: UInt64, _ change: (MapView, inout HostileNumbers) -> Void
  ) throws {
    var numbers = HostileNumbers(seed: Self.seed &+ seed)
    let map = MapView(mapType: .none)
    let loop = try HeadlessLoop(content: map, size: ScreenSize(width: 120, height: 90))
    defer { loop.close() }
    while numbers.count < Self.total / share {
      change(map, &numbers)
      loop.advance(by: 0.02)
      #expect(map.graphicsError == nil, "after \(numbers.count) numbers")
      let camera = map.camera
      #expect(camera.target.isValid && camera.zoom.isFinite && camera.bearing.isFinite && camera.viewingAngle.isFinite)
    }
  }

  @Test func modelsIconsAndAreasOfAnyNumberAreDrawn() throws {
    let things = try HostileThings()
    try draw(40, seed: 10) { map, numbers in
      things.show(on: map)
      things.change(&numbers)
      map.camera = CameraPosition(
        latitude: numbers.next(near: -80...80), longitude: numbers.next(near: -180...180), zoom: numbers.next(near: 0...22),
        viewingAngle: numbers.next(near: 0...60))
    }
  }

  @Test func animationsOfAnyNumberLeaveTheCameraOnTheMap() throws {
    let keys: [AnimatableLayer.Key] = [
      .cameraLatitude, .cameraLongitude, .cameraBearing, .cameraZoomLevel, .cameraViewingAngle, .paddingTop, .paddingLeft,
      .paddingBottom, .paddingRight, .latitude, .longitude, .rotation, .opacity,
    ]
    let marker = Marker()
    try draw(40, seed: 11) { map, numbers in
      if marker.map == nil { marker.map = map }
      let easing = Easing.cubicBezier(x1: numbers.next(), y1: numbers.next(), x2: numbers.next(), y2: numbers.next())
      let animation = LayerAnimation(
        key: keys[numbers.index(keys.count)], from: numbers.index(2) == 0 ? nil : numbers.next(), to: numbers.next(),
        seconds: numbers.next(near: 0...1), easing: easing)
      map.layer.add(animation)
      marker.layer.add(animation)
      LayerTransaction.animate(seconds: numbers.next(near: 0...1), easing: easing) {
        switch numbers.index(7) {
        case 0: map.layer.cameraLatitude = numbers.next()
        case 1: map.layer.cameraLongitude = numbers.next()
        case 2: map.layer.cameraBearing = numbers.next()
        case 3: map.layer.cameraZoomLevel = numbers.next()
        case 4: map.layer.cameraViewingAngle = numbers.next()
        case 5: map.padding = EdgeInsets(top: numbers.next(), left: numbers.next(), bottom: numbers.next(), right: numbers.next())
        default: (marker.layer.latitude, marker.layer.longitude) = (numbers.next(), numbers.next())
        }
        (marker.layer.rotation, marker.layer.opacity) = (numbers.next(), numbers.next())
      }
      let path = Path((0..<3).map { _ in LocationCoordinate(latitude: numbers.next(), longitude: numbers.next()) })
      marker.layer.animate(along: path, seconds: numbers.next(near: 0...1), easing: easing, geodesic: true, turns: true)
    }
  }

  @Test func timesOfAnyNumberAreShown() throws {
    let sun = SunPath()
    let weather = TimedOverlay(
      catalogue: TimedOverlayCatalogue(
        layerName: "test",
        bounds: CoordinateBounds([
          LocationCoordinate(latitude: 0, longitude: 0), LocationCoordinate(latitude: 9, longitude: 9),
        ]),
        frames: [(timeSeconds: 0, image: Image(width: 4, height: 4, scale: 1) { _, _ in SIMD4(255, 0, 0, 255) })]))
    try draw(400, seed: 12) { map, numbers in
      if weather.map == nil {
        weather.map = map
        map.add(sun)
      }
      map.clock.date = Date(timeIntervalSince1970: numbers.next())
      (map.clock.speed, map.clock.secondsFromGMT) = (numbers.next(), numbers.next())
      map.clock.play()
      map.clock.showsControls = numbers.index(2) == 0
      map.sunLight = numbers.index(2) == 0 ? .now : .date(Date(timeIntervalSince1970: numbers.next()))
      sun.place = LocationCoordinate(latitude: numbers.next(near: -90...90), longitude: numbers.next(near: -180...180))
      (sun.date, sun.secondsFromGMT) = (Date(timeIntervalSince1970: numbers.next(near: 0...4e9)), numbers.next())
      sun.radiusPoints = numbers.next(near: 10...300)
      weather.opacity = numbers.next()
      weather.followsClock = numbers.index(2) == 0
      let observer = LocationCoordinate(latitude: numbers.next(), longitude: numbers.next())
      _ = try? Ephemeris.position(of: .moon, at: Date(timeIntervalSince1970: numbers.next()), observer: SkyObserver(observer))
    }
  }

  @Test func clustersOfAnyNumberAreGathered() throws {
    let (clusterer, columns) = (MarkerClusterer(), ColumnLayer())
    try draw(100, seed: 13) { map, numbers in
      if clusterer.map == nil {
        clusterer.map = map
        columns.map = map
      }
      clusterer.removeAll()
      let places = (0..<8).map { _ in
        LocationCoordinate(latitude: numbers.next(near: -90...90), longitude: numbers.next(near: -180...180))
      }
      clusterer.add(places.map { Marker(position: $0) })
      clusterer.radius = numbers.next(near: 0...200)
      clusterer.method = numbers.index(2) == 0 ? .hierarchical : .grid
      (clusterer.minimumCount, clusterer.maximumZoom) = (numbers.index(5) - 1, numbers.index(40) - 5)
      var options = BinOptions()
      (options.radius, options.coverage, options.maximumHeight) = (numbers.next(), numbers.next(), numbers.next())
      options.shape = numbers.index(2) == 0 ? .hexagon : .square
      columns.setBins(of: places, weights: [numbers.next(), numbers.next()], options)
      map.camera.zoom = numbers.next(near: 0...20)
    }
  }

  @Test func controlsAndCanvasesTakeAnyNumber() throws {
    let scribble = Scribble()
    let slider = Slider(0, in: 0...1, at: .bottom(y: 10))
    try draw(40, seed: 14) { map, numbers in
      if scribble.numbers == nil { map.add(scribble) }
      scribble.numbers = HostileNumbers(seed: UInt64(numbers.index(1 << 30)))
      for _ in 0..<60 { _ = numbers.next() }
      let (a, b) = (numbers.next(), numbers.next())
      let odd = Slider(numbers.next(), in: min(a, b) <= max(a, b) ? min(a, b)...max(a, b) : 0...1, at: .top(y: numbers.next()))
      (odd.value, odd.stepSize) = (numbers.next(), numbers.next())
      slider.value = numbers.next()
      slider.placement = .corner(.topRight, x: numbers.next(), y: numbers.next())
      let label = Label("label", at: .at(ScreenPoint(x: numbers.next(), y: numbers.next())))
      for control in [odd, slider, label] as [any Control] { map.add(control) }
      map.setNeedsDisplay()
      defer {
        map.remove(odd)
        map.remove(label)
      }
      let area = ControlArea(size: ScreenSize(width: numbers.next(), height: numbers.next()))
      _ = (odd.frame(in: area), label.frame(in: area), slider.accessibleElement(in: area))
    }
  }

  @Test func panoramasTakeAnyNumber() throws {
    var numbers = HostileNumbers(seed: Self.seed &+ 15)
    let view = PanoramaView()
    let loop = try HeadlessLoop(content: view, size: ScreenSize(width: 60, height: 40))
    defer { loop.close() }
    let keys: [AnimatableLayer.Key] = [.cameraHeading, .cameraPitch, .cameraZoom, .cameraFOV]
    while numbers.count < Self.total / 40 {
      let camera = PanoramaCamera(heading: numbers.next(), pitch: numbers.next(), zoom: numbers.next(), fov: numbers.next())
      switch numbers.index(7) {
      case 0: view.camera = camera
      case 1: view.animate(to: camera, duration: numbers.next())
      case 2: view.updateCamera(.rotate(by: numbers.next()), duration: numbers.next(near: 0...1))
      case 3: view.updateCamera(.setFOV(numbers.next()), duration: numbers.next(near: -1...1))
      case 4: view.flyIn(duration: numbers.next())
      case 5:
        view.layer.add(LayerAnimation(key: keys[numbers.index(4)], to: numbers.next(), seconds: numbers.next(near: 0...1)))
      default: view.moveNear(LocationCoordinate(latitude: numbers.next(), longitude: numbers.next()), radius: numbers.next())
      }
      _ = view.orientation(for: ScreenPoint(x: numbers.next(), y: numbers.next()))
      _ = view.point(for: Orientation(heading: numbers.next(), pitch: numbers.next()))
      loop.advance(by: 0.02)
      let shown = view.camera
      #expect(shown.orientation.heading.isFinite && PanoramaCamera.zoomRange.contains(shown.zoom), "\(shown)")
      #expect((-90...90).contains(shown.orientation.pitch) && PanoramaCamera.fovRange.contains(shown.fov), "\(shown)")
    }
  }
}

/// Models, icons and areas whose numbers are set over and over.
@MainActor private final class HostileThings {
  private let model: Model
  private let standing: ModelOverlay
  private let many: ModelLayer
  private let icons: IconLayer
  private let areas = PolygonLayer()
  private let tag = Marker()

  init() throws {
    var file = GLBWriter()
    let material = file.addMaterial(.red)
    _ = file.addNode(file.addMesh([(ModelSurface.box(size: SIMD3(1, 1, 1)), material)]))
    model = try Model(bytes: file.bytes)
    standing = ModelOverlay(model: model, position: LocationCoordinate(latitude: 0, longitude: 0))
    many = ModelLayer(model: model)
    icons = IconLayer(images: [Image(width: 4, height: 4, scale: 1) { _, _ in SIMD4(255, 0, 0, 255) }])
  }

  func show(on map: MapView) {
    for overlay in [standing, many, icons, areas, tag] as [Overlay] where overlay.map == nil { overlay.map = map }
  }

  func change(_ numbers: inout HostileNumbers) {
    let places = (0..<4).map { _ in
      LocationCoordinate(latitude: numbers.next(near: -90...90), longitude: numbers.next(near: -400...400))
    }
    standing.position = places[0]
    (standing.altitude, standing.heading, standing.tilt) = (numbers.next(), numbers.next(), numbers.next())
    (standing.roll, standing.scale, standing.opacity) = (numbers.next(), numbers.next(), numbers.next())
    var animation = ModelAnimation(clip: numbers.index(3) - 1)
    (animation.time, animation.speed) = (numbers.next(), numbers.next())
    (standing.animation, many.animation) = (animation, animation)
    many.setPositions(places)
    (many.heading, many.scale) = (.constant(numbers.next()), .constant(numbers.next()))
    (many.altitude, many.opacity) = (.constant(numbers.next()), numbers.next())
    many.replaceHeadings(from: 1, with: [numbers.next()])
    icons.setPositions(places)
    icons.icon = .constant(numbers.index(3) - 1)
    (icons.scale, icons.rotation) = (.constant(numbers.next()), .constant(numbers.next()))
    icons.anchor = UnitPoint(x: numbers.next(), y: numbers.next())
    icons.replaceRotations(from: 0, with: [numbers.next(), numbers.next()])
    areas.setPolygons([[places]])
    (areas.height, areas.base) = (.constant(numbers.next()), .constant(numbers.next()))
    (areas.strokeWidth, areas.casingWidth) = (numbers.next(), numbers.next())
    areas.strokeDashes = DashPattern([numbers.next(), numbers.next()], phase: numbers.next())
    areas.replaceHeights(from: 0, with: [numbers.next()])
    tag.position = places[1]
    tag.groundAnchor = UnitPoint(x: numbers.next(), y: numbers.next())
    tag.infoWindowAnchor = UnitPoint(x: numbers.next(), y: numbers.next())
  }
}

/// Draws with whatever numbers.
@MainActor private final class Scribble: MapComponent {
  var numbers: HostileNumbers?

  func update(_ frame: MapFrame) -> RedrawReasons { .interface }

  func draw(on canvas: Canvas, _ frame: MapFrame) {
    guard var numbers else { return }
    func point() -> ScreenPoint { ScreenPoint(x: numbers.next(near: -50...200), y: numbers.next(near: -50...200)) }
    func rect() -> ScreenRect { ScreenRect(origin: point(), size: ScreenSize(width: numbers.next(), height: numbers.next())) }
    let color = Color(
      red: Float(numbers.next()), green: Float(numbers.next()), blue: Float(numbers.next()), alpha: Float(numbers.next()))
    canvas.pushClip(rect())
    canvas.strokeLine(from: point(), to: point(), width: numbers.next(), color: color)
    canvas.strokePolyline([point(), point(), point()], width: numbers.next(), color: .red, isClosed: true)
    canvas.fillRect(rect(), color: color)
    canvas.popClip()
    canvas.fillRoundedRect(rect(), radius: numbers.next(), color: .red)
    canvas.strokeRoundedRect(rect(), radius: numbers.next(), width: numbers.next(), color: color)
    canvas.fillCircle(center: point(), radius: numbers.next(), color: .red)
    canvas.strokeCircle(center: point(), radius: numbers.next(), width: numbers.next(), color: .red)
    canvas.fillShadow(rect(), radius: numbers.next(), blur: numbers.next(), color: .red)
    canvas.fillPolygon([point(), point(), point(), point()], color: .red)
    canvas.fillTriangle(point(), point(), point(), color: .red)
    let halo = TextHalo(color: .white, width: numbers.next())
    canvas.text("text", at: point(), size: numbers.next(near: 1...40), color: .red, halo: halo)
    _ = (canvas.textWidth("text", size: numbers.next()), canvas.alignedToPixels(numbers.next()))
    canvas.fillTrack(rect(), share: numbers.next(), color: .red, palette: .light)
    canvas.image(Image(width: 2, height: 2, scale: 1) { _, _ in SIMD4(255, 0, 0, 255) }, in: rect(), opacity: numbers.next())
  }
}
