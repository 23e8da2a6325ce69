import Overlook
import OverlookPlatform
import Testing

/// What the delegate is told beside moves and taps.
@MainActor @Suite(.serialized) struct MapViewDelegateTests {
  private let middle = ScreenPoint(x: 400, y: 300)

  @Test func aPressOfHalfASecondIsALongPressAndNoTap_MD05() {
    var fixture = MapFixture()
    fixture.send(.pointerMoved(middle))
    fixture.send(.buttonPressed(.left, middle, []))
    fixture.run(seconds: 0.45)
    #expect(fixture.log.take().isEmpty)
    fixture.run(seconds: 0.1)
    #expect(fixture.log.take() == ["long press"])
    fixture.send(.buttonReleased(.left, middle, []))
    fixture.run(seconds: 0.5)
    #expect(fixture.log.take().isEmpty)
  }

  @Test func aShortRightClickOpensTheContextMenu() {
    var fixture = MapFixture()
    fixture.send(.pointerMoved(middle))
    fixture.send(.buttonPressed(.right, middle, []))
    fixture.run(seconds: 0.05)
    fixture.send(.buttonReleased(.right, middle, []))
    fixture.run(seconds: 0.5)
    #expect(fixture.log.take() == ["context menu"])
  }

  @Test func loadingIsToldFromStartToSnapshot_MD18_MD19_MD20() throws {
    let (map, log) = (MapView(), DelegateLog())
    map.mapType = .none
    map.delegate = log
    let layer = AbsentTiles()
    layer.map = map
    let loop = try HeadlessLoop(content: map, size: ScreenSize(width: 320, height: 240))
    #expect(loop.run(timeoutSeconds: 90) { log.lines.contains("snapshot ready") })
    #expect(log.lines == ["tiles started", "tiles finished", "snapshot ready"])
    log.lines = []
    map.setNeedsDisplay()
    loop.advance(by: 0.5)
    #expect(log.lines.isEmpty, "once for each time that the picture became whole")
    loop.close()
  }

  @Test func theMapIsAtRestOnlyWhenTheCompassHasFadedIn() throws {
    let map = MapView(camera: CameraPosition(latitude: 0, longitude: 0, zoom: 3, bearing: 40))
    map.mapType = .none
    map.settings.compassButton = true
    let loop = try HeadlessLoop(content: map, size: ScreenSize(width: 320, height: 240))
    #expect(loop.run(timeoutSeconds: 90) { map.isAtRest })
    let atRest = try #require(loop.pixels())
    loop.advance(by: 1)
    loop.renderFrame(force: true)
    #expect(try #require(loop.pixels()) == atRest)
    loop.close()
  }
}

/// No tile exists anywhere.
private final class AbsentTiles: TileLayer {
  override func requestTile(x: Int, y: Int, zoom: Int, receiver: any TileReceiver) {
    receiver.receiveTile(x: x, y: y, zoom: zoom, image: TileLayer.noTile)
  }
}
