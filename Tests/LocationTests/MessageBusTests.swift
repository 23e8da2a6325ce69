import Foundation
import OverlookStreams
import OverlookSupport
import OverlookTestSupport
import Synchronization
import Testing

/// Two connections to a bus of their own: one answers calls on a thread of its own, the other calls it.
@Suite struct MessageBusTests {
  private static let interface = "org.example.Overlook"

  /// Answers until it is told to end.
  private final class Answerer: Sendable {
    let calls = Mutex<[String]>([])
    private let isEnded = Atomic<Bool>(false)

    /// The name of the connection on the bus.
    func start(_ address: String) async throws -> String {
      try await withCheckedThrowingContinuation { continuation in
        Thread.detachNewThread { [self] in
          do {
            let bus = try MessageBus(address: address)
            // The first call is that for a name, and is answered by the bus itself.
            try bus.listen("type='signal',interface='org.example.Nobody'")
            continuation.resume(returning: bus.name)
            run(bus)
          } catch { continuation.resume(throwing: error) }
        }
      }
    }

    func end() { isEnded.store(true, ordering: .relaxed) }

    private func run(_ bus: MessageBus) {
      while !isEnded.load(ordering: .relaxed) {
        guard let message = try? bus.next() else {
          usleep(2000)
          continue
        }
        guard message.isCall else { continue }
        calls.withLock { $0.append("\(message.path) \(message.interface) \(message.member) \(message.expectsReply)") }
        do {
          switch message.member {
          case "Echo":
            if let values = message.arguments() {
              try bus.answer(message, values)
            } else {
              try bus.refuse(message, "org.example.Error.Strange", "values that are not known")
            }
          case "List":
            let items = [(1, "a"), (-2, "b")].map { BusValue.structure([.integer($0.0), .text($0.1)]) }
            let entries = [BusValue.entry(.text("k"), .variant(.number(7)))]
            try bus.answer(message, [.array(of: "(is)", items), .array(of: "{sv}", entries), .text("end")])
          case "Yes": try bus.answer(message, [.flag(true), .flag(false)])
          case "Tell":
            try bus.emit("/o", MessageBusTests.interface, "Told", [.text("news")])
            try bus.answer(message)
          default: try bus.refuse(message, "org.freedesktop.DBus.Error.UnknownMethod", "there is none")
          }
        } catch { calls.withLock { $0.append("\(error)") } }
      }
    }
  }

  /// The client's part, with the server's name, on one thread.
  private func withBus(_ body: (MessageBus, String, Answerer) throws -> Void) async throws {
    let own = try await PrivateBus()
    defer { own.end() }
    let answerer = Answerer()
    let name = try await answerer.start(own.address)
    defer { answerer.end() }
    try body(try MessageBus(address: own.address), name, answerer)
  }

  @Test(.enabled(if: PrivateBus.isPossible, "\(PrivateBus.whatIsMissing)"))
  func valuesOfEveryKindGoThereAndBack() async throws {
    try await withBus { (bus, name, answerer) throws in
      let values: [BusValue] = [
        .text("Töölö"), .path("/a/b"), .number(.max), .integer(.min), .flag(true), .flag(false), .real(-2.5),
        .variant(.text("v")),
      ]
      #expect(try bus.call(name, "/o", Self.interface, "Echo", values).arguments() == values)
      #expect(try bus.call(name, "/o", Self.interface, "Echo").arguments() == [])
      #expect(try bus.call(name, "/o", Self.interface, "Yes").arguments() == [.flag(true), .flag(false)])
      #expect(answerer.calls.withLock { $0.first } == "/o \(Self.interface) Echo true")
      #expect(name.hasPrefix(":") && bus.name.hasPrefix(":") && bus.name != name && !bus.isWriting && bus.descriptor >= 0)
    }
  }

  @Test(.enabled(if: PrivateBus.isPossible, "\(PrivateBus.whatIsMissing)"))
  func listsAreReadPartByPart() async throws {
    try await withBus { (bus, name, _) throws in
      let answer = try bus.call(name, "/o", Self.interface, "List")
      #expect(answer.enter("a", "(is)"))
      var items: [String] = []
      while answer.enter("r", "is") {
        items.append("\(answer.integer() ?? 0)\(answer.text() ?? "")")
        #expect(answer.isAtEnd && answer.leave())
      }
      #expect(items == ["1a", "-2b"] && answer.leave() && !answer.isAtEnd)
      #expect(answer.skip("a{sv}") && answer.text() == "end" && answer.isAtEnd)
      // Nothing is left, and a number is no text.
      #expect(answer.text() == nil && answer.value() == nil)
      let numbers = try bus.call(name, "/o", Self.interface, "Echo", [.number(5)])
      #expect(numbers.text() == nil && numbers.flag() == nil && numbers.integer() == nil && numbers.number() == 5)
    }
  }

  /// More than eight values, and kinds that are not read, are refused by who is called, and refusals are errors that name the call.
  @Test(.enabled(if: PrivateBus.isPossible, "\(PrivateBus.whatIsMissing)"))
  func whatIsRefusedIsAnError() async throws {
    try await withBus { (bus, name, _) throws in
      func fault(_ member: String, _ values: [BusValue] = [], _ service: String? = nil) -> String {
        do {
          try bus.call(service ?? name, "/o", Self.interface, member, values)
          return ""
        } catch { return "\(error)" }
      }
      #expect(fault("Echo", Array(repeating: .flag(true), count: 9)).hasPrefix("Echo: "))
      #expect(fault("Echo", [.structure([.text("a")])]).hasPrefix("Echo: "))
      #expect(fault("Echo", [.variant(.array(of: "s", [.text("a")]))]).hasPrefix("Echo: "))
      #expect(fault("Nothing").hasPrefix("Nothing: "))
      #expect(fault("Echo", [], "org.example.Nobody").hasPrefix("Echo: "))
      // Text that no bus carries.
      #expect(fault("Echo", [.path("no path")]).hasPrefix("Echo: ") && fault("Not a name").hasPrefix("Not a name: "))
    }
  }

  @Test(.enabled(if: PrivateBus.isPossible, "\(PrivateBus.whatIsMissing)"))
  func signalsReachWhoListens() async throws {
    try await withBus { (bus, name, _) throws in
      try bus.listen("type='signal',interface='\(Self.interface)'")
      try bus.call(name, "/o", Self.interface, "Tell")
      var told: BusMessage?
      let end = ContinuousClock.now + .seconds(10)
      while told == nil, ContinuousClock.now < end {
        if let message = try bus.next(), message.isSignal(Self.interface, "Told") { told = message } else { usleep(2000) }
      }
      #expect(told?.isCall == false && told?.path == "/o" && told?.arguments() == [.text("news")])
    }
  }

  @Test func aBusThatIsNotThereIsAnError() throws {
    do {
      let bus = try MessageBus(address: "unix:path=/nowhere/at/all")
      _ = try bus.call("org.example.A", "/", "org.example.A", "Ask")
      Issue.record("it answers")
    } catch { #expect(!"\(error)".isEmpty) }
  }

  @Test func theBusOfASessionIsNamedByTheEnvironment() throws {
    let folder = NSTemporaryDirectory() + "/overlook-bus-\(UInt32.random(in: 0...UInt32.max))"
    try FileManager.default.createDirectory(atPath: folder, withIntermediateDirectories: true)
    defer { try? FileManager.default.removeItem(atPath: folder) }
    #expect(MessageBus.sessionAddress(["DBUS_SESSION_BUS_ADDRESS": "unix:path=/a", "XDG_RUNTIME_DIR": folder]) == "unix:path=/a")
    #expect(MessageBus.sessionAddress(["DBUS_SESSION_BUS_ADDRESS": "", "XDG_RUNTIME_DIR": folder]) == nil)
    #expect(FileManager.default.createFile(atPath: "\(folder)/bus", contents: nil))
    #expect(MessageBus.sessionAddress(["XDG_RUNTIME_DIR": folder]) == "unix:path=\(folder)/bus")
    #expect(MessageBus.sessionAddress(["XDG_RUNTIME_DIR": "relative"]) == nil && MessageBus.sessionAddress([:]) == nil)
  }
}
