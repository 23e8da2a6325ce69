import OverlookGeometry
import OverlookInput
import OverlookSupport
import Synchronization
import Testing

@Suite struct WakeRelayTests {
  @Test func wakesTheLoopOfTheMoment() {
    let relay = WakeRelay()
    // Nobody sleeps yet.
    relay.wake()
    let (first, second) = (Counter(), Counter())
    relay.set { first.add() }
    relay.wake()
    let callback = relay.callback
    relay.set { second.add() }
    callback()
    callback()
    #expect(first.count == 1 && second.count == 2)
  }

  private final class Counter: Sendable {
    private let value = Atomic<Int>(0)
    var count: Int { value.load(ordering: .relaxed) }
    func add() { value.wrappingAdd(1, ordering: .relaxed) }
  }

  @Test(arguments: [
    ("press left 1 2", true), ("press left 1 2\n2 release left 1 2", false), ("key-down a", true),
    ("key-down a\n2 key-up a", false),
    ("key-down a\n2 key-up b", true), ("press left 1 2\n2 press right 1 2\n3 release left 1 2", true),
    ("press left 1 2\n2 key-down a\n3 focus-lost", false), ("move 1 2", false),
  ]) func aLogSaysWhatIsStillHeldAtItsEnd(_ events: String, _ isHeld: Bool) throws {
    #expect(try InputLog(parsing: "overlook-input 1\nsize 100 100\n1 \(events)\n").endsHeld == isHeld)
  }
}
