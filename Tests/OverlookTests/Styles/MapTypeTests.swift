import Overlook
import OverlookPlatform
import OverlookTestSupport
import Testing

/// What types of maps show: styles, traffic and the insides of buildings, by the colour at its middle.
@MainActor @Suite struct MapTypeTests {
  private let map = MapView(camera: CameraPosition(latitude: 0.0005, longitude: 0.0005, zoom: 18))
  private let loop: HeadlessLoop

  init() throws {
    map.isStill = true
    map.mapStyle = try .black()
    loop = try HeadlessLoop(content: map, size: ScreenSize(width: 64, height: 64))
  }

  /// `above`: so many points.
  private func middle(above: Int = 0) throws -> [UInt8] {
    #expect(loop.run(timeoutSeconds: 90) { map.isAtRest })
    #expect(map.graphicsError == nil && map.styleMessages.isEmpty)
    let pixels = try #require(loop.pixels())
    let start = ((32 - above) * 64 + 32) * 4
    return Array(pixels[start..<start + 3])
  }

  /// The colours of `IndoorPlan+Style` for dark ground: #5a4e36 for shops, #3c4266 for restrooms, #4b556a for ways.
  @Test func theChosenLevelIsDrawn_MV29_MV30() throws {
    let folder = try IndoorFolder()
    #expect(try middle() == [0, 0, 0])
    map.indoorPlans = [try IndoorPlan(path: folder.path)]
    #expect(try middle() == [0x5A, 0x4E, 0x36])
    map.indoorDisplay.activeLevel = map.indoorDisplay.activeBuilding?.levels.first
    // Above the symbol of the room.
    #expect(try middle(above: 12) == [0x3C, 0x42, 0x66])
    map.indoorDisplay.activeLevel = map.indoorDisplay.activeBuilding?.levels.last
    #expect(try middle() == [0x4B, 0x55, 0x6A])
    map.isIndoorEnabled = false
    #expect(try middle() == [0, 0, 0])
  }

  /// #fdeecf for shops on light ground, whatever the theme of controls is; that without a background has its.
  @Test func plansAreInColoursForTheGroundOfTheStyle() throws {
    let folder = try IndoorFolder()
    map.indoorPlans = [try IndoorPlan(path: folder.path)]
    func shop(_ layers: String) throws -> [UInt8] {
      map.mapStyle = try MapStyle(json: #"{"version": 8, "sources": {}, "layers": [\#(layers)]}"#)
      return try middle()
    }
    let (light, dark): ([UInt8], [UInt8]) = ([0xFD, 0xEE, 0xCF], [0x5A, 0x4E, 0x36])
    func ground(_ color: String) -> String { #"{"id": "b", "type": "background", "paint": {"background-color": \#(color)}}"# }
    for theme in [InterfaceTheme.light, .dark] {
      map.interfaceTheme = theme
      #expect(try shop(ground(##""#f5f3ed""##)) == light)
      #expect(try shop(ground(##"["interpolate", ["linear"], ["zoom"], 4, "#ffffff", 6, "#2b3a30"]"##)) == dark)
      #expect(try shop("") == (theme == .dark ? dark : light))
    }
  }

  @Test func whatLiesUnderTheGroundIsSeenOnlyWhereItIsLookedAt_IN03() throws {
    let folder = try IndoorFolder()
    map.indoorPlans = [try IndoorPlan(path: folder.path)]
    map.camera = CameraPosition(latitude: 0.0005, longitude: 0.0025, zoom: 18)
    #expect(try middle() == [0x4B, 0x55, 0x6A])
    map.indoorDisplay.activeLevel = nil
    #expect(try middle() == [0, 0, 0])
  }

  /// Blocks of 30 m on the mall, its neighbour and the metro, seen from above: roofs of #ff0000, shaded.
  @Test func theBuildingWhoseInsideIsShownIsNotRaised_MV28_MV29() throws {
    let folder = try IndoorFolder()
    let blocks = [0, 0.001, 0.002].map { IndoorFolder.feature("b", "", IndoorFolder.square($0)) }.joined(separator: ",")
    map.mapStyle = try MapStyle(
      json: """
        {"version": 8, "sources": {"b": {"type": "geojson", "data": {"type": "FeatureCollection", "features": [\(blocks)]}}},
         "layers": [{"id": "back", "type": "background", "paint": {"background-color": "#000"}},
           {"id": "blocks", "type": "fill-extrusion", "source": "b",
            "paint": {"fill-extrusion-color": "#f00", "fill-extrusion-height": 30}}]}
        """)
    func look(_ longitude: Double, zoom: Double = 18) throws -> [UInt8] {
      map.camera = CameraPosition(latitude: 0.0005, longitude: longitude, zoom: zoom)
      return try middle()
    }
    let roof = try look(0.0005)
    #expect(roof[0] > 150 && roof[1] < 30 && roof[2] < 30)
    map.indoorPlans = [try IndoorPlan(path: folder.path)]
    #expect(try look(0.0005) == [0x5A, 0x4E, 0x36])
    #expect(map.features(at: ScreenPoint(x: 32, y: 32), layers: ["blocks"]).isEmpty)
    // Its neighbour shares a wall with it.
    #expect(try look(0.0015) == roof)
    #expect(map.features(at: ScreenPoint(x: 32, y: 32), layers: ["blocks"]).count == 1)
    // From where no levels are seen.
    #expect(try look(0.0005, zoom: 16.5) == roof)
    // Over what lies below the ground only while that is shown.
    #expect(try look(0.0025) == [0x4B, 0x55, 0x6A])
    map.indoorDisplay.activeLevel = nil
    #expect(try middle() == roof)
    map.isIndoorEnabled = false
    #expect(try look(0.0005) == roof)
  }

  private func traffic(_ properties: String) throws -> TrafficSource {
    try TrafficSource(
      geoJSON: """
        {"type": "Feature", "properties": {\(properties)}, "geometry": {"type": "LineString",
         "coordinates": [[-0.01, 0.0005], [0.01, 0.0005]]}}
        """)
  }

  /// The colours of `TrafficSource`, worst last.
  @Test(arguments: [
    (#""congestion": "low""#, [0x3C, 0xB3, 0x71]), (#""congestion": "moderate""#, [0xF4, 0xA6, 0x2A]),
    (#""congestion": "heavy""#, [0xE0, 0x45, 0x3A]), (#""congestion": "severe""#, [0x9C, 0x1F, 0x25]),
    (#""congestion": "low", "closed": "yes""#, [0x5D, 0x25, 0x30]), (#""closed": true"#, [0x5D, 0x25, 0x30]),
    (#""congestion": "unknown""#, [0, 0, 0]), ("", [0, 0, 0]), (#""congestion": 3"#, [0, 0, 0]),
  ])
  func trafficHasTheColourOfItsCongestion_TR01(properties: String, color: [UInt8]) throws {
    map.trafficSource = try traffic(properties)
    map.isTrafficEnabled = true
    #expect(try middle() == color)
  }

  /// A block of 30 m stands on the road in the middle of the view.
  @Test func roofsHideTrafficOnlyInATiltedView() throws {
    let block = IndoorFolder.feature("b", "", IndoorFolder.square(0))
    map.mapStyle = try MapStyle(
      json: """
        {"version": 8, "sources": {"b": {"type": "geojson", "data": {"type": "FeatureCollection", "features": [\(block)]}}},
         "layers": [{"id": "blocks", "type": "fill-extrusion", "source": "b",
           "paint": {"fill-extrusion-color": "#00f", "fill-extrusion-height": 30}}]}
        """)
    map.trafficSource = try traffic(#""congestion": "severe""#)
    map.isTrafficEnabled = true
    let line: [UInt8] = [0x9C, 0x1F, 0x25]
    #expect(try middle() == line)
    map.camera = CameraPosition(latitude: 0.0005, longitude: 0.0005, zoom: 18, viewingAngle: 50)
    let wall = try middle()
    #expect(wall[2] > 100 && wall[0] < 30)
    map.camera = CameraPosition(latitude: 0.0005, longitude: 0.0005, zoom: 18, viewingAngle: 10)
    #expect(try middle() == line)
  }

  /// Six points west of the mall: black ground, with half of #12161d over it while the mall is in the middle of the view.
  @Test func whatIsAroundTheBuildingThatIsLookedAtIsDimmed() throws {
    let folder = try IndoorFolder()
    map.indoorPlans = [try IndoorPlan(path: folder.path)]
    func beside(_ longitude: Double) throws -> Int {
      map.camera = CameraPosition(latitude: 0.0005, longitude: longitude, zoom: 18)
      #expect(loop.run(timeoutSeconds: 90) { map.isAtRest })
      return Int(try #require(loop.pixels())[(32 * 64 + 8) * 4])
    }
    #expect(abs(try beside(0.00003) - 0x12 / 2) <= 1)
    #expect(try beside(-0.0002) == 0)
  }

  @Test func trafficIsDrawnWhereItIsEnabledAndTheMapHasAType_MV23_MV24() throws {
    #expect(!map.isTrafficEnabled)
    map.trafficSource = try traffic(#""congestion": "severe""#)
    #expect(try middle() == [0, 0, 0])
    map.isTrafficEnabled = true
    #expect(try middle() == [0x9C, 0x1F, 0x25])
    map.trafficSource = try traffic(#""congestion": "low""#)
    #expect(try middle() == [0x3C, 0xB3, 0x71])
    map.mapType = .none
    #expect(try middle() != [0x3C, 0xB3, 0x71])
    map.mapType = .satellite
    #expect(try middle() == [0x3C, 0xB3, 0x71])
    map.trafficSource = nil
    #expect(try middle() != [0x3C, 0xB3, 0x71])
  }

  @Test func aStyleIsDrawnOnlyAsTheNormalMap_MV25() throws {
    #expect(try middle() == [0, 0, 0])
    for type in [MapType.satellite, .terrain, .hybrid, .none] {
      map.mapType = type
      #expect(try middle() != [0, 0, 0], "\(type)")
    }
    map.mapType = .normal
    #expect(try middle() == [0, 0, 0])
  }

  @Test func whatIsNoTrafficSaysSo() {
    #expect(throws: TrafficSource.Problem.self) { try TrafficSource(geoJSON: "[1, 2]") }
    #expect(throws: TrafficSource.Problem.self) { try TrafficSource(geoJSON: "{") }
    #expect(throws: TrafficSource.Problem.self) { try TrafficSource(path: "/nowhere/at/all") }
  }
}
