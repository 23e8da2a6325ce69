import Foundation
import OverlookStreams
import OverlookSupport
import Synchronization

/// What the thread of a bridge does: waits for somebody who listens, registers the window, answers, and tells what has changed.
struct AccessibilityThread: Sendable {
  /// Where the buses are.
  struct Places: Sendable {
    /// Of the person's session; nil for none.
    var session: String?
    /// Of accessibility, where the environment names it; nil to ask the session.
    var bus: String?
    var locale: String

    init(_ environment: [String: String]) {
      session = MessageBus.sessionAddress(environment)
      bus = environment["AT_SPI_BUS_ADDRESS"].flatMap { $0.isEmpty ? nil : $0 }
      locale = LocaleName.messages(environment)?.split(separator: ".").first.map(String.init) ?? "C"
    }
  }

  private let bridge: Weak
  private let waker: AccessibilityWaker
  private let places: Places
  private let isForced: Bool
  private let title: String

  /// The bridge does not live for its thread.
  private final class Weak: Sendable {
    weak let object: AccessibilityBridge?
    init(_ object: AccessibilityBridge) { self.object = object }
  }

  private static let launcher = "org.a11y.Bus"
  private static let launcherPath = "/org/a11y/bus"
  private static let bus = "org.freedesktop.DBus"
  private static let busPath = "/org/freedesktop/DBus"
  static let registry = "org.a11y.atspi.Registry"
  /// A bus that could not be had so often in a row is given up.
  private static let maximumFailures = 6

  init(_ bridge: AccessibilityBridge, _ places: Places, isForced: Bool, title: String) {
    self.bridge = Weak(bridge)
    waker = bridge.waker
    (self.places, self.isForced, self.title) = (places, isForced, title)
  }

  private var isStopped: Bool { bridge.object?.inbox.withLock { $0.isStopped } ?? true }

  func run() {
    var failures = 0
    while !isStopped {
      do throws(ConnectionError) {
        let session: MessageBus? = if let address = places.session { try watched(address) } else { nil }
        while !isStopped {
          if let address = try address(session) {
            try serve(address, session)
            failures = 0
          }
          guard let session else { return }
          try wait(session)
        }
      } catch {
        // No bus, or one that went: others may come, as when the desktop starts its own anew.
      }
      bridge.object?.setListening(false)
      failures += 1
      if failures > Self.maximumFailures { return }
      let end = MonotonicClock.now() + RetrySchedule.delaySeconds(failures: failures, jitter: 0.5)
      while !isStopped, MonotonicClock.now() < end { waker.sleep(on: [], seconds: end - MonotonicClock.now()) }
    }
  }

  // MARK: Whether somebody listens

  /// The session's bus, which tells when accessibility is switched.
  private func watched(_ address: String) throws(ConnectionError) -> MessageBus {
    let session = try MessageBus(address: address)
    for rule in [
      "type='signal',sender='\(Self.bus)',member='NameOwnerChanged',arg0='\(Self.launcher)'",
      "type='signal',path='\(Self.launcherPath)',interface='org.freedesktop.DBus.Properties',member='PropertiesChanged'",
    ] { try session.listen(rule) }
    return session
  }

  /// Of the accessibility bus, when the window is to be told; nil while nobody listens. Asking for a service by name would start it: so
  /// it is asked only when it is there, or when that was wished.
  private func address(_ session: MessageBus?) throws(ConnectionError) -> String? {
    if let bus = places.bus { return bus }
    guard let session else { return nil }
    let isWanted = isForced ? true : try isEnabled(session)
    guard isWanted else { return nil }
    return try session.call(Self.launcher, Self.launcherPath, Self.launcher, "GetAddress").text()
  }

  private func isEnabled(_ session: MessageBus) throws(ConnectionError) -> Bool {
    let owned = try session.call(Self.bus, Self.busPath, Self.bus, "NameHasOwner", [.text(Self.launcher)]).flag()
    guard owned == true else { return false }
    for name in ["IsEnabled", "ScreenReaderEnabled"] {
      let value = try? session.call(
        Self.launcher, Self.launcherPath, "org.freedesktop.DBus.Properties", "Get", [.text("org.a11y.Status"), .text(name)])
      if value?.value() == .variant(.flag(true)) { return true }
    }
    return false
  }

  /// Sleeps until the session tells something.
  private func wait(_ session: MessageBus) throws(ConnectionError) {
    var isNews = false
    while !isNews, !isStopped {
      while try session.next() != nil { isNews = true }
      if isNews { return }
      waker.sleep(on: [.init(descriptor: session.descriptor, isWriting: session.isWriting)], seconds: nil)
    }
  }

  // MARK: Service

  /// Registers, and answers until the bus goes, or nobody listens any more.
  private func serve(_ address: String, _ session: MessageBus?) throws(ConnectionError) {
    let bus = try MessageBus(address: address)
    bridge.object?.setListening(true)
    defer { bridge.object?.setListening(false) }
    guard let tree = try firstTree(session) else { return }
    var service = AccessibilityService(
      tree: tree, name: bus.name, title: title, version: Version.string, locale: places.locale)
    let answer = try bus.call(
      Self.registry, AccessibilityService.root, "org.a11y.atspi.Socket", "Embed",
      [.structure([.text(bus.name), .path(AccessibilityService.root)])])
    if answer.enter("r", "so"), let name = answer.text(), let path = answer.text("o") { service.parent = (name, path) }
    try AccessibilityEmitter(bus: bus, service: service).began()
    while !isStopped {
      let isMore = try answerCalls(bus, &service)
      try tell(bus, &service)
      if let session, try isSwitchedOff(session) { return }
      if isMore { continue }
      var sources = [AccessibilityWaker.Source(descriptor: bus.descriptor, isWriting: bus.isWriting)]
      if let session { sources.append(.init(descriptor: session.descriptor, isWriting: session.isWriting)) }
      waker.sleep(on: sources, seconds: nil)
    }
    _ = try? bus.call(
      Self.registry, AccessibilityService.root, "org.a11y.atspi.Socket", "Unembed",
      [.structure([.text(bus.name), .path(AccessibilityService.root)])])
  }

  /// How the window is: nobody is told of it before that is known.
  private func firstTree(_ session: MessageBus?) throws(ConnectionError) -> AccessibleTree? {
    while !isStopped {
      if let tree = bridge.object?.inbox.withLock({ $0.tree.take() }) { return tree }
      waker.sleep(on: [], seconds: nil)
    }
    return nil
  }

  private func isSwitchedOff(_ session: MessageBus) throws(ConnectionError) -> Bool {
    var isNews = false
    while try session.next() != nil { isNews = true }
    guard isNews, !isForced, places.bus == nil else { return false }
    return try !isEnabled(session)
  }

  /// So many calls are answered before it is looked what has changed.
  private static let callsAtOnce = 256

  /// Calls that wait, a number at once; true when there may be more.
  private func answerCalls(_ bus: MessageBus, _ service: inout AccessibilityService) throws(ConnectionError) -> Bool {
    for _ in 0..<Self.callsAtOnce {
      guard let message = try bus.next() else { return false }
      guard message.isCall else { continue }
      do throws(AccessibilityService.Fault) {
        guard let arguments = message.arguments() else { throw .invalidArguments }
        let call = AccessibilityService.Call(
          path: message.path, interface: message.interface, member: message.member, arguments: arguments)
        let answer = try service.answer(call)
        if let (id, action) = answer.request { try post(id, action) }
        if call.member == "Set", call.path == AccessibilityService.root, case .variant(.integer(let number))? = arguments.last {
          service.number = number
        }
        try Self.send { () throws(ConnectionError) in try bus.answer(message, answer.values) }
      } catch {
        try bus.refuse(message, error.name, error.sentence)
      }
    }
    return true
  }

  /// What cannot be sent to one who asked is no reason to leave the others.
  private static func send(_ body: () throws(ConnectionError) -> Void) throws(AccessibilityService.Fault) {
    do { try body() } catch { throw AccessibilityService.Fault(name: "org.freedesktop.DBus.Error.Failed", sentence: "\(error)") }
  }

  private func post(_ id: AccessibleTree.ID, _ action: AccessibleAction) throws(AccessibilityService.Fault) {
    guard let bridge = bridge.object else { return }
    guard bridge.requests.count < AccessibilityBridge.maximumRequests else { throw .tooMuch }
    bridge.requests.post(AccessibilityBridge.Request(id: id, action: action))
  }

  /// Takes what the window is now.
  private func tell(_ bus: MessageBus, _ service: inout AccessibilityService) throws(ConnectionError) {
    guard let (tree, announcements) = bridge.object?.inbox.withLock({ ($0.tree.take(), $0.takeAnnouncements()) }) else { return }
    if let tree {
      let old = service.tree
      service.tree = tree
      let emitter = AccessibilityEmitter(bus: bus, service: service)
      for event in tree.events(since: old) { try emitter.emit(event, old: old) }
    }
    let emitter = AccessibilityEmitter(bus: bus, service: service)
    for text in announcements { try emitter.emit(.announced(text), old: service.tree) }
  }
}

extension AccessibilityBridge.Inbox {
  mutating func takeAnnouncements() -> [String] {
    defer { announcements = [] }
    return announcements
  }
}
