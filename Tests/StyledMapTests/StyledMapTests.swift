import Dispatch
import Foundation
import OverlookCamera
import OverlookFormats
import OverlookGeometry
import OverlookLayout
import OverlookNetwork
import OverlookStyle
import OverlookSupport
import OverlookTestSupport
import OverlookTiles
import Testing

@testable import OverlookStyledMap

@MainActor @Suite struct StyledMapTests {
  private static let square = #"""
    {"type": "Feature", "id": 7, "properties": {"name": "Square"},
     "geometry": {"type": "Polygon", "coordinates": [[[-40, -40], [40, -40], [40, 40], [-40, 40], [-40, -40]]]}}
    """#

  static func tile(layer: String) -> [UInt8] {
    var writer = VectorTileWriter()
    let ring: [SIMD2<Int32>] = [SIMD2(0, 0), SIMD2(4096, 0), SIMD2(4096, 4096), SIMD2(0, 4096)]
    writer.add(layer: layer, .polygons, [ring], tags: [])
    return writer.bytes()
  }

  private static func style(_ source: String, _ layers: String) -> String {
    #"{"version": 8, "sources": {"s": \#(source)}, "layers": [{"id": "back", "type": "background"}, \#(layers)]}"#
  }

  private static let fill = #"{"id": "fill", "type": "fill", "source": "s", "source-layer": "land"}"#

  @Test func otherDataIsDrawnInThePlaceOfTheOldWithoutAGap() throws {
    func style(_ opacity: Double) -> String {
      """
      {"version": 8, "sources": {"s": {"type": "geojson", "data": {"type": "Feature", "properties": {"o": \(opacity)},
        "geometry": {"type": "Polygon", "coordinates": [[[-50, -50], [50, -50], [50, 50], [-50, 50], [-50, -50]]]}}}},
       "layers": [{"id": "f", "type": "fill", "source": "s", "paint": {"fill-opacity": ["get", "o"]}}]}
      """
    }
    let bench = try Bench(style(0.25))
    #expect(bench.settle())
    #expect(bench.opacities(of: "f") == [0.25])
    bench.map.setDocument(try StyleDocument(Array(style(0.75).utf8)), base: StyleBase(place: .folder("/nowhere")))
    #expect(!bench.map.isComplete)
    var seen: Set<[Float]> = []
    _ = blockUntil {
      _ = bench.map.update(view: bench.view, pixelsPerPoint: 1, now: bench.now)
      seen.insert(bench.opacities(of: "f"))
      bench.now += 0.01
      return bench.map.isComplete
    }
    #expect(seen == [[0.25], [0.75]])
    // Another zoom is laid out from the new data, too.
    bench.view = ViewTransform(
      camera: CameraPosition(latitude: 0, longitude: 0, zoom: 20), size: ScreenSize(width: 256, height: 256))
    #expect(bench.settle())
    #expect(Set(bench.opacities(of: "f")) == [0.75])
  }

  /// Until workers have the features of the view something may be taken that leads to more, and no longer.
  @Test func tilesAreAwaitedUntilWorkersCanLayThemOut() throws {
    let gate = DispatchSemaphore(value: 0)
    let bench = try Bench(Self.style(#"{"type": "geojson", "data": \#(Self.square)}"#, Self.fill))
    bench.workers.submit(WorkTicket(priority: -.infinity)) { gate.wait() }
    func update() -> Bool {
      _ = bench.map.update(view: bench.view, pixelsPerPoint: 1, now: bench.now)
      return bench.map.awaitsTiles
    }
    #expect(bench.map.awaitsTiles)
    #expect(update() && update())
    gate.signal()
    #expect(blockUntil { !update() })
    #expect(bench.settle() && !bench.map.awaitsTiles)
  }

  /// What is shown as it comes leads to nothing else.
  @Test func picturesAreNotAwaited() throws {
    let gate = DispatchSemaphore(value: 0)
    let source = #"{"type": "raster", "tiles": ["https://tiles.example/{z}/{x}/{y}.png"]}"#
    let bench = try Bench(Self.style(source, #"{"id": "r", "type": "raster", "source": "s"}"#))
    for z in 0...2 {
      for (x, y) in (0..<1 << z).flatMap({ x in (0..<1 << z).map { (x, $0) } }) {
        bench.fetcher.set("https://tiles.example/\(z)/\(x)/\(y).png", .success(HTTPResponse(status: 200, body: [1, 2, 3])))
      }
    }
    // Nothing is decoded.
    bench.workers.submit(WorkTicket(priority: -.infinity)) { gate.wait() }
    #expect(
      blockUntil {
        _ = bench.map.update(view: bench.view, pixelsPerPoint: 1, now: bench.now)
        return !bench.map.awaitsTiles
      })
    #expect(bench.map.counts.loading > 0)
    gate.signal()
  }

  @Test func sourcesThatFailAreNotAwaited() throws {
    let bench = try Bench(Self.style(#"{"type": "vector", "url": "https://tiles.example/gone.json"}"#, Self.fill))
    #expect(
      blockUntil {
        _ = bench.map.update(view: bench.view, pixelsPerPoint: 1, now: bench.now)
        return !bench.map.awaitsTiles
      })
  }

  @Test func onlyTheLastOpeningOfASourceIsHeard() throws {
    let gate = DispatchSemaphore(value: 0)
    func style(_ opacity: Double) throws -> StyleDocument {
      let layer = #"{"id": "f", "type": "fill", "source": "s", "paint": {"fill-opacity": ["get", "o"]}}"#
      let data = Self.square.replacing(#""name": "Square""#, with: #""o": \#(opacity)"#)
      return try StyleDocument(Array(Self.style(#"{"type": "geojson", "data": \#(data)}"#, layer).utf8))
    }
    let bench = try Bench(Self.style(#"{"type": "geojson", "data": \#(Self.square)}"#, Self.fill))
    bench.map.setDocument(try style(0.25), base: bench.map.base)
    #expect(bench.settle())
    let runtime = try #require(bench.map.sources["s"])
    guard case .ready(let older) = runtime.state else { throw LoadFault.refusal("the source is not ready") }
    // The worker is busy, so that the newer data are waited for while what was asked for before them comes in.
    bench.workers.submit(WorkTicket(priority: -.infinity)) { gate.wait() }
    bench.map.setDocument(try style(0.75), base: bench.map.base)
    let before = runtime.description.openingCount - 1
    runtime.mailbox.post(.described(opening: before, .failure(LoadFault.refusal("of before"))))
    _ = bench.map.update(view: bench.view, pixelsPerPoint: 1, now: bench.now)
    #expect(bench.map.messages.isEmpty && runtime.description.awaitsData && !bench.map.isComplete)
    gate.signal()
    #expect(bench.settle())
    #expect(bench.opacities(of: "f") == [0.75])
    runtime.mailbox.post(.described(opening: before, .success(older)))
    #expect(bench.settle())
    #expect(bench.opacities(of: "f") == [0.75])
  }

  /// A style's zoom 0 has the world 512 points wide; a view shows it half as wide or less.
  @Test(arguments: [0.0, -0.5, -3])
  func aWorldSmallerThanAtZoomZeroIsDrawn(zoom: Double) throws {
    let bench = try Bench(Self.style(#"{"type": "geojson", "data": \#(Self.square)}"#, Self.fill), zoom: zoom)
    #expect(bench.settle())
    #expect(bench.drawn["back"] != nil && bench.drawn["fill"] != nil)
    let late = Self.fill.replacing(#""type": "fill""#, with: #""type": "fill", "minzoom": 1"#)
    let other = try Bench(Self.style(#"{"type": "geojson", "data": \#(Self.square)}"#, late), zoom: zoom)
    #expect(other.settle())
    #expect(other.drawn["back"] != nil && other.drawn["fill"] == nil)
  }

  /// A view about one world wide ends at the antimeridian on both sides, and half of what stands there is seen on either.
  @Test(arguments: ["circle", "heatmap", "symbol"])
  func whatStandsOnTheAntimeridianIsDrawnOnBothSides(kind: String) throws {
    let point = #"{"type": "Feature", "properties": {}, "geometry": {"type": "Point", "coordinates": [180, 0]}}"#
    let layer =
      #"{"id": "p", "type": "\#(kind)", "source": "s", "layout": {\#(kind == "symbol" ? "\"text-field\": \"x\"" : "")}}"#
    func copies(_ longitude: Double, width: Double) throws -> [Int] {
      let bench = try Bench(Self.style(#"{"type": "geojson", "data": \#(point)}"#, layer))
      bench.view = ViewTransform(
        camera: CameraPosition(latitude: 0, longitude: longitude, zoom: 1), size: ScreenSize(width: width, height: 300))
      #expect(bench.settle())
      guard case .tiles(let tiles)? = bench.map.frame(now: 0)?.layers.last?.content else { return [] }
      return tiles.map(\.worldCopy).sorted()
    }
    #expect(try copies(0, width: 512) == [-1, 0, 1])
    #expect(try copies(0, width: 500) == [-1, 0, 1], "what is large reaches farther than to the edge")
    #expect(try copies(1, width: 512) == [-1, 0, 1])
    #expect(try copies(0, width: 250) == [0])
  }

  /// Which tiles take room for labels first depends on how the map is turned, and nothing else of what is drawn does.
  @Test func aMapThatTurnsALittleIsNotPutTogetherAnew() throws {
    let points = [(-30, 30), (30, 30), (-30, -30), (30, -30)].map { "[\($0), \($1)]" }.joined(separator: ", ")
    let data = #"{"type": "Feature", "properties": {}, "geometry": {"type": "MultiPoint", "coordinates": [\#(points)]}}"#
    let layer = #"{"id": "p", "type": "symbol", "source": "s", "layout": {"text-field": "x"}}"#
    func turn(_ bench: Bench, _ bearing: Double) {
      bench.view = ViewTransform(
        camera: CameraPosition(target: LocationCoordinate(latitude: 0, longitude: 0), zoom: 3, bearing: bearing, viewingAngle: 0),
        size: ScreenSize(width: 512, height: 512))
      #expect(bench.settle())
    }
    func tiles(_ bench: Bench) -> [TileID] {
      guard case .tiles(let tiles)? = bench.map.frame(now: 0)?.layers.last?.content else { return [] }
      return tiles.map(\.tile.canonical)
    }
    let bench = try Bench(Self.style(#"{"type": "geojson", "data": \#(data)}"#, layer))
    turn(bench, 10)
    let (content, first) = (bench.map.frame(now: 0)?.content, tiles(bench))
    #expect(first.count >= 4)
    turn(bench, 14)
    #expect(bench.map.frame(now: 0)?.content == content && tiles(bench) == first)
    turn(bench, 100)
    let fresh = try Bench(Self.style(#"{"type": "geojson", "data": \#(data)}"#, layer))
    turn(fresh, 100)
    #expect(tiles(bench) == tiles(fresh) && tiles(bench) != first)
  }

  @Test func inlineGeoJSONIsDrawn() throws {
    let bench = try Bench(Self.style(#"{"type": "geojson", "data": \#(Self.square)}"#, Self.fill))
    #expect(bench.settle())
    #expect(bench.drawn == ["back": 0, "fill": 1])
    #expect(bench.map.messages.isEmpty)
  }

  @Test func tilesOfAServerAreAskedForOnceAndDrawn() throws {
    let bench = try Bench(
      Self.style(#"{"type": "vector", "tiles": ["https://example.org/{z}/{x}/{y}.mvt"]}"#, Self.fill), zoom: 1)
    for (x, y) in [(0, 0), (1, 0), (0, 1), (1, 1)] {
      bench.fetcher.set(
        "https://example.org/1/\(x)/\(y).mvt", .success(HTTPResponse(status: 200, body: Self.tile(layer: "land"))))
    }
    #expect(bench.settle())
    #expect(bench.drawn["fill"] == 4)
    #expect(bench.fetcher.requests.count == 4)
  }

  @Test func aLayerOfEachLookIsRehearsedWhileNoTileIsThere() throws {
    let source = #"{"type": "vector", "tiles": ["https://example.org/{z}/{x}/{y}.mvt"]}"#
    let layers = [
      Self.fill,
      #"{"id": "same", "type": "fill", "source": "s", "source-layer": "water"}"#,
      #"{"id": "other", "type": "fill", "source": "s", "source-layer": "land", "paint": {"fill-color": ["get", "color"]}}"#,
      #"{"id": "later", "type": "line", "source": "s", "source-layer": "land", "minzoom": 3}"#,
      #"{"id": "line", "type": "line", "source": "s", "source-layer": "land"}"#,
    ].joined(separator: ",")
    let bench = try Bench(Self.style(source, layers))
    #expect(bench.map.nextRehearsal() == nil)
    bench.fetcher.set("https://example.org/0/0/0.mvt", .success(HTTPResponse(status: 200, body: Self.tile(layer: "land"))))
    // The first update asks what the source is, the second one for its tiles.
    for _ in 0..<2 { _ = bench.map.update(view: bench.view, pixelsPerPoint: 1, now: 0) }
    var rehearsed: [String] = []
    while let frame = bench.map.nextRehearsal() {
      #expect(frame.layers.count == 1)
      rehearsed += frame.layers.map(\.layer.id)
    }
    #expect(rehearsed == ["fill", "other", "line"])
    #expect(bench.settle())
    #expect(bench.drawn == ["back": 0, "fill": 1, "other": 1, "line": 1])
  }

  @Test func layersOfOtherZoomsAreRehearsedAheadAndThoseThatAreHiddenAreNot() throws {
    let high = #"{"id": "high", "type": "fill", "source": "s", "minzoom": 16, "maxzoom": 16.5}"#
    let opacity = #"["interpolate", ["linear"], ["zoom"], 14, 0, 15, 1]"#
    let fading = #"{"id": "fading", "type": "fill", "source": "s", "minzoom": 14, "paint": {"fill-opacity": \#(opacity)}}"#
    let hidden = #"{"id": "hidden", "type": "fill", "source": "s", "layout": {"visibility": "none"}}"#
    let bench = try Bench(
      Self.style(#"{"type": "geojson", "data": \#(Self.square)}"#, "\(Self.fill), \(high), \(fading), \(hidden)"))
    #expect(bench.settle())
    var rehearsed: [String: [Double]] = [:]
    var opacities: [Double] = []
    while let frame = bench.map.nextRehearsalAhead() {
      for layer in frame.layers {
        rehearsed[layer.layer.id, default: []].append(frame.zoom)
        if layer.layer.id == "fading" { opacities.append(layer.properties.number(.fillOpacity, zoom: frame.zoom)) }
      }
    }
    #expect(Set(rehearsed.keys) == ["fill", "high", "fading"])
    #expect(rehearsed["fill"]?.count == 1 && rehearsed["high"] == [16.3, 16.5])
    // What is not seen yet is drawn while it comes in, and when all of it is there.
    #expect(opacities.count == 2 && opacities.first ?? 0 > 0.1 && opacities.first ?? 1 < 0.9 && opacities.last == 1)
  }

  @Test func nothingIsRehearsedWhatIsThereAlready() throws {
    let bench = try Bench(Self.style(#"{"type": "geojson", "data": \#(Self.square)}"#, Self.fill))
    #expect(bench.settle())
    #expect(bench.map.nextRehearsal() == nil)
  }

  @Test func aTileThatDoesNotExistIsEmptyAndNoFault() throws {
    let bench = try Bench(Self.style(#"{"type": "vector", "tiles": ["https://example.org/{z}/{x}/{y}.mvt"]}"#, Self.fill))
    #expect(bench.settle())
    #expect(bench.drawn == ["back": 0])
    #expect(bench.map.counts.missing == 1 && bench.map.messages.isEmpty)
  }

  @Test func aPictureThatDoesNotExistIsStoodInForByTheOneAbove() throws {
    let raster = #"{"id": "r", "type": "raster", "source": "s"}"#
    let source = #"{"type": "raster", "tiles": ["https://example.org/{z}/{x}/{y}.png"], "tileSize": 512}"#
    let bench = try Bench(Self.style(source, raster), zoom: 2)
    let picture = try #require(Image(width: 1, height: 1, premultipliedRGBA: [255, 0, 0, 255]))
    bench.fetcher.set("https://example.org/0/0/0.png", .success(HTTPResponse(status: 200, body: try PNGEncoder.encode(picture))))
    #expect(bench.settle())
    // The picture is complete only when the last of the tiles above was asked for.
    #expect(bench.drawn["r"] == 4)
    #expect(bench.fetcher.requests.contains { $0.url == "https://example.org/0/0/0.png" })
  }

  /// Three quarters of a second of fading, on the way in and out.
  @Test func picturesComeInOverTheOnesOfOtherLevels() throws {
    let raster = #"{"id": "r", "type": "raster", "source": "s", "paint": {"raster-fade-duration": 750}}"#
    let source = #"{"type": "raster", "tiles": ["https://example.org/{z}/{x}/{y}.png"], "tileSize": 512}"#
    let bench = try Bench(Self.style(source, raster), isStill: false)
    let picture = HTTPResponse(
      status: 200, body: try PNGEncoder.encode(try #require(Image(width: 1, height: 1, premultipliedRGBA: [255, 0, 0, 255]))))
    for place in ["0/0/0", "1/0/0", "1/1/0", "1/0/1", "1/1/1"] {
      bench.fetcher.set("https://example.org/\(place).png", .success(picture))
    }
    func draws() throws -> [StyleRasterDraw] {
      guard case .raster(let draws)? = bench.map.frame(now: bench.now)?.layers.last?.content else { return [] }
      return draws
    }
    func pass(_ seconds: Double) {
      bench.now += seconds
      _ = bench.map.update(view: bench.view, pixelsPerPoint: 1, now: bench.now)
    }
    let whole = TileID(z: 0, x: 0, y: 0)
    #expect(bench.settle())
    // Nothing was there before the first one.
    #expect(try draws().map { $0.before == nil && $0.arrival > 0 } == [true])
    #expect(bench.map.needsFrame)
    pass(1)
    #expect(try draws().count == 1 && !bench.map.needsFrame)

    bench.view = ViewTransform(camera: CameraPosition(latitude: 0, longitude: 0, zoom: 2), size: bench.view.size)
    #expect(bench.settle())
    #expect(try draws().count == 4)
    #expect(try draws().allSatisfy { $0.before?.tile == whole && $0.arrival > 1 && $0.source == $0.tile })
    pass(1)
    #expect(try !draws().isEmpty && !bench.map.needsFrame)

    // What is in memory does not come in again.
    bench.view = ViewTransform(camera: CameraPosition(latitude: 0, longitude: 0, zoom: 1), size: bench.view.size)
    pass(0)
    #expect(try draws().map(\.source) == [whole])
    #expect(try draws().allSatisfy { $0.arrival < bench.now - 0.75 && $0.before == nil })
  }

  @Test func aPictureComesInOverFourSmallerOnes() throws {
    let raster = #"{"id": "r", "type": "raster", "source": "s"}"#
    let source = #"{"type": "raster", "tiles": ["https://example.org/{z}/{x}/{y}.png"], "tileSize": 512}"#
    let bench = try Bench(Self.style(source, raster), zoom: 1, isStill: false)
    let picture = HTTPResponse(
      status: 200, body: try PNGEncoder.encode(try #require(Image(width: 1, height: 1, premultipliedRGBA: [255, 0, 0, 255]))))
    for place in ["0/0/0", "1/0/0", "1/1/0", "1/0/1", "1/1/1"] {
      bench.fetcher.set("https://example.org/\(place).png", .success(picture))
    }
    #expect(bench.settle())
    bench.now += 1
    bench.view = ViewTransform(camera: CameraPosition(latitude: 0, longitude: 0, zoom: 1), size: bench.view.size)
    #expect(bench.settle())
    guard case .raster(let draws)? = bench.map.frame(now: bench.now)?.layers.last?.content else {
      Issue.record("no pictures are drawn")
      return
    }
    // The same picture in four pieces, each over the one that lay there.
    #expect(draws.count == 4 && Set(draws.map(\.raster.id)).count == 1)
    #expect(draws.allSatisfy { $0.source.z == 0 && $0.before?.tile == $0.tile && $0.tile.z == 1 })
  }

  @Test func damagedTilesAreToldOnceAndTheRestIsDrawn() throws {
    let bench = try Bench(
      Self.style(#"{"type": "vector", "tiles": ["https://example.org/{z}/{x}/{y}.mvt"]}"#, Self.fill), zoom: 1)
    for (x, y) in [(0, 0), (1, 0), (0, 1)] {
      bench.fetcher.set(
        "https://example.org/1/\(x)/\(y).mvt", .success(HTTPResponse(status: 200, body: Self.tile(layer: "land"))))
    }
    bench.fetcher.set("https://example.org/1/1/1.mvt", .success(HTTPResponse(status: 200, body: [0x1A, 0xFF, 0xFF, 0x7F])))
    _ = blockUntil {
      _ = bench.map.update(view: bench.view, pixelsPerPoint: 1, now: bench.now)
      return bench.drawn["fill"] == 3 && !bench.map.faults.isEmpty
    }
    #expect(bench.drawn["fill"] == 3 && bench.map.faults.count == 1)
    #expect(bench.map.messages.count == 1 && bench.map.messages.first?.hasPrefix("example.org: ") == true)
    // A server may mend it; who sees the same again waits no longer.
    bench.now += 1.3
    _ = blockUntil {
      _ = bench.map.update(view: bench.view, pixelsPerPoint: 1, now: bench.now)
      return !bench.map.progress.mayArrive(before: bench.now + 60)
    }
    #expect(!bench.map.progress.mayArrive(before: bench.now + 60) && bench.map.messages.count == 1)
  }

  @Test func rowsOfTMSCountFromTheSouth() throws {
    let bench = try Bench(
      Self.style(
        #"{"type": "vector", "scheme": "tms", "tiles": ["https://example.org/{z}/{x}/{y}.mvt"], "bounds": [-180, 0.1, -0.1, 85]}"#,
        Self.fill), zoom: 1)
    bench.settle()
    // The north-western tile of level 1 is row 1 from the south; the bounds leave the others out.
    #expect(bench.fetcher.requests.map(\.url) == ["https://example.org/1/0/1.mvt"])
  }

  @Test func tileJSONSaysWhereTilesAre() throws {
    let bench = try Bench(Self.style(#"{"type": "vector", "url": "https://example.org/a/tiles.json"}"#, Self.fill))
    bench.fetcher.set(
      "https://example.org/a/tiles.json",
      .success(
        HTTPResponse(
          status: 200,
          body: Array(#"{"tiles": ["{z}-{x}-{y}.mvt"], "maxzoom": 3, "attribution": "<b>Somebody</b>"}"#.utf8))))
    bench.fetcher.set("https://example.org/a/0-0-0.mvt", .success(HTTPResponse(status: 200, body: Self.tile(layer: "land"))))
    #expect(bench.settle())
    #expect(bench.drawn["fill"] == 1)
    #expect(bench.map.attributions == ["Somebody"])
  }

  @Test func whileATileLoadsTheOneAboveStandsInForItsSquare() throws {
    let bench = try Bench(
      Self.style(#"{"type": "vector", "tiles": ["https://example.org/{z}/{x}/{y}.mvt"]}"#, Self.fill))
    bench.fetcher.set("https://example.org/0/0/0.mvt", .success(HTTPResponse(status: 200, body: Self.tile(layer: "land"))))
    for (x, y) in [(0, 0), (1, 0), (0, 1)] {
      bench.fetcher.set(
        "https://example.org/1/\(x)/\(y).mvt", .success(HTTPResponse(status: 200, body: Self.tile(layer: "land"))))
    }
    bench.fetcher.set("https://example.org/1/1/1.mvt", .failure(.network("it is cut")))
    #expect(bench.settle())
    bench.view = ViewTransform(
      camera: CameraPosition(latitude: 0, longitude: 0, zoom: 2), size: ScreenSize(width: 512, height: 512))
    _ = blockUntil {
      _ = bench.map.update(view: bench.view, pixelsPerPoint: 1, now: bench.now)
      return bench.map.counts.ready >= 3
    }
    _ = bench.map.update(view: bench.view, pixelsPerPoint: 1, now: bench.now)
    let shown = try #require(bench.map.sources["s"]).shownTiles()
    #expect(Set(shown.map(\.clip)) == Set(TileID(z: 0, x: 0, y: 0).children))
    #expect(shown.first { $0.clip == TileID(z: 1, x: 1, y: 1) }?.tile.canonical == TileID(z: 0, x: 0, y: 0))
  }

  @Test func aNewColourKeepsTheTilesAsTheyAre() throws {
    let source = #"{"type": "geojson", "data": \#(Self.square)}"#
    let bench = try Bench(Self.style(source, Self.fill))
    bench.settle()
    let before = bench.map.frame(now: 0)?.liveBuckets
    let blue = Self.fill.dropLast() + #", "paint": {"fill-color": "blue"}}"#
    bench.map.setDocument(try StyleDocument(Array(Self.style(source, String(blue)).utf8)), base: bench.map.base)
    #expect(bench.settle())
    #expect(bench.map.frame(now: 0)?.liveBuckets == before)
  }

  @Test func featuresAreFoundWhereTheyAreDrawn() throws {
    let bench = try Bench(Self.style(#"{"type": "geojson", "data": \#(Self.square)}"#, Self.fill))
    bench.settle()
    let inside = bench.map.features(in: ScreenRect(x: 256, y: 256, width: 0, height: 0))
    #expect(inside.map(\.layer.id) == ["fill"])
    #expect(inside.first.map { $0.features.value("name", of: $0.row) } == .string("Square"))
    // 40 degrees are 57 points of 512; 100 points from the middle lie outside.
    #expect(bench.map.features(in: ScreenRect(x: 356, y: 256, width: 0, height: 0)).isEmpty)
    #expect(bench.map.features(in: ScreenRect(x: 0, y: 0, width: 512, height: 512)).count == 1)
    #expect(bench.map.features(in: ScreenRect(x: 0, y: 0, width: 512, height: 512), layers: ["other"]).isEmpty)
  }

  @Test func aStateOfAFeatureChangesItsPaintAndLaysNothingOutAgain() throws {
    let asking = #"""
      {"id": "fill", "type": "fill", "source": "s", "paint": {"fill-opacity": ["case", ["==", ["feature-state", "hover"], true], 1, 0.5]}},
      {"id": "plain", "type": "fill", "source": "s"}
      """#
    let bench = try Bench(Self.style(#"{"type": "geojson", "data": \#(Self.square)}"#, asking))
    bench.settle()
    let before = bench.map.frame(now: 0)?.liveBuckets ?? []
    #expect(bench.opacities(of: "fill") == [0.5])
    let version = bench.map.layoutVersion
    bench.map.setFeatureState(["hover": .bool(true)], of: .number(7), source: "s", sourceLayer: nil)
    // In the next frame, though no worker has done anything.
    _ = bench.map.update(view: bench.view, pixelsPerPoint: 1, now: bench.now)
    #expect(bench.opacities(of: "fill") == [1])
    #expect(bench.map.frame(now: 0)?.liveBuckets == before && before.count == 2)
    #expect(bench.map.layoutVersion == version)
    bench.map.setFeatureState([:], of: .number(7), source: "s", sourceLayer: nil)
    _ = bench.map.update(view: bench.view, pixelsPerPoint: 1, now: bench.now)
    #expect(bench.opacities(of: "fill") == [0.5])
    bench.map.setFeatureState(["hover": .bool(true)], of: .number(7), source: "s", sourceLayer: nil)
    #expect(bench.map.featureState(of: .number(7), source: "s", sourceLayer: nil) == ["hover": .bool(true)])
  }

  @Test func tilesThatComeLaterHaveTheStatesOfTheirFeatures() throws {
    let asking =
      #"{"id": "fill", "type": "fill", "source": "s", "paint": {"fill-opacity": ["case", ["to-boolean", ["feature-state", "on"]], 1, 0.5]}}"#
    let bench = try Bench(Self.style(#"{"type": "geojson", "data": \#(Self.square)}"#, asking))
    bench.map.setFeatureState(["on": .number(1)], of: .number(7), source: "s", sourceLayer: nil)
    bench.settle()
    #expect(bench.opacities(of: "fill") == [1])
  }

  @Test func anAttributeCanBeTheIDOfFeaturesInVectorTiles() throws {
    let asking = #"""
      {"id": "fill", "type": "fill", "source": "s", "source-layer": "land",
       "paint": {"fill-opacity": ["case", ["to-boolean", ["feature-state", "on"]], 1, 0.5]}}
      """#
    var writer = VectorTileWriter()
    let ring: [SIMD2<Int32>] = [SIMD2(0, 0), SIMD2(4096, 0), SIMD2(4096, 4096), SIMD2(0, 4096)]
    for code in ["fi", "se"] { writer.add(layer: "land", .polygons, [ring], tags: [("code", .string(code))]) }
    for promoted in [#""code""#, #"{"land": "code"}"#] {
      let bench = try Bench(
        Self.style(
          #"{"type": "vector", "promoteId": \#(promoted), "tiles": ["https://example.org/{z}/{x}/{y}.mvt"]}"#, asking))
      bench.fetcher.set("https://example.org/0/0/0.mvt", .success(HTTPResponse(status: 200, body: writer.bytes())))
      bench.map.setFeatureState(["on": .bool(true)], of: .string("se"), source: "s", sourceLayer: "land")
      #expect(bench.settle())
      #expect(bench.opacities(of: "fill").sorted() == [0.5, 1])
      bench.map.setFeatureState(["on": .bool(true)], of: .string("fi"), source: "s", sourceLayer: "land")
      _ = bench.map.update(view: bench.view, pixelsPerPoint: 1, now: bench.now)
      #expect(bench.opacities(of: "fill") == [1, 1])
    }
  }

  @Test func buildingsCanBeLeftOut() throws {
    let extrusion = #"{"id": "houses", "type": "fill-extrusion", "source": "s", "paint": {"fill-extrusion-height": 10}}"#
    let bench = try Bench(Self.style(#"{"type": "geojson", "data": \#(Self.square)}"#, extrusion))
    bench.settle()
    #expect(bench.drawn["houses"] == 1)
    bench.map.showsBuildings = false
    #expect(bench.drawn["houses"] == nil)
  }

  @Test func aSourceThatCannotBeHadIsToldAndTheRestDrawn() throws {
    let bench = try Bench(
      Self.style(#"{"type": "geojson", "data": "missing.json"}"#, Self.fill), folder: "/nowhere")
    #expect(bench.settle())
    #expect(bench.drawn == ["back": 0])
    #expect(bench.map.messages == ["/nowhere/missing.json does not exist"])
  }
}

// Labels and what overlays need of their room.
extension StyledMapTests {
  @Test func labelsMakeRoomForOverlaysAndComeBack() throws {
    let point = #"{"type": "Feature", "properties": {}, "geometry": {"type": "Point", "coordinates": [0, 0]}}"#
    let bench = try Bench(
      Self.style(
        #"{"type": "geojson", "data": \#(point)}"#,
        #"{"id": "names", "type": "symbol", "source": "s", "layout": {"text-field": "Null Island"}}"#))
    #expect(bench.settle())
    #expect(bench.map.frame(now: 1)?.placement?.shownCount == 1)

    let obstacle = LabelObstacle(
      id: 4, rect: ScreenRect(x: 250, y: 250, width: 12, height: 12), behavior: .requiredAndHidesOptional)
    bench.map.obstacles = { _ in [obstacle] }
    bench.map.obstacleVersion += 1
    let crowded = bench.map.frame(now: 2)?.placement
    #expect(crowded?.shownCount == 0 && crowded?.shownObstacles == [4])

    bench.map.obstacles = { _ in [] }
    bench.map.obstacleVersion += 1
    #expect(bench.map.frame(now: 3)?.placement?.shownCount == 1)
  }
}

// What labels, icons and patterns need and cannot be had.
extension StyledMapTests {
  private static let point = #"{"type": "Feature", "properties": {}, "geometry": {"type": "Point", "coordinates": [0, 0]}}"#

  private static func style(extra: String, data: String, _ layers: String) -> String {
    #"{"version": 8, \#(extra), "sources": {"s": {"type": "geojson", "data": \#(data)}}, "layers": [\#(layers)]}"#
  }

  @Test func missingGlyphsAreToldAndFontsOfTheMachineStandIn() throws {
    let bench = try Bench(
      Self.style(
        extra: #""glyphs": "https://example.org/{fontstack}/{range}.pbf""#, data: Self.point,
        #"{"id": "n", "type": "symbol", "source": "s", "layout": {"text-field": "Null", "text-font": ["Alpha"]}}"#))
    #expect(bench.settle())
    #expect(bench.map.messages == [#"the glyphs 0-255 of "Alpha" do not exist"#])
    #expect(bench.map.frame(now: 1)?.placement?.shownCount == 1)
  }

  @Test func missingPicturesAreToldOnceEach() throws {
    let layers = [
      #"{"id": "a", "type": "symbol", "source": "s", "layout": {"icon-image": "cat", "text-field": "Null"}}"#,
      #"{"id": "b", "type": "symbol", "source": "s", "layout": {"icon-image": ["concat", "c", "at"]}}"#,
      #"{"id": "c", "type": "fill", "source": "s", "paint": {"fill-pattern": ["get", "name"]}}"#,
      #"{"id": "d", "type": "background", "paint": {"background-pattern": "dots"}}"#,
    ].joined(separator: ",")
    let data = #"{"type": "FeatureCollection", "features": [\#(Self.point), \#(Self.point), \#(Self.square)]}"#
    let bench = try Bench(Self.style(extra: #""name": "x""#, data: data, layers))
    #expect(bench.settle())
    #expect(bench.map.messages.sorted() == ["Square", "cat", "dots"].map { "no sprite has the picture \"\($0)\"" })
  }

  @Test func ofAMissingSpriteNoPictureIsToldByItself() throws {
    let bench = try Bench(
      Self.style(
        extra: #""sprite": "https://example.org/sprite""#, data: Self.point,
        #"{"id": "a", "type": "symbol", "source": "s", "layout": {"icon-image": "cat"}}"#))
    #expect(bench.settle())
    #expect(bench.map.messages == ["the sprite https://example.org/sprite.json does not exist"])
  }
}
