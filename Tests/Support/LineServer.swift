import Foundation
import OverlookMeasurement
import Synchronization

/// A server of lines on 127.0.0.1 or on a socket of the file system that does as a test says: one thread for each connection.
package final class LineServer: Sendable {
  /// A connection as its handler sees it.
  package final class Connection: Sendable {
    private let descriptor: Int32
    private let pending = Mutex<[UInt8]>([])

    init(_ descriptor: Int32) {
      self.descriptor = descriptor
    }

    /// False when the other side is gone.
    @discardableResult package func send(_ text: String) -> Bool { send(Array(text.utf8)) }

    /// False when the other side is gone.
    @discardableResult package func send(_ bytes: [UInt8]) -> Bool {
      var sent = 0
      while sent < bytes.count {
        let count = bytes.withUnsafeBytes {
          Glibc.send(descriptor, $0.baseAddress?.advanced(by: sent), bytes.count - sent, Int32(MSG_NOSIGNAL))
        }
        guard count > 0 else { return false }
        sent += count
      }
      return true
    }

    /// The next line without its end; nil when the other side is gone or says nothing for `seconds`.
    package func line(seconds: Double = patienceSeconds) -> String? {
      let end = Date() + seconds
      while Date() < end {
        if let line = takeLine() { return line }
        var item = pollfd(fd: descriptor, events: Int16(POLLIN), revents: 0)
        guard poll(&item, 1, 100) > 0 else { continue }
        var buffer = [UInt8](repeating: 0, count: 4096)
        let count = recv(descriptor, &buffer, buffer.count, 0)
        guard count > 0 else { return nil }
        pending.withLock { $0 += buffer.prefix(count) }
      }
      return nil
    }

    private func takeLine() -> String? {
      pending.withLock { pending in
        guard let end = pending.firstIndex(of: 0x0A) else { return nil }
        defer { pending.removeSubrange(...end) }
        return String(decoding: pending[..<end].filter { $0 != 0x0D }, as: UTF8.self)
      }
    }

    /// Waits until the other side is gone, at most `seconds`.
    package func waitForEnd(seconds: Double = patienceSeconds) {
      while line(seconds: seconds) != nil {}
    }
  }

  /// 0 for a socket of the file system.
  package let port: Int
  private let descriptor: Int32
  private let handler: @Sendable (Connection, Int) -> Void
  private let count = Mutex((connections: 0, isStopped: false))

  /// `handler` is called on a thread of each connection, with its number from 0; the connection is closed when it returns. Nil when there
  /// is no port.
  package init?(_ handler: @escaping @Sendable (Connection, Int) -> Void) {
    guard let socket = LoopbackSocket.listening() else { return nil }
    (descriptor, port) = socket
    self.handler = handler
    Thread { [self] in acceptLoop() }.start()
  }

  /// The same on a socket of the file system, which must not exist yet.
  package init?(path: String, _ handler: @escaping @Sendable (Connection, Int) -> Void) {
    var address = sockaddr_un()
    address.sun_family = sa_family_t(AF_UNIX)
    let bytes = Array(path.utf8)
    guard bytes.count < MemoryLayout.size(ofValue: address.sun_path) else { return nil }
    withUnsafeMutableBytes(of: &address.sun_path) { $0.copyBytes(from: bytes) }
    let descriptor = socket(AF_UNIX, Int32(SOCK_STREAM.rawValue), 0)
    let isListening = withUnsafePointer(to: &address) {
      $0.withMemoryRebound(to: sockaddr.self, capacity: 1) {
        bind(descriptor, $0, socklen_t(MemoryLayout<sockaddr_un>.size)) == 0 && listen(descriptor, 8) == 0
      }
    }
    guard isListening else { return nil }
    (self.descriptor, port, self.handler) = (descriptor, 0, handler)
    Thread { [self] in acceptLoop() }.start()
  }

  package var connections: Int { count.withLock { $0.connections } }

  /// Takes no connections any more.
  package func stop() {
    count.withLock { $0.isStopped = true }
    shutdown(descriptor, Int32(SHUT_RDWR))
  }

  private func acceptLoop() {
    defer { close(descriptor) }
    while true {
      let connection = accept(descriptor, nil, nil)
      if connection < 0 { return }
      let number = count.withLock {
        $0.connections += 1
        return $0.connections - 1
      }
      Thread { [self] in
        handler(Connection(connection), number)
        close(connection)
      }.start()
    }
  }
}
