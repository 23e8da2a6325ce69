import OverlookGeometry
import OverlookInput
import Testing

@MainActor @Suite struct EventRouterTests {
  /// Notes the order in which everybody is called.
  private final class Journal {
    var lines: [String] = []
  }

  private final class Layer: EventResponder {
    let name: String
    let journal: Journal
    var answer = EventDisposition.ignored
    var events: [InputEvent.Kind] = []

    init(_ name: String, _ journal: Journal) {
      self.name = name
      self.journal = journal
    }

    func respond(to event: InputEvent) -> EventDisposition {
      journal.lines.append(name)
      events.append(event.kind)
      return answer
    }
  }

  private final class Listener: OverlayListener {
    let name: String
    let journal: Journal
    var events: [InputEvent] = []
    var onEvent: (() -> Void)?

    init(_ name: String, _ journal: Journal) {
      self.name = name
      self.journal = journal
    }

    func handle(_ event: InputEvent) {
      journal.lines.append(name)
      events.append(event)
      onEvent?()
    }
  }

  private final class Claimant: DragClaimant {
    let name: String
    let journal: Journal
    var claims = false
    var events: [InputEvent.Kind] = []

    init(_ name: String, _ journal: Journal) {
      self.name = name
      self.journal = journal
    }

    func claimsDrag(startingWith press: InputEvent) -> Bool {
      journal.lines.append("\(name)?")
      return claims
    }

    func handleDrag(_ event: InputEvent) {
      journal.lines.append(name)
      events.append(event.kind)
    }
  }

  @MainActor private struct Scene {
    let journal = Journal()
    let hud: Layer
    let callouts: Layer
    let map: Layer
    let upper: Claimant
    let lower: Claimant
    let listener: Listener
    let router = EventRouter()

    init() {
      hud = Layer("hud", journal)
      callouts = Layer("callouts", journal)
      map = Layer("map", journal)
      lower = Claimant("lower", journal)
      upper = Claimant("upper", journal)
      listener = Listener("listener", journal)
      router.responders = [hud, callouts]
      router.map = map
      router.add(claimant: lower)
      router.add(claimant: upper)
      router.add(listener: listener)
    }

    @discardableResult func send(_ kind: InputEvent.Kind) -> EventDisposition {
      router.route(InputEvent(timeSeconds: 1, kind: kind))
    }

    func take() -> [String] {
      defer { journal.lines = [] }
      return journal.lines
    }
  }

  private let point = ScreenPoint(x: 1, y: 2)
  private var press: InputEvent.Kind { .buttonPressed(.left, point, []) }
  private var release: InputEvent.Kind { .buttonReleased(.left, point, []) }
  private var move: InputEvent.Kind { .pointerMoved(point) }

  /// What scrolls, zooms, tilts and rotates reaches the map through everything above it.
  @Test(arguments: [
    InputEvent.Kind.pointerMoved(ScreenPoint(x: 1, y: 2)), .buttonPressed(.left, ScreenPoint(x: 1, y: 2), []),
    .buttonPressed(.right, ScreenPoint(x: 1, y: 2), []), .scrolled(x: 0, y: 1, at: ScreenPoint(x: 1, y: 2), []),
    .keyPressed(.left, .shift), .keyRepeated(.left, .shift), .keyReleased(.left, .shift), .pointerLeft, .focusLost,
    .buttonPressed(.back, ScreenPoint(x: 1, y: 2), []), .buttonReleased(.forward, ScreenPoint(x: 1, y: 2), []),
    .textCommitted("a"), .filesDropped(FileDrop(paths: ["/a"]), at: ScreenPoint(x: 1, y: 2)),
    .pinched(scale: 1.1, degrees: 2, at: ScreenPoint(x: 1, y: 2), []),
  ]) func everyEventReachesTheMapThroughTransparentLayers(kind: InputEvent.Kind) {
    let scene = Scene()
    scene.send(kind)
    #expect(scene.map.events == [kind])
  }

  /// The map first, then a copy to the listener, which consumes nothing.
  @Test(arguments: EventDisposition.allCases) func theListenerGetsACopyAfterTheMapWhateverItAnswers(answer: EventDisposition) {
    let scene = Scene()
    scene.map.answer = answer
    scene.send(move)
    #expect(scene.take() == ["hud", "callouts", "map", "listener"])
    #expect(scene.listener.events == [InputEvent(timeSeconds: 1, kind: move)])
  }

  @Test func aPressGoesDownFromTheHUDOverTheClaimantsToTheMap() {
    let scene = Scene()
    scene.send(press)
    #expect(scene.take() == ["hud", "callouts", "upper?", "lower?", "map", "listener"])
  }

  /// Each pair of a layer and its answer: who else gets the event, and what the router says.
  @Test(arguments: [
    ("hud", EventDisposition.ignored, ["hud", "callouts", "map", "listener"], EventDisposition.ignored),
    ("hud", .observed, ["hud", "callouts", "map", "listener"], .observed),
    ("hud", .handled, ["hud", "listener"], .handled),
    ("hud", .captured, ["hud", "listener"], .handled),
    ("callouts", .ignored, ["hud", "callouts", "map", "listener"], .ignored),
    ("callouts", .observed, ["hud", "callouts", "map", "listener"], .observed),
    ("callouts", .handled, ["hud", "callouts", "listener"], .handled),
    ("callouts", .captured, ["hud", "callouts", "listener"], .handled),
    ("map", .ignored, ["hud", "callouts", "map", "listener"], .ignored),
    ("map", .observed, ["hud", "callouts", "map", "listener"], .observed),
    ("map", .handled, ["hud", "callouts", "map", "listener"], .handled),
    ("map", .captured, ["hud", "callouts", "map", "listener"], .handled),
  ]) func answersToAMove(layer: String, answer: EventDisposition, called: [String], result: EventDisposition) {
    let scene = Scene()
    for candidate in [scene.hud, scene.callouts, scene.map] where candidate.name == layer { candidate.answer = answer }
    #expect(scene.send(move) == result)
    #expect(scene.take() == called)
  }

  /// The same for a press, where `captured` also takes the moves up to the release, and no longer.
  @Test(arguments: [
    ("hud", EventDisposition.ignored, ["hud", "callouts", "map"]), ("hud", .observed, ["hud", "callouts", "map"]),
    ("hud", .handled, ["hud"]), ("hud", .captured, ["hud"]), ("callouts", .captured, ["callouts"]), ("map", .captured, ["map"]),
  ]) func onlyCaptureKeepsThePointer(layer: String, answer: EventDisposition, moveGoesTo: [String]) {
    let scene = Scene()
    let owner = [scene.hud, scene.callouts, scene.map].first { $0.name == layer }
    owner?.answer = answer
    scene.send(press)
    #expect(scene.router.isCaptured == (answer == .captured))
    _ = scene.take()
    scene.send(move)
    #expect(scene.take() == moveGoesTo + ["listener"])
    scene.send(release)
    #expect(!scene.router.isCaptured)
    owner?.answer = .ignored
    _ = scene.take()
    scene.send(move)
    #expect(scene.take() == ["hud", "callouts", "map", "listener"])
  }

  @Test func theTopmostClaimantThatWantsItOwnsTheDragUntilTheRelease() {
    let scene = Scene()
    (scene.upper.claims, scene.lower.claims) = (true, true)
    #expect(scene.send(press) == .captured)
    #expect(scene.take() == ["hud", "callouts", "upper?", "upper", "listener"])
    scene.send(move)
    scene.send(.buttonPressed(.right, point, []))
    scene.send(.buttonReleased(.right, point, []))
    scene.send(.scrolled(x: 0, y: 1, at: point, []))
    #expect(scene.router.isCaptured, "another button's release ends nothing")
    scene.send(release)
    #expect(scene.upper.events.count == 6)
    #expect(scene.map.events.isEmpty)
    _ = scene.take()
    scene.send(move)
    #expect(scene.take() == ["hud", "callouts", "map", "listener"])
  }

  @Test func aLowerClaimantIsAskedWhenTheUpperOneDeclines() {
    let scene = Scene()
    scene.lower.claims = true
    scene.send(press)
    #expect(scene.take() == ["hud", "callouts", "upper?", "lower?", "lower", "listener"])
  }

  @Test func noClaimantIsAskedAboutAPressThatTheHUDTook() {
    let scene = Scene()
    scene.upper.claims = true
    scene.hud.answer = .handled
    scene.send(press)
    #expect(scene.take() == ["hud", "listener"])
  }

  @Test func keysGoToTheOwnerOfADragAndThenDown() {
    let scene = Scene()
    scene.upper.claims = true
    scene.send(press)
    _ = scene.take()
    scene.send(.keyPressed(.escape, []))
    #expect(scene.take() == ["upper", "hud", "callouts", "map", "listener"])
    scene.send(release)
    scene.map.answer = .captured
    scene.upper.claims = false
    scene.send(press)
    _ = scene.take()
    scene.send(.keyPressed(.escape, []))
    #expect(scene.take() == ["map", "listener"])
  }

  @Test func theLossOfTheFocusReachesEverybodyAndEndsTheCapture() {
    let scene = Scene()
    scene.hud.answer = .handled
    scene.send(.focusLost)
    #expect(scene.take() == ["hud", "callouts", "map", "listener"])
    scene.hud.answer = .ignored
    scene.upper.claims = true
    scene.send(press)
    scene.send(.focusLost)
    #expect(scene.upper.events.last == .focusLost)
    #expect(!scene.router.isCaptured)
  }

  @Test func anOwnerThatDiedLosesTheCapture() {
    let scene = Scene()
    var claimant: Claimant? = Claimant("dying", scene.journal)
    claimant?.claims = true
    if let claimant { scene.router.add(claimant: claimant) }
    scene.send(press)
    claimant = nil
    _ = scene.take()
    scene.send(move)
    #expect(scene.take() == ["hud", "callouts", "map", "listener"])
    #expect(!scene.router.isCaptured)
  }

  @Test func listenersAndLayersAreHeldWeakly() {
    let scene = Scene()
    weak var weakly: Listener?
    do {
      let short = Listener("short", scene.journal)
      weakly = short
      scene.router.add(listener: short)
    }
    #expect(weakly == nil)
    scene.send(move)
    #expect(scene.take() == ["hud", "callouts", "map", "listener"])
  }

  @Test func aListenerMayRemoveItselfAndAddOthersWhileCalled() {
    let scene = Scene()
    let second = Listener("second", scene.journal)
    let third = Listener("third", scene.journal)
    scene.router.add(listener: second)
    scene.listener.onEvent = {
      scene.router.remove(listener: scene.listener)
      scene.router.add(listener: third)
    }
    scene.send(move)
    #expect(scene.take() == ["hud", "callouts", "map", "listener", "second"])
    scene.send(move)
    #expect(scene.take() == ["hud", "callouts", "map", "second", "third"])
  }

  @Test func aListenerIsCalledOnceHoweverOftenItIsAdded() {
    let scene = Scene()
    scene.router.add(listener: scene.listener)
    scene.send(move)
    #expect(scene.listener.events.count == 1)
  }

  @Test func aListenerThatRoutesIsNotCalledForEver() {
    let scene = Scene()
    scene.listener.onEvent = { #expect(scene.send(.pointerLeft) == .ignored) }
    scene.send(move)
    #expect(scene.listener.events.count == 1)
  }

  @Test func aMapThatDoesNotConsumeLetsItsHolderSeeTheGesture() {
    let scene = Scene()
    scene.map.answer = .captured
    scene.router.consumesGesturesInView = false
    #expect(scene.send(press) == .observed)
    #expect(scene.send(move) == .observed)
    #expect(scene.router.isCaptured)
    scene.send(release)
    scene.hud.answer = .handled
    #expect(scene.send(press) == .handled)
  }
}
