import Glibc
@testable import Overlook
import OverlookMeasurement
import OverlookPasses
import OverlookPlatform
import OverlookRender
import OverlookSupport
import OverlookTestSupport
import Testing

/// What steady frames ask of a graphics card: counts, which do not depend on the machine.
@MainActor @Suite(.serialized) struct FrameCountTests {
  @MainActor private struct Stage {
    let map: MapView
    let loop: HeadlessLoop

    /// As a card draws it, or, where the choice is software, as the processor does.
    init(
      _ camera: CameraPosition, _ type: MapType, _ choice: RendererChoice = .driver,
      size: ScreenSize = ScreenSize(width: 1024, height: 768), adding add: (MapView) -> Void = { _ in }
    ) throws {
      let before = MapServices.renderer
      defer { MapServices.renderer = before }
      MapServices.renderer = choice
      map = MapView(camera: camera)
      map.mapType = type
      // Controls and credits are written anew in each frame.
      map.isBare = true
      map.maximumViewingAngle = { _ in 85 }
      map.moveCamera(.setCamera(camera))
      add(map)
      loop = try HeadlessLoop(content: map.windowContent, size: size, hasDepths: choice == .driver)
      for _ in 0..<4 {
        let (map, loop) = (map, loop)
        let isReady = loop.run(timeoutSeconds: 90) { map.isAtRest || map.graphicsError != nil }
        try #require(isReady && map.graphicsError == nil, "\(map.graphicsError ?? "the map did not come to rest")")
        draw()
      }
      #expect(map.renderer?.raster.drawnBy == choice.rawValue)
    }

    func draw() {
      map.requestFrame(.forced)
      loop.renderFrame()
    }

    /// Of the frame that asks for least, of some: tiles from around the view may come in with any of them.
    func steadyFrame(_ change: (Int) -> Void = { _ in }) throws -> GraphicsCallCounter.Report {
      var steadiest: GraphicsCallCounter.Report?
      for number in 0..<8 {
        let report = try #require(
          GraphicsCallCounter.count {
            change(number)
            draw()
          })
        if report.allCalls < steadiest?.allCalls ?? .max { steadiest = report }
      }
      return try #require(steadiest)
    }

    func pan(_ number: Int) { map.moveCamera(.scrollBy(x: number.isMultiple(of: 2) ? 3 : -3, y: 0)) }
  }

  nonisolated private static let city = CameraPosition(latitude: 60.17, longitude: 24.94, zoom: 15)
  nonisolated private static let tiltedCity = CameraPosition(
    latitude: 60.17, longitude: 24.94, zoom: 15, bearing: 30, viewingAngle: 55)
  nonisolated private static let overlays = CameraPosition(latitude: 0, longitude: 0, zoom: 11)

  /// Houses come into view, and the map is tilted: the driver knows all but a few of the programs by then, and nothing was seen of it.
  @Test(arguments: [true, false]) func whatAMapAtRestRehearsesNoFrameLinks(rehearses: Bool) throws {
    let stage = try Stage(CameraPosition(latitude: 60.17, longitude: 24.94, zoom: 12), .normal)
    defer { stage.loop.close() }
    let before = stage.loop.pixels()
    stage.map.rehearsesAhead = rehearses
    try #require(stage.loop.run(timeoutSeconds: 90) { stage.map.isAtRest && !stage.map.hasRehearsed })
    #expect(stage.loop.pixels() == before)
    let frames = stage.loop.statistics.framesDrawn
    let report = try #require(
      GraphicsCallCounter.count {
        stage.map.moveCamera(.setCamera(Self.tiltedCity))
        _ = stage.loop.run(timeoutSeconds: 90) { stage.map.isAtRest && stage.loop.statistics.framesDrawn > frames }
      })
    let linked = report.calls["glLinkProgram", default: 0] + report.calls["glProgramBinary", default: 0]
    #expect(rehearses ? linked <= 2 : linked > 3, "\(linked) programs")
  }

  /// On a map with houses, and on one without.
  @Test(arguments: [tiltedCity, overlays], [true, false])
  func theFirstOverlaysOnAMapAtRestLinkNothing(camera: CameraPosition, rehearses: Bool) throws {
    let stage = try Stage(camera, .normal)
    defer { stage.loop.close() }
    let before = stage.loop.pixels()
    stage.map.rehearsesAhead = rehearses
    try #require(stage.loop.run(timeoutSeconds: 90) { stage.map.isAtRest && !stage.map.hasRehearsed })
    #expect(stage.loop.pixels() == before)
    let place = camera.target
    let ring = [(0.001, 0.0), (0.0, 0.002), (-0.001, 0.0)].map {
      LocationCoordinate(latitude: place.latitude + $0.0, longitude: place.longitude + $0.1)
    }
    let (marker, line, area) = (Marker(position: place), Polyline(path: Path(ring)), Polygon(path: Path(ring)))
    let report = try #require(
      GraphicsCallCounter.count {
        marker.map = stage.map
        line.map = stage.map
        area.map = stage.map
        _ = stage.loop.run(timeoutSeconds: 90) { stage.map.isAtRest }
      })
    #expect(stage.loop.pixels() != before)
    let linked = report.calls["glLinkProgram", default: 0] + report.calls["glProgramBinary", default: 0]
    #expect(rehearses ? linked == 0 : linked > 0, "\(linked) programs")
  }

  /// All of a still picture comes before its first frame, and the driver knows meanwhile what labels, controls and pictures of the view are
  /// drawn with; the picture is the same.
  @Test func whatAStillPictureRehearsesItsFrameDoesNotLink() throws {
    func drawn(rehearses: Bool) throws -> (linked: Int, pixels: [UInt8]?) {
      let map = MapView(camera: CameraPosition(latitude: 20, longitude: 0, zoom: 1), mapType: .normal, showsBaseMap: false)
      map.isStill = true
      map.showBaseMap()
      let loop = try HeadlessLoop(content: map.windowContent, size: ScreenSize(width: 512, height: 384))
      defer { loop.close() }
      try #require(blockUntil { !map.prepareTiles(now: 0) })
      if rehearses {
        var count = 0
        while loop.drawAside({ map.rehearseStill(now: 0) }) { count += 1 }
        #expect(count == 4 && loop.statistics.framesDrawn == 0)
      }
      let report = try #require(GraphicsCallCounter.count { loop.renderFrame() })
      // Labels that know of no controls yet are placed once more.
      #expect(map.isAtRest == rehearses && map.isWhole)
      #expect(loop.run(timeoutSeconds: 90) { map.isAtRest })
      if rehearses { #expect(loop.statistics.framesDrawn == 1) }
      return (report.calls["glLinkProgram", default: 0] + report.calls["glProgramBinary", default: 0], loop.pixels())
    }
    let (with, without) = try (drawn(rehearses: true), drawn(rehearses: false))
    #expect(with.linked + 2 <= without.linked && without.linked > 0, "\(with.linked) and \(without.linked) programs")
    #expect(with.pixels == without.pixels)
  }

  /// Memory of the view's size takes as long to come as a frame.
  @Test func whatAMapAtRestRehearsesNoFrameMakesTargetsFor() throws {
    func targetsMade(rehearses: Bool) throws -> Int {
      let stage = try Stage(CameraPosition(latitude: 60.17, longitude: 24.94, zoom: 12), .normal, .software)
      defer { stage.loop.close() }
      stage.map.rehearsesAhead = rehearses
      try #require(stage.loop.run(timeoutSeconds: 90) { stage.map.isAtRest && !stage.map.hasRehearsed })
      let frames = stage.loop.statistics.framesDrawn
      let report = try #require(
        GraphicsCallCounter.count {
          stage.map.moveCamera(.setCamera(Self.tiltedCity))
          _ = stage.loop.run(timeoutSeconds: 90) { stage.map.isAtRest && stage.loop.statistics.framesDrawn > frames }
        })
      return report.calls["glFramebufferTexture2D", default: 0]
    }
    let (with, without) = try (targetsMade(rehearses: true), targetsMade(rehearses: false))
    #expect(with == 0 && without > 0, "\(with) and \(without) targets")
  }

  enum Kind: CaseIterable { case points, icons, lines, dashedLines, trips, polygons, walls, columns, arcs }

  private static let count = 1200

  /// Elements in a spiral, every other one beyond the view, so that none in view has a neighbour there.
  private static let places = (0..<count).map { number -> LocationCoordinate in
    let (angle, out) = (2.4 * Double(number), 0.2 * (Double(number) / Double(count)).squareRoot())
    return LocationCoordinate(latitude: out * cos(angle) + (number.isMultiple(of: 2) ? 0 : 10), longitude: out * sin(angle))
  }

  private static func rings(corners: Int) -> [[LocationCoordinate]] {
    places.map { place in
      (0..<corners).map { corner in
        let angle = 2 * .pi * Double(corner) / Double(corners)
        return LocationCoordinate(
          latitude: place.latitude + 0.002 * sin(angle), longitude: place.longitude + 0.002 * cos(angle))
      }
    }
  }

  private static func layer(_ kind: Kind) -> DataLayer {
    switch kind {
    case .points: return PointLayer(positions: places)
    case .icons:
      return IconLayer(images: [Image(width: 8, height: 8, scale: 1) { _, _ in SIMD4(200, 0, 0, 255) }], positions: places)
    case .lines: return PathLayer(paths: rings(corners: 300))
    case .dashedLines:
      let layer = PathLayer(paths: rings(corners: 300))
      layer.strokeDashes = DashPattern([6, 4])
      return layer
    case .trips:
      let layer = TripsLayer()
      layer.setTrips(
        longitudesAndLatitudes: rings(corners: 300).flatMap { $0.flatMap { [$0.longitude, $0.latitude] } },
        times: (0..<count).flatMap { _ in (0..<300).map(Double.init) }, starts: (0..<count).map { 300 * $0 })
      (layer.trailLength, layer.currentTime) = (200, 250)
      return layer
    case .polygons, .walls:
      let layer = PolygonLayer(polygons: rings(corners: 150).map { [$0] })
      if kind == .walls { layer.height = .constant(100) }
      return layer
    case .columns: return ColumnLayer(positions: places)
    case .arcs:
      let ends = places.map { LocationCoordinate(latitude: $0.latitude, longitude: $0.longitude + 0.01) }
      return ArcLayer(from: places, to: ends)
    }
  }

  @Test(arguments: Kind.allCases) func aLayerOfAnySizeTakesFewDraws(kind: Kind) throws {
    let stage = try Stage(Self.overlays, .none) { Self.layer(kind).map = $0 }
    defer { stage.loop.close() }
    let frame = try stage.steadyFrame(stage.pan)
    // Something of it is drawn.
    #expect(frame.draws >= 1)
    #expect(frame.draws <= 8, "\(frame)")
    #expect(frame.uploadedBytes < 1000, "\(frame)")
  }

  /// At rest what other zooms draw goes to the driver, and once more after a change; without that each zoom brings what it draws first.
  @Test(arguments: [true, false]) func atRestTheLevelsOfLinesAreBroughtThatAZoomDraws(isPrepared: Bool) throws {
    let rings = Self.rings(corners: 300).prefix(200)
    let layer = PathLayer(paths: Array(rings))
    let stage = try Stage(Self.overlays, .none) { layer.map = $0 }
    defer { stage.loop.close() }
    stage.map.rehearsesAhead = isPrepared
    func rest() throws -> Int {
      stage.draw()
      let report = try #require(
        GraphicsCallCounter.count {
          let isDone = stage.loop.run(timeoutSeconds: 90) { stage.map.isAtRest && !stage.map.hasRehearsed }
          #expect(isDone)
        })
      return report.uploadedBytes + report.mappedBytes
    }
    func uploaded() throws -> [Int] {
      try stride(from: 11.0, through: 0, by: -0.5).map { zoom in
        let report = try #require(
          GraphicsCallCounter.count {
            stage.map.moveCamera(.zoom(to: zoom))
            stage.draw()
          })
        return report.uploadedBytes + report.mappedBytes
      }
    }
    let before = stage.loop.pixels()
    let brought = try rest()
    #expect(stage.loop.pixels() == before)
    let bytes = try uploaded()
    let all = 16 * 301 * rings.count
    #expect(isPrepared ? brought > all && brought <= 4 * all : brought < 1000, "\(brought)")
    #expect(isPrepared ? bytes.allSatisfy { $0 < 1000 } : bytes.max() ?? 0 > 50_000, "\(bytes)")
    layer.replacePath(0, with: rings[1])
    stage.map.moveCamera(.zoom(to: 11))
    _ = try rest()
    let again = try uploaded()
    #expect(again.allSatisfy { $0 < 1000 } == isPrepared, "\(again)")
  }

  /// Rings of 300 places of 0.7 pixels, of which fewer and fewer are drawn.
  @Test func levelsOfDetailThatWereDrawnAreNotBroughtAgain() throws {
    let layer = PathLayer(paths: Self.rings(corners: 300))
    let stage = try Stage(Self.overlays, .none) { layer.map = $0 }
    defer { stage.loop.close() }
    func uploaded(zoom: Double) throws -> Int {
      let report = try #require(
        GraphicsCallCounter.count {
          stage.map.moveCamera(.zoom(to: zoom))
          stage.draw()
        })
      return report.uploadedBytes + report.mappedBytes
    }
    let zooms = [10, 9, 8, 9, 10, 11, 12, 11.0]
    let bytes = try (zooms.map(uploaded), zooms.map(uploaded))
    #expect(bytes.0[0] > 100_000 && bytes.0[1] > 50_000, "\(bytes)")
    #expect(bytes.1.allSatisfy { $0 < 1000 }, "\(bytes)")
    // What is changed is brought at each of them.
    layer.replacePath(0, with: Self.rings(corners: 300)[1])
    for zoom in [10.0, 9] { #expect(try uploaded(zoom: zoom) > 50_000) }
  }

  @Test func aPictureOnTheGroundThatIsReplacedInEachFrameTakesThreeDraws() throws {
    func picture(_ number: Int) -> Image {
      Image(width: 64, height: 64, scale: 1) { _, _ in SIMD4(UInt8(50 + 20 * number), 0, 0, 255) }
    }
    let overlay = GroundOverlay(
      bounds: CoordinateBounds([
        LocationCoordinate(latitude: -0.05, longitude: -0.05), LocationCoordinate(latitude: 0.05, longitude: 0.05),
      ]), icon: picture(9))
    let stage = try Stage(Self.overlays, .none) { overlay.map = $0 }
    defer { stage.loop.close() }
    let frame = try stage.steadyFrame { overlay.icon = picture($0) }
    #expect(frame.draws >= 1 && frame.draws <= 3, "\(frame)")
  }

  @Test(arguments: [city, tiltedCity]) func aCityTakesNoMoreThanItsShare(camera: CameraPosition) throws {
    let stage = try Stage(camera, .normal)
    defer { stage.loop.close() }
    let (still, panning) = try (stage.steadyFrame(), stage.steadyFrame(stage.pan))
    for frame in [still, panning] {
      #expect(frame.draws >= 80 && frame.draws <= 105, "\(frame)")
      #expect(frame.allCalls <= 1100, "\(frame)")
      #expect(frame.copies == 0, "\(frame)")
    }
  }

  /// Houses' edges are smoothed from a picture of the view, without its depths.
  @Test func aFrameWithHousesCopiesTheViewOnce() throws {
    let stage = try Stage(
      CameraPosition(latitude: 60.17, longitude: 24.94, zoom: 16.5, bearing: 30, viewingAngle: 55), .normal)
    defer { stage.loop.close() }
    for frame in try [stage.steadyFrame(), stage.steadyFrame(stage.pan)] {
      #expect(frame.copies == 1 && frame.copiedPixels == 1024 * 768, "\(frame)")
      #expect(frame.draws <= 118 && frame.gets == 0 && frame.waits == 0, "\(frame)")
    }
  }

  @Test func aSteadyFrameAsksTheDriverNothing() throws {
    for (camera, type) in [(Self.city, MapType.normal), (Self.tiltedCity, .normal), (Self.overlays, .none)] {
      let stage = try Stage(camera, type) {
        Marker(position: camera.target).map = $0
        if type == .none { Self.layer(.walls).map = $0 }
      }
      defer { stage.loop.close() }
      for frame in try [stage.steadyFrame(), stage.steadyFrame(stage.pan)] {
        #expect(frame.gets == 0 && frame.waits == 0 && frame.readPixels == 0, "\(frame)")
      }
    }
  }

  /// What stands on the map is drawn into the frame's own depths.
  @Test(arguments: [overlays, tiltedCity]) func aWholeFrameIsDrawnWhereItIsShown(camera: CameraPosition) throws {
    let stage = try Stage(camera, camera.zoom > 12 ? .normal : .none) { map in
      Marker(position: camera.target).map = map
      ColumnLayer(positions: [camera.target]).map = map
      Self.layer(.walls).map = map
    }
    defer { stage.loop.close() }
    for frame in try [stage.steadyFrame(), stage.steadyFrame(stage.pan)] {
      #expect(frame.draws >= 3 && frame.copies == 0, "\(frame)")
    }
  }

  /// What is translucent meets the depths of what stands there before it where they are.
  @Test(arguments: [Kind.columns, .walls], [false, true])
  func translucentLayersCopyNoDepths(kind: Kind, isBehindColumn: Bool) throws {
    let stage = try Stage(Self.overlays, .none) { map in
      if isBehindColumn { ColumnLayer(positions: [Self.overlays.target]).map = map }
      for _ in 0..<2 {
        let layer = Self.layer(kind)
        layer.opacity = 0.5
        layer.map = map
      }
    }
    defer { stage.loop.close() }
    for frame in try [stage.steadyFrame(), stage.steadyFrame(stage.pan)] {
      #expect(frame.draws >= 4 && frame.copies == 0, "\(frame)")
    }
  }

  /// Areas east and west of the view: what lies between them is no part of their layer.
  @Test(arguments: [1, 0.5]) func whereNothingStandsInViewNothingIsLaidOverIt(opacity: Double) throws {
    func frame(_ longitudes: [Double]) throws -> GraphicsCallCounter.Report {
      let stage = try Stage(Self.overlays, .none) { map in
        Marker(position: Self.overlays.target).map = map
        guard !longitudes.isEmpty else { return }
        let columns = ColumnLayer(positions: longitudes.suffix(1).map { LocationCoordinate(latitude: 0, longitude: $0) })
        let areas = PolygonLayer(
          polygons: longitudes.map { longitude in
            [[(0.0, 0.0), (0, 0.1), (0.1, 0)].map { LocationCoordinate(latitude: $0.0, longitude: longitude + $0.1) }]
          })
        areas.height = .constant(500)
        for layer in [columns, areas] as [DataLayer] {
          layer.opacity = opacity
          layer.map = map
        }
      }
      defer { stage.loop.close() }
      return try stage.steadyFrame()
    }
    let (empty, beside, within) = try (frame([]), frame([-9, 9]), frame([-9, 9, 0]))
    #expect(beside.draws == empty.draws, "\(beside)")
    #expect(within.draws >= empty.draws + 4 && within.copies == 0, "\(within)")
  }

  /// Where the processor draws, frames with buildings are drawn beside what is shown, and copied there.
  @Test(arguments: [(city, MapType.satellite, 0), (overlays, .none, 0), (tiltedCity, .normal, 1)])
  func theProcessorCopiesAWholeFrameWhereItHasDepths(camera: CameraPosition, type: MapType, copies: Int) throws {
    let stage = try Stage(camera, type, .software) { map in
      Marker(position: camera.target).map = map
      if type == .none { Self.layer(.points).map = map }
    }
    defer { stage.loop.close() }
    let frame = try stage.steadyFrame(stage.pan)
    #expect(frame.draws >= 1 && frame.copies == copies, "\(frame)")
    #expect(frame.gets == 0, "\(frame)")
  }

  /// The city shows about a hundred names; they came with some frame before. Where the view is tilted they come nearer as it moves.
  @Test(arguments: [(city, RendererChoice.driver), (tiltedCity, .driver), (city, .software)])
  func labelsThatMoveWithTheViewAreNotUploadedAgain(camera: CameraPosition, choice: RendererChoice) throws {
    let stage = try Stage(camera, .normal, choice)
    defer { stage.loop.close() }
    for frame in try [stage.steadyFrame(), stage.steadyFrame(stage.pan)] {
      #expect(frame.uploadedBytes + frame.mappedBytes <= 16_000, "\(frame)")
    }
  }

  /// A thousand names in view, and as many beside it. `allowsOverlap`: of eight letters, all shown; else of two, which make room.
  private static func names(allowsOverlap: Bool) throws -> MapStyle {
    var features: [String] = []
    for number in 0..<60 * 60 {
      let (row, column) = (number / 60, number % 60)
      let letters = (0..<(allowsOverlap ? 8 : 2)).map { letter in
        String(UnicodeScalar(UInt8(97 + (row * 31 + column * 7 + letter * 5) % 26)))
      }
      let (x, y) = (Double(column - 20) * 0.14, Double(row - 30) * 0.168)
      features.append(
        #"{"type": "Feature", "properties": {"n": "\#(letters.joined())"}, "#
          + #""geometry": {"type": "Point", "coordinates": [\#(x), \#(y)]}}"#)
    }
    return try MapStyle(
      json: #"""
        {"version": 8, "sources": {"s": {"type": "geojson", "data": {"type": "FeatureCollection", "features": [
         \#(features.joined(separator: ","))]}}}, "layers": [
         {"id": "back", "type": "background", "paint": {"background-color": "#eee"}},
         {"id": "names", "type": "symbol", "source": "s", "layout": {"text-field": ["get", "n"], "text-size": 10,
          "text-allow-overlap": \#(allowsOverlap), "text-ignore-placement": \#(allowsOverlap), "text-padding": 0}}]}
        """#)
  }

  /// Labels of layers that follow one another are one draw, but for a layer whose order the bearing says; others between them part them, and
  /// the picture is the same.
  @Test func layersOfLabelsThatFollowOneAnotherAreOneDraw() throws {
    func picture(isParted: Bool, order: String) throws -> (draws: Int, pixels: [UInt8]?) {
      let layers = [("a", "#f00", order), ("b", "#0a0", "source"), ("c", "#00f", "source")].map { name, color, order in
        #"{"id": "\#(name)", "type": "symbol", "source": "s", "layout": {"text-field": "\#(name)\#(name)", "text-size": 40, "#
          + #""symbol-z-order": "\#(order)", "text-allow-overlap": true, "text-ignore-placement": true}, "#
          + #""paint": {"text-color": "\#(color)"}}"#
          + (isParted ? #", {"id": "under \#(name)", "type": "circle", "source": "s", "paint": {"circle-opacity": 0}}"# : "")
      }
      let style = try MapStyle(
        json: #"""
          {"version": 8, "sources": {"s": {"type": "geojson", "data": {"type": "MultiPoint",
            "coordinates": [[0, 0], [0.2, 0.1], [0.4, -0.3]]}}}, "layers": [\#(layers.joined(separator: ", "))]}
          """#)
      let stage = try Stage(CameraPosition(latitude: 0, longitude: 0, zoom: 8), .normal) { $0.mapStyle = style }
      defer { stage.loop.close() }
      return (try stage.steadyFrame(stage.pan).draws, stage.loop.pixels())
    }
    let together = try picture(isParted: false, order: "source")
    let pixels = try #require(together.pixels)
    #expect(together.draws == 1 && Set(pixels).count > 20)
    let apart = try picture(isParted: true, order: "source")
    #expect(apart.draws == 3 && apart.pixels == together.pixels)
    #expect(try picture(isParted: false, order: "viewport-y").draws == 2)
  }

  /// What is cut to the squares of its tiles in a tilted view has these drawn for it, but nothing has where it lies beyond the view itself.
  @Test(arguments: [(-0.5, true), (-2.7, false)]) func aLayerOfWhichNothingIsSeenIsNotCut(north: Double, isSeen: Bool) throws {
    let (south, north) = (north - 0.1, north)
    let style = try MapStyle(
      json: #"""
        {"version": 8, "sources": {"s": {"type": "geojson", "data": {"type": "Polygon", "coordinates":
          [[[0.1, \#(south)], [0.3, \#(south)], [0.3, \#(north)], [0.1, \#(north)], [0.1, \#(south)]]]}}},
          "layers": [{"id": "area", "type": "fill", "source": "s", "paint": {"fill-antialias": false, "fill-color": "#f00"}}]}
        """#)
    let camera = CameraPosition(latitude: 0, longitude: 0, zoom: 8, bearing: 0, viewingAngle: 20)
    let stage = try Stage(camera, .normal) { $0.mapStyle = style }
    defer { stage.loop.close() }
    let frame = try stage.steadyFrame()
    #expect((frame.draws > 0) == isSeen, "\(frame)")
  }

  /// Names that come with a pan are placed with those that stay, and all that came have come in by its end.
  @Test(arguments: [true, false]) func aPanOverAThousandNamesBringsThoseThatCome(allowsOverlap: Bool) throws {
    let style = try Self.names(allowsOverlap: allowsOverlap)
    let stage = try Stage(CameraPosition(latitude: 0, longitude: 0, zoom: 8), .normal) { $0.mapStyle = style }
    defer { stage.loop.close() }
    func pan() throws -> GraphicsCallCounter.Report {
      try #require(
        GraphicsCallCounter.count {
          for _ in 0..<24 {
            stage.map.moveCamera(.scrollBy(x: 3, y: 0))
            stage.loop.advance(by: 1.0 / 60)
          }
          let map = stage.map
          #expect(stage.loop.run(timeoutSeconds: 60) { map.isAtRest })
        })
    }
    // The first one brings the tiles around the view as well, in as many steps as the machine needs for them.
    _ = try pan()
    for _ in 0..<4 {
      let report = try pan()
      let bytes = report.uploadedBytes + report.mappedBytes
      #expect(bytes > 0 && bytes <= 24 * 16_000, "\(bytes)")
    }
  }

  /// A tilted one has buildings, which hide and are hidden by what else stands there.
  @Test(arguments: [city, tiltedCity]) func aFrameInWhichOnlyAMarkerChangesCopiesTheMapOnce(camera: CameraPosition) throws {
    let marker = Marker(position: camera.target)
    let stage = try Stage(camera, .normal) {
      marker.map = $0
      guard camera.viewingAngle > 0 else { return }
      let column = ColumnLayer(positions: [camera.target])
      column.height = .constant(100)
      column.map = $0
    }
    defer { stage.loop.close() }
    func turn() throws -> GraphicsCallCounter.Report {
      try #require(
        GraphicsCallCounter.count {
          marker.rotation += 1
          stage.loop.renderFrame()
        })
    }
    // The first one keeps the map for those after it.
    _ = try (turn(), turn())
    let frame = try turn()
    #expect(frame.copies == 1 && frame.copiedPixels == 1024 * 768, "\(frame)")
    #expect(frame.gets == 0 && frame.waits == 0, "\(frame)")
    #expect(frame.draws >= 1 && frame.draws <= 8 && frame.uploads <= 6, "\(frame)")
  }

  /// Whole frames touch no pixel twice to bring it elsewhere, and frames of overlays each once, whatever their number.
  @Test func aLargeViewIsCopiedOnceWhereOnlyAMarkerChanges() throws {
    let marker = Marker(position: Self.tiltedCity.target)
    let stage = try Stage(Self.tiltedCity, .normal, size: ScreenSize(width: 3840, height: 2160)) { marker.map = $0 }
    defer { stage.loop.close() }
    let whole = try stage.steadyFrame(stage.pan)
    #expect(whole.copiedPixels == 0 && whole.draws <= 105, "\(whole)")
    // Labels are placed once more for where the view is.
    try #require(stage.loop.run(timeoutSeconds: 90) { stage.map.isAtRest })
    func turn() throws -> GraphicsCallCounter.Report {
      try #require(
        GraphicsCallCounter.count {
          marker.rotation += 1
          stage.loop.renderFrame()
        })
    }
    _ = try (turn(), turn())
    let frame = try turn()
    #expect(frame.copies == 1 && frame.copiedPixels == 3840 * 2160, "\(frame)")
    #expect(frame.draws >= 1 && frame.draws <= 8, "\(frame)")
  }
}
