import Foundation
import Overlook
import OverlookTestSupport
import Testing

/// Looks at (0, 0) at zoom 4; a degree is 11.4 points.
@MainActor private struct ClusterFixture {
  var fixture = MapFixture()
  let clusterer = MarkerClusterer()

  init(_ places: [LocationCoordinate]) {
    fixture.map.camera = CameraPosition(latitude: 0, longitude: 0, zoom: 4)
    clusterer.add(places.map(Marker.init(position:)))
    clusterer.map = fixture.map
    settle()
  }

  var map: MapView { fixture.map }

  /// Until the worker has answered.
  mutating func settle() {
    _ = blockUntil {
      fixture.run(seconds: 0.02)
      return !clusterer.isGathering
    }
  }

  /// What is on the map: how many markers each stands for.
  var shown: [Int] {
    map.overlayStore.attachedOverlays.compactMap { $0 as? Marker }.map { clusterer.cluster(of: $0)?.markers.count ?? 1 }.sorted()
  }
}

private func place(_ latitude: Double, _ longitude: Double) -> LocationCoordinate {
  LocationCoordinate(latitude: latitude, longitude: longitude)
}

@MainActor @Suite struct MarkerClustererTests {
  private let five = [place(0, 0), place(0, 1), place(1, 0), place(0, 20), place(-10, -10)]

  @Test func markersNearEachOtherBecomeOne() {
    let fixture = ClusterFixture(five)
    #expect(fixture.shown == [1, 1, 3])
    let cluster = fixture.map.overlayStore.attachedOverlays.compactMap { $0 as? Marker }.compactMap(fixture.clusterer.cluster)
      .first
    #expect(cluster?.markers.map(\.position) == Array(five[0..<3]))
    #expect(abs((cluster?.position.longitude ?? 0) - 1.0 / 3) < 1e-9)
  }

  @Test func zoomingInTakesThemApart() {
    var fixture = ClusterFixture(five)
    fixture.map.camera = CameraPosition(latitude: 0.5, longitude: 0.5, zoom: 7)
    fixture.settle()
    #expect(fixture.shown == [1, 1, 1])
    #expect(fixture.clusterer.markers.prefix(3).allSatisfy { $0.map === fixture.map })
    fixture.map.camera = CameraPosition(latitude: 0, longitude: 0, zoom: 4)
    fixture.settle()
    #expect(fixture.shown == [1, 1, 3])
  }

  @Test func isAddedAndRemovedLikeAnyComponent() {
    var fixture = ClusterFixture(five)
    fixture.map.remove(fixture.clusterer)
    #expect(fixture.clusterer.map == nil && fixture.shown.isEmpty)
    fixture.map.add(fixture.clusterer)
    fixture.settle()
    #expect(fixture.clusterer.map === fixture.map && fixture.shown == [1, 1, 3])
  }

  @Test func whatIsFarFromTheViewIsNotOnTheMap() {
    var fixture = ClusterFixture(five + [place(0, 120)])
    #expect(fixture.shown == [1, 1, 3])
    fixture.map.camera = CameraPosition(latitude: 0, longitude: 120, zoom: 4)
    fixture.settle()
    #expect(fixture.shown == [1])
  }

  @Test func aClusterKeepsItsMarkerWhileTheMapMoves() {
    var fixture = ClusterFixture(five + [place(0, 60)])
    func badge() -> Marker? {
      fixture.map.overlayStore.attachedOverlays.compactMap { $0 as? Marker }.first { fixture.clusterer.cluster(of: $0) != nil }
    }
    let before = badge()
    fixture.map.camera = CameraPosition(latitude: 0, longitude: 40, zoom: 4)
    fixture.settle()
    #expect(fixture.shown == [1, 1, 1, 3])
    #expect(before != nil && badge() === before)
  }

  @Test func aTapOnAClusterShowsItsMarkers() {
    var fixture = ClusterFixture(five)
    fixture.fixture.log.handlesMarkerTaps = false
    let point = fixture.map.projection.point(for: place(1.0 / 3, 1.0 / 3))
    fixture.fixture.click(point)
    fixture.fixture.run(seconds: 2)
    fixture.settle()
    #expect(fixture.map.camera.zoom > 7)
    #expect(fixture.shown.allSatisfy { $0 == 1 })
    #expect(fixture.map.selectedMarker == nil)
  }

  @Test func removedMarkersLeaveTheirCluster() {
    var fixture = ClusterFixture(five)
    let (first, second) = (fixture.clusterer.markers[0], fixture.clusterer.markers[1])
    fixture.clusterer.remove(first)
    fixture.settle()
    #expect(fixture.shown == [1, 1, 2])
    fixture.clusterer.remove(second)
    fixture.settle()
    #expect(fixture.shown == [1, 1, 1])
    fixture.clusterer.removeAll()
    fixture.settle()
    #expect(fixture.map.overlayCount == 0)
  }

  @Test func leavingTheMapTakesAllAlong() {
    var fixture = ClusterFixture(five)
    fixture.clusterer.map = nil
    #expect(fixture.map.overlayCount == 0)
    fixture.clusterer.map = fixture.map
    fixture.settle()
    #expect(fixture.shown == [1, 1, 3])
    fixture.map.clear()
    #expect(fixture.map.overlayCount == 0)
    #expect(fixture.clusterer.map == nil)
  }

  @Test func markersWithoutAPlaceAreNotShown() {
    let fixture = ClusterFixture(five + [place(.nan, 0), place(0, 0)])
    #expect(fixture.shown == [1, 1, 4])
    #expect(fixture.clusterer.markers.count == 7)
  }

  @Test func movedMarkersAreGatheredAnew() {
    var fixture = ClusterFixture(five)
    fixture.clusterer.markers[0].position = place(10, 30)
    fixture.clusterer.setNeedsGathering()
    fixture.settle()
    #expect(fixture.shown == [1, 1, 1, 2])
  }

  @Test(arguments: [0, -1, Double.nan, .infinity])
  func aRadiusThatIsNoneGathersNothing(_ radius: Double) {
    var fixture = ClusterFixture(five)
    fixture.clusterer.radius = radius
    fixture.settle()
    #expect(fixture.shown == [1, 1, 1, 1, 1])
  }

  @Test func theMapMayGoFirst() {
    let clusterer = MarkerClusterer()
    clusterer.add(five.map(Marker.init(position:)))
    do {
      let fixture = MapFixture()
      clusterer.map = fixture.map
    }
    #expect(clusterer.map == nil)
    clusterer.removeAll()
    #expect(clusterer.markers.isEmpty)
  }
}
