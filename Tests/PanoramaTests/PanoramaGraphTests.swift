import OverlookPanorama
import Testing

@Suite struct PanoramaGraphTests {
  /// A street to the east, a - b - c - d, with a lane north from b to n.
  private static var street: PanoramaGraph {
    var graph = PanoramaGraph()
    func link(_ heading: Double, _ id: String) -> PanoramaLink { PanoramaLink(heading: heading, panoramaID: id) }
    graph.insert(Panorama(panoramaID: "a", links: [link(90, "b")]))
    graph.insert(Panorama(panoramaID: "b", links: [link(0, "n"), link(270, "a"), link(92, "c")]))
    graph.insert(Panorama(panoramaID: "c", links: [link(270, "b"), link(90, "d"), link(350, "x")]))
    return graph
  }

  @Test func oneGoesWhereOneLooks() {
    let graph = Self.street
    #expect(graph.link(from: "b", toward: 80)?.panoramaID == "c")
    #expect(graph.link(from: "b", toward: -20)?.panoramaID == "n")
    #expect(graph.link(from: "a", toward: 200) == nil && graph.link(from: "z", toward: 0) == nil)
    #expect(graph.link(from: "a", toward: .nan) == nil)
    #expect(graph.links(of: "b", toward: 100).map(\.panoramaID) == ["c", "n", "a"])
  }

  @Test func whatIsLikelyWantedIsFetchedAhead() {
    let graph = Self.street
    // Two links away before three, and what lies ahead before what lies aside.
    #expect(graph.unknownNeighbours(of: "a", toward: 90) == ["n", "d", "x"])
    #expect(graph.unknownNeighbours(of: "b", toward: 0) == ["n"])
    #expect(graph.unknownNeighbours(of: "b", toward: 45, limit: 1) == ["n"])
    #expect(graph.unknownNeighbours(of: "c", toward: 90) == ["d", "x"])
  }

  @Test func aWayIsTheOneOfFewestLinks() {
    let graph = Self.street
    #expect(graph.path(from: "a", to: "d") == ["a", "b", "c", "d"])
    #expect(graph.path(from: "a", to: "a") == ["a"])
    #expect(graph.path(from: "d", to: "a") == nil && graph.path(from: "a", to: "z") == nil)
  }

  @Test func oneLooksOnAsTheLinkSays() {
    let camera = PanoramaCamera(heading: 350, pitch: 5, zoom: 2, fov: 60)
    let origin = Panorama(panoramaID: "a", pose: PanoramaPose(heading: 100))
    var target = Panorama(panoramaID: "b", pose: PanoramaPose(heading: 130))
    func arrival(_ arrival: PanoramaLink.Arrival) -> PanoramaCamera {
      PanoramaGraph.arrival(
        by: PanoramaLink(heading: 0, panoramaID: "b", arrival: arrival), from: origin, camera: camera, to: target)
    }
    #expect(arrival(.sameAzimuth) == camera && arrival(.initial) == camera)
    #expect(arrival(.sameYaw) == PanoramaCamera(heading: 20, pitch: 5, zoom: 2, fov: 60))
    #expect(arrival(.orientation(Orientation(heading: 7, pitch: -3))) == PanoramaCamera(heading: 7, pitch: -3, zoom: 2, fov: 60))
    target.initialCamera = PanoramaCamera(heading: 1, pitch: 2)
    #expect(arrival(.initial) == PanoramaCamera(heading: 1, pitch: 2))
  }
}
