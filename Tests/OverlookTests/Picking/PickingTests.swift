import Overlook
import OverlookCanvas
import OverlookGPU
import OverlookMeasurement
import OverlookPlatform
import OverlookRender
import OverlookScene
import OverlookSupport
import Testing

/// What lies where, by the index and by drawing.
@MainActor @Suite(.serialized) struct PickingTests {
  private let map = MapView(camera: CameraPosition(latitude: 47, longitude: 8, zoom: 10))
  private let loop: HeadlessLoop

  init() throws {
    map.mapType = .none
    loop = try HeadlessLoop(content: map, size: ScreenSize(width: 400, height: 300))
    loop.advance(by: 0.1)
  }

  private func place(_ x: Double, _ y: Double) -> LocationCoordinate {
    map.projection.coordinate(for: ScreenPoint(x: x, y: y))
  }

  private func ring(_ x: Double, _ y: Double, _ width: Double, _ height: Double) -> Path {
    Path([place(x, y), place(x + width, y), place(x + width, y + height), place(x, y + height)])
  }

  /// Overlays of every kind over and under each other, tied to one order.
  private func addScene() {
    for step in 0..<6 {
      let polygon = Polygon(path: ring(20 + 60 * Double(step), 30 + 20 * Double(step), 90, 70))
      polygon.fillColor = .blue.withAlpha(0.5)
      polygon.strokeColor = nil
      polygon.zIndex = step % 3
      polygon.map = map
      let circle = Circle(position: place(40 + 60 * Double(step), 200), radius: 2500)
      circle.fillColor = .red
      circle.strokeColor = nil
      circle.zIndex = (step + 1) % 3
      circle.map = map
      let line = Polyline(path: Path([place(-50, 40 + 45 * Double(step)), place(450, 20 + 40 * Double(step))]))
      // As wide as a tap takes lines for at least, and without ends in the view: a tap may miss those by half a width.
      line.strokeWidth = 18
      line.zIndex = (step + 2) % 3
      line.map = map
    }
    let picture = GroundOverlay(
      bounds: CoordinateBounds(coordinate: place(150, 90), coordinate: place(260, 260)),
      icon: Image(width: 1, height: 1, premultipliedRGBA: [0, 255, 0, 255]))
    picture.zIndex = 1
    picture.map = map
    let places = (0..<40).map { (dot: Int) in place(Double(dot * 37 % 400), Double(dot * 53 % 300)) }
    let dots = PointLayer(positions: places)
    dots.radius = .constant(9)
    dots.zIndex = 2
    dots.map = map
    loop.advance(by: 0.1)
  }

  /// What the buffer of identities says of one pixel.
  private func drawn(_ x: Int, _ y: Int) throws -> Overlay? {
    let renderer = try #require(map.renderer)
    let plan = try #require(map.lastPlan)
    var hits: [IdentityHit] = []
    try #require(loop.context.makeCurrent())
    hits = try renderer.identities(in: GPURect(x: x, y: 299 - y, width: 1, height: 1), plan, items: [])
    loop.context.releaseCurrent()
    guard case .overlay(let kind, let slot, _)? = hits.first else { return nil }
    return map.overlayStore.overlay(kind, slot: slot)
  }

  @Test func theIndexAndTheBufferOfIdentitiesAgree() throws {
    addScene()
    var compared = 0
    var different: [String] = []
    for y in stride(from: 6, to: 294, by: 12) {
      for x in stride(from: 5, to: 395, by: 13) {
        let middle = ScreenPoint(x: Double(x) + 0.5, y: Double(y) + 0.5)
        // On an edge the one says half a pixel, the other a number.
        let around = [(-1.5, 0.0), (1.5, 0), (0, -1.5), (0, 1.5)].map {
          map.pick(at: ScreenPoint(x: middle.x + $0.0, y: middle.y + $0.1))?.overlay
        }
        let indexed = map.pick(at: middle)?.overlay
        guard around.allSatisfy({ $0 === indexed }) else { continue }
        compared += 1
        if try drawn(x, y) !== indexed { different.append("\(x), \(y): \(indexed?.title ?? "\(indexed as Any)")") }
      }
    }
    #expect(compared > 400)
    #expect(different.isEmpty, "\(different.prefix(5))")
    loop.close()
  }

  @Test func anElementOfALayerIsToldByItsNumber() throws {
    let dots = PointLayer(positions: [place(100, 100), place(200, 100), place(104, 100)])
    dots.radius = .constant(8)
    dots.map = map
    loop.advance(by: 0.1)
    let topmost = try #require(map.pick(at: ScreenPoint(x: 102, y: 100)))
    #expect(topmost.overlay === dots && topmost.row == 2)
    #expect(map.pick(at: ScreenPoint(x: 200, y: 100))?.row == 1)
    #expect(map.pick(at: ScreenPoint(x: 150, y: 100)) == nil)
    let all = map.pick(in: ScreenRect(x: 210, y: 110, width: -120, height: -20))
    #expect(all.count == 1 && all.first?.rows == [0, 1, 2])
    #expect(map.pick(in: ScreenRect(x: .nan, y: 0, width: 1, height: 1)).isEmpty)
    #expect(map.pick(inside: [ScreenPoint(x: 0, y: 0), ScreenPoint(x: .nan, y: 2)]).isEmpty)
    loop.close()
  }

  /// A disc: its corners are not it, which only drawing tells.
  private final class Disc: OverlayItem {
    func update(with projection: Projection) {}
    func draw(in canvas: Canvas) {
      canvas.fillRoundedRect(ScreenRect(x: 100, y: 100, width: 80, height: 80), radius: 40, color: .red)
    }
  }

  @Test func anItemIsFoundWhereItHasDrawn() throws {
    let disc = Disc()
    map.add(disc)
    let below = Polygon(path: ring(50, 50, 200, 200))
    below.map = map
    loop.advance(by: 0.1)
    #expect(map.pick(at: ScreenPoint(x: 140, y: 140))?.item === disc)
    #expect(map.pick(at: ScreenPoint(x: 104, y: 104))?.overlay === below)
    below.zIndex = 1
    loop.advance(by: 0.1)
    #expect(map.pick(at: ScreenPoint(x: 140, y: 140))?.overlay === below)
    #expect(map.pick(in: ScreenRect(x: 0, y: 0, width: 400, height: 300)).count { $0.item === disc } == 0, "it is hidden")
    below.map = nil
    loop.advance(by: 0.1)
    #expect(map.pick(in: ScreenRect(x: 60, y: 60, width: 45, height: 45)).isEmpty)
    #expect(map.pick(in: ScreenRect(x: 60, y: 60, width: 90, height: 90)).first?.item === disc)
    let beside = [(100.0, 100.0), (112, 100), (100, 112)].map { ScreenPoint(x: $0.0, y: $0.1) }
    #expect(map.pick(inside: beside).isEmpty, "the corner of its box")
    loop.close()
  }

  /// Its path runs at 100, the line 30 points to the right of it.
  @Test func aLineWithAnOffsetIsFoundOnItsSideOnly() throws {
    let line = Polyline(path: Path([place(-50, 100), place(450, 100)]))
    line.strokeWidth = 4
    line.lineStyle.offset = 30
    line.map = map
    loop.advance(by: 0.1)
    #expect(map.pick(at: ScreenPoint(x: 200, y: 130))?.overlay === line)
    #expect(map.pick(at: ScreenPoint(x: 200, y: 70)) == nil)
    loop.close()
  }

  @Test func picturesAfterPickingAreAsBefore() throws {
    addScene()
    map.add(Disc())
    loop.renderFrame(force: true)
    let before = try #require(loop.pixels())
    for step in 0..<20 { _ = map.pick(at: ScreenPoint(x: Double(step) * 19, y: Double(step) * 13)) }
    loop.renderFrame(force: true)
    #expect(try #require(loop.pixels()) == before)
    loop.close()
  }
}

/// What happens under a pointer that no button holds.
@MainActor @Suite(.serialized) struct HoverTests {
  private final class Log: MapViewDelegate {
    var titles: [String] = []
    func mapView(_ mapView: MapView, didHoverOver object: PickedObject?) { titles.append(object?.overlay?.title ?? "-") }
  }

  private final class Host: WindowHost {
    var cursors: [PointerCursor] = []
    func toggleFullscreen() {}
    func requestClose() {}
    func setCursor(_ cursor: PointerCursor) { cursors.append(cursor) }
  }

  @Test func tellsWhatIsUnderThePointerAndDrawsNoFrame() throws {
    let map = MapView(camera: CameraPosition(latitude: 0, longitude: 0, zoom: 4))
    map.mapType = .none
    let (log, host) = (Log(), Host())
    map.delegate = log
    let loop = try HeadlessLoop(content: map, size: ScreenSize(width: 400, height: 300))
    map.host = host
    for (title, x) in [("a", 100.0), ("b", 300)] {
      let circle = Circle(position: map.projection.coordinate(for: ScreenPoint(x: x, y: 150)), radius: 300_000)
      circle.title = title
      circle.isTappable = true
      circle.map = map
    }
    let silent = Circle(position: map.projection.coordinate(for: ScreenPoint(x: 200, y: 40)), radius: 300_000)
    silent.map = map
    loop.advance(by: 0.2)
    let frames = loop.statistics.framesDrawn
    for x in stride(from: 0.0, through: 400, by: 4) {
      loop.send(.pointerMoved(ScreenPoint(x: x, y: 150)))
      loop.advance(by: 0.02)
    }
    loop.send(.pointerMoved(ScreenPoint(x: 200, y: 40)))
    loop.advance(by: 0.1)
    #expect(loop.statistics.framesDrawn == frames)
    #expect(log.titles == ["a", "-", "b", "-"])
    #expect(host.cursors == [.hand, .arrow, .hand, .arrow])
    // An overlay that comes under a resting pointer counts as well, once it is drawn.
    silent.isTappable = true
    silent.title = "c"
    silent.radius = 310_000
    loop.advance(by: 0.1)
    #expect(log.titles.last == "c")
    loop.send(.pointerLeft)
    loop.advance(by: 0.1)
    #expect(log.titles.last == "-" && host.cursors.last == .arrow)
    loop.close()
  }

  @Test func aHandShowsOverInfoWindowsAndControlsWhichHideWhatLiesBehind() throws {
    let map = MapView(camera: CameraPosition(target: LocationCoordinate(latitude: 0, longitude: 0), zoom: 4, bearing: 30))
    map.mapType = .none
    let (log, host) = (Log(), Host())
    map.delegate = log
    let loop = try HeadlessLoop(content: map, size: ScreenSize(width: 400, height: 300))
    map.host = host
    map.settings.compassButton = true
    let circle = Circle(position: LocationCoordinate(latitude: 0, longitude: 0), radius: 1_000_000)
    circle.title = "circle"
    circle.isTappable = true
    circle.map = map
    let marker = Marker(position: LocationCoordinate(latitude: 0, longitude: 0))
    marker.title = "marker"
    marker.map = map
    loop.advance(by: 0.5)
    // Within the circle and above the pin, where the window will be.
    let place = ScreenPoint(x: 200, y: 90)
    loop.send(.pointerMoved(place))
    loop.advance(by: 0.1)
    #expect(log.titles == ["circle"] && host.cursors == [.hand])
    map.selectedMarker = marker
    loop.advance(by: 0.1)
    #expect(try #require(map.infoWindowRect).contains(place))
    #expect(log.titles == ["circle", "-"] && host.cursors == [.hand], "without another move of the pointer")
    circle.map = nil
    map.selectedMarker = nil
    loop.advance(by: 0.1)
    #expect(log.titles == ["circle", "-"] && host.cursors == [.hand, .arrow])
    // The compass is in the upper right corner.
    loop.send(.pointerMoved(ScreenPoint(x: 370, y: 30)))
    loop.advance(by: 0.1)
    #expect(host.cursors == [.hand, .arrow, .hand])
    loop.send(.pointerMoved(ScreenPoint(x: 320, y: 200)))
    loop.advance(by: 0.1)
    #expect(host.cursors == [.hand, .arrow, .hand, .arrow])
    loop.close()
  }
}
