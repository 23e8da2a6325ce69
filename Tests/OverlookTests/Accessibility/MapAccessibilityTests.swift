import OverlookCanvas
import OverlookControls
import OverlookGeometry
import OverlookInput
import OverlookMeasurement
import OverlookPlatform
import OverlookScene
import OverlookSupport
import Synchronization
import Testing

@testable import Overlook
@testable import OverlookAccessibility

/// Counts how often it was asked what it is.
@MainActor private final class Asked: Control {
  var count = 0

  func frame(in area: ControlArea) -> ScreenRect? { ScreenRect(x: 10, y: 10, width: 50, height: 20) }
  func draw(on canvas: Canvas, in area: ControlArea) {}
  func accessibleElement(in area: ControlArea) -> AccessibleElement? {
    count += 1
    return AccessibleElement(.button, "Asked", actions: [.press])
  }
}

@MainActor @Suite(.serialized) struct MapAccessibilityTests {
  private let map: MapView
  private let loop: HeadlessLoop
  private let control = Asked()

  init() throws {
    map = MapView(camera: CameraPosition(latitude: 0, longitude: 0, zoom: 5), mapType: .none)
    loop = try HeadlessLoop(content: map, size: ScreenSize(width: 400, height: 300))
    map.accessibilityElementsHidden = false
    map.add(control)
  }

  private func draw(_ count: Int) {
    for _ in 0..<count {
      map.requestFrame(.forced)
      loop.renderFrame()
    }
  }

  @Test func nothingIsDescribedWhileNobodyListens() throws {
    // No bus: not even a thread.
    map.startAccessibility(title: "Test", environment: [:])
    let accessibility = try #require(map.accessibility)
    draw(30)
    #expect(control.count == 0 && accessibility.nextDeadline == nil)
    #expect(accessibility.bridge.inbox.withLock { $0.tree } == nil)
    loop.close()
  }

  @Test func aSteadyFrameAllocatesNothingWhileNobodyListens() throws {
    try #require(AllocationCounter.isAvailable)
    map.startAccessibility(title: "Test", environment: [:])
    draw(5)
    let report = AllocationCounter.steadiestCount { draw(20) }
    #expect(report.blocks == 0, "\(report)")
    loop.close()
  }

  @Test func whoListensGetsTreesThatAreMadeAtMostTenTimesASecond() throws {
    map.startAccessibility(title: "Test", environment: [:])
    let accessibility = try #require(map.accessibility)
    accessibility.bridge.setListening(true)
    for step in 0..<100 {
      map.requestFrame(.forced)
      _ = map.prepareFrame(now: 1000 + Double(step) / 100)
      map.drawFrame(now: 1000 + Double(step) / 100)
    }
    #expect((9...11).contains(control.count), "\(control.count) trees in a second")
    let tree = try #require(accessibility.bridge.inbox.withLock { $0.tree })
    #expect(tree.nodes.values.contains { $0.element.name == "Asked" })
    #expect(tree.focused == .map)
    loop.close()
  }

  private final class Window: WindowHost, WindowPlace {
    var screenOrigin: ScreenPoint { ScreenPoint(x: 0, y: 0) }
    var hasKeyboard = true
    func toggleFullscreen() {}
    func requestClose() {}
    func setCursor(_ cursor: PointerCursor) {}
  }

  @Test func aWindowThatLosesTheKeyboardIsToldWithoutAFrame() throws {
    map.startAccessibility(title: "Test", environment: [:])
    let accessibility = try #require(map.accessibility)
    accessibility.bridge.setListening(true)
    let window = Window()
    map.host = window
    func isActive(at time: Double) throws -> Bool {
      _ = map.prepareFrame(now: time)
      let tree = try #require(accessibility.bridge.inbox.withLock { $0.tree })
      return tree.nodes[.window]?.element.states.contains(.active) == true
    }
    #expect(try isActive(at: 4000))
    window.hasKeyboard = false
    #expect(try !isActive(at: 4010))
    window.hasKeyboard = true
    #expect(try isActive(at: 4020))
    loop.close()
  }

  @Test func whatIsSeenOnTheMapIsToldWhereTheAppSaysSo() throws {
    map.startAccessibility(title: "Test", environment: [:])
    let accessibility = try #require(map.accessibility)
    accessibility.bridge.setListening(true)
    let marker = Marker(position: LocationCoordinate(latitude: 1, longitude: 1))
    marker.title = "Here"
    marker.map = map
    func tells(_ hides: Bool, at time: Double) throws -> Bool {
      map.accessibilityElementsHidden = hides
      for step in 0..<10 {
        map.requestFrame(.forced)
        _ = map.prepareFrame(now: time + Double(step))
        map.drawFrame(now: time + Double(step))
      }
      let tree = try #require(accessibility.bridge.inbox.withLock { $0.tree })
      return tree.nodes.values.contains { $0.element.name == "Here" }
    }
    #expect(MapView().accessibilityElementsHidden)
    #expect(try !tells(true, at: 3000) && tells(false, at: 3100) && !tells(true, at: 3200))
    loop.close()
  }

  @Test func markersAreToldInReadingOrderWithDistanceAndDirection() throws {
    let places: [(String, Double, Double)] = [
      ("south", -2, 0), ("east", 0, 1.5), ("north", 1.5, 0), ("west", 0, -2), ("far", 60, 120),
    ]
    for (name, latitude, longitude) in places {
      let marker = Marker(position: LocationCoordinate(latitude: latitude, longitude: longitude))
      marker.title = name
      marker.map = map
    }
    draw(2)
    let list = PlaceList()
    let parts = list.parts(map.seenPlaces(limit: 200), map.cameraController.view)
    #expect(parts.map(\.1.name) == ["north", "west", "east", "south"])
    // A degree along the equator is 111 km.
    #expect(
      parts.map(\.1.detail) == ["marker, 170 km, north", "marker, 220 km, west", "marker, 170 km, east", "marker, 220 km, south"])
    // Numbers stay with places.
    let again = list.parts(map.seenPlaces(limit: 200).reversed(), map.cameraController.view)
    #expect(again.map(\.0) == parts.map(\.0))
    loop.close()
  }

  /// As a layer of a file and the markers that it shows.
  @Test func whatTwoTellOfOnePlaceIsToldOnceAsTheUpperOneSays() throws {
    let place = LocationCoordinate(latitude: 1, longitude: 1)
    for title in ["Here", nil] {
      let marker = Marker(position: place)
      marker.title = title
      marker.map = map
    }
    map.add(Teller(place: SeenPlace("Here", kind: "walk.gpx", at: place)))
    map.add(Teller(place: SeenPlace("There", kind: "walk.gpx", at: place)))
    draw(2)
    let seen = map.seenPlaces(limit: 200)
    #expect(seen.map(\.name) == ["There", "Here"] && seen.map(\.kind) == ["walk.gpx", "walk.gpx"])
    loop.close()
  }

  private final class Teller: MapComponent {
    private let place: SeenPlace

    init(place: SeenPlace) { self.place = place }

    func update(_ frame: MapFrame) -> RedrawReasons { [] }

    func seenPlaces(in map: MapView, limit: Int) -> [SeenPlace] { [place] }
  }

  @Test func aPlaceThatIsPressedIsTapped() throws {
    map.startAccessibility(title: "Test", environment: [:])
    let accessibility = try #require(map.accessibility)
    accessibility.bridge.setListening(true)
    let marker = Marker(position: LocationCoordinate(latitude: 1, longitude: 1))
    marker.title = "Here"
    marker.map = map
    for step in 0..<10 {
      map.requestFrame(.forced)
      _ = map.prepareFrame(now: 2000 + Double(step))
      map.drawFrame(now: 2000 + Double(step))
    }
    let tree = try #require(accessibility.bridge.inbox.withLock { $0.tree })
    let place = try #require(tree.nodes.values.first { $0.element.name == "Here" && $0.element.role == .place })
    accessibility.bridge.requests.post(.init(id: place.id, action: .press))
    _ = map.prepareFrame(now: 2020)
    #expect(map.selectedMarker === marker)
    loop.close()
  }

  @Test func placesAreBounded() {
    let many = (0..<1000).map { SeenPlace("\($0)", at: LocationCoordinate(latitude: Double($0) / 1000, longitude: 0)) }
    draw(1)
    #expect(PlaceList().parts(many, map.cameraController.view).count == 200)
    loop.close()
  }

  @Test(arguments: [
    (0.0, "north"), (22, "north"), (23, "north-east"), (180, "south"), (350, "north"), (-90, "west"), (1e300, ""),
  ])
  func directionsAreOneOfEight(degrees: Double, name: String) {
    #expect(PlaceList.direction(degrees) == name || degrees == 1e300)
    loop.close()
  }
}
