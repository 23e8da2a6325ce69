import Overlook
import OverlookGeometry
import OverlookPanorama
import OverlookPanoramaView
import OverlookPlatform
import OverlookScene
import OverlookSupport
import Testing

@Suite @MainActor struct PanoramaMapOverlaysTests {
  private static let place = LocationCoordinate(latitude: 60.17, longitude: 24.94)

  @Test func linesAndMarkersOfTheMapAreSeenInThePanoramaWhileTheyAreOnIt() throws {
    let map = MapView(camera: CameraPosition(target: Self.place, zoom: 16), showsBaseMap: false)
    let view = PanoramaView()
    let loop = try HeadlessLoop(content: view, size: ScreenSize(width: 200, height: 200))
    let picture = PanoramaPicture(equirectangular: Image(width: 4, height: 2, scale: 1) { _, _ in SIMD4(120, 120, 120, 255) })
    view.show(Panorama(panoramaID: "eye", coordinate: Self.place, heightMeters: 1.7), picture: picture)
    view.compassHidden = true
    view.add(PanoramaMapOverlays(of: map, in: view))
    // Ten metres ahead on the ground.
    view.camera = PanoramaCamera(heading: 0, pitch: -9.6, fov: 40)
    #expect(loop.run(timeoutSeconds: 90) { view.isComplete })
    func blue() throws -> Int {
      view.setNeedsDisplay()
      loop.renderFrame()
      let image = try #require(loop.image())
      let at = 4 * (100 * 200 + 100)
      return Int(image.pixels[at + 2]) - Int(image.pixels[at])
    }
    let north = LocationCoordinate(latitude: 60.171, longitude: 24.94)
    #expect(try blue() < 20)
    let line = Polyline(path: Path([Self.place, north]))
    line.strokeWidth = 10
    line.map = map
    #expect(try blue() > 60)
    line.map = nil
    #expect(try blue() < 20)
    let layer = PathLayer(paths: [[Self.place, north]])
    layer.map = map
    #expect(try blue() > 60)
    layer.map = nil
    let marker = Marker(position: north)
    marker.map = map
    _ = try blue()
    view.camera = PanoramaCamera(heading: 0, pitch: 0, fov: 40)
    loop.renderFrame()
    let image = try #require(loop.image())
    let reds = stride(from: 0, to: image.pixels.count, by: 4).filter { Int(image.pixels[$0]) - Int(image.pixels[$0 + 2]) > 60 }
    #expect(reds.count > 20)
  }

  @Test func aMapThatIsGoneLendsNothingAndNothingElseHappens() throws {
    var map: MapView? = MapView(camera: CameraPosition(target: Self.place, zoom: 16), showsBaseMap: false)
    let view = PanoramaView()
    let loop = try HeadlessLoop(content: view, size: ScreenSize(width: 200, height: 200))
    let picture = PanoramaPicture(equirectangular: Image(width: 4, height: 2, scale: 1) { _, _ in SIMD4(120, 120, 120, 255) })
    view.show(Panorama(panoramaID: "eye", coordinate: Self.place, heightMeters: 1.7), picture: picture)
    view.compassHidden = true
    if let map { view.add(PanoramaMapOverlays(of: map, in: view)) }
    view.camera = PanoramaCamera(heading: 0, pitch: -9.6, fov: 40)
    let line = Polyline(path: Path([Self.place, LocationCoordinate(latitude: 60.171, longitude: 24.94)]))
    line.strokeWidth = 10
    line.map = map
    #expect(loop.run(timeoutSeconds: 90) { view.isComplete })
    func middle() throws -> [UInt8] {
      view.setNeedsDisplay()
      loop.renderFrame()
      let at = 4 * (100 * 200 + 100)
      return Array(try #require(loop.image()).pixels[at..<at + 3])
    }
    #expect(try middle() != [120, 120, 120])
    weak let gone = map
    map = nil
    #expect(gone == nil)
    #expect(try middle() == [120, 120, 120])
    view.camera = PanoramaCamera(heading: 90, pitch: 0, fov: 40)
    #expect(loop.run(timeoutSeconds: 90) { view.isComplete } && view.graphicsError == nil)
  }
}
