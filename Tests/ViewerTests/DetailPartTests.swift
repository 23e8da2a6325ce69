import Foundation
import Overlook
import OverlookTestSupport
import OverlookTiles
import Testing

@testable import OverlookViewer

/// The line where the built-in world has no more detail.
@MainActor @Suite(.serialized) struct DetailPartTests {
  private func fixture(
    _ latitude: Double, _ longitude: Double, zoom: Double, _ change: (inout ViewerWindow.Options) -> Void = { _ in }
  ) -> WindowFixture {
    let fixture = WindowFixture(change)
    fixture.map.mapType = .normal
    fixture.map.camera = CameraPosition(latitude: latitude, longitude: longitude, zoom: zoom)
    return fixture
  }

  private func hint(_ fixture: WindowFixture) -> DetailHint? {
    fixture.map.controls.lazy.compactMap { $0 as? DetailHint }.first
  }

  private func regions(_ fixture: WindowFixture) -> TileCounts {
    fixture.map.tileCounts(ofStyleSource: MapStyle.regionSource)
  }

  /// Runs until `isThere`, a minute at most.
  private func expect(
    _ fixture: inout WindowFixture, _ location: SourceLocation = #_sourceLocation, _ isThere: (WindowFixture) -> Bool
  ) async throws {
    let end = ContinuousClock.now + .seconds(60)
    while ContinuousClock.now < end {
      fixture.run(seconds: 0.02)
      if isThere(fixture) { return }
      try await Task.sleep(for: .milliseconds(20))
    }
    Issue.record("it did not come to that", sourceLocation: location)
  }

  @Test func isThereWhereNeitherARegionNorAServerGoesOn() async throws {
    var far = fixture(52.52, 13.4, zoom: 12)
    try await expect(&far) { hint($0)?.isShown == true }
    // From far enough away the built-in world is what there is to see.
    far.map.camera = CameraPosition(latitude: 52.52, longitude: 13.4, zoom: 9)
    try await expect(&far) { hint($0)?.isShown == false }
  }

  @Test func isNotThereOverARegion() async throws {
    var town = fixture(53.5575, 13.261, zoom: 14)
    try await expect(&town) { regions($0).ready > 0 && regions($0).loading == 0 }
    town.run(seconds: 0.5)
    #expect(hint(town)?.isShown == false)
    // Beyond its edge it comes, and goes again.
    town.map.camera = CameraPosition(latitude: 54.5, longitude: 13.261, zoom: 14)
    try await expect(&town) { hint($0)?.isShown == true }
    town.map.camera = CameraPosition(latitude: 53.5575, longitude: 13.261, zoom: 14)
    try await expect(&town) { hint($0)?.isShown == false }
  }

  @Test func givesWayToWhatNeedsItsPlace() async throws {
    var fixture = fixture(52.52, 13.4, zoom: 12)
    try await expect(&fixture) { hint($0)?.isShown == true }
    let card = Button("Something", at: .bottom(y: 30)) {}
    fixture.map.add(card)
    fixture.run(seconds: 0.1)
    #expect(hint(fixture)?.isShown == false)
    fixture.map.remove(card)
    fixture.run(seconds: 0.1)
    #expect(hint(fixture)?.isShown == true)
  }

  @Test func aClickAsksForTheNetworkOrShowsTheSettings() async throws {
    defer { MapServices.isOffline = false }
    let folder = try TestFolder()
    let settings = ViewerSettings(path: folder.path + "/settings.json")
    settings.network = .refused
    var asking = fixture(52.52, 13.4, zoom: 12) {
      $0.settings = settings
      $0.asksForNetwork = true
    }
    try await expect(&asking) { hint($0)?.isShown == true }
    let place = try #require(hint(asking)?.place(in: asking.map.controlArea))
    asking.click(.left, at: place.middle)
    #expect(asking.map.controls.contains { ($0 as? QuestionCard)?.isOpen == true })
    var offline = fixture(52.52, 13.4, zoom: 12)
    try await expect(&offline) { hint($0)?.isShown == true }
    offline.click(.left, at: place.middle)
    #expect(offline.window.sheet.page?.name == "settings")
  }
}
