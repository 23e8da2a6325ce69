@testable import Overlook
import Observation
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
}
