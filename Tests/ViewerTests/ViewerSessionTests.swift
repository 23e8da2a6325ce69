import Foundation
import Overlook
import Testing

@testable import OverlookViewer

@MainActor @Suite struct ViewerSessionTests {
  private let folder: TestFolder
  private var path: String { folder.path + "/session.json" }
  private let place = CameraPosition(latitude: 60.25, longitude: 24.5, zoom: 11.5, bearing: 30, viewingAngle: 20)

  init() throws { folder = try TestFolder() }

  @Test func viewWindowPageAndPartsComeBack() {
    let part = ProbePart()
    part.pages = [ProbePage(count: 2)]
    part.kept = #"{"x":[1]}"#
    do {
      let fixture = WindowFixture {
        $0.more = [part]
        $0.session = ViewerSession(path: path)
      }
      fixture.map.camera = place
      fixture.window.frame = { ViewerSession.Frame(width: 900, height: 650, x: 40, y: 50) }
      fixture.window.togglePage("probe")
      fixture.window.close()
    }
    let session = ViewerSession(path: path)
    #expect(session.camera == place && session.frame == ViewerSession.Frame(width: 900, height: 650, x: 40, y: 50))
    let other = ProbePart()
    other.pages = [ProbePage(count: 2)]
    let fixture = WindowFixture {
      $0.more = [other]
      $0.session = session
    }
    #expect(other.restored == [#"{"x":[1]}"#] && fixture.window.sheet.page === other.pages.first)
    // A part that has nothing any more leaves nothing.
    fixture.window.close()
    #expect(ViewerSession(path: path).part("probe") == nil)
  }

  @Test func aFreshStartTakesNothingAndKeepsWhatItLeaves() {
    ViewerSession(path: path).keep(camera: place, frame: nil, page: "probe", parts: [("probe", "1")])
    let fresh = ViewerSession(path: path, isFresh: true)
    #expect(fresh.camera == nil && fresh.page == nil && fresh.part("probe") == nil)
    #expect(ViewerSession(path: path).camera == place)
  }

  @Test func theFileBelongsToTheWindowThatWasFirst() {
    var first: ViewerSession? = ViewerSession(path: path)
    let second = ViewerSession(path: path)
    #expect(first?.keep(camera: place, frame: nil, page: nil, parts: []) == true)
    var other = place
    other = CameraPosition(latitude: 0, longitude: 0, zoom: 3)
    #expect(!second.keep(camera: other, frame: nil, page: nil, parts: []))
    #expect(ViewerSession(path: path).camera == place)
    first = nil
    #expect(second.keep(camera: other, frame: nil, page: nil, parts: []), "the first has ended")
    #expect(ViewerSession(path: path).camera == other)
  }

  @Test(arguments: [
    #"{"camera": 3, "window": [], "page": {}, "parts": 7}"#,
    #"{"camera": {"latitude": 91, "longitude": 0, "zoom": 3}, "window": {"width": 1e9, "height": 2}}"#,
    #"{"camera": {"latitude": "x"}, "window": {"width": 800, "height": 600, "x": 0.5, "y": 1e99}}"#,
  ]) func senselessValuesAreLeftOut(text: String) throws {
    try folder.write("session.json", text)
    let session = ViewerSession(path: path)
    #expect(session.camera == nil && session.page == nil && session.part("probe") == nil && session.frame?.x == nil)
    #expect(session.takeFaults().isEmpty)
  }

  @Test func aDamagedSessionIsPutAsideAndTheWindowSaysSo() throws {
    try folder.write("session.json", "{\"camera\":")
    let fixture = WindowFixture { $0.session = ViewerSession(path: path) }
    #expect(fixture.window.said?.contains("session.json.damaged") == true)
  }
}
