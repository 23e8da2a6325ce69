import Foundation
import OverlookMeasurement
import Synchronization

/// A web server on 127.0.0.1 that misbehaves as told: plain sockets, one thread for each connection.
package final class LoopbackServer: Sendable {
  /// What to do with a request; after some of it, the connection waits for the next.
  package enum Answer: Sendable {
    /// These bytes, then the connection is closed.
    case raw([UInt8])
    /// A whole answer with a right length; the connection stays open.
    case status(Int, [UInt8] = [], headers: [String] = [])
    /// Nothing, until the other side gives up.
    case silence
    /// These bytes, and then nothing until the other side gives up.
    case half([UInt8])
    /// A whole answer, one byte at a time with this pause between.
    case drip([UInt8], pauseSeconds: Double)
    /// A body without end in chunks.
    case endless
    /// These bytes after a while, then the connection is closed.
    case late(seconds: Double, [UInt8])
    /// The connection is torn down in the middle of the answer.
    case reset([UInt8])
    /// A head without end.
    case endlessHead
  }

  private struct State: Sendable {
    var requests: [String] = []
    var connections = 0
    /// Connections that the other side closed while it waited for bytes.
    var aborted = 0
    var isStopped = false
  }

  // A proxy of the machine knows nothing of this server, and the cache of the person who runs the tests is not to be touched; set
  // once, before the first client starts.
  private static let isReachedDirectly: Bool = {
    let folder = NSTemporaryDirectory() + "/overlook-tests-cache-\(getpid())"
    atexit { try? FileManager.default.removeItem(atPath: NSTemporaryDirectory() + "/overlook-tests-cache-\(getpid())") }
    return setenv("no_proxy", "127.0.0.1", 1) == 0 && setenv("XDG_CACHE_HOME", folder, 1) == 0
  }()

  package let port: Int
  private let descriptor: Int32
  private let answer: @Sendable (_ head: String) -> Answer
  private let state = Mutex(State())

  /// `answer` is called on the threads of the connections.
  package convenience init?(_ answer: @escaping @Sendable (_ path: String) -> Answer) {
    self.init(heads: { head in
      let path = head.split(separator: " ").dropFirst().first.map(String.init) ?? "/"
      return answer(String(path.dropFirst()))
    })
  }

  /// As above, for answers that depend on more of a request's head than its path.
  package static func answering(heads answer: @escaping @Sendable (_ head: String) -> Answer) -> LoopbackServer? {
    LoopbackServer(heads: answer)
  }

  private init?(heads answer: @escaping @Sendable (_ head: String) -> Answer) {
    guard Self.isReachedDirectly else { return nil }
    guard let socket = LoopbackSocket.listening() else { return nil }
    (descriptor, port) = socket
    self.answer = answer
    Thread { [self] in acceptLoop() }.start()
  }

  package var requests: [String] { state.withLock { $0.requests } }
  package var connections: Int { state.withLock { $0.connections } }
  package var aborted: Int { state.withLock { $0.aborted } }

  package func url(_ path: String) -> String { "http://127.0.0.1:\(port)/\(path)" }

  /// Ends `accept`. The loop closes the socket: closed here, its number could be another server's before the loop calls `accept`
  /// again.
  package func stop() {
    state.withLock { $0.isStopped = true }
    shutdown(descriptor, Int32(SHUT_RDWR))
  }

  private func acceptLoop() {
    defer { close(descriptor) }
    while true {
      let connection = accept(descriptor, nil, nil)
      if connection < 0 { return }
      state.withLock { $0.connections += 1 }
      Thread { [self] in
        serve(connection)
        close(connection)
      }.start()
    }
  }

  private func serve(_ connection: Int32) {
    while let head = readHead(connection) {
      state.withLock { $0.requests.append(head) }
      switch answer(head) {
      case .raw(let bytes):
        _ = write(connection, bytes)
        return
      case .status(let status, let body, let headers):
        guard write(connection, Self.message(status, body, headers)) else { return }
      case .silence:
        waitForAbort(connection)
        return
      case .half(let bytes):
        _ = write(connection, bytes)
        waitForAbort(connection)
        return
      case .drip(let body, let pause):
        for byte in Self.message(200, body, []) {
          guard write(connection, [byte]) else { return state.withLock { $0.aborted += 1 } }
          Thread.sleep(forTimeInterval: pause)
        }
      case .late(let seconds, let bytes):
        Thread.sleep(forTimeInterval: seconds)
        _ = write(connection, bytes)
        return
      case .reset(let bytes):
        _ = write(connection, bytes)
        reset(connection)
        return
      case .endlessHead:
        _ = write(connection, Array("HTTP/1.1 200 OK\r\n".utf8))
        let lines = Array(repeatElement("X-Flood: 0123456789abcdef\r\n", count: 1000).joined().utf8)
        while write(connection, lines) {}
        state.withLock { $0.aborted += 1 }
        return
      case .endless:
        _ = write(connection, Array("HTTP/1.1 200 OK\r\nTransfer-Encoding: chunked\r\n\r\n".utf8))
        let chunk = Array("10000\r\n".utf8) + [UInt8](repeating: 7, count: 0x10000) + Array("\r\n".utf8)
        while write(connection, chunk) {}
        state.withLock { $0.aborted += 1 }
        return
      }
    }
  }

  package static func message(_ status: Int, _ body: [UInt8], _ headers: [String]) -> [UInt8] {
    var head = "HTTP/1.1 \(status) X\r\nContent-Length: \(body.count)\r\n"
    for header in headers { head += header + "\r\n" }
    // The next server may get the same port, and must not be answered for by the cache.
    if !headers.contains(where: { $0.lowercased().hasPrefix("cache-control:") }) { head += "Cache-Control: no-store\r\n" }
    return Array((head + "\r\n").utf8) + body
  }

  /// With the body of a POST behind it.
  private func readHead(_ connection: Int32) -> String? {
    var bytes: [UInt8] = []
    var byte: UInt8 = 0
    while !bytes.suffix(4).elementsEqual("\r\n\r\n".utf8) {
      guard recv(connection, &byte, 1, 0) == 1, bytes.count < 1 << 16 else { return nil }
      bytes.append(byte)
    }
    let length = String(decoding: bytes, as: UTF8.self).lowercased().firstMatch(of: /\r\ncontent-length: (\d{1,6})\r\n/)
    for _ in 0..<(length.flatMap { Int($0.1) } ?? 0) {
      guard recv(connection, &byte, 1, 0) == 1 else { return nil }
      bytes.append(byte)
    }
    return String(decoding: bytes, as: UTF8.self)
  }

  private func write(_ connection: Int32, _ bytes: [UInt8]) -> Bool {
    var sent = 0
    while sent < bytes.count {
      let count = bytes.withUnsafeBytes { buffer in
        send(connection, buffer.baseAddress?.advanced(by: sent), bytes.count - sent, Int32(MSG_NOSIGNAL))
      }
      guard count > 0 else { return false }
      sent += count
    }
    return true
  }

  /// Makes `close` throw away what was not sent and tell the other side so (RST).
  private func reset(_ connection: Int32) {
    var lingering = linger(l_onoff: 1, l_linger: 0)
    setsockopt(connection, SOL_SOCKET, SO_LINGER, &lingering, socklen_t(MemoryLayout<linger>.size))
  }

  private func waitForAbort(_ connection: Int32) {
    var byte: UInt8 = 0
    while recv(connection, &byte, 1, 0) > 0 {}
    state.withLock { $0.aborted += 1 }
  }
}
