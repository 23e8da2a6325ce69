import Overlook
import OverlookControls
import Testing

@testable import OverlookViewer

/// The button of the own location in a window, with a provider that a test plays.
@MainActor @Suite struct LocationPartTests {
  private final class Played: LocationProvider {
    var onUpdate: (@MainActor (LocationUpdate) -> Void)?
    private(set) var status = LocationStatus.stopped
    private(set) var lastFix: LocationFix?
    var startCount = 0

    func start() {
      startCount += 1
      tell(.searching)
    }
    func stop() { tell(.stopped) }
    func tell(_ status: LocationStatus) {
      self.status = status
      onUpdate?(.status(status))
    }
    func tell(_ fix: LocationFix) {
      lastFix = fix
      onUpdate?(.fix(fix))
      tell(.fixed)
    }
  }

  private let played = Played()
  private let map = MapView(showsBaseMap: false)
  private let part: LocationPart
  private let window: ViewerWindow
  private var now = 10.0

  init() {
    let played = played
    part = LocationPart { _ in played }
    map.mapType = .none
    map.reducesMotion = true
    map.resize(to: ScreenSize(width: 900, height: 700), framebuffer: PixelSize(width: 900, height: 700))
    window = ViewerWindow(map: map, parts: [part], options: ViewerWindow.Options())
  }

  private mutating func run() {
    for _ in 0..<300 {
      now += 1.0 / 60
      _ = map.prepareFrame(now: now)
      map.takeReasons()
    }
  }

  private mutating func clickButton() throws {
    run()
    let button = try #require(map.controls.lazy.compactMap { $0 as? LocateControl }.first)
    #expect(button.isEnabled)
    button.onClick()
    run()
  }

  @Test mutating func whereNobodyWasChosenTheButtonAsksWho() throws {
    try clickButton()
    #expect(window.sheet.page?.name == "location" && played.startCount == 0 && map.locationProvider == nil)
    #expect(map.controls.lazy.compactMap { $0 as? LocateControl }.first?.state == .off, "nothing is waited for")
  }

  @Test mutating func whoIsChosenIsAskedAndTheMapGoesThere() throws {
    part.choose(.gpsd)
    run()
    #expect(played.startCount == 1 && map.isMyLocationEnabled)
    let place = LocationCoordinate(latitude: 60.1675, longitude: 24.9525)
    played.tell(LocationFix(place, time: 0, accuracy: 8))
    run()
    #expect(SphericalGeometry.distance(from: map.camera.target, to: place) < 1)
    #expect(part.words.contains("60.16750") && part.words.contains("8 m"), "\(part.words)")
    part.choose(nil)
    run()
    #expect(map.locationProvider == nil && map.myLocation == nil && played.status == .stopped)
  }

  @Test mutating func whatFailsIsSaidWithAWayToChooseAnother() throws {
    part.choose(.gpsd)
    run()
    played.tell(.failed("no position: 127.0.0.1:2947: connection refused"))
    run()
    #expect(window.said == "no position: 127.0.0.1:2947: connection refused" && part.isFault)
    window.say("")
    try clickButton()
    #expect(window.said?.contains("2947") == true)
    #expect(map.followingPerspective == .topDownNorthUp, "nothing turns where nothing is known")
  }

  @Test mutating func theChoiceComesBackAndIsNotAskedBeforeTheButton() throws {
    part.choose(.gpsd)
    let kept = try #require(part.session)
    let (next, fresh) = (Played(), MapView(showsBaseMap: false))
    let again = LocationPart { _ in next }
    let other = ViewerWindow(map: fresh, parts: [again], options: ViewerWindow.Options())
    again.restore(kept)
    #expect(again.source == .gpsd && next.startCount == 0)
    #expect(again.mapViewDidTapMyLocationButton(fresh) && next.startCount == 1 && fresh.cameraMode == .following)
    again.restore("{7}")
    #expect(again.source == nil)
    withExtendedLifetime(other) {}
  }
}
