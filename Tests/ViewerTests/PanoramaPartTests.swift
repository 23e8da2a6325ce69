import Foundation
import Overlook
import OverlookFormats
import OverlookInput
import OverlookPlatform
import OverlookSupport
import OverlookTestSupport
import Testing

@testable import OverlookViewer

@MainActor @Suite struct PanoramaPartTests {
  /// The middle of Helsinki, which comes with the program.
  private static let place = LocationCoordinate(latitude: 60.1685, longitude: 24.945)

  private struct Fixture {
    let window: ViewerWindow
    let part: PanoramaPart
    let loop: HeadlessLoop
  }

  private func fixture() throws -> Fixture {
    let map = MapView(camera: CameraPosition(target: Self.place, zoom: 17), showsBaseMap: false)
    let window = ViewerWindow(map: map)
    let part = try #require(window.part(PanoramaPart.self))
    return Fixture(
      window: window, part: part, loop: try HeadlessLoop(content: window.content, size: ScreenSize(width: 700, height: 420)))
  }

  @Test func aPlaceOfTheMapIsLookedAroundInTheOtherHalf() throws {
    let fixture = try fixture()
    fixture.loop.renderFrame()
    #expect(fixture.window.content.second == nil)
    let items = fixture.part.contextItems(at: Self.place, point: ScreenPoint(x: 1, y: 1))
    #expect(items.count == 1)
    #expect(fixture.part.contextItems(at: nil, point: ScreenPoint(x: 1, y: 1)).isEmpty)
    items.first?.action()
    #expect(fixture.window.content.second != nil)
    #expect(fixture.loop.run(timeoutSeconds: 90) { fixture.part.view?.panorama != nil })
    let stands = try #require(fixture.part.view?.panorama?.coordinate)
    #expect(SphericalGeometry.distance(from: stands, to: Self.place) < 60)
    #expect(fixture.window.perform("panorama.close"))
    #expect(fixture.window.content.second == nil && fixture.part.view == nil)
    #expect(!fixture.window.perform("panorama.close"), "there is nothing to close any more")
  }

  @Test func anotherMapTakesThePlaceOfThePanoramaAndTheOtherWayRound() throws {
    let fixture = try fixture()
    fixture.part.contextItems(at: Self.place, point: ScreenPoint(x: 1, y: 1)).first?.action()
    let comparison = try #require(fixture.window.part(ComparisonPart.self))
    comparison.show(.beside)
    #expect(fixture.part.view == nil && fixture.window.content.second != nil)
    fixture.loop.renderFrame()
    fixture.part.contextItems(at: Self.place, point: ScreenPoint(x: 1, y: 1)).first?.action()
    #expect(comparison.mode == .none && fixture.part.view != nil)
    comparison.show(.none)
    #expect(fixture.window.content.second != nil, "what is no longer there takes nothing along")
    #expect(fixture.window.perform("panorama.close"))
    #expect(fixture.window.content.second == nil)
  }

  @Test func whereThereIsNoStreetTheWindowStaysWhole() throws {
    let fixture = try fixture()
    let sea = LocationCoordinate(latitude: 59.9, longitude: 24.0)
    fixture.part.contextItems(at: sea, point: ScreenPoint(x: 1, y: 1)).first?.action()
    #expect(fixture.loop.run(timeoutSeconds: 90) { fixture.part.view == nil })
    #expect(fixture.window.content.second == nil)
  }

  /// In the half of the window that is left to the map: in its lower right corner, and at its left edge.
  @Test(arguments: [(-1.0, -1.0), (1, 0)]) func whoStandsAtTheEdgeIsBroughtIntoSight(x: Double, y: Double) throws {
    let fixture = try fixture()
    let map = fixture.window.map
    fixture.loop.renderFrame()
    fixture.part.contextItems(at: Self.place, point: ScreenPoint(x: 1, y: 1)).first?.action()
    #expect(fixture.loop.run(timeoutSeconds: 90) { fixture.part.view?.panorama != nil })
    let street = try #require(fixture.part.view?.panorama?.coordinate)
    // Half of the window.
    let size = map.projection.size
    #expect(size.width < 360)
    #expect(fixture.window.perform("panorama.close"))
    fixture.loop.renderFrame()
    map.moveCamera(.setTarget(street))
    let whole = map.projection.size
    let middle = ScreenPoint(
      x: whole.width / 2 + x * (size.width / 2 - 30), y: whole.height / 2 + y * (size.height / 2 - 30))
    map.moveCamera(.setTarget(map.projection.coordinate(for: middle)))
    fixture.part.contextItems(at: street, point: ScreenPoint(x: 1, y: 1)).first?.action()
    let before = map.camera
    #expect(fixture.loop.run(timeoutSeconds: 90) { fixture.part.view?.panorama != nil })
    let stands = try #require(fixture.part.view?.panorama?.coordinate)
    #expect(
      fixture.loop.run(timeoutSeconds: 90) {
        let point = map.projection.point(for: stands)
        return abs(point.x - size.width / 2) < 2 && abs(point.y - size.height / 2) < 2
      })
    #expect(map.camera.zoom == before.zoom && map.camera.bearing == before.bearing)
  }

  /// A page at the side covers more than half of the half that is left to the map.
  @Test(arguments: [false, true]) func whoStandsUnderThePageIsBroughtBesideIt(isLinked: Bool) throws {
    let map = MapView(camera: CameraPosition(target: Self.place, zoom: 17), showsBaseMap: false)
    let window = ViewerWindow(map: map)
    let part = try #require(window.part(PanoramaPart.self))
    let loop = try HeadlessLoop(content: window.content, size: ScreenSize(width: 1_280, height: 700))
    #expect(window.togglePage("sun"))
    loop.advance(by: 0.5)
    part.contextItems(at: Self.place, point: ScreenPoint(x: 1, y: 1)).first?.action()
    if isLinked { #expect(window.perform("panorama.link")) }
    #expect(loop.run(timeoutSeconds: 90) { part.view?.panorama != nil })
    let stands = try #require(part.view?.panorama?.coordinate)
    func isInTheMiddle() -> Bool {
      let (point, free) = (map.projection.point(for: stands), window.freeRect)
      return free.size.width < 300 && abs(point.x - free.middle.x) < 2 && abs(point.y - free.middle.y) < 2
    }
    #expect(loop.run(timeoutSeconds: 90) { isInTheMiddle() }, "\(map.projection.point(for: stands)) in \(window.freeRect)")
    guard isLinked else { return }
    for heading in [40.0, 200, 310] {
      part.view?.camera = PanoramaCamera(heading: heading, pitch: 0)
      #expect(loop.run(timeoutSeconds: 90) { abs(map.camera.bearing - heading) < 0.01 } && isInTheMiddle(), "\(heading)")
    }
  }

  private final class Plate: Control {
    /// Middle.
    var place = ScreenPoint(x: 0, y: 0)

    func frame(in area: ControlArea) -> ScreenRect? { ScreenRect(x: place.x - 15, y: place.y - 15, width: 30, height: 30) }
    func draw(on canvas: Canvas, in area: ControlArea) {}
    var isMirrored: Bool { false }
  }

  /// Far from all edges of the half that is left to the map.
  @Test(arguments: [true, false]) func whoStandsUnderAControlIsBroughtIntoSight(isCovered: Bool) throws {
    let fixture = try fixture()
    let map = fixture.window.map
    fixture.loop.renderFrame()
    fixture.part.contextItems(at: Self.place, point: ScreenPoint(x: 1, y: 1)).first?.action()
    #expect(fixture.loop.run(timeoutSeconds: 90) { fixture.part.view?.panorama != nil })
    let street = try #require(fixture.part.view?.panorama?.coordinate)
    let half = map.projection.size
    #expect(fixture.window.perform("panorama.close"))
    fixture.loop.renderFrame()
    // So far to the left of the middle and above it, in the whole window and in its half.
    let way = ScreenPoint(x: -70, y: -90)
    map.moveCamera(.setTarget(street))
    let whole = map.projection.size
    let middle = ScreenPoint(x: whole.width / 2 - way.x, y: whole.height / 2 - way.y)
    map.moveCamera(.setTarget(map.projection.coordinate(for: middle)))
    let plate = Plate()
    plate.place = isCovered ? ScreenPoint(x: half.width / 2 + way.x, y: half.height / 2 + way.y) : ScreenPoint(x: -99, y: -99)
    map.add(plate)
    fixture.part.contextItems(at: street, point: ScreenPoint(x: 1, y: 1)).first?.action()
    #expect(fixture.loop.run(timeoutSeconds: 90) { fixture.part.view?.panorama != nil })
    let stands = try #require(fixture.part.view?.panorama?.coordinate)
    func isAt(_ x: Double, _ y: Double) -> Bool {
      let point = map.projection.point(for: stands)
      return abs(point.x - x) < 2 && abs(point.y - y) < 2
    }
    if isCovered {
      #expect(fixture.loop.run(timeoutSeconds: 90) { isAt(half.width / 2, half.height / 2) })
    } else {
      #expect(isAt(half.width / 2 + way.x, half.height / 2 + way.y))
    }
  }

  @Test func linkedTheMapTurnsWithThePanorama() throws {
    let fixture = try fixture()
    fixture.part.contextItems(at: Self.place, point: ScreenPoint(x: 1, y: 1)).first?.action()
    #expect(fixture.loop.run(timeoutSeconds: 90) { fixture.part.view?.panorama != nil })
    fixture.part.view?.camera = PanoramaCamera(heading: 70, pitch: 0)
    #expect(abs(fixture.window.map.camera.bearing) < 1e-9)
    #expect(fixture.window.perform("panorama.link"))
    fixture.part.view?.camera = PanoramaCamera(heading: 130, pitch: 0)
    #expect(abs(fixture.window.map.camera.bearing - 130) < 1e-9)
  }

  @Test func thePanoramaLiesInACornerOfTheMapAndIsExchangedWithIt() throws {
    let fixture = try fixture()
    #expect(!fixture.window.perform("panorama.inset"), "there is no panorama yet")
    fixture.part.contextItems(at: Self.place, point: ScreenPoint(x: 1, y: 1)).first?.action()
    let content = fixture.window.content
    #expect(content.arrangement == .beside)
    #expect(!fixture.window.perform("panorama.swap"))
    #expect(fixture.window.perform("panorama.inset"))
    fixture.loop.renderFrame()
    #expect(content.arrangement == .inset && content.rect(of: .first)?.size.width == 700)
    #expect(!fixture.window.map.hidesControls)
    #expect(fixture.window.perform("panorama.swap"))
    fixture.loop.renderFrame()
    #expect(content.rect(of: .second)?.size.width == 700)
    #expect(fixture.window.map.hidesControls, "a small map has no room for them")
    #expect(fixture.window.perform("panorama.close"))
    fixture.loop.renderFrame()
    #expect(!fixture.window.map.hidesControls && content.rect(of: .first)?.size.width == 700)
    fixture.part.contextItems(at: Self.place, point: ScreenPoint(x: 1, y: 1)).first?.action()
    #expect(content.arrangement == .inset, "it comes back as it was left")
    let comparison = try #require(fixture.window.part(ComparisonPart.self))
    comparison.show(.beside)
    #expect(content.arrangement == .beside && !fixture.window.map.hidesControls)
  }

  @Test func theKeysOfTheWindowAreThoseOfThePanoramaToo() throws {
    let fixture = try fixture()
    let (window, content) = (fixture.window, fixture.window.content)
    fixture.part.contextItems(at: Self.place, point: ScreenPoint(x: 1, y: 1)).first?.action()
    func press(_ key: Key, _ modifiers: Modifiers) {
      content.keyboardSide = .second
      content.handle(InputEvent(timeSeconds: 0, kind: .keyPressed(key, modifiers)))
      content.handle(InputEvent(timeSeconds: 0, kind: .keyReleased(key, modifiers)))
    }
    let camera = window.map.camera
    press(.plus, [])
    press(.u, [])
    fixture.loop.renderFrame()
    #expect(window.map.camera == camera, "the panorama is moved by these itself")
    press(.l, .shift)
    #expect(window.sheet.page?.name == "sun" && content.keyboardSide == .first, "the page has the keyboard")
    press(.escape, [])
    #expect(window.sheet.page == nil)
    press(.p, [.control, .shift])
    #expect(window.sheet.page?.name == "settings" && fixture.part.view != nil)
    press(.p, [.alt, .shift])
    #expect(fixture.part.view == nil)
  }

  @Test func noServiceIsAskedForTheNamesOfStreets() async throws {
    struct Provider: PanoramaProvider {
      let name: String
      func panorama(id: String) async throws(PanoramaError) -> Panorama { Panorama(panoramaID: id, title: name) }
      func panorama(near coordinate: LocationCoordinate, radius: Double) async throws(PanoramaError) -> Panorama {
        Panorama(panoramaID: name)
      }
      func picture(of panorama: Panorama) async throws(PanoramaError) -> PanoramaPicture { throw .notFound(name) }
    }
    let opened = OpenedPanoramas(
      provider: Provider(name: "service"), name: "service", kind: "", firstID: nil, panoramaIDs: [], warnings: [])
    let sources = PanoramaSources(opened: opened, streets: Provider(name: "streets"))
    #expect(try await sources.panorama(id: "street:60.169826,24.938302").title == "streets")
    #expect(try await sources.panorama(id: "101").title == "service")
  }

  @Test func whoNamesAServiceWantsItAsked() throws {
    let fixture = try fixture()
    #expect(!fixture.window.namesServers)
    #expect(fixture.part.open("panoramax:http://127.0.0.1:9"))
    #expect(fixture.window.namesServers)
  }

  private func told(_ fixture: Fixture) -> String {
    fixture.window.map.controls.lazy.compactMap { $0 as? Toast }.first?.text ?? ""
  }

  /// Frames go on while what was asked for comes in; what the window asks for by tasks of the main actor comes only where a test waits so.
  private func wait(_ fixture: Fixture, until isDone: () -> Bool) async -> Bool {
    await eventually {
      fixture.loop.advance(by: 0.02)
      return isDone()
    }
  }

  /// Nobody listens at the server's port: the streets take its place, and the window says why.
  @Test func aServiceThatDoesNotAnswerIsToldOf() async throws {
    let fixture = try fixture()
    #expect(fixture.part.open("panoramax:http://127.0.0.1:9"))
    var text = ""
    let isThere = await wait(fixture) {
      if text.isEmpty { text = told(fixture) }
      return !text.isEmpty && fixture.part.view?.panorama != nil
    }
    #expect(isThere && text.contains("127.0.0.1"), "told: \(text)")
    #expect(fixture.window.sheet.page == nil, "a key would not help")
  }

  @Test func aServiceThatRefusesIsGivenAKeyOnAPage() async throws {
    let server = try #require(
      LoopbackServer.answering { head in
        head.contains("OAuth secret-key") ? .status(200, Array("{\"data\":[]}".utf8)) : .status(401)
      })
    defer { server.stop() }
    let folder = try TestFolder()
    let map = MapView(camera: CameraPosition(target: Self.place, zoom: 17), showsBaseMap: false)
    var options = ViewerWindow.Options()
    options.settings = ViewerSettings(path: folder.path + "/settings.json")
    let window = ViewerWindow(map: map, options: options)
    let part = try #require(window.part(PanoramaPart.self))
    let loop = try HeadlessLoop(content: window.content, size: ScreenSize(width: 700, height: 420))
    let fixture = Fixture(window: window, part: part, loop: loop)
    let page = try #require(part.servicePage)
    let address = server.url("")
    #expect(part.open("mapillary:" + address))
    #expect(await wait(fixture) { window.sheet.page === page })
    #expect(told(fixture).contains("401") && page.address.text == "mapillary:" + address)
    page.key.text = " secret-key\n"
    let before = server.requests.count
    page.key.onSubmit("secret-key")
    #expect(page.key.text.isEmpty, "nobody else is to read it")
    #expect(await wait(fixture) { server.requests.count > before && part.view?.panorama != nil })
    #expect(options.settings?.key(of: address) == "secret-key")
    var status = stat()
    #expect(stat(folder.path + "/keys.json", &status) == 0 && status.st_mode & 0o777 == 0o600)
    #expect(folder.text("settings.json")?.contains("secret-key") != true)
    #expect(ViewerSettings(path: folder.path + "/settings.json").key(of: address) == "secret-key")
    options.settings?.keep(key: nil, of: address)
    #expect(ViewerSettings(path: folder.path + "/settings.json").key(of: address) == nil)
    page.address.text = "nowhere"
    page.address.onSubmit("nowhere")
    #expect(told(fixture).contains("nowhere"))
  }

  /// The picture of a street is made anew when another light has stood for a moment, and nothing else happens.
  @Test func aStreetHasTheLightOfTheMap() throws {
    let fixture = try fixture()
    let (map, loop) = (fixture.window.map, fixture.loop)
    // Small pictures are made in an instant.
    fixture.part.streets = InstalledStreets(small: 256, full: 256) { [light = fixture.part.light] in light.date }
    map.sunLight = .date(Date(timeIntervalSince1970: 1_782_036_000))
    fixture.part.contextItems(at: Self.place, point: ScreenPoint(x: 1, y: 1)).first?.action()
    #expect(loop.run(timeoutSeconds: 90) { fixture.part.view?.panorama != nil && fixture.part.view?.isComplete == true })
    let (view, shown) = (try #require(fixture.part.view), try #require(fixture.part.view?.panorama))
    var moves = 0
    fixture.part.onMove = { moves += 1 }
    let noon = try #require(loop.image()).pixels
    // Midnight in winter.
    map.sunLight = .date(Date(timeIntervalSince1970: 1_797_890_400))
    map.moveCamera(.setTarget(LocationCoordinate(latitude: 60.3, longitude: 25.0)))
    let elsewhere = map.camera.target
    #expect(loop.run(timeoutSeconds: 90) { !view.isComplete })
    #expect(loop.run(timeoutSeconds: 90) { view.isComplete })
    loop.renderFrame()
    let night = try #require(loop.image()).pixels
    // The right half, from above the horizon on, is dark now.
    func brightness(_ pixels: [UInt8]) -> Int {
      stride(from: 0, to: pixels.count, by: 4).reduce(0) { $1 / 4 % 700 > 400 ? $0 + Int(pixels[$1 + 1]) : $0 }
    }
    #expect(brightness(night) < brightness(noon) / 2)
    #expect(view.panorama == shown && map.camera.target == elsewhere && moves == 0)
  }

  /// A wall that an app stands around the street hides its sky, from when it is there until it is gone.
  @Test func theModelsOfTheMapStandInTheStreet() throws {
    let fixture = try fixture()
    let (map, loop) = (fixture.window.map, fixture.loop)
    fixture.part.streets = InstalledStreets(small: 256, full: 256) { [light = fixture.part.light] in light.date }
    fixture.part.contextItems(at: Self.place, point: ScreenPoint(x: 1, y: 1)).first?.action()
    #expect(loop.run(timeoutSeconds: 90) { fixture.part.view?.panorama != nil && fixture.part.view?.isComplete == true })
    let (view, shown) = (try #require(fixture.part.view), try #require(fixture.part.view?.panorama))
    view.camera.orientation.pitch = 80
    /// Of what is red, in the right half of the window.
    func red() throws -> Int {
      loop.renderFrame()
      let image = try #require(loop.image())
      return stride(from: 0, to: image.pixels.count, by: 4).count {
        $0 / 4 % image.width > image.width * 4 / 7 && Int(image.pixels[$0]) > 2 * Int(image.pixels[$0 + 1]) + 20
      }
    }
    #expect(try red() < 100)
    var material = ModelMaterial()
    (material.color, material.isUnlit, material.isDoubleSided) = (SIMD4(1, 0, 0, 1), true, true)
    let corners: [SIMD3<Float>] = [SIMD3(-40, 20, -40), SIMD3(40, 20, -40), SIMD3(40, 20, 40), SIMD3(-40, 20, 40)]
    let roof = ModelPrimitive(vertices: corners.map { ModelVertex(position: $0) }, indices: [0, 1, 2, 0, 2, 3], material: 0)
    let model = ModelOverlay(
      model: Model(asset: ModelAsset(nodes: [ModelNode(primitives: 0..<1)], primitives: [roof], materials: [material])),
      position: try #require(shown.coordinate))
    model.map = map
    #expect(loop.run(timeoutSeconds: 90) { !view.isComplete })
    #expect(loop.run(timeoutSeconds: 90) { view.isComplete })
    #expect(try red() > 2_000)
    model.map = nil
    #expect(loop.run(timeoutSeconds: 90) { !view.isComplete })
    #expect(loop.run(timeoutSeconds: 90) { view.isComplete })
    #expect(try red() < 100 && view.panorama == shown)
  }

  @Test func onlyPanoramasAreTaken() throws {
    let fixture = try fixture()
    let folder = FileManager.default.temporaryDirectory.appendingPathComponent("panorama-part-\(UUID().uuidString)")
    try FileManager.default.createDirectory(at: folder, withIntermediateDirectories: true)
    defer { try? FileManager.default.removeItem(at: folder) }
    func file(_ name: String, _ text: String) throws -> String {
      let path = folder.appendingPathComponent(name).path
      try Data(text.utf8).write(to: URL(fileURLWithPath: path))
      return path
    }
    #expect(!fixture.part.open(try file("a.geojson", #"{"type":"FeatureCollection","features":[]}"#)))
    #expect(!fixture.part.open(try file("b.gpx", "<gpx></gpx>")))
    #expect(!fixture.part.open(try file("c.jpg", "no picture")))
    #expect(!fixture.part.open("60.17, 24.94"))
    #expect(fixture.part.open(try file("tour.json", #"{"panorama":"a.jpg"}"#)))
    // Without a word of what it is: twice as wide as high, as whole spheres are, and no small picture.
    for (width, height, isTaken) in [(1_024, 512, true), (1_024, 768, false), (600, 300, false)] {
      let path = folder.appendingPathComponent("\(width)-\(height).jpg").path
      let image = Image(width: width, height: height, scale: 1) { _, _ in SIMD4(repeating: 255) }
      try Data(JPEGEncoder.encode(image)).write(to: URL(fileURLWithPath: path))
      #expect(fixture.window.openPanorama(path) == isTaken, "\(width) x \(height)")
    }
  }
}
