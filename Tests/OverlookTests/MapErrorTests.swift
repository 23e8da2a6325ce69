@testable import Overlook
import Observation
import OverlookPlatform
import OverlookSupport
import Testing

/// What a map could not do reaches its app.
@MainActor @Suite struct MapErrorTests {
  private final class Log: MapViewDelegate {
    var errors: [MapError] = []
    func mapView(_ mapView: MapView, didFailWith error: MapError) { errors.append(error) }
  }

  @Test func theDelegateIsToldOnceUntilItIsMended() {
    let (map, log) = (MapView(mapType: .none), Log())
    map.standard.baseMap.error = "cannot find the resource world"
    map.delegate = log
    _ = map.prepareFrame(now: 1)
    _ = map.prepareFrame(now: 2)
    #expect(log.errors == [.baseMap("cannot find the resource world")], "also what happened before there was a delegate")
    map.standard.baseMap.error = nil
    _ = map.prepareFrame(now: 2.5)
    map.standard.baseMap.error = "cannot find the resource world"
    _ = map.prepareFrame(now: 3)
    #expect(log.errors.count == 2)
  }

  @Test func anErrorInThePlaceOfAnotherIsToldToo() {
    let (map, log) = (MapView(mapType: .none), Log())
    map.delegate = log
    map.graphicsError = "no driver"
    map.deliverErrors()
    map.graphicsError = "no memory"
    map.deliverErrors()
    #expect(log.errors == [.graphics("no driver"), .graphics("no memory")])
  }

  /// A component may change the map's components whenever it is called.
  @Test func aComponentMayLeaveWhileItIsAsked() {
    final class Leaving: MapComponent {
      weak var map: MapView?
      var errors: [MapError] {
        map?.remove(self)
        return [.style("gone")]
      }
      func didAttach(to map: MapView) { self.map = map }
      func update(_ frame: MapFrame) -> RedrawReasons { [] }
    }
    let (map, log) = (MapView(mapType: .none), Log())
    map.delegate = log
    map.add(Leaving())
    map.deliverErrors()
    #expect(!map.components.contains { $0 is Leaving } && log.errors.isEmpty)
  }

  @Test func aStreamBeginsWithWhatIsWrongAndEndsWithTheMap() async {
    var map: MapView? = MapView(mapType: .none)
    map?.graphicsError = "no driver"
    map?.deliverErrors()
    let errors = map?.errors
    map?.standard.baseMap.error = "the server does not answer"
    map?.deliverErrors()
    map = nil
    var told: [MapError] = []
    for await error in errors ?? AsyncStream(unfolding: { nil }) { told.append(error) }
    #expect(told == [.graphics("no driver"), .baseMap("the server does not answer")])
    #expect(told.map(\.description) == ["graphics: no driver", "base map: the server does not answer"])
  }
}

/// Whoever reads of a map within `withObservationTracking` hears when it changes.
@MainActor @Suite struct MapObservationTests {
  private final class Count: @unchecked Sendable {
    var value = 0
  }

  private func changes(of read: @MainActor (MapView) -> Void, when act: @MainActor (inout MapFixture) -> Void) -> Int {
    var fixture = MapFixture()
    let count = Count()
    withObservationTracking {
      read(fixture.map)
    } onChange: {
      count.value += 1
    }
    act(&fixture)
    return count.value
  }

  @Test func whatChangesIsToldAndNothingElse() {
    #expect(changes(of: { _ = $0.camera }, when: { $0.map.camera.zoom = 7 }) == 1)
    #expect(
      changes(
        of: { _ = $0.camera },
        when: {
          $0.map.animate(toZoom: 6, seconds: 0.1)
          $0.run(seconds: 0.3)
        }) == 1)
    #expect(changes(of: { _ = $0.projection }, when: { $0.map.moveCamera(.zoomIn) }) == 1)
    #expect(changes(of: { _ = $0.padding }, when: { $0.map.padding = EdgeInsets(top: 10) }) == 1)
    #expect(changes(of: { _ = $0.mapType }, when: { $0.map.mapType = .satellite }) == 1)
    #expect(
      changes(
        of: { _ = $0.size },
        when: { $0.map.resize(to: ScreenSize(width: 10, height: 10), framebuffer: PixelSize(width: 10, height: 10)) }) == 1)
    #expect(changes(of: { _ = $0.mapType }, when: { $0.map.camera.zoom = 7 }) == 0)
    #expect(changes(of: { _ = ($0.size, $0.padding) }, when: { $0.map.camera.zoom = 7 }) == 0)
    #expect(changes(of: { _ in }, when: { $0.map.camera.zoom = 7 }) == 0)
  }

  /// A property, and what changes it.
  private struct Change {
    let read: @MainActor (MapView) -> Void
    let act: @MainActor (MapView) -> Void
  }

  private static let changes: [String: Change] = [
    "mapStyle": Change(read: { _ = $0.mapStyle }, act: { $0.mapStyle = MapStyle.embedded("night") }),
    "nightStyle": Change(read: { _ = $0.nightStyle }, act: { $0.nightStyle = MapStyle.embedded("night") }),
    "language": Change(read: { _ = $0.language }, act: { $0.language = "fi" }),
    "sunLight": Change(read: { _ = $0.sunLight }, act: { $0.sunLight = .style }),
    "backgroundColor": Change(read: { _ = $0.backgroundColor }, act: { $0.backgroundColor = .red }),
    "isBuildingsEnabled": Change(read: { _ = $0.isBuildingsEnabled }, act: { $0.isBuildingsEnabled = false }),
    "isBuildingOcclusionEnabled": Change(
      read: { _ = $0.isBuildingOcclusionEnabled }, act: { $0.isBuildingOcclusionEnabled = false }),
    "isTrafficEnabled": Change(read: { _ = $0.isTrafficEnabled }, act: { $0.isTrafficEnabled = true }),
    "trafficSource": Change(read: { _ = $0.trafficSource }, act: { $0.trafficSource = nil }),
    "isIndoorEnabled": Change(read: { _ = $0.isIndoorEnabled }, act: { $0.isIndoorEnabled = false }),
    "indoorPlans": Change(read: { _ = $0.indoorPlans }, act: { $0.indoorPlans = [] }),
    "isMyLocationEnabled": Change(read: { _ = $0.isMyLocationEnabled }, act: { $0.isMyLocationEnabled = true }),
    "locationProvider": Change(read: { _ = $0.locationProvider }, act: { $0.locationProvider = nil }),
    "components": Change(read: { _ = $0.components }, act: { $0.add(Credited()) }),
    "fileLayers": Change(read: { _ = $0.fileLayers }, act: { $0.add(FileLayer(path: "/nonexistent/points.geojson")) }),
    "attributions": Change(read: { _ = $0.attributions }, act: { $0.add(Credited()) }),
    "interfaceTheme": Change(read: { _ = $0.interfaceTheme }, act: { $0.interfaceTheme = .dark }),
    "hidesControls": Change(read: { _ = $0.hidesControls }, act: { $0.hidesControls = true }),
    "reducesMotion": Change(read: { _ = $0.reducesMotion }, act: { $0.reducesMotion = true }),
    "isHUDVisible": Change(read: { _ = $0.isHUDVisible }, act: { $0.isHUDVisible = true }),
    "isRendering": Change(read: { _ = $0.isRendering }, act: { $0.stopRendering() }),
    "isOffline": Change(read: { _ = $0.isOffline }, act: { $0.isOffline = true }),
    "preferredFrameRate": Change(read: { _ = $0.preferredFrameRate }, act: { $0.preferredFrameRate = .powerSave }),
    "graphicsError": Change(read: { _ = $0.graphicsError }, act: { $0.graphicsError = "no driver" }),
    "baseMapError": Change(read: { _ = $0.baseMapError }, act: { $0.standard.baseMap.error = "no key" }),
  ]

  private final class Credited: MapComponent {
    var attributions: [String] { ["somebody"] }
    func update(_ frame: MapFrame) -> RedrawReasons { [] }
  }

  @Test func eachPropertyTellsOfItsChange() {
    for (name, change) in Self.changes {
      #expect(changes(of: change.read, when: { change.act($0.map) }) == 1, "\(name)")
      #expect(changes(of: change.read, when: { $0.map.camera.zoom = 7 }) == 0, "\(name)")
    }
  }

  private final class Lacking: MapComponent {
    var messages: [String] = []
    var isMoving = false
    var needsFrame: Bool { isMoving }
    var loadingFaults: [LoadingFault] { messages.map { LoadingFault(LoadFault.passing($0)) } }
    func update(_ frame: MapFrame) -> RedrawReasons { [] }
  }

  /// What nobody sets is compared as frames come.
  @Test func howTheMapStandsIsToldOnceAFrameHasFoundOut() throws {
    let (map, component) = (MapView(mapType: .none), Lacking())
    let loop = try HeadlessLoop(content: map, size: ScreenSize(width: 64, height: 48))
    defer { loop.close() }
    map.add(component)
    loop.advance(by: 2)
    let told = Count()
    // Not within an expectation, which reads what it is given before.
    func watch<Value>(_ read: @autoclosure () -> Value) -> Value {
      withObservationTracking(read) { told.value += 1 }
    }
    let (rested, before) = (watch(map.isAtRest), told.value)
    loop.advance(by: 0.1)
    #expect(rested && before == 0 && told.value == 0, "nothing has changed")
    component.isMoving = true
    loop.advance(by: 0.1)
    #expect(told.value == 1 && !map.isAtRest)
    let moved = watch(map.isAtRest)
    component.isMoving = false
    loop.advance(by: 0.1)
    #expect(!moved && told.value == 2)
    let (faults, state) = (watch(map.loadingFaults), watch(map.loadingState))
    loop.advance(by: 0.1)
    #expect(faults.isEmpty && state.faults.isEmpty && told.value == 2)
    component.messages = ["no answer"]
    loop.advance(by: 0.1)
    #expect(told.value == 4 && map.loadingFaults.count == 1)
  }
}
