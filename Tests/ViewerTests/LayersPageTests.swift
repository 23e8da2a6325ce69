import Foundation
import Overlook
import OverlookControls
import OverlookFiles
import OverlookPlatform
import OverlookSupport
import OverlookTestSupport
import Testing

@testable import OverlookViewer

/// The page of layers in a window, used by pointer and keyboard.
@MainActor @Suite(.serialized) final class LayersPageTests {
  private let folder = FileManager.default.temporaryDirectory.path + "/page-\(UUID().uuidString)"
  private let window: ViewerWindow
  private let loop: HeadlessLoop
  private let content: LayersPart.Content

  init() throws {
    try FileManager.default.createDirectory(atPath: folder, withIntermediateDirectories: true)
    let map = MapView(showsBaseMap: false)
    map.mapType = .none
    loop = try HeadlessLoop(content: map, size: ScreenSize(width: 400, height: 770))
    window = ViewerWindow(map: map)
    content = try #require(window.part(LayersPart.self)?.content)
    map.reducesMotion = true
  }

  deinit { try? FileManager.default.removeItem(atPath: folder) }

  private func write(_ name: String, _ text: String) throws -> String {
    try Data(text.utf8).write(to: URL(fileURLWithPath: "\(folder)/\(name)"))
    return "\(folder)/\(name)"
  }

  private func settle(_ isDone: () -> Bool = { true }) async throws {
    _ = await eventually {
      loop.advance(by: 0.05, framesPerSecond: 20)
      return isDone()
    }
    loop.advance(by: 0.5, framesPerSecond: 10)
  }

  private static let areas = """
    {"type": "FeatureCollection", "features": [
      {"type": "Feature", "properties": {"name": "Park", "kind": "green"},
       "geometry": {"type": "Polygon", "coordinates": [[[24.95, 60.15], [24.96, 60.15], [24.96, 60.16], [24.95, 60.15]]]}},
      {"type": "Feature", "properties": {"name": "Isle", "kind": "rock"},
       "geometry": {"type": "Point", "coordinates": [24.97, 60.15]}}]}
    """

  /// Three layers, of which one is broken.
  private func open() async throws {
    let paths = [
      try write("tour.geojson", Self.areas), try write("cities.csv", "name,lat,lon\nTurku,60.45,22.27\nOulu,65.01,25.47\n"),
      try write("broken.geojson", #"{"type": "FeatureCollection", "features": [{"type": "Feature", "geom"#),
    ]
    window.open(FileDrop(paths: paths))
    try await settle {
      self.content.list.entries.count == 3 && self.content.list.entries.allSatisfy { $0.state != .reading(nil) }
    }
    #expect(window.perform("layers.show"))
    // Pictures are decoded beside the frames.
    try await settle { self.content.base.choices.allSatisfy { $0.image != nil } }
  }

  private func send(_ kind: InputEvent.Kind) {
    window.map.handle(InputEvent(timeSeconds: loop.now, kind: kind))
    loop.advance(by: 0.05, framesPerSecond: 20)
  }

  private func click(_ point: ScreenPoint) {
    send(.buttonPressed(.left, point, []))
    send(.buttonReleased(.left, point, []))
  }

  private func row(_ name: String) throws -> ControlRow {
    try #require(content.page.content.compactMap { $0 as? ControlRow }.first { $0.title == name })
  }

  private func place(_ control: any Control, x: Double? = nil) throws -> ScreenPoint {
    let rect = try #require(control.frame(in: window.map.controlArea))
    return ScreenPoint(x: rect.origin.x + (x ?? rect.size.width / 2), y: rect.origin.y + rect.size.height / 2)
  }

  @Test func theKeyOpensThePageAndClosesIt() async throws {
    try await settle()
    send(.keyPressed(.l, .control))
    #expect(window.sheet.page === content.page)
    send(.keyReleased(.l, .control))
    send(.keyPressed(.l, .control))
    #expect(window.sheet.page == nil)
  }

  @Test func theEyeHidesALayerAndTheRowOpens() async throws {
    try await open()
    let entry = try #require(content.list.entries.first { $0.title == "cities.csv" })
    click(try place(try row("cities.csv"), x: 33))
    #expect(!entry.isVisible && window.map.fileLayers.contains { !$0.isVisible })
    click(try place(try row("cities.csv")))
    #expect(content.page.openID == entry.id)
    let slider = try #require(content.page.content.compactMap { $0 as? Slider }.first)
    click(try place(slider))
    #expect(abs(entry.opacity - 0.5) < 0.02)
  }

  @Test func aRowThatIsDraggedBelowTheNextTakesItsPlace() async throws {
    try await open()
    let names = content.list.entries.map(\.title)
    let from = try place(try row(names[0]), x: 8)
    send(.buttonPressed(.left, from, []))
    send(.pointerMoved(ScreenPoint(x: from.x, y: from.y + 20)))
    send(.pointerMoved(ScreenPoint(x: from.x, y: from.y + 40)))
    send(.buttonReleased(.left, ScreenPoint(x: from.x, y: from.y + 40), []))
    #expect(content.list.entries.map(\.title) == [names[1], names[0], names[2]])
    send(.keyPressed(.z, .control))
    #expect(content.list.entries.map(\.title) == names)
  }

  @Test func allOfARowIsReachedByTheKeyboard() async throws {
    try await open()
    let names = content.list.entries.map(\.title)
    window.map.focusedControl = try row(names[0])
    send(.keyPressed(.down, .control))
    #expect(content.list.entries.map(\.title) == [names[1], names[0], names[2]])
    send(.keyPressed(.space, []))
    #expect(content.list.entries[1].isVisible == false)
    send(.keyPressed(.enter, []))
    #expect(content.page.openID == content.list.entries[1].id)
    send(.keyPressed(.delete, []))
    #expect(content.list.entries.count == 2)
    for _ in 0..<3 { window.perform("edit.undo") }
    #expect(content.list.entries.map(\.title) == names && content.list.entries[0].isVisible)
  }

  @Test func whatIsTypedAsAServerAndIsNoneIsSaidBelowTheField() async throws {
    let page = Array("<html><body>Welcome</body></html>".utf8)
    let server = try #require(LoopbackServer { _ in .status(200, page) })
    defer { server.stop() }
    #expect(window.perform("layers.show"))
    try await settle()
    let button = try #require(content.page.content.compactMap { $0 as? Button }.first { $0.title == "Add a server" })
    click(try place(button))
    let field = try #require(content.page.content.compactMap { $0 as? TextField }.first)
    field.text = server.url("start")
    window.map.focusedControl = field
    send(.keyPressed(.enter, []))
    func fault() -> Paragraph? { content.page.content.compactMap { $0 as? Paragraph }.first { $0.isFault } }
    try await settle { fault() != nil }
    #expect(fault()?.text.contains("127.0.0.1") == true && content.list.entries.isEmpty)
  }

  @Test(arguments: ["gpx", "kml", "geojson"]) func aLayerIsSavedWhereAPersonSays(ending: String) async throws {
    window.open(FileDrop(paths: [try write("tour.geojson", Self.areas)]))
    try await settle { self.content.list.entries.first?.state == .ready }
    #expect(window.perform("layers.show"))
    content.page.open(content.list.entries.first)
    try await settle()
    func button(_ title: String) -> Button? { content.page.content.compactMap { $0 as? Button }.first { $0.title == title } }
    // No desktop here has a dialog: the row asks.
    click(try place(try #require(button("Save as"))))
    try await settle { button("Save") != nil }
    let field = try #require(window.map.focusedControl as? TextField)
    #expect(field.text.contains("/tour") && field.text.hasSuffix(".geojson"))
    field.text = "\(folder)/saved.\(ending)"
    send(.keyPressed(.enter, []))
    try await settle { button("Save as") != nil }
    let saved = try FileFormats.read(path: "\(folder)/saved.\(ending)")
    #expect((0..<saved.featureCount).contains { saved.title(of: $0) == "Isle" })
    // What cannot be written keeps the question.
    click(try place(try #require(button("Save as"))))
    try await settle { button("Save") != nil }
    // Nor is a file written over that is there already.
    (window.map.focusedControl as? TextField)?.text = try write("other.kml", "kept")
    send(.keyPressed(.enter, []))
    try await settle { self.window.said?.contains("already") == true }
    #expect(try String(contentsOfFile: "\(folder)/other.kml", encoding: .utf8) == "kept")
    (window.map.focusedControl as? TextField)?.text = "\(folder)/saved.xyz"
    send(.keyPressed(.enter, []))
    try await settle { self.window.said?.contains(".gpx") == true }
    #expect(button("Save") != nil)
  }

  @Test(arguments: [InterfaceTheme.light, .dark]) func thePageLooksRight(theme: InterfaceTheme) async throws {
    try await open()
    window.map.interfaceTheme = theme
    window.map.backgroundColor =
      theme == .light ? Color(red: 0.8, green: 0.86, blue: 0.9) : Color(red: 0.1, green: 0.13, blue: 0.18)
    content.page.open(content.list.entries.first { $0.title == "cities.csv" })
    // What is said of the broken file goes by itself.
    loop.advance(by: 14, framesPerSecond: 2)
    window.map.camera = CameraPosition(latitude: -60, longitude: 0, zoom: 5)
    try await settle()
    let picture = try #require(loop.image())
    #expect(try GoldenPicture("viewer/layers-\(theme)").mismatch(with: picture) == nil)
  }
}
