import Foundation
import Overlook
import OverlookControls
import OverlookFiles
import OverlookPlatform
import OverlookSupport
import OverlookTestSupport
import Synchronization
import Testing

@testable import OverlookViewer

/// Files, folders and addresses on a real map.
@MainActor @Suite(.serialized) final class LayerOpenerTests {
  private let folder = FileManager.default.temporaryDirectory.path + "/layers-\(UUID().uuidString)"
  private let window: ViewerWindow
  private let loop: HeadlessLoop
  private var content: LayersPart.Content
  private var said: [String] = []

  init() throws {
    try FileManager.default.createDirectory(atPath: folder, withIntermediateDirectories: true)
    let map = MapView(showsBaseMap: false)
    loop = try HeadlessLoop(content: map, size: ScreenSize(width: 900, height: 700))
    window = ViewerWindow(map: map)
    let part = try #require(window.part(LayersPart.self))
    content = try #require(part.content)
    part.onFault = { [unowned self] in said.append($0) }
  }

  deinit { try? FileManager.default.removeItem(atPath: folder) }

  private static let track = """
    <?xml version="1.0"?><gpx version="1.1" xmlns="http://www.topografix.com/GPX/1/1">
    <wpt lat="60.15" lon="24.98"><name>Suomenlinna</name><desc>Fortress</desc></wpt>
    <trk><name>Ferry</name><trkseg><trkpt lat="60.167" lon="24.955"/><trkpt lat="60.148" lon="24.985"/></trkseg></trk></gpx>
    """

  private func write(_ name: String, _ text: String) throws -> String {
    try Data(text.utf8).write(to: URL(fileURLWithPath: "\(folder)/\(name)"))
    return "\(folder)/\(name)"
  }

  /// Runs the window until something is so.
  @discardableResult private func run(until isDone: () -> Bool) async -> Bool {
    await eventually {
      loop.advance(by: 0.05, framesPerSecond: 20)
      return isDone()
    }
  }

  private var list: LayerList { content.list }

  /// Of a file on a server that has too many features in view, the row and one line say how many are shown.
  @Test func aFileOfWhichSomeIsShownSaysSoUntilAllIs() async throws {
    let server = try #require(RangeServer(IndexedPoints(side: 150, origin: (10, 50)).bytes))
    defer { server.stop() }
    // Told by its ending.
    content.opener.open(server.url.replacing("a.pmtiles", with: "points.fgb"))
    #expect(await run { self.list.entries.first?.detail.contains("of 22,500: zoom in for more") == true })
    let entry = try #require(list.entries.first)
    #expect(window.said == "\(entry.title): \(entry.detail)")
    window.say("Another")
    window.map.camera = CameraPosition(latitude: 50.3, longitude: 10.3, zoom: 14)
    #expect(await run { entry.detail == "FlatGeobuf, 22,500 features" })
    #expect(window.said != "\(entry.title): \(entry.detail)")
  }

  @Test func aDroppedFileBecomesALayerThatTheCameraGoesTo() async throws {
    let path = try write("tour.gpx", Self.track)
    window.open(FileDrop(paths: [path]))
    #expect(await run { self.list.entries.first?.state == .ready })
    let entry = try #require(list.entries.first)
    #expect(entry.title == "tour.gpx" && entry.detail == "GPX, 2 features" && entry.kind == .file)
    #expect(await run { abs(self.window.map.camera.target.latitude - 60.1575) < 0.01 })
    let facts = entry.content?.facts ?? []
    #expect(facts.contains(FactTable.Fact("Features", "2 (1 point, 1 line)")))
    #expect(window.map.fileLayers.map(\.path) == [path])
  }

  @Test func theSameFileTwiceIsOneLayer() async throws {
    let path = try write("tour.gpx", Self.track)
    window.open(FileDrop(paths: [path, "file://" + path]))
    await run { self.list.entries.first?.state == .ready }
    window.map.camera = CameraPosition(latitude: 0, longitude: 0, zoom: 3)
    window.open(FileDrop(paths: [path]))
    #expect(await run { abs(self.window.map.camera.target.latitude - 60.1575) < 0.01 })
    #expect(list.entries.count == 1 && said.isEmpty)
  }

  @Test func homeShowsTheFilesThatAreSeenElseTheWorld() async throws {
    window.open(FileDrop(paths: [try write("tour.gpx", Self.track)]))
    await run { self.list.entries.first?.state == .ready }
    window.map.camera = CameraPosition(latitude: -30, longitude: 100, zoom: 3)
    #expect(window.perform("view.all"))
    #expect(await run { abs(self.window.map.camera.target.latitude - 60.1575) < 0.01 && self.window.map.camera.zoom > 10 })
    list.setVisible(false, of: try #require(list.entries.first))
    #expect(window.perform("view.all"))
    let world = MapView.worldCamera(in: window.map.size)
    #expect(await run { CameraPosition.areEqualForRendering(self.window.map.camera, world) })
  }

  @Test func aRemovedFileComesBackByUndoing() async throws {
    window.open(FileDrop(paths: [try write("tour.gpx", Self.track)]))
    await run { self.list.entries.first?.state == .ready }
    list.remove(try #require(list.entries.first))
    #expect(window.map.fileLayers.isEmpty)
    #expect(window.perform("edit.undo"))
    #expect(window.map.fileLayers.count == 1 && list.entries.count == 1)
  }

  @Test func whatCannotBeReadIsSaidInOneLineThatNamesIt() async throws {
    // Nobody writes into them: who opens one to look into it waits without end.
    for name in ["pipe.gpx", "pipe.jpg"] { mkfifo("\(folder)/\(name)", 0o600) }
    let broken = try write("broken.geojson", #"{"type": "FeatureCollection", "features": [{"type": "Feature", "geom"#)
    let noise = try write("noise.pmtiles", "PMTiles\u{3}and then nothing of the kind")
    window.open(FileDrop(paths: [folder + "/gone.gpx", folder + "/pipe.gpx", folder + "/pipe.jpg", broken, noise]))
    #expect(await run { self.said.count == 5 })
    for name in ["gone.gpx", "pipe.gpx", "pipe.jpg", "broken.geojson", "noise.pmtiles"] {
      #expect(said.contains { $0.contains(name) && !$0.contains("\n") }, "\(name): \(said)")
    }
    // Files that are there keep their rows, which say what is wrong.
    #expect(list.entries.map(\.isFault).allSatisfy { $0 } && list.entries.count == 2)
  }

  @Test func aThousandFilesAreABoundedListAndTheRestIsSaid() async throws {
    let paths = (0..<1000).map { "\(folder)/\($0).gpx" }
    window.open(FileDrop(paths: paths))
    #expect(said.contains { $0.hasPrefix("900 files were not opened") })
    #expect(list.entries.count == LayerOpener.limit)
    #expect(await run { self.list.entries.isEmpty })
  }

  @Test func aFolderIsOpenedAsItsKnownFiles() async throws {
    for name in ["a.gpx", "b.gpx"] { _ = try write(name, Self.track) }
    _ = try write("notes.txt", "nothing")
    window.open(FileDrop(paths: [folder]))
    #expect(await run { self.list.entries.count == 2 && self.list.entries.allSatisfy { $0.state == .ready } })
  }

  @Test func aServerThatIsNoneIsSaidAndLeavesNoLayer() async throws {
    let page = Array("<html><body>Welcome</body></html>".utf8)
    let server = try #require(LoopbackServer { _ in .status(200, page) })
    defer { server.stop() }
    #expect(window.open(server.url("start")))
    #expect(await run { !self.said.isEmpty })
    #expect(said.count == 1 && said.first?.contains("127.0.0.1") == true && list.entries.isEmpty)
    #expect(said.first?.contains("\n") == false)
  }

  @Test func documentsThatAFileNamesAreAskedForOnceSomebodyWants() async throws {
    let placemark = "<Placemark><name>There</name><Point><coordinates>24.9,60.2</coordinates></Point></Placemark>"
    let asked = Mutex(0)
    let server = try #require(
      LoopbackServer { _ in
        asked.withLock { $0 += 1 }
        return .status(200, Array("<kml><Document>\(placemark)</Document></kml>".utf8))
      })
    defer { server.stop() }
    _ = try write("beside.kml", "<kml><Document>\(placemark)\(placemark)</Document></kml>")
    let addresses = [server.url("far.kml"), "beside.kml", "../outside.kml", "/etc/passwd"]
    let links = addresses.map { "<NetworkLink><name>More</name><Link><href>\($0)</href></Link></NetworkLink>" }
    let path = try write("main.kml", "<kml><Document>\(placemark)\(links.joined())</Document></kml>")
    window.open(FileDrop(paths: [path]))
    #expect(await run { self.list.entries.first?.state == .ready })
    #expect(await run { self.window.said?.contains("127.0.0.1") == true })
    #expect(asked.withLock { $0 } == 0 && list.entries.count == 1)

    let entry = try #require(list.entries.first)
    let named = try #require((entry.content as? FileContent)?.layer.document?.links)
    #expect(named.count == 4)
    content.opener.follow(named, of: entry)
    #expect(await run { self.list.entries.count == 3 && self.list.entries.allSatisfy { $0.state == .ready } })
    #expect(asked.withLock { $0 } == 1 && said.isEmpty)
    #expect(list.entry(at: server.url("far.kml"))?.detail == "KML, 1 feature")
    #expect(list.entry(at: folder + "/beside.kml")?.detail == "KML, 2 features")
  }

  @Test func pastedFeaturesAreALayerThatNoSessionKeeps() async throws {
    #expect(window.open(#"{"type":"Point","coordinates":[24.9,60.2]}"#))
    #expect(await run { self.list.entries.first?.state == .ready })
    #expect(list.entries.count == 1 && list.kept.isEmpty && window.map.fileLayers.count == 1)
    list.remove(try #require(list.entries.first))
    #expect(window.map.fileLayers.isEmpty)
    #expect(window.perform("edit.undo") && window.map.fileLayers.count == 1)
  }

  @Test func theSessionBringsLayersBackAndSaysWhichAreMissing() async throws {
    let kept = try write("tour.gpx", Self.track)
    let gone = try write("gone.gpx", Self.track)
    window.open(FileDrop(paths: [kept, gone]))
    await run { self.list.entries.count == 2 && self.list.entries.allSatisfy { $0.state == .ready } }
    list.setOpacity(0.5, of: try #require(list.entry(at: kept)))
    content.base.choose(3)
    let part = try #require(window.part(LayersPart.self))
    let session = try #require(part.session)
    try FileManager.default.removeItem(atPath: gone)

    let other = ViewerWindow(map: MapView(showsBaseMap: false))
    let loop = try HeadlessLoop(content: other.map, size: ScreenSize(width: 400, height: 300))
    let again = try #require(other.part(LayersPart.self))
    again.restore(session)
    let layers = try #require(again.content)
    func isDone() -> Bool { layers.list.entry(at: gone)?.state == .missing && layers.list.entry(at: kept)?.state == .ready }
    _ = await eventually {
      loop.renderFrame(force: true)
      return isDone()
    }
    #expect(layers.list.entries.map(\.location) == [gone, kept])
    #expect(layers.list.entry(at: gone)?.state == .missing && layers.list.entry(at: kept)?.opacity == 0.5)
    #expect(layers.base.chosen == "terrain" && other.map.mapType == .terrain)
    #expect(other.undo.done.isEmpty)
    again.restore("{\"layers\": 7}")
    again.restore("not JSON")
    #expect(layers.list.entries.count == 2)
  }

  @Test func aClickOnAFeatureOpensItsCard() async throws {
    window.open(FileDrop(paths: [try write("tour.gpx", Self.track)]))
    await run { self.list.entries.first?.state == .ready }
    window.map.camera = CameraPosition(latitude: 60.15, longitude: 24.98, zoom: 14)
    await run { self.window.map.isAtRest }
    let point = window.map.projection.point(for: LocationCoordinate(latitude: 60.15, longitude: 24.98))
    let found = content.taps.found(at: ScreenPoint(x: point.x, y: point.y - 12), in: window.map)
    #expect(found.first?.title == "Suomenlinna" && found.first?.facts.contains(FactTable.Fact("description", "Fortress")) == true)
    click(point.x, point.y - 12)
    #expect(window.sheet.page === content.featurePage)
    #expect(content.featurePage.current?.title == "Suomenlinna")
    // Between two points of the line.
    let middle = window.map.projection.point(for: LocationCoordinate(latitude: 60.1575, longitude: 24.97))
    #expect(content.taps.found(at: middle, in: window.map).map(\.title) == ["Ferry"])
    #expect(content.taps.found(at: ScreenPoint(x: 30, y: 30), in: window.map).isEmpty)
  }

  private func click(_ x: Double, _ y: Double) {
    for kind in [
      InputEvent.Kind.buttonPressed(.left, ScreenPoint(x: x, y: y), []), .buttonReleased(.left, ScreenPoint(x: x, y: y), []),
    ] { window.map.handle(InputEvent(timeSeconds: loop.now, kind: kind)) }
  }

  @Test func layersArePartOfWhatTheSearchFieldFinds() async throws {
    window.open(FileDrop(paths: [try write("tour.gpx", Self.track)]))
    await run { self.list.entries.first?.state == .ready }
    let part = try #require(window.part(LayersPart.self))
    #expect(part.suggestions(for: "TOUR").map(\.title) == ["tour.gpx"] && part.suggestions(for: "zzz").isEmpty)
  }

  @Test func aChosenBaseMapIsLeftAloneByTheColoursOfTheDesktop() {
    #expect(window.usesStandardStyle)
    content.base.choose(1)
    #expect(!window.usesStandardStyle && window.map.interfaceTheme == .dark)
    content.base.choose(0)
    #expect(window.usesStandardStyle)
    // The standard map follows the colours that are wanted; who comes back to it finds them.
    window.settings.theme = .dark
    #expect(window.map.mapStyle?.isDark == true)
    content.base.choose(2)
    content.base.choose(0)
    #expect(window.map.mapStyle?.isDark == true && content.base.chosen == "day")
  }

  @Test func aServerThatIsNamedMayBeAskedThoughNothingElseMay() async throws {
    let server = try #require(LoopbackServer { _ in .status(404) })
    defer { server.stop() }
    let map = MapView(showsBaseMap: false)
    let loop = try HeadlessLoop(content: map, size: ScreenSize(width: 300, height: 300))
    var options = ViewerWindow.Options()
    options.asksForNetwork = true
    let window = ViewerWindow(map: map, options: options)
    defer { MapServices.isOffline = false }
    #expect(MapServices.isOffline)
    // A session whose servers were refused since asks none of them.
    window.settings.network = .refused
    let part = try #require(window.part(LayersPart.self))
    part.restore(#"{"base": "day", "own": [], "layers": [{"location": "\#(server.url("tiles.json"))", "kind": "tiles"}]}"#)
    for _ in 0..<20 {
      loop.advance(by: 0.05, framesPerSecond: 20)
      try await Task.sleep(for: .milliseconds(10))
    }
    #expect(MapServices.isOffline && server.requests.isEmpty)
    #expect(window.open(server.url("other.json")))
    #expect(!MapServices.isOffline)
  }

  @Test func theBaseMapIsChosenAndUndone() {
    content.base.choose(2)
    #expect(window.map.mapType == .hybrid && content.base.chosenIndex == 2)
    content.base.choose(1)
    #expect(window.map.mapStyle != nil && window.map.mapType == .normal)
    window.undo.undo()
    #expect(window.map.mapType == .hybrid)
    window.undo.undo()
    #expect(window.map.mapType == .normal && window.map.mapStyle == nil)
    content.base.choose(99)
    #expect(content.base.chosen == "day")
  }
}
