import Foundation
import Overlook
import Testing

@testable import OverlookViewer

@MainActor @Suite struct BookmarkTests {
  private let folder = FileManager.default.temporaryDirectory.appendingPathComponent("bookmarks-\(UUID().uuidString)")
  private var path: String { folder.appendingPathComponent("data/bookmarks.json").path }

  private func bookmark(_ name: String, _ latitude: Double = 60) -> Bookmark {
    Bookmark(name, CameraPosition(latitude: latitude, longitude: 25, zoom: 12, bearing: 30, viewingAngle: 20), style: nil)
  }

  private func write(_ text: String) throws {
    try FileManager.default.createDirectory(
      atPath: (path as NSString).deletingLastPathComponent, withIntermediateDirectories: true)
    try Data(text.utf8).write(to: URL(fileURLWithPath: path))
  }

  private func part() -> (part: BookmarkPart, window: ViewerWindow) {
    let window = ViewerWindow(
      map: MapView(size: ScreenSize(width: 800, height: 600), camera: CameraPosition(latitude: 10, longitude: 20, zoom: 5)))
    let part = BookmarkPart(path: path)
    part.didAttach(to: window)
    return (part, window)
  }

  /// What the file has.
  private var kept: [Bookmark] { BookmarkList(KeptDocument(path: path)["bookmarks"]).bookmarks }

  @Test func aListIsChangedInItsOrder() {
    var list = BookmarkList()
    for name in ["a", "b", "c"] { list.add(bookmark(name)) }
    list.move(2, to: 0)
    list.rename(1, to: "  a\nlong\tname ")
    list.rename(2, to: "   ")
    list.move(1, to: 99)
    #expect(list.bookmarks.map(\.name) == ["c", "b", "a long name"])
    list.remove(17)
    list.remove(0)
    #expect(list.bookmarks.map(\.name) == ["b", "a long name"])
  }

  @Test func wordsOfNamesAreFound() {
    var list = BookmarkList()
    for name in ["Café am See", "Hafen", "Am Hafen"] { list.add(bookmark(name)) }
    #expect(list.found("haf") == [1, 2])
    #expect(list.found("cafe") == [0])
    #expect(list.found("afen") == [])
  }

  @Test func aViewIsKeptForTheNextStart() throws {
    defer { try? FileManager.default.removeItem(at: folder) }
    let (first, window) = part()
    window.map.camera = CameraPosition(latitude: 48, longitude: 11, zoom: 9.5, bearing: 120, viewingAngle: 15)
    first.add(named: "Here")
    let (second, _) = part()
    #expect(second.list.bookmarks.map(\.name) == ["Here"])
    let camera = try #require(second.list.bookmarks[0].camera)
    #expect(CameraPosition.areEqualForRendering(camera, window.map.camera))
  }

  @Test func whatWasRemovedComesBackByUndoing() {
    defer { try? FileManager.default.removeItem(at: folder) }
    let (part, window) = part()
    part.add(named: "A")
    part.add(named: "B")
    part.remove(0)
    #expect(part.list.bookmarks.map(\.name) == ["B"])
    window.undo.undo()
    #expect(part.list.bookmarks.map(\.name) == ["A", "B"])
    window.undo.redo()
    #expect(part.list.bookmarks.map(\.name) == ["B"])
    #expect(kept.map(\.name) == ["B"])
  }

  @Test(arguments: ["", "{", "[1,2]", "\u{0}\u{1}", "null"]) func aDamagedFileIsPutAsideAndSaid(text: String) throws {
    defer { try? FileManager.default.removeItem(at: folder) }
    try write(text)
    let (part, window) = part()
    #expect(part.list.bookmarks.isEmpty)
    #expect(window.said?.contains("bookmarks.json") == true)
    #expect(try Data(contentsOf: URL(fileURLWithPath: path + ".damaged")) == Data(text.utf8))
    part.add(named: "New")
    #expect(kept.map(\.name) == ["New"])
  }

  @Test(arguments: ["{\"bookmarks\": 7}", "{\"bookmarks\": [{\"name\": 1}, 3, null]}", "{}"])
  func aFileWithoutABookmarkIsAnEmptyList(text: String) throws {
    defer { try? FileManager.default.removeItem(at: folder) }
    try write(text)
    #expect(part().part.list.bookmarks.isEmpty)
  }

  @Test func twoWindowsKeepWhatEachOfThemAdds() {
    defer { try? FileManager.default.removeItem(at: folder) }
    let (first, second) = (part(), part())
    first.part.add(named: "A")
    second.part.add(named: "B")
    first.part.add(named: "C")
    withExtendedLifetime((first.window, second.window)) {}
    #expect(kept.map(\.name) == ["A", "B", "C"])
  }

  @Test func bookmarksWithoutAPlaceAreLeftOut() throws {
    defer { try? FileManager.default.removeItem(at: folder) }
    try write(
      """
      {"bookmarks": [
        {"name": "beyond", "latitude": 91, "longitude": 0, "zoom": 3, "bearing": 0, "viewingAngle": 0},
        {"name": "good", "latitude": 1, "longitude": 2, "zoom": 3, "bearing": 0, "viewingAngle": 0}]}
      """)
    #expect(kept.map(\.name) == ["good"])
  }

  @Test func aFolderThatCannotBeWrittenLeavesTheOldFileAndIsSaid() throws {
    defer { try? FileManager.default.removeItem(at: folder) }
    let (part, window) = part()
    part.add(named: "A")
    // What is in the way of the file that is written first.
    try FileManager.default.createDirectory(atPath: path + ".writing", withIntermediateDirectories: true)
    part.add(named: "B")
    #expect(kept.map(\.name) == ["A"])
    #expect(window.said?.contains("bookmarks.json") == true)
  }

  @Test func aNameThatIsTypedIsOneStepAndWrittenOnce() throws {
    defer { try? FileManager.default.removeItem(at: folder) }
    let (part, window) = part()
    part.add(named: "A")
    func file() throws -> UInt64 {
      let facts = try FileManager.default.attributesOfItem(atPath: path)
      return try #require(facts[.systemFileNumber] as? UInt64)
    }
    let before = try file()
    for name in ["H", "Ha", "Har", "Harbour"] {
      part.rename(0, to: name)
      #expect(part.list.bookmarks.map(\.name) == [name])
    }
    // A file that is written is another one.
    #expect(try file() == before && kept.map(\.name) == ["A"])
    part.keepName()
    #expect(kept.map(\.name) == ["Harbour"])
    window.undo.undo()
    #expect(kept.map(\.name) == ["A"])
    // Whatever is done next keeps the name, too.
    part.rename(0, to: "Pier")
    part.add(named: "B")
    #expect(kept.map(\.name) == ["Pier", "B"])
  }

  @Test func aFlightTakesAsLongAsTheMapSays() throws {
    let map = MapView(size: ScreenSize(width: 800, height: 600), camera: CameraPosition(latitude: 10, longitude: 20, zoom: 5))
    let goal = CameraPosition(latitude: 48, longitude: 11, zoom: 12)
    let seconds = map.flightSeconds(to: goal)
    #expect(seconds > 1)
    map.fly(to: goal)
    _ = map.prepareFrame(now: 100)
    _ = map.prepareFrame(now: 100 + seconds * 0.98)
    #expect(map.camera != goal)
    _ = map.prepareFrame(now: 100.02 + seconds)
    #expect(CameraPosition.areEqualForRendering(map.camera, goal))
  }

  @Test func aTourGoesFromStopToStopAndNoFarther() throws {
    let camera = CameraPosition(latitude: 0, longitude: 0, zoom: 2)
    var tour = try #require(TourState((1...3).map { TourStop(name: "\($0)", camera: camera, flightSeconds: nil) }))
    let ways = [-1, 1, 1, 1].map { tour.go(by: $0) }
    #expect(ways == [false, true, true, false])
    #expect(tour.isAtEnd && tour.stop.name == "3")
    #expect(tour.speed == 1)
    tour.changeSpeed()
    tour.changeSpeed()
    #expect(tour.speed == 4)
    tour.changeSpeed()
    #expect(tour.speed == 0.5)
    #expect(TourState([]) == nil)
  }
}
