import Overlook
import OverlookInput
import OverlookPlatform
import OverlookSupport
import Testing

@testable import OverlookViewer

@MainActor @Suite struct ComparisonTests {
  private let window: ViewerWindow
  private let loop: HeadlessLoop

  init() throws {
    window = ViewerWindow(
      map: MapView(
        size: ScreenSize(width: 800, height: 600), camera: CameraPosition(latitude: 0, longitude: 0, zoom: 4), mapType: .none))
    window.map.backgroundColor = Color(red: 1, green: 0, blue: 0)
    part = try #require(window.part(ComparisonPart.self))
    loop = try HeadlessLoop(content: window.content, size: ScreenSize(width: 800, height: 600))
    loop.renderFrame()
  }

  private let part: ComparisonPart

  private func color(_ x: Int, _ y: Int) throws -> [UInt8] {
    let pixels = try #require(loop.pixels())
    let start = 4 * (y * 800 + x)
    return Array(pixels[start..<start + 3])
  }

  /// The other map, in a plain colour.
  private func plain(_ mode: ComparisonPart.Mode) throws -> MapView {
    part.show(mode)
    let other = try #require(part.other)
    (other.mapStyle, other.mapType) = (nil, .none)
    other.backgroundColor = Color(red: 0, green: 0, blue: 1)
    loop.renderFrame()
    loop.renderFrame()
    return other
  }

  @Test func twoMapsLieBesideEachOtherAndMoveTogether() throws {
    defer { loop.close() }
    let other = try plain(.beside)
    #expect(try color(200, 500) == [255, 0, 0])
    #expect(try color(600, 400) == [0, 0, 255])
    window.map.camera = CameraPosition(latitude: 10, longitude: 20, zoom: 5)
    #expect(other.camera == window.map.camera)
    other.camera = CameraPosition(latitude: -10, longitude: 20, zoom: 6)
    #expect(window.map.camera == other.camera)
    window.perform("compare.link")
    other.camera = CameraPosition(latitude: 0, longitude: 0, zoom: 6)
    #expect(window.map.camera != other.camera)
    window.perform("compare.beside")
    loop.renderFrame()
    #expect(try color(600, 400) == [255, 0, 0])
    #expect(window.map.size.width == 800)
  }

  @Test func everyGroundIsShownWhateverWasBefore() throws {
    defer { loop.close() }
    part.show(.beside)
    let other = try #require(part.other)
    for before in ComparisonPart.Ground.allCases {
      part.apply(before)
      part.apply(.night)
      #expect(other.mapType == .normal && other.mapStyle?.isDark == true, "night after \(before)")
      part.apply(before)
      part.apply(.day)
      #expect(other.mapType == .normal && other.mapStyle == nil, "day after \(before)")
    }
  }

  @Test func theLinePartsTwoMapsOfOnePlace() throws {
    defer { loop.close() }
    let other = try plain(.swipe)
    #expect(try color(200, 500) == [255, 0, 0])
    #expect(try color(600, 400) == [0, 0, 255])
    #expect(other.camera == window.map.camera)
    // The line is dragged at its knob.
    loop.send(.buttonPressed(.left, ScreenPoint(x: 400, y: 300), []))
    loop.send(.pointerMoved(ScreenPoint(x: 700, y: 300)))
    loop.send(.buttonReleased(.left, ScreenPoint(x: 700, y: 300), []))
    loop.renderFrame()
    loop.renderFrame()
    #expect(try color(600, 400) == [255, 0, 0])
    #expect(try color(730, 400) == [0, 0, 255])
    // Beside it the map is dragged, and both go along.
    loop.send(.buttonPressed(.left, ScreenPoint(x: 200, y: 300), []))
    loop.renderFrame()
    loop.send(.pointerMoved(ScreenPoint(x: 100, y: 300)))
    loop.renderFrame()
    loop.send(.buttonReleased(.left, ScreenPoint(x: 100, y: 300), []))
    loop.renderFrame()
    #expect(window.map.camera.target.longitude > 1)
    #expect(other.camera == window.map.camera)
    window.perform("compare.swipe")
    loop.renderFrame()
    #expect(try color(730, 400) == [255, 0, 0])
  }

  @Test func theCreditsOfBothMapsAreShown() throws {
    defer { loop.close() }
    part.apply(.satellite)
    part.show(.swipe)
    let other = try #require(part.other)
    _ = loop.run(timeoutSeconds: 90) { !other.attributions.isEmpty && window.map.attributions.count >= other.attributions.count }
    #expect(!other.attributions.isEmpty)
    #expect(Set(other.attributions).isSubset(of: window.map.attributions))
    part.show(.none)
    #expect(window.map.attributions.isEmpty)
  }

  @Test func aMapAtRestBesideAnotherDrawsNoFrame() throws {
    defer { loop.close() }
    _ = try plain(.beside)
    loop.advance(by: 2, framesPerSecond: 20)
    let drawn = loop.statistics.framesDrawn
    loop.advance(by: 1, framesPerSecond: 20)
    #expect(loop.statistics.framesDrawn == drawn)
  }
}
