import OverlookGeometry
import OverlookInput
import Testing

/// The list of layers: what one takes never reaches those below.
@MainActor @Suite struct ResponderListTests {
  private final class Layer: EventResponder {
    var events: [InputEvent.Kind] = []
    var answer: (InputEvent.Kind) -> EventDisposition = { _ in .ignored }

    func respond(to event: InputEvent) -> EventDisposition {
      events.append(event.kind)
      return answer(event.kind)
    }

    func take() -> [InputEvent.Kind] {
      defer { events = [] }
      return events
    }
  }

  private let layers = [Layer(), Layer(), Layer(), Layer()]
  private let map = Layer()
  private let router = EventRouter()
  nonisolated private static let point = ScreenPoint(x: 3, y: 4)

  init() {
    router.responders = layers
    router.map = map
  }

  @discardableResult private func send(_ kind: InputEvent.Kind) -> EventDisposition {
    router.route(InputEvent(timeSeconds: 1, kind: kind))
  }

  nonisolated private static let everything: [InputEvent.Kind] = [
    .pointerMoved(point), .buttonPressed(.left, point, []), .buttonPressed(.right, point, []), .buttonPressed(.back, point, []),
    .scrolled(x: 1, y: 0, at: point, []), .pinched(scale: 2, degrees: 0, at: point, []), .keyPressed(.a, .control),
    .keyRepeated(.backspace, []), .textCommitted("a"), .filesDropped(FileDrop(paths: ["/a"]), at: point),
  ]

  @Test(arguments: everything) func whatALayerTakesReachesThoseAboveItAlone(kind: InputEvent.Kind) {
    layers[2].answer = { _ in .handled }
    #expect(send(kind) == .handled)
    #expect(layers.map(\.events) == [[kind], [kind], [kind], []])
    #expect(map.events.isEmpty)
  }

  @Test func theWholeOfADragStaysWithTheLayerThatCapturedIt() {
    layers[1].answer = { if case .buttonPressed = $0 { .captured } else { .ignored } }
    let drag: [InputEvent.Kind] = [
      .buttonPressed(.left, Self.point, []), .pointerMoved(Self.point), .scrolled(x: 0, y: 1, at: Self.point, []),
      .pinched(scale: 2, degrees: 0, at: Self.point, []), .buttonPressed(.right, Self.point, []),
      .buttonReleased(.right, Self.point, []), .buttonReleased(.left, Self.point, []),
    ]
    for kind in drag { send(kind) }
    #expect(layers[1].events == drag)
    #expect(layers[2].events.isEmpty && map.events.isEmpty)
  }

  @Test func aLayerThatIsTakenOutOfTheListKeepsItsDrag() {
    layers[0].answer = { if case .buttonPressed = $0 { .captured } else { .ignored } }
    send(.buttonPressed(.left, Self.point, []))
    router.responders = []
    send(.pointerMoved(Self.point))
    send(.buttonReleased(.left, Self.point, []))
    #expect(layers[0].events.count == 3 && map.events.isEmpty)
    send(.pointerMoved(Self.point))
    #expect(map.events == [.pointerMoved(Self.point)])
  }

  /// A hand or a highlight below must not stay when the pointer comes over something above.
  @Test func theOnesBelowHearOnceThatThePointerLeft() {
    send(.pointerMoved(Self.point))
    layers[1].answer = { _ in .handled }
    _ = map.take()
    send(.pointerMoved(Self.point))
    send(.pointerMoved(Self.point))
    #expect(map.take() == [.pointerLeft])
    #expect(layers[3].take() == [.pointerMoved(Self.point), .pointerLeft])
    #expect(layers[0].take() == Array(repeating: .pointerMoved(Self.point), count: 3))
    layers[1].answer = { _ in .ignored }
    send(.pointerMoved(Self.point))
    send(.pointerLeft)
    #expect(map.take() == [.pointerMoved(Self.point), .pointerLeft])
  }

  /// An arrow that moves the map is let go of while a text field has the keyboard.
  @Test func theReleaseOfAKeyReachesTheLayerThatTookThePress() {
    map.answer = { _ in .handled }
    send(.keyPressed(.left, []))
    layers[0].answer = { _ in .handled }
    send(.keyReleased(.left, []))
    #expect(map.events == [.keyPressed(.left, []), .keyReleased(.left, [])])
    send(.keyPressed(.left, []))
    send(.keyReleased(.left, []))
    #expect(map.events.count == 2)
    #expect(layers[0].events.filter { $0 == .keyReleased(.left, []) }.count == 2, "once for each release")
  }

  @Test func theReleaseOfAButtonReachesTheLayerThatTookThePress() {
    layers[2].answer = { _ in .handled }
    send(.buttonPressed(.right, Self.point, []))
    layers[0].answer = { _ in .handled }
    send(.buttonReleased(.right, Self.point, []))
    #expect(layers[2].events == [.buttonPressed(.right, Self.point, []), .buttonReleased(.right, Self.point, [])])
    #expect(layers[1].events.count == 1 && map.events.isEmpty)
  }

  @Test func aLayerMayChangeTheListWhileItIsCalled() {
    let added = Layer()
    layers[0].answer = { [router] _ in
      router.responders = [added]
      return .ignored
    }
    send(.textCommitted("a"))
    #expect(map.events.count == 1 && added.events.isEmpty && layers[3].events.count == 1)
    send(.textCommitted("b"))
    #expect(added.events == [.textCommitted("b")] && layers[0].events.count == 1)
  }

  @Test func deadLayersAreSkipped() {
    var dying: Layer? = Layer()
    if let dying { router.responders = [dying, layers[0]] }
    dying = nil
    #expect(router.responders.count == 1)
    send(.textCommitted("a"))
    #expect(layers[0].events.count == 1 && map.events.count == 1)
  }
}
