import Foundation
import Overlook
import OverlookFiles
import OverlookPlatform
import OverlookTestSupport
import Testing

@testable import OverlookViewer

/// Text that is given to the window, and tables that it asks about.
@MainActor @Suite(.serialized) struct PastedTextPartTests {
  private let map = MapView(showsBaseMap: false)
  private let window: ViewerWindow
  private let loop: HeadlessLoop

  init() throws {
    map.mapType = .none
    window = ViewerWindow(map: map)
    loop = try HeadlessLoop(content: map, size: ScreenSize(width: 900, height: 600))
    loop.advance(by: 0.1)
  }

  @Test func aLinkIsMarkedAndLookedAt() {
    #expect(window.open("https://www.openstreetmap.org/#map=14/60.17/24.94"))
    loop.advance(by: 4)
    #expect(abs(map.camera.target.latitude - 60.17) < 1e-6 && map.camera.zoom == 14)
    #expect(map.selectedMarker.map { abs($0.position.longitude - 24.94) < 1e-9 } == true)
  }

  @Test func geometriesBecomeALayer() {
    #expect(window.open("LINESTRING (24 60, 25 61)"))
    loop.advance(by: 0.2)
    #expect(map.fileLayers.count == 1 && map.fileLayers[0].featureCount == 1)
  }

  @Test func whatMeansNothingIsRefused() {
    #expect(!window.open("just some words"))
    #expect(map.fileLayers.isEmpty)
  }

  private func run(_ isDone: () -> Bool) async throws -> Bool {
    await eventually {
      loop.advance(by: 0.05, framesPerSecond: 20)
      return isDone()
    }
  }

  @Test func aTableInDoubtIsAskedAboutOnce() async throws {
    let path = NSTemporaryDirectory() + "/overlook-table-\(UInt32.random(in: 0...UInt32.max)).csv"
    defer { try? FileManager.default.removeItem(atPath: path) }
    try "p,q,r\n60.1,24.9,x\n61.2,25.9,y\n".write(toFile: path, atomically: true, encoding: .utf8)
    window.open(FileDrop(paths: [path]))
    #expect(try await run { window.sheet.page is TablePage && map.fileLayers.first?.problem != nil })
    let layer = try #require(map.fileLayers.first)
    // The page asks what is to be done: that the table cannot be read is not said beside it.
    loop.advance(by: 0.2)
    #expect(window.said == nil)
    let page = try #require(window.sheet.page as? TablePage)
    #expect(page.isReady && page.offers.contains(.coordinates(latitude: 0, longitude: 1)))
    page.choose(.coordinates(latitude: 0, longitude: 1))
    page.read()
    #expect(try await run { layer.featureCount == 2 })
    #expect(window.sheet.page == nil && layer.problem == nil)
    // The choice is kept for the next time.
    let part = try #require(window.part(TablesPart.self))
    let kept = try #require(part.session)
    let other = ViewerWindow(map: MapView(showsBaseMap: false))
    let otherPart = try #require(other.part(TablesPart.self))
    otherPart.restore(kept)
    #expect(otherPart.session?.contains("latitude") == true)
    otherPart.restore("{damaged")
    #expect(otherPart.session == nil)
  }
}
