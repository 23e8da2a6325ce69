import Foundation
import Overlook
import OverlookCanvas
import OverlookInput
import OverlookPlatform
import OverlookSupport
import OverlookTestSupport
import Testing

@testable import OverlookViewer

/// How the tools look: their cards, their pages of the side sheet, and what they draw on the map.
@MainActor @Suite(.serialized) final class ToolPictureTests {
  /// Points wide, high; room for the sheet and for figures beside it.
  private static let size = ScreenSize(width: 720, height: 520)
  private let folder: TestFolder
  private let window: ViewerWindow

  init() throws {
    folder = try TestFolder()
    let map = MapView(
      size: Self.size, camera: CameraPosition(latitude: 48, longitude: 11, zoom: 7), mapType: .none)
    map.reducesMotion = true
    window = ViewerWindow(map: map)
  }

  /// A loop for a look of the window: "light", or "dark-2x".
  private func begin(_ look: String) throws -> HeadlessLoop {
    let loop = try HeadlessLoop(content: window.content, size: Self.size, scale: look.hasSuffix("2x") ? 2 : 1)
    let isDark = look.hasPrefix("dark")
    window.settings.theme = isDark ? .dark : .light
    window.map.backgroundColor =
      isDark ? Color(red: 0.1, green: 0.13, blue: 0.18) : Color(red: 0.8, green: 0.86, blue: 0.9)
    loop.renderFrame()
    return loop
  }

  private func expectPicture(_ name: String, _ loop: HeadlessLoop) throws {
    defer { loop.close() }
    // Lines about what was done go by themselves.
    loop.advance(by: 20, framesPerSecond: 2)
    let picture = try #require(loop.image())
    #expect(try GoldenPicture("viewer/\(name)").mismatch(with: picture) == nil)
  }

  private func click(_ x: Double, _ y: Double, _ loop: HeadlessLoop) {
    let point = ScreenPoint(x: x, y: y)
    loop.send(.pointerMoved(point))
    loop.renderFrame()
    loop.send(.buttonPressed(.left, point, []))
    loop.send(.buttonReleased(.left, point, []))
    loop.advance(by: 1, framesPerSecond: 10)
  }

  @Test(arguments: ["light", "dark-2x"]) func theCardOfMeasuring(look: String) throws {
    let loop = try begin(look)
    #expect(window.perform("measure.start"))
    for (x, y) in [(420.0, 180.0), (640, 220), (560, 420)] { click(x, y, loop) }
    try expectPicture("measure-\(look)", loop)
  }

  @Test(arguments: ["light", "dark-2x"]) func thePageOfDrawing(look: String) throws {
    let loop = try begin(look)
    let draw = try #require(window.part(DrawPart.self))
    draw.begin(.area)
    for (x, y) in [(420.0, 180.0), (640, 220), (560, 420)] { click(x, y, loop) }
    draw.editor.edit("") { $0.finish() }
    try expectPicture("draw-\(look)", loop)
  }

  @Test(arguments: ["light", "dark-2x"]) func thePageOfBookmarks(look: String) throws {
    let loop = try begin(look)
    let part = BookmarkPart(path: "\(folder.path)/bookmarks.json")
    part.didAttach(to: window)
    for (name, longitude) in [("München", 11.57), ("The long way round by the lakes and over the pass", 12), ("Wien", 16.37)] {
      window.map.camera = CameraPosition(latitude: 48.1, longitude: longitude, zoom: 7)
      part.add(named: name)
    }
    window.show(try #require(part.pages.first))
    try expectPicture("bookmarks-\(look)", loop)
  }
}
