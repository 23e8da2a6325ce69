import Foundation
import OverlookMeasurement
import Synchronization

/// A web server on 127.0.0.1 that answers every request with one of its tiles: HTTP/1.1, kept alive, a thread for each connection.
final class TileServer: Sendable {
  let port: Int
  private let descriptor: Int32
  private let answers: [[UInt8]]
  private let served = Atomic<Int>(0)

  /// The answer to `/z/x/y` is tile (31 x + 17 y + 7 z) mod their count.
  init(_ tiles: [[UInt8]], mediaType: String) throws {
    // A proxy of the machine knows nothing of this server.
    setenv("no_proxy", "127.0.0.1", 1)
    answers = tiles.map { tile in
      let head =
        "HTTP/1.1 200 OK\r\nContent-Type: \(mediaType)\r\nContent-Length: \(tile.count)\r\nCache-Control: no-store\r\n\r\n"
      return Array(head.utf8) + tile
    }
    guard let socket = LoopbackSocket.listening() else {
      throw BenchError(description: "no port of this machine can be served")
    }
    (descriptor, port) = socket
    Thread { [self] in accept() }.start()
  }

  /// Requests answered.
  var requests: Int { served.load(ordering: .relaxed) }

  func stop() {
    shutdown(descriptor, Int32(SHUT_RDWR))
  }

  private func accept() {
    defer { close(descriptor) }
    while true {
      let connection = Glibc.accept(descriptor, nil, nil)
      if connection < 0 { return }
      var on: Int32 = 1
      setsockopt(connection, Int32(IPPROTO_TCP), TCP_NODELAY, &on, socklen_t(MemoryLayout<Int32>.size))
      Thread { [self] in
        serve(connection)
        close(connection)
      }.start()
    }
  }

  private func serve(_ connection: Int32) {
    var pending: [UInt8] = []
    var piece = [UInt8](repeating: 0, count: 4096)
    while true {
      guard let end = Self.endOfHead(pending) else {
        let count = recv(connection, &piece, piece.count, 0)
        guard count > 0, pending.count < 1 << 16 else { return }
        pending.append(contentsOf: piece[0..<count])
        continue
      }
      let answer = answers[Self.index(of: pending, count: answers.count)]
      pending.removeFirst(end)
      guard send(answer, connection) else { return }
      served.add(1, ordering: .relaxed)
    }
  }

  private func send(_ bytes: [UInt8], _ connection: Int32) -> Bool {
    bytes.withUnsafeBytes { buffer in
      var sent = 0
      while sent < buffer.count {
        let count = Glibc.send(connection, buffer.baseAddress?.advanced(by: sent), buffer.count - sent, Int32(MSG_NOSIGNAL))
        if count <= 0 { return false }
        sent += count
      }
      return true
    }
  }

  private static func endOfHead(_ bytes: [UInt8]) -> Int? {
    guard bytes.count >= 4 else { return nil }
    for end in 4...bytes.count where bytes[end - 1] == 10 && bytes[end - 2] == 13 && bytes[end - 3] == 10 { return end }
    return nil
  }

  /// From the three numbers of `GET /z/x/y`.
  private static func index(of head: [UInt8], count: Int) -> Int {
    var numbers: [Int] = []
    var current: Int?
    for byte in head.drop(while: { $0 != 0x2F }).dropFirst() {
      if (0x30...0x39).contains(byte) {
        current = (current ?? 0) &* 10 &+ Int(byte - 0x30)
      } else {
        if let value = current { numbers.append(value) }
        current = nil
        if byte == 0x20 || numbers.count == 3 { break }
      }
    }
    guard numbers.count == 3 else { return 0 }
    return (numbers[1] &* 31 &+ numbers[2] &* 17 &+ numbers[0] &* 7) % count
  }
}
