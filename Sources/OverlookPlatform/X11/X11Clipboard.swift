import OverlookInput
import OverlookSupport

/// Asks the program that has copied something for it, on a connection of its own and until a deadline: GLFW waits without end for
/// a program that does not answer.
struct X11Clipboard {
  /// The atom of texts in Latin-1, which X11 has from the start.
  private static let latin: UInt32 = 31
  private static let propertyChangeMask: UInt32 = 1 << 22
  private static let propertyNotify: UInt8 = 28
  private static let selectionNotify: UInt8 = 31
  private static let inputOnly: UInt32 = 2

  private let connection: X11Connection
  /// Which gets the answers.
  private let window: UInt32
  private let selection: UInt32
  private let property: UInt32

  /// `parent` is a window of ours. Nil when the server does not answer.
  init?(parent: UInt32) {
    guard let connection = X11Connection() else { return nil }
    self.connection = connection
    window = connection.newName()
    // CreateWindow of one unit, never shown; depth and visual are the parent's.
    connection.send(
      X11Request(1, words: [window, parent, 0, 1 << 16 | 1, Self.inputOnly << 16, 0, 1 << 11, Self.propertyChangeMask]))
    selection = connection.atom("CLIPBOARD")
    property = connection.atom("OVERLOOK_CLIPBOARD")
    guard selection != 0, property != 0 else { return nil }
  }

  /// The window of the program that has copied something; 0 for none.
  var owner: UInt32 { connection.reply(to: X11Request(23, words: [selection]))?.word(at: 8) ?? 0 }

  /// The text that was copied, cut after `maximumBytes` of UTF-8; nil when it is none, or did not come until `deadline`, in
  /// monotonic seconds.
  func text(maximumBytes: Int, until deadline: Double) -> String? {
    if let bytes = bytes(as: connection.atom("UTF8_STRING"), maximumBytes: maximumBytes, until: deadline) {
      return Self.text(bytes)
    }
    // Programs without Unicode.
    return bytes(as: Self.latin, maximumBytes: maximumBytes, until: deadline).map { bytes in
      String(String.UnicodeScalarView(bytes.map { Unicode.Scalar($0) }))
    }
  }

  /// Whole characters of what may have been cut; nil when the bytes are no text.
  private static func text(_ bytes: [UInt8]) -> String? {
    for cut in 0..<min(4, bytes.count + 1) {
      if let text = String(validating: bytes.dropLast(cut), as: UTF8.self) { return text }
    }
    return nil
  }

  private func bytes(as target: UInt32, maximumBytes: Int, until deadline: Double) -> [UInt8]? {
    // ConvertSelection, at the present time.
    connection.send(X11Request(24, words: [window, selection, target, property, 0]))
    connection.flush()
    while let event = connection.nextEvent(until: deadline, now: MonotonicClock.now) {
      guard event.type == Self.selectionNotify, event.word(at: 16) == target else { continue }
      // Without a property the program does not have it in this form.
      guard event.word(at: 20) != 0, let first = takeProperty(maximumBytes: maximumBytes) else { return nil }
      guard first.type == connection.atom("INCR") else { return first.bytes }
      return pieces(maximumBytes: maximumBytes, until: deadline)
    }
    return nil
  }

  /// What comes piece by piece: each time the property was taken, the program puts the next one there, and an empty one last.
  private func pieces(maximumBytes: Int, until deadline: Double) -> [UInt8]? {
    var bytes: [UInt8] = []
    while let event = connection.nextEvent(until: deadline, now: MonotonicClock.now) {
      let isNew = event.type == Self.propertyNotify && event.word(at: 8) == property && event.byte(at: 16) == 0
      guard isNew, let piece = takeProperty(maximumBytes: maximumBytes) else { continue }
      bytes += piece.bytes.prefix(maximumBytes - bytes.count)
      if piece.bytes.isEmpty || bytes.count >= maximumBytes { return bytes }
    }
    return nil
  }

  private func takeProperty(maximumBytes: Int) -> (type: UInt32, bytes: [UInt8])? {
    // GetProperty, which deletes it: of any type, from the start, so many words.
    let request = X11Request(20, detail: 1, words: [window, property, 0, 0, UInt32(maximumBytes / 4 + 1)])
    guard let reply = connection.reply(to: request), reply.word(at: 8) != 0 else { return nil }
    let count = Int(reply.word(at: 16)) * Int(reply.byte(at: 1)) / 8
    return (reply.word(at: 8), Array(reply.bytes.dropFirst(X11Message.shortCount).prefix(min(count, maximumBytes))))
  }
}
