/// Pinches of two fingers on a touchpad, by XInput 2.4.
struct X11Pinches: Sendable {
  /// What came of one event, in the window's units.
  struct Step: Sendable {
    var scale: Double
    var degrees: Double
    var x: Double
    var y: Double
    var modifiers: UInt32
  }

  private static let (begin, update): (UInt16, UInt16) = (27, 28)
  /// Begin, update and end; the server takes all three or none.
  private static let mask: UInt32 = 0b111 << 27
  private static let allMasterDevices: UInt32 = 1

  private let opcode: UInt8
  /// How far apart the fingers were at the event before, as a share of where they began; nil between pinches.
  private var scale: Double?

  /// Asks for the pinches in `window`; nil where the server knows none.
  init?(_ connection: X11Connection, window: UInt32) {
    let name = "XInputExtension"
    guard let found = connection.reply(to: X11Request(98, words: [UInt32(name.utf8.count)], text: name)), found.byte(at: 8) != 0
    else { return nil }
    opcode = found.byte(at: 9)
    // XIQueryVersion, with 2.4.
    guard let version = connection.reply(to: X11Request(opcode, detail: 47, words: [4 << 16 | 2])),
      (version.half(at: 8), version.half(at: 10)) >= (2, 4)
    else { return nil }
    // XISelectEvents, with one mask of one word.
    connection.send(X11Request(opcode, detail: 46, words: [window, 1, 1 << 16 | Self.allMasterDevices, Self.mask]))
  }

  /// What an event says of a pinch; nil for its beginning and end, and for other events.
  mutating func take(_ event: X11Message) -> Step? {
    guard event.type == X11Message.genericEvent, event.byte(at: 1) == opcode else { return nil }
    let (kind, scale) = (event.half(at: 8), event.fixed(at: 64))
    let before = self.scale
    self.scale = kind == Self.begin || kind == Self.update && scale > 0 ? scale : nil
    guard kind == Self.update, let before, before > 0, scale > 0 else { return nil }
    return Step(
      scale: scale / before, degrees: event.fixed(at: 68), x: event.fixed(at: 40), y: event.fixed(at: 44),
      modifiers: event.word(at: 88))
  }
}
