import Foundation
import Overlook
import OverlookPlatform
import OverlookTestSupport
import Testing

/// Files of people on a map: what is read, shown, clicked, changed and taken away.
@MainActor @Suite(.serialized) struct FileLayerTests {
  private let folder: String
  private let map = MapView(camera: CameraPosition(latitude: 0, longitude: 0, zoom: 2))
  private let loop: HeadlessLoop

  init() throws {
    folder = NSTemporaryDirectory() + "/overlook-file-layer-\(UInt32.random(in: 0...UInt32.max))"
    try FileManager.default.createDirectory(atPath: folder, withIntermediateDirectories: true)
    map.mapType = .none
    loop = try HeadlessLoop(content: map, size: ScreenSize(width: 400, height: 300))
    loop.advance(by: 0.1)
  }

  private static let town = """
    {"type":"FeatureCollection","name":"Town","features":[
    {"type":"Feature","properties":{"name":"Park","kind":"green"},
    "geometry":{"type":"Polygon","coordinates":[[[10,50],[10.01,50],[10.01,50.01],[10,50.01],[10,50]]]}},
    {"type":"Feature","properties":{"name":"Street"},"geometry":{"type":"LineString","coordinates":[[10.02,50],[10.02,50.01]]}},
    {"type":"Feature","properties":{"name":"Well","n":3},"geometry":{"type":"Point","coordinates":[10.03,50.005]}},
    {"type":"Feature","properties":{"name":"Nowhere"},"geometry":{"type":"Point","coordinates":[10,95]}}]}
    """

  private func write(_ text: String, _ name: String = "town.geojson") throws -> String {
    let path = "\(folder)/\(name)"
    try text.write(toFile: path, atomically: true, encoding: .utf8)
    return path
  }

  /// Opens a file and waits until it is read, or is known not to be.
  private func open(_ path: String) -> FileLayer {
    let layer = map.open(path: path)
    #expect(loop.run(timeoutSeconds: 90) { layer.problem != nil || layer.loadedCount > 0 })
    loop.advance(by: 2)
    return layer
  }

  private func point(_ latitude: Double, _ longitude: Double) -> ScreenPoint {
    map.projection.point(for: LocationCoordinate(latitude: latitude, longitude: longitude))
  }

  private func cleanUp() { try? FileManager.default.removeItem(atPath: folder) }

  @Test func aFileIsReadAndLookedAt() throws {
    defer { cleanUp() }
    let layer = map.open(path: try write(Self.town))
    #expect(layer.featureCount == 0 && layer.progress == .loading && layer.name == "town.geojson")
    #expect(loop.run(timeoutSeconds: 90) { layer.featureCount > 0 })
    loop.advance(by: 2)
    #expect(layer.featureCount == 3 && layer.name == "Town" && layer.format == "GeoJSON" && layer.progress == .ready)
    #expect(layer.faultCount == 1 && layer.warning?.contains("town.geojson") == true && layer.problem == nil)
    #expect(layer.labelProperty == "name" && layer.propertyNames == ["name", "kind", "n"])
    #expect(layer.bounds.southWest == LocationCoordinate(latitude: 50, longitude: 10))
    #expect(abs(map.camera.target.longitude - 10.015) < 0.001 && map.camera.zoom > 11)
    #expect(layer.feature(2)?.title == "Well" && layer.feature(3) == nil && layer.feature(-1) == nil)
  }

  @Test func aClickOpensTheWindowOfTheFeatureThere() throws {
    defer { cleanUp() }
    let layer = open(try write(Self.town))
    for (place, title) in [((50.005, 10.005), "Park"), ((50.005, 10.02), "Street"), ((50.005, 10.03), "Well")] {
      let point = point(place.0, place.1)
      #expect(layer.isInteractive(at: point, in: map))
      #expect(layer.tap(at: point, in: map))
      loop.advance(by: 0.2)
      #expect(map.selectedMarker?.title == title)
    }
    _ = layer.tap(at: point(50.005, 10.005), in: map)
    #expect(map.selectedMarker?.snippet?.contains("kind: green") == true)
    #expect(!layer.tap(at: point(50.005, 10.025), in: map))
  }

  @Test func whatIsHiddenIsNeitherSeenNorClicked() throws {
    defer { cleanUp() }
    let layer = open(try write(Self.town))
    let place = point(50.005, 10.005)
    layer.isVisible = false
    loop.advance(by: 0.2)
    #expect(map.pick(at: place)?.overlay == nil && !layer.isInteractive(at: place, in: map))
    layer.isVisible = true
    loop.advance(by: 0.2)
    #expect(map.pick(at: place)?.overlay != nil && layer.isInteractive(at: place, in: map))
  }

  @Test func opacityGoesToEverythingOfTheFile() throws {
    defer { cleanUp() }
    let layer = open(try write(Self.town))
    let area = try #require(map.pick(at: point(50.005, 10.005))?.overlay as? PolygonLayer)
    let marker = try #require(map.pick(at: point(50.005, 10.03))?.overlay as? Marker)
    layer.opacity = 0.25
    #expect(area.opacity == 0.25 && marker.opacity == 0.25)
    layer.opacity = 7
    #expect(area.opacity == 1 && marker.opacity == 1)
  }

  @Test func looksOfTheFileAreKept() throws {
    defer { cleanUp() }
    let layer = open(
      try write(
        """
        {"type":"Feature","properties":{"fill":"#00ff00","fill-opacity":0.5,"stroke":"#ff0000","stroke-width":7},
        "geometry":{"type":"Polygon","coordinates":[[[10,50],[10.01,50],[10.01,50.01],[10,50]]]}}
        """, "styled.geojson"))
    let area = try #require(map.pick(at: point(50.003, 10.008))?.overlay as? PolygonLayer)
    let fill: Color? =
      switch area.fillColor {
      case .constant(let color): color
      case .column(let colors): colors.first
      case .each(let color): try color(0)
      }
    #expect(fill == Color(red: 0, green: 1, blue: 0, alpha: 0.5))
    #expect(layer.feature(0) != nil)
  }

  @Test func manyPointsAreOneLayerWhoseElementsAreClicked() throws {
    defer { cleanUp() }
    var text = "name,lat,lon\n"
    for number in 0..<900 { text += "P\(number),\(50 + Double(number / 30) * 0.01),\(10 + Double(number % 30) * 0.01)\n" }
    let layer = open(try write(text, "many.csv"))
    #expect(layer.featureCount == 900)
    // So near that no neighbour is within reach.
    map.camera = CameraPosition(latitude: 50.15, longitude: 10.15, zoom: 14)
    loop.advance(by: 0.2)
    let place = point(50.15, 10.15)
    #expect(map.pick(at: place)?.overlay is PointLayer)
    #expect(layer.tap(at: place, in: map))
    loop.advance(by: 0.2)
    // Row 15, column 15.
    #expect(map.selectedMarker?.title == "P465")
  }

  @Test func aFileThatIsWrittenAnewIsReadAgain() throws {
    defer { cleanUp() }
    let path = try write(Self.town)
    let layer = open(path)
    var changes = 0
    layer.onChange = { _ in changes += 1 }
    let camera = map.camera
    _ = try write(#"{"type":"Feature","properties":{"name":"New"},"geometry":{"type":"Point","coordinates":[10.005,50.005]}}"#)
    #expect(loop.run(timeoutSeconds: 90) { layer.featureCount == 1 })
    #expect(layer.feature(0)?.title == "New" && changes >= 1 && map.camera == camera)
    loop.advance(by: 0.2)
    #expect(map.pick(at: point(50.005, 10.02))?.overlay == nil)
  }

  @Test func aFileThatGoesLeavesWhatWasShown() throws {
    defer { cleanUp() }
    let path = try write(Self.town)
    let layer = open(path)
    try FileManager.default.removeItem(atPath: path)
    layer.reload()
    #expect(loop.run(timeoutSeconds: 90) { layer.problem != nil })
    #expect(layer.problem?.contains("town.geojson") == true && layer.featureCount == 3)
    _ = try write(Self.town)
    layer.reload()
    #expect(loop.run(timeoutSeconds: 90) { layer.problem == nil })
  }

  @Test(arguments: [
    ("none.gpx", ""), ("broken.kml", "<kml><Document><name>&bomb;"), ("zeros.gpx", "\0\0\0\0"),
    ("word.geojson", "{\"type\":\"FeatureCollection\",\"features\":[{!"), ("table.csv", "a,b\n1,2\n"), ("not.kmz", "PK"),
  ])
  func whatCannotBeReadIsSaidInOneLineThatNamesIt(_ name: String, _ text: String) throws {
    defer { cleanUp() }
    let layer = open(try write(text, name))
    let problem = try #require(layer.problem)
    #expect(problem.contains(name) && !problem.contains("\n") && layer.featureCount == 0)
  }

  @Test func aMissingFileIsSaid() throws {
    defer { cleanUp() }
    #expect(open("\(folder)/there-is-none.gpx").problem?.contains("there-is-none.gpx") == true)
  }

  @Test func readingIsFollowedAndEnded() throws {
    defer { cleanUp() }
    let feature = #"{"type":"Feature","properties":{"a":1},"geometry":{"type":"Point","coordinates":[1,2]}}"# + "\n"
    let path = try write(String(repeating: feature, count: 400_000), "large.geojsonl")
    let layer = map.open(path: path)
    #expect(layer.isReading)
    layer.cancel()
    #expect(loop.run(timeoutSeconds: 90) { layer.problem != nil || layer.featureCount > 0 })
    #expect(layer.problem?.contains("cancelled") == true && layer.featureCount == 0 && !layer.isReading)
    layer.reload()
    var fractions: [Double] = []
    #expect(
      loop.run(timeoutSeconds: 90) {
        if let fraction = layer.progressFraction { fractions.append(fraction) }
        return layer.featureCount > 0
      })
    #expect(layer.problem == nil && layer.progressFraction == nil)
    #expect(fractions.allSatisfy { (0...1).contains($0) } && fractions == fractions.sorted())
  }

  @Test func clearTakesEverythingAway() throws {
    defer { cleanUp() }
    let layer = open(try write(Self.town))
    #expect(map.fileLayers.count == 1)
    let place = point(50.005, 10.005)
    map.clear()
    loop.advance(by: 0.2)
    #expect(map.fileLayers.isEmpty && map.pick(at: place)?.overlay == nil && !layer.isReading)
  }

  @Test func whatIsShownCanBeWritten() throws {
    defer { cleanUp() }
    let layer = open(try write(Self.town))
    try layer.save(to: "\(folder)/out.kml")
    #expect(try String(contentsOfFile: "\(folder)/out.kml", encoding: .utf8).contains("Well"))
    #expect(throws: FileProblem.self) { try layer.save(to: "\(folder)/none/out.kml") }
    #expect(throws: FileProblem.self) { try FileLayer(path: "\(folder)/other.gpx").save(to: "\(folder)/b.gpx") }
  }
}

/// FlatGeobuf files on a web server of this machine: what is in view is asked for, and no more.
@MainActor @Suite(.serialized) struct RemoteFileLayerTests {
  private static let points = IndexedPoints(side: 150, origin: (10, 50))
  private let map = MapView(camera: CameraPosition(latitude: 50.3, longitude: 10.3, zoom: 13))
  private let loop: HeadlessLoop

  init() throws {
    map.mapType = .none
    loop = try HeadlessLoop(content: map, size: ScreenSize(width: 400, height: 300))
    loop.advance(by: 0.1)
  }

  private func server() throws -> RangeServer { try #require(RangeServer(Self.points.bytes)) }

  private func shown(_ bounds: CoordinateBounds) -> Int {
    Self.points.places.count { bounds.contains(LocationCoordinate(latitude: $0.y, longitude: $0.x)) }
  }

  @Test func whatIsInViewIsReadAsTheCameraMoves() throws {
    let server = try server()
    defer { server.stop() }
    let layer = map.open(path: server.url, looksAt: false)
    #expect(loop.run(timeoutSeconds: 90) { layer.loadedCount > 0 || layer.problem != nil })
    #expect(layer.problem == nil && layer.featureCount == 22_500)
    #expect(abs(layer.bounds.northEast.latitude - 51.49) < 1e-9)
    let first = layer.loadedCount
    // A view of 400 x 300 points at zoom 13 is 0.0343 degrees wide at this scale, and half as much again is read around it.
    let view = CoordinateBounds(region: map.projection.visibleRegion())
    #expect(first >= shown(view) && first < 400)
    let requests = server.requestCount
    map.camera = CameraPosition(latitude: 51, longitude: 11, zoom: 13)
    #expect(loop.run(timeoutSeconds: 90) { layer.feature(0).map { $0.bounds.southWest.latitude > 50.9 } ?? false })
    #expect(server.requestCount > requests && server.requestCount < 30)
    // Standing still asks for nothing.
    let settled = server.requestCount
    loop.advance(by: 3)
    #expect(server.requestCount == settled)
  }

  @Test func faultsOfTheServerAreSaidAndTheNextViewTriesAgain() throws {
    let server = try server()
    defer { server.stop() }
    let layer = map.open(path: server.url, looksAt: false)
    #expect(loop.run(timeoutSeconds: 90) { layer.loadedCount > 0 })
    let before = layer.loadedCount
    server.behave(.status(403))
    map.camera = CameraPosition(latitude: 51, longitude: 11, zoom: 13)
    #expect(loop.run(timeoutSeconds: 90) { layer.problem != nil })
    #expect(layer.problem?.contains("127.0.0.1") == true && layer.loadedCount == before)
    server.behave(.right)
    map.camera = CameraPosition(latitude: 51.2, longitude: 11.2, zoom: 13)
    #expect(loop.run(timeoutSeconds: 90) { layer.problem == nil })
  }

  @Test func whatIsNoFlatGeobufIsRefused() throws {
    let server = try #require(RangeServer(Array("<!doctype html><title>Sign in</title>".utf8)))
    defer { server.stop() }
    let layer = map.open(path: server.url, looksAt: false)
    #expect(loop.run(timeoutSeconds: 90) { layer.problem != nil })
    #expect(layer.featureCount == 0)
  }

  @Test func onlyAPartOfAFileByViewIsNotSavedAsTheWhole() throws {
    let server = try server()
    defer { server.stop() }
    let layer = map.open(path: server.url, looksAt: false)
    #expect(loop.run(timeoutSeconds: 90) { layer.loadedCount > 0 })
    #expect(throws: FileProblem.self) { try layer.save(to: NSTemporaryDirectory() + "/overlook-none.geojson") }
  }
}
