import Foundation
import Overlook
import OverlookGeometry
import OverlookInput
import OverlookPanorama
import OverlookPanoramaView
import OverlookPlatform
import OverlookSupport
import Synchronization
import Testing

@Suite @MainActor struct PanoramaPersonTests {
  /// Has a panorama wherever one asks, and remembers where.
  private final class Everywhere: PanoramaProvider {
    let asked = Mutex<[LocationCoordinate]>([])

    func panorama(id: String) async throws(PanoramaError) -> Panorama { Panorama(panoramaID: id) }

    func panorama(near coordinate: LocationCoordinate, radius: Double) async throws(PanoramaError) -> Panorama {
      asked.withLock { $0.append(coordinate) }
      return Panorama(panoramaID: "there", coordinate: coordinate)
    }

    func picture(of panorama: Panorama) async throws(PanoramaError) -> PanoramaPicture { PanoramaPersonTests.picture }
  }

  private nonisolated static var picture: PanoramaPicture {
    PanoramaPicture(equirectangular: Image(width: 4, height: 2, scale: 1) { _, _ in SIMD4(9, 9, 9, 255) })
  }

  private static let place = LocationCoordinate(latitude: 60.17, longitude: 24.94)

  @Test func theConeTurnsWithThePanoramaAndThePersonCanBeCarried() throws {
    let provider = Everywhere()
    let view = PanoramaView(service: PanoramaService(provider: provider))
    view.show(Panorama(panoramaID: "here", coordinate: Self.place), picture: Self.picture)
    let map = MapView(camera: CameraPosition(target: Self.place, zoom: 16), showsBaseMap: false)
    map.backgroundColor = .black
    let loop = try HeadlessLoop(content: map, size: ScreenSize(width: 200, height: 200))
    map.add(PanoramaPerson(in: view))
    func blue(_ x: Int, _ y: Int) -> Int { loop.image().map { Int($0.pixels[4 * (y * 200 + x) + 2]) } ?? -1 }
    view.camera = PanoramaCamera(heading: 0, pitch: 0, fov: 60)
    loop.renderFrame()
    #expect(blue(100, 60) > 40 && blue(100, 140) < 20)
    view.camera = PanoramaCamera(heading: 180, pitch: 0, fov: 60)
    #expect(loop.renderFrame(), "a turn of the panorama is a reason to draw the map")
    #expect(blue(100, 60) < 20 && blue(100, 140) > 40)
    #expect(!loop.renderFrame())
    loop.send(.buttonPressed(.left, ScreenPoint(x: 100, y: 100), []))
    loop.send(.pointerMoved(ScreenPoint(x: 150, y: 100)))
    loop.send(.buttonReleased(.left, ScreenPoint(x: 150, y: 100), []))
    loop.renderFrame()
    #expect(map.camera.target == Self.place, "the map was not dragged")
    // As in a window that shows both, whose loop each of them wakes.
    let panorama = view.windowContent
    panorama.wake = loop.content.wake
    #expect(
      loop.run(timeoutSeconds: 90) {
        _ = panorama.prepareFrame(now: 0); return view.panorama?.panoramaID == "there"
      })
    let asked = try #require(provider.asked.withLock { $0.first })
    #expect(asked.longitude > 24.94 && abs(asked.latitude - 60.17) < 1e-6)
  }
}
