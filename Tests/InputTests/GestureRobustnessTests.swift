import OverlookCamera
import OverlookGeometry
import OverlookInput
import OverlookSupport
import Testing

@Suite struct GestureRobustnessTests {
  @Test func focusLostReleasesEverything() {
    var hand = Hand()
    hand.press(0, 0)
    hand.move(30, 0)
    hand.send(.keyPressed(.left, []))
    hand.send(.scrolled(x: 0, y: 0.5, at: ScreenPoint(0, 0), []))
    _ = hand.take()
    hand.send(.focusLost)
    #expect(hand.take() == [.ended])
    #expect(hand.recognizer.isIdle && hand.recognizer.nextDeadline == nil)
    hand.wait(1)
    hand.move(60, 0)
    hand.release(60, 0)
    hand.send(.keyReleased(.left, []))
    #expect(hand.take().isEmpty)
  }

  @Test func aPendingMenuDiesWithTheFocus() {
    var hand = Hand()
    hand.click(.right, 0, 0)
    hand.send(.focusLost)
    hand.wait(1)
    #expect(hand.take() == [.halt])
  }

  @Test func aBoxDiesWithTheFocus() {
    var hand = Hand()
    hand.press(0, 0, .shift)
    hand.move(40, 40)
    _ = hand.take()
    hand.send(.focusLost)
    #expect(hand.take() == [.boxZoomChanged(nil)])
  }

  @Test func aPositionThatIsNoNumberCountsAsTheLastOne() {
    var hand = Hand()
    hand.press(0, 0)
    hand.move(50, 0)
    hand.move(.nan, 3)
    hand.move(.infinity, -.infinity)
    hand.time += 1
    hand.release(.nan, .nan)
    let outputs = hand.take()
    #expect(isClose(Movement(outputs).panX, 50) && Movement(outputs).panY == 0)
    #expect(outputs.last == .ended)
  }

  @Test func timeThatIsNoNumberOrRunsBackStandsStill() {
    var hand = Hand()
    hand.press(0, 0)
    for time in [Double.nan, -.infinity, .infinity, 3] {
      hand.time = time
      hand.move(0, 0)
    }
    #expect(hand.take() == [.halt], "no long press came of it")
  }

  /// Any sequence of events, with numbers that are none and releases that never come: nothing traps, what comes out is finite,
  /// begins and ends match, and after the loss of the focus nothing is held or awaited.
  @Test(arguments: 0..<200) func noSequenceOfEventsTrapsOrLeavesItStuck(seed: UInt64) {
    var random = SeededGenerator(seed: seed)
    var recognizer = GestureRecognizer()
    var settings = GestureSettings()
    var time = 0.0
    var isHeld = false
    func check(_ outputs: [GestureOutput]) {
      for output in outputs {
        if output == .began { isHeld = true }
        if output == .ended {
          #expect(isHeld, "an end without a beginning")
          isHeld = false
        }
        #expect(isFinite(output), "\(output)")
      }
    }
    for _ in 0..<300 {
      if random.chance(0.05) {
        settings.scroll = random.chance(0.7)
        settings.zoom = random.chance(0.7)
        settings.rotate = random.chance(0.7)
        settings.tilt = random.chance(0.7)
        settings.allowScrollGesturesDuringRotateOrZoom = random.chance(0.5)
      }
      time += random.chance(0.02) ? random.oddNumber() : random.unit() * 0.2
      if random.chance(0.3) { check(recognizer.step(now: time, settings: settings)) }
      check(recognizer.handle(InputEvent(timeSeconds: time, kind: random.event()), settings: settings))
    }
    check(recognizer.handle(InputEvent(timeSeconds: 1, kind: .focusLost), settings: settings))
    #expect(!isHeld && recognizer.isIdle && recognizer.nextDeadline == nil)
    // And it works again, in its own time.
    var hand = Hand()
    hand.recognizer = recognizer
    hand.time = 2
    hand.click(5, 5)
    #expect(hand.take() == [.halt, .tap(ScreenPoint(5, 5))])
  }

  private func isFinite(_ output: GestureOutput) -> Bool {
    func finite(_ point: ScreenPoint?) -> Bool { point.map { $0.x.isFinite && $0.y.isFinite } ?? true }
    switch output {
    case .delta(.pan(let from, let to)): return finite(from) && finite(to)
    case .delta(.zoom(let value, let about)), .delta(.rotate(let value, let about)): return value.isFinite && finite(about)
    case .delta(.tilt(let value)): return value.isFinite
    case .motion(.wheelZoom(let value, let about)): return value.isFinite && finite(about)
    case .motion(.step(let s, let about, let seconds, _)):
      return [s.scrollX, s.scrollY, s.zoom, s.bearing, s.viewingAngle, seconds].allSatisfy(\.isFinite) && finite(about)
    case .motion(.inertia(let v, let about)):
      return [v.panX, v.panY, v.zoom, v.bearing, v.viewingAngle].allSatisfy(\.isFinite) && finite(about)
    case .tap(let point), .longPress(let point), .contextMenu(let point): return finite(point)
    case .boxZoom(let rect): return finite(rect.origin) && rect.size.width.isFinite && rect.size.height.isFinite
    default: return true
    }
  }
}

extension SeededGenerator {
  mutating func unit() -> Double { Double.random(in: 0..<1, using: &self) }
  mutating func chance(_ probability: Double) -> Bool { unit() < probability }

  mutating func oddNumber() -> Double {
    [.nan, .infinity, -.infinity, 0, -0.0, 1e308, -1e308, Double.leastNonzeroMagnitude, -1, 1e9].randomElement(using: &self) ?? 0
  }

  mutating func number() -> Double { chance(0.05) ? oddNumber() : Double.random(in: -50..<1500, using: &self) }

  mutating func point() -> ScreenPoint { ScreenPoint(x: number(), y: number()) }

  mutating func modifiers() -> Modifiers { Modifiers(rawValue: chance(0.6) ? 0 : UInt8.random(in: 0...7, using: &self)) }

  /// Letters of several scripts and what editors stumble over: controls, marks of direction, joiners, a percent sign.
  mutating func text() -> String {
    let parts = ["a", " ", "%", "é", "e\u{301}", "ش", "ก้", "👩‍👩‍👧", "\u{0}", "\n", "\u{200F}", "\u{202E}", "/"]
    return (0..<Int.random(in: 0...12, using: &self)).map { _ in parts.randomElement(using: &self) ?? "" }.joined()
  }

  mutating func event() -> InputEvent.Kind {
    switch Int.random(in: 0..<24, using: &self) {
    case 0..<7: .pointerMoved(point())
    case 7..<10: .buttonPressed(PointerButton.allCases.randomElement(using: &self) ?? .left, point(), modifiers())
    case 10..<13: .buttonReleased(PointerButton.allCases.randomElement(using: &self) ?? .left, point(), modifiers())
    case 13..<15:
      .scrolled(x: 0, y: chance(0.1) ? oddNumber() : Double.random(in: -3...3, using: &self), at: point(), modifiers())
    case 15..<17: .keyPressed(Key.allCases.randomElement(using: &self) ?? .up, modifiers())
    case 17..<19: .keyReleased(Key.allCases.randomElement(using: &self) ?? .up, modifiers())
    case 19:
      .pinched(scale: chance(0.1) ? oddNumber() : Double.random(in: 0.9...1.1, using: &self), degrees: number(), at: point(), [])
    case 20: .keyRepeated(Key.allCases.randomElement(using: &self) ?? .up, modifiers())
    case 21: .textCommitted(text())
    case 22: .filesDropped(FileDrop(paths: (0..<Int.random(in: 0...3, using: &self)).map { _ in text() }), at: point())
    default: chance(0.3) ? .focusLost : .pointerLeft
    }
  }
}
