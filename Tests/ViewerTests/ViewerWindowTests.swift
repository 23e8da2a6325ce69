import Overlook
import Testing

@testable import OverlookViewer

@MainActor @Suite struct ViewerWindowTests {
  @Test func aWindowHasTheCommandsOfItsParts() {
    let window = ViewerWindow(map: MapView(showsBaseMap: false))
    #expect(window.commands.map(\.name) == window.parts.flatMap { $0.commands.map(\.name) })
  }
}
