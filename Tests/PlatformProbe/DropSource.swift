import OverlookPlatform

/// The other end of a drop by the protocol XDND, version 5, of a list of addresses.
struct DropSource {
  private static let presentTime: UInt32 = 0
  private static let propertyChangeMask: UInt32 = 1 << 22
  private static let (selectionRequest, clientMessage): (UInt8, UInt8) = (30, 33)

  private let connection: X11Connection
  private let list: [UInt8]
  private var window: UInt32 = 0

  init?(_ list: [UInt8]) {
    guard let connection = X11Connection() else { return nil }
    self.connection = connection
    self.list = list
  }

  /// True when the window took it.
  mutating func drop(on target: UInt32, x: UInt32, y: UInt32) -> Bool {
    window = connection.newName()
    let (list, copy) = (connection.atom("text/uri-list"), connection.atom("XdndActionCopy"))
    let selection = connection.atom("XdndSelection")
    connection.send(X11Request(1, words: [window, target, 0, 1 << 16 | 1, 2 << 16, 0, 1 << 11, Self.propertyChangeMask]))
    // SetSelectionOwner.
    connection.send(X11Request(22, words: [window, selection, Self.presentTime]))
    tell(target, "XdndEnter", [window, 5 << 24, list, 0, 0])
    tell(target, "XdndPosition", [window, 0, x << 16 | y, Self.presentTime, copy])
    guard let status = message("XdndStatus"), status.word(at: 16) & 1 != 0 else { return false }
    tell(target, "XdndDrop", [window, 0, Self.presentTime, 0, 0])
    return message("XdndFinished") != nil
  }

  private func tell(_ target: UInt32, _ name: String, _ words: [UInt32]) {
    send([UInt32(Self.clientMessage) | 32 << 8, target, connection.atom(name)] + words, to: target)
  }

  /// SendEvent of eight words.
  private func send(_ words: [UInt32], to target: UInt32) {
    connection.send(X11Request(25, words: [target, 0] + words))
    connection.flush()
  }

  /// Waits for a message of the target, and hands out the list meanwhile.
  private func message(_ name: String) -> X11Message? {
    let (kind, end) = (connection.atom(name), monotonicSeconds() + 5)
    while let event = connection.nextEvent(until: end, now: monotonicSeconds) {
      if event.type == Self.clientMessage, event.word(at: 8) == kind { return event }
      if event.type == Self.selectionRequest { answer(event) }
    }
    return nil
  }

  private func answer(_ request: X11Message) {
    let (asker, selection, form) = (request.word(at: 12), request.word(at: 16), request.word(at: 20))
    let property = request.word(at: 24)
    var change = X11Request(18, words: [asker, property, form, 8, UInt32(list.count)])
    change.body += list
    connection.send(change)
    // SelectionNotify.
    send([31, request.word(at: 4), asker, selection, form, property, 0, 0], to: asker)
  }
}
