import Foundation
import Overlook
import OverlookGPU
import OverlookPanorama
import OverlookPanoramaView
import OverlookPlatform
import OverlookRender
import OverlookSupport
import OverlookTestSupport
import Testing

/// A panorama view that an app makes draws as its maps do.
@MainActor @Suite(.serialized) struct PanoramaServicesTests {
  @Test func anAppsOwnViewKeepsProgramsWhereMapsDo() throws {
    let folder = FileManager.default.temporaryDirectory.appendingPathComponent("cache-\(UUID().uuidString)")
    let before = (MapServices.cacheFolder, MapServices.renderer, MapServices.keepsTilesOnDisk)
    defer {
      (MapServices.cacheFolder, MapServices.renderer, MapServices.keepsTilesOnDisk) = before
      try? FileManager.default.removeItem(at: folder)
    }
    MapServices.cacheFolder = folder.path
    MapServices.renderer = .driver
    func show() throws {
      let view = PanoramaView()
      let loop = try HeadlessLoop(content: view, size: ScreenSize(width: 64, height: 48))
      defer { loop.close() }
      view.show(
        Panorama(panoramaID: "here"),
        picture: PanoramaPicture(equirectangular: Image(width: 4, height: 2, scale: 1) { _, _ in SIMD4(9, 9, 9, 255) }))
      #expect(loop.run(timeoutSeconds: 90) { view.isComplete })
      #expect(view.graphicsError == nil && view.renderer == .driver)
    }
    func count() -> Int {
      ((try? FileManager.default.contentsOfDirectory(atPath: folder.appendingPathComponent("programs").path)) ?? []).count
    }
    // Nothing is kept where nothing is to be.
    MapServices.keepsTilesOnDisk = false
    try show()
    #expect(!FileManager.default.fileExists(atPath: folder.path))
    MapServices.keepsTilesOnDisk = true
    try show()
    // They go to the disk on a thread of their own; a driver that hands out no programs keeps none.
    let view = MapView(camera: CameraPosition(latitude: 0, longitude: 0, zoom: 2))
    let loop = try HeadlessLoop(content: view, size: ScreenSize(width: 64, height: 48))
    defer { loop.close() }
    loop.renderFrame()
    guard view.renderer?.device.programCache != nil else { return }
    #expect(blockUntil { count() > 0 })
  }
}
