import Glibc

/// A connection to the X server besides that of GLFW, which neither asks for every kind of event nor hands on those that it does
/// not know, and waits without end for other programs. It speaks the protocol in bytes, of which few are needed.
///
/// Unsafe: events and replies are blocks of at least 32 bytes that the caller frees; what is longer says so itself. libxcb may
/// write into the two `iovec`s before the first. Used by one thread at a time.
package final class X11Connection: @unchecked Sendable {
  private let library: XCBLibrary
  private let connection: OpaquePointer
  /// Readable when the server has sent something.
  package let descriptor: Int32

  /// Nil where there is no X11, or it does not answer.
  package init?() {
    guard let library = XCBLibrary.shared, let connection = library.connect(nil, nil) else { return nil }
    guard library.hasError(connection) == 0 else {
      library.disconnect(connection)
      return nil
    }
    self.library = library
    self.connection = connection
    descriptor = library.descriptor(connection)
  }

  deinit {
    library.disconnect(connection)
  }

  /// A name for a window that is about to be made.
  package func newName() -> UInt32 { library.newName(connection) }

  /// Sends what waits to be sent.
  package func flush() { _ = library.flush(connection) }

  /// Queues a request that has no answer.
  package func send(_ request: X11Request) { _ = send(request, isVoid: true) }

  /// The answer to a request, 32 bytes or more; nil when the server refuses it or is gone.
  package func reply(to request: X11Request) -> X11Message? {
    let number = send(request, isVoid: false)
    var error: UnsafeMutableRawPointer?
    let reply = library.waitForReply(connection, number, &error)
    free(error)
    guard let reply else { return nil }
    defer { free(reply) }
    return X11Message(reply, hasMore: true, isEvent: false)
  }

  /// The next event that the server has sent; nil for none yet.
  package func nextEvent() -> X11Message? {
    while let event = library.pollForEvent(connection) {
      defer { free(event) }
      let type = event.load(as: UInt8.self) & 0x7F
      // 0 is the refusal of a request that nobody waits for.
      if type != 0 { return X11Message(event, hasMore: type == X11Message.genericEvent, isEvent: true) }
    }
    return nil
  }

  /// Waits for the next event until `deadline`, in monotonic seconds; nil when none came.
  package func nextEvent(until deadline: Double, now: () -> Double) -> X11Message? {
    while true {
      if let event = nextEvent() { return event }
      let left = deadline - now()
      guard left > 0, library.hasError(connection) == 0 else { return nil }
      var wait = pollfd(fd: descriptor, events: Int16(POLLIN), revents: 0)
      if poll(&wait, 1, Int32(min((left * 1000).rounded(.up), 60_000))) < 0, errno != EINTR { return nil }
    }
  }

  private func send(_ request: X11Request, isVoid: Bool) -> UInt32 {
    var head: [UInt8] = [request.opcode, request.detail, 0, 0]
    var body = request.body
    while body.count % 4 != 0 { body.append(0) }
    head += body
    return head.withUnsafeMutableBytes { bytes in
      var pieces = [iovec](repeating: iovec(iov_base: nil, iov_len: 0), count: 3)
      pieces[2] = iovec(iov_base: bytes.baseAddress, iov_len: bytes.count)
      var header = XCBLibrary.Request(count: 1, extension: nil, opcode: request.opcode, isVoid: isVoid ? 1 : 0)
      return pieces.withUnsafeMutableBufferPointer { pieces in
        guard let first = pieces.baseAddress else { return 0 }
        return library.send(connection, 0, first + 2, &header)
      }
    }
  }
}

extension X11Message {
  /// Copies a message of libxcb, which puts four bytes of its own behind the first 32 of an event that is longer.
  fileprivate init(_ message: UnsafeMutableRawPointer, hasMore: Bool, isEvent: Bool) {
    var bytes = [UInt8](UnsafeRawBufferPointer(start: message, count: Self.shortCount))
    // The length beyond the first 32 bytes, in fours; libxcb has read as many.
    let rest = hasMore ? 4 * Int(message.load(fromByteOffset: 4, as: UInt32.self)) : 0
    if rest > 0 {
      let start = message + Self.shortCount + (isEvent ? 4 : 0)
      bytes += UnsafeRawBufferPointer(start: start, count: rest)
    }
    self.init(bytes: bytes)
  }
}
