@testable import Overlook
import Foundation
import OverlookControls
import OverlookPlatform
import Testing

/// Components and controls of an app that do what they should not. A map bears it, says what it refuses, and loses nothing.
@MainActor @Suite struct HostileComponentTests {
  /// Does something each time the map calls it, whatever for.
  private final class Meddler: MapComponent {
    weak var map: MapView?
    var onCall: (Meddler, String) -> Void = { _, _ in }
    var calls: [String] = []
    var deadline: Double?
    let pane = Pane()

    private func note(_ call: String) {
      calls.append(call)
      onCall(self, call)
    }

    func didAttach(to map: MapView) {
      self.map = map
      note("attach")
    }
    func didDetach(from map: MapView) { note("detach") }
    func update(_ frame: MapFrame) -> RedrawReasons {
      note("update")
      return .overlays
    }
    func cameraDidChange(in map: MapView) { note("camera") }
    func nextDeadline(now: Double) -> Double? {
      note("deadline")
      return deadline
    }
    var needsFrame: Bool {
      note("needs frame")
      return false
    }
    var progress: LoadProgress {
      note("loading")
      return .ready
    }
    var errors: [MapError] {
      note("errors")
      return []
    }
    var attributions: [String] {
      note("attributions")
      return ["me"]
    }
    var controls: [any Control] { [pane] }
    func tap(at point: ScreenPoint, in map: MapView) -> Bool {
      note("tap")
      return false
    }
    func isInteractive(at point: ScreenPoint, in map: MapView) -> Bool {
      note("interactive")
      return false
    }
    func respond(to event: InputEvent, in map: MapView) -> EventDisposition? {
      note("event")
      return nil
    }
    func didTap(usedBy user: (any MapComponent)?, in map: MapView) { note("tapped") }
    func longPress(at point: ScreenPoint, in map: MapView) -> Bool {
      note("long press")
      return false
    }
    var isAtRest: Bool {
      note("rest")
      return true
    }
    var contentBounds: CoordinateBounds {
      note("bounds")
      return .empty
    }
    func scrollSideways(by detents: Double, at point: ScreenPoint, in map: MapView) -> Bool {
      note("sideways")
      return false
    }
    func dismiss() { note("dismiss") }
    func draw(on canvas: Canvas, _ frame: MapFrame) { note("draw") }
    func didDrawFrame(in map: MapView) { note("drawn") }
    func retry() { note("retry") }
    func didReleaseGraphics() { note("released") }
    func clockDidChange(in map: MapView) { note("clock") }
    func didClear(_ map: MapView) { note("cleared") }
    func trimMemory() { note("trim") }
    var memoryUse: [MemoryUse] {
      note("memory")
      return [MemoryUse("mine", byteCount: 1)]
    }
    func seenPlaces(in map: MapView, limit: Int) -> [SeenPlace] {
      note("seen")
      return []
    }
    var prefersWaiting: Bool {
      note("waiting")
      return false
    }
    var loadingFaults: [LoadingFault] {
      note("faults")
      return []
    }
  }

  private final class Pane: Control {
    var rect: ScreenRect? = ScreenRect(x: 10, y: 10, width: 50, height: 50)
    var onCall: (Pane) -> Void = { _ in }

    func frame(in area: ControlArea) -> ScreenRect? {
      onCall(self)
      return rect
    }
    func draw(on canvas: Canvas, in area: ControlArea) {
      onCall(self)
      if let rect { canvas.fillRect(rect, color: .white) }
    }
    func handle(_ input: ControlInput, in context: any ControlContext) -> Bool {
      onCall(self)
      return false
    }
  }

  private final class Log: MapViewDelegate {
    var errors: [String] = []
    func mapView(_ mapView: MapView, didFailWith error: MapError) { errors.append("\(error)") }
  }

  private static let size = ScreenSize(width: 320, height: 240)
  private let on = ScreenPoint(x: 30, y: 30)
  private let beside = ScreenPoint(x: 200, y: 150)

  /// Everything that a map calls its components for.
  private func live(_ map: MapView, _ loop: HeadlessLoop) {
    loop.advance(by: 0.1)
    map.camera.zoom += 0.25
    for point in [on, beside] {
      loop.send(.pointerMoved(point))
      loop.send(.buttonPressed(.left, point, []))
      loop.send(.buttonReleased(.left, point, []))
      loop.send(.scrolled(x: 1, y: 0, at: point, []))
    }
    loop.send(.buttonPressed(.left, beside, []))
    loop.advance(by: 0.7)
    loop.send(.buttonReleased(.left, beside, []))
    loop.send(.keyPressed(.home, []))
    loop.send(.keyPressed(.escape, []))
    loop.advance(by: 1)
    _ = map.isAtRest
    _ = map.nextDeadline(now: loop.now)
    map.isOffline = true
    map.isOffline = false
    map.stopRendering()
    loop.advance(by: 0.1)
    map.startRendering()
    map.clock.date = map.clock.date.addingTimeInterval(60)
    loop.advance(by: 0.1)
    _ = map.loadingFaults
    _ = map.memoryUse
    _ = map.seenPlaces(limit: 10)
    map.requestFrame(.tiles)
    _ = map.nextDeadline(now: loop.now)
    _ = map.mayArrive(before: loop.now)
    map.trimMemory()
    map.clear()
    loop.advance(by: 0.1)
  }

  @Test(arguments: [
    "attach", "detach", "update", "camera", "deadline", "needs frame", "loading", "errors", "attributions", "tap", "interactive",
    "sideways", "dismiss", "draw", "drawn", "retry", "released", "event", "tapped", "long press", "rest", "bounds",
    "clock", "cleared", "trim", "memory", "seen", "waiting", "faults",
  ])
  func aComponentMayTakeAwayItselfAndOthersWheneverItIsCalled(call: String) throws {
    let map = MapView(mapType: .none)
    let loop = try HeadlessLoop(content: map, size: Self.size)
    defer { loop.close() }
    let (before, meddler, after, late) = (Meddler(), Meddler(), Meddler(), Meddler())
    var wasCalled = false
    meddler.onCall = { [unowned map] meddler, name in
      guard name == call, !wasCalled else { return }
      wasCalled = true
      for component in [before, after, meddler] { map.remove(component) }
      map.add(late)
      before.calls = []
      after.calls = []
    }
    for component in [before, meddler, after] { map.add(component) }
    if call == "detach" { map.remove(meddler) }
    live(map, loop)
    #expect(wasCalled)
    #expect(map.components.contains { $0 === late })
    #expect(late.calls.contains("update") || call == "released", "\(late.calls)")
    // Where it adds what was never there, the others come after it.
    if call != "attach", call != "attributions" {
      let questions: Set = [
        "interactive", "deadline", "needs frame", "loading", "errors", "attributions", "rest", "bounds", "waiting", "faults",
      ]
      #expect(questions.isSuperset(of: before.calls + after.calls), "\(before.calls) \(after.calls)")
      #expect(map.controls.count(where: { $0 is Pane }) == 1)
    }
  }

  @Test func aControlMayTakeAwayItselfAndItsComponentWheneverItIsCalled() throws {
    for count in 1...12 {
      let map = MapView(mapType: .none)
      let loop = try HeadlessLoop(content: map, size: Self.size)
      defer { loop.close() }
      let (meddler, pane) = (Meddler(), Pane())
      map.add(meddler)
      map.add(pane)
      var left = count
      pane.onCall = { [unowned map, unowned meddler] pane in
        left -= 1
        guard left == 0 else { return }
        map.remove(pane)
        map.remove(meddler)
      }
      live(map, loop)
      #expect(left <= 0 && !map.controls.contains { $0 is Pane })
    }
  }

  /// A component may make its controls anew each time it is asked for them.
  @Test func theControlsThatCameWithAComponentGoWithIt() {
    final class Forgetful: MapComponent {
      var controls: [any Control] { [Pane()] }
      func update(_ frame: MapFrame) -> RedrawReasons { [] }
    }
    let (map, component) = (MapView(mapType: .none), Forgetful())
    map.add(component)
    #expect(map.controls.count(where: { $0 is Pane }) == 1)
    map.remove(component)
    #expect(!map.controls.contains { $0 is Pane })
  }

  @Test func aComponentIsOnOneMapAtATime() {
    let (first, second, log) = (MapView(mapType: .none), MapView(mapType: .none), Log())
    second.delegate = log
    let meddler = Meddler()
    first.add(meddler)
    second.add(meddler)
    second.deliverErrors()
    #expect(first.components.contains { $0 === meddler } && !second.components.contains { $0 === meddler })
    #expect(log.errors == ["component: Meddler is on another map, and stays there"])
    second.add(meddler)
    second.deliverErrors()
    #expect(log.errors.count == 2, "each refusal is told")
    first.remove(meddler)
    second.add(meddler)
    second.deliverErrors()
    #expect(second.components.contains { $0 === meddler } && log.errors.count == 2)
  }

  @Test func theMapOfAComponentMayBeGone() {
    let meddler = Meddler()
    do {
      let map = MapView(mapType: .none)
      map.add(meddler)
    }
    let map = MapView(mapType: .none)
    map.add(meddler)
    #expect(map.components.contains { $0 === meddler })
  }

  @Test func componentsThatAddEachOtherEndSomewhere() {
    final class Breeder: MapComponent {
      func didAttach(to map: MapView) { map.add(Breeder()) }
      func update(_ frame: MapFrame) -> RedrawReasons { [] }
    }
    let (map, log) = (MapView(mapType: .none), Log())
    map.delegate = log
    map.add(Breeder())
    map.deliverErrors()
    #expect(map.components.count(where: { $0 is Breeder }) == 16)
    #expect(log.errors == ["component: Breeder is not added: components add each other without end"])
    for _ in 0..<100 { map.add(Breeder()) }
    #expect(map.components.count == 1000)
  }

  /// Neither a deadline that is no number nor one that is long past keeps others from theirs, or the loop busy.
  @Test func deadlinesThatMakeNoSenseDoNoHarm() throws {
    let map = MapView(mapType: .none)
    map.resize(to: Self.size, framebuffer: PixelSize(width: 320, height: 240))
    let (odd, other) = (Meddler(), Meddler())
    odd.deadline = .nan
    other.deadline = 50
    map.add(other)
    map.add(odd)
    _ = map.prepareFrame(now: 1)
    map.takeReasons()
    #expect(map.nextDeadline(now: 1) == 50)
    odd.deadline = .infinity
    #expect(map.nextDeadline(now: 1) == 50)
    odd.deadline = -.infinity
    #expect(map.nextDeadline(now: 1) == -.infinity, "which is now")
  }

  @Test func aComponentThatAsksForEveryFrameIsNamed() {
    let map = MapView(mapType: .none)
    map.resize(to: Self.size, framebuffer: PixelSize(width: 320, height: 240))
    map.add(Meddler())
    for frame in 0..<600 { _ = map.prepareFrame(now: Double(frame) / 60) }
    #expect(map.restlessName == "Meddler")
  }

  /// By whatever it keeps the frames coming; not who asks for one now and then.
  @Test(arguments: ["needs", "deadline", "control", "nothing", "now and then"])
  func whateverKeepsTheFramesComingIsNamed(by way: String) throws {
    final class Quiet: MapComponent {
      let way: String
      init(_ way: String) { self.way = way }
      var needsFrame: Bool { way == "needs" }
      func nextDeadline(now: Double) -> Double? { way == "deadline" ? now : way == "now and then" ? now + 0.05 : nil }
      func update(_ frame: MapFrame) -> RedrawReasons { [] }
    }
    final class Restless: Control {
      func frame(in area: ControlArea) -> ScreenRect? { nil }
      func draw(on canvas: Canvas, in area: ControlArea) {}
      func step(now: Double) -> Bool { true }
    }
    let map = MapView(mapType: .none)
    map.resize(to: Self.size, framebuffer: PixelSize(width: 320, height: 240))
    if way == "control" { map.add(Restless()) } else { map.add(Quiet(way)) }
    for frame in 0..<599 { _ = map.prepareFrame(now: Double(frame) / 60) }
    #expect(map.restlessName == nil)
    _ = map.prepareFrame(now: 10)
    let expected: [String: String] = ["needs": "Quiet", "deadline": "Quiet", "control": "Restless"]
    #expect(map.restlessName == expected[way])
  }

  @Test(arguments: [
    ScreenRect(x: .nan, y: 0, width: 10, height: 10), ScreenRect(x: 0, y: 0, width: .infinity, height: .infinity),
    ScreenRect(x: -1e300, y: -1e300, width: 2e300, height: 2e300), ScreenRect(x: 10, y: 10, width: -50, height: -50),
    ScreenRect(x: 0, y: 0, width: 0, height: 0),
  ])
  func aControlMayLieAnywhere(rect: ScreenRect) throws {
    let map = MapView(mapType: .none)
    let loop = try HeadlessLoop(content: map, size: Self.size)
    defer { loop.close() }
    let pane = Pane()
    pane.rect = rect
    map.add(pane)
    live(map, loop)
    #expect(map.graphicsError == nil && loop.image() != nil)
  }
}
