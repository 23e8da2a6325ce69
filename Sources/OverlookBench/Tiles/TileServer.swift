import Foundation
import OverlookMeasurement
import OverlookSupport
import Synchronization

/// A web server on 127.0.0.1: HTTP/1.1, kept alive, a thread for each connection.
final class TileServer: Sendable {
  let port: Int
  private let descriptor: Int32
  private let answer: @Sendable (_ head: [UInt8]) -> [UInt8]
  private let served = Atomic<Int>(0)

  /// `answer` makes the whole answer, head and body, to the head of a request.
  init(_ answer: @escaping @Sendable (_ head: [UInt8]) -> [UInt8]) throws {
    // A proxy of the machine knows nothing of this server.
    setenv("no_proxy", "127.0.0.1", 1)
    self.answer = answer
    guard let socket = LoopbackSocket.listening() else {
      throw BenchError(description: "no port of this machine can be served")
    }
    (descriptor, port) = socket
    try ServiceThread.start("overlook-accept") { [self] in accept() }
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
      do throws(ThreadError) {
        try ServiceThread.start("overlook-serve") { [self] in
          serve(connection)
          close(connection)
        }
      } catch {
        close(connection)
      }
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
      let head = Array(pending[..<end])
      pending.removeFirst(end)
      guard send(answer(head), connection) else { return }
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
}

extension TileServer {
  /// Answers `/z/x/y` with tile (31 x + 17 y + 7 z) mod their count.
  convenience init(_ tiles: [[UInt8]], mediaType: String) throws {
    let answers = tiles.map { tile in
      let head =
        "HTTP/1.1 200 OK\r\nContent-Type: \(mediaType)\r\nContent-Length: \(tile.count)\r\nCache-Control: no-store\r\n\r\n"
      return Array(head.utf8) + tile
    }
    try self.init { head in answers[Self.index(of: head, count: answers.count)] }
  }

  /// Answers every request for a range with that part of `file`.
  convenience init(ranges file: [UInt8]) throws {
    try self.init { head in
      let range = Self.range(of: head, count: file.count)
      let lines = [
        "HTTP/1.1 206 Partial Content", "Content-Range: bytes \(range.lowerBound)-\(range.upperBound - 1)/\(file.count)",
        "Content-Length: \(range.count)", "ETag: \"one\"", "Accept-Ranges: bytes",
      ]
      return Array((lines.joined(separator: "\r\n") + "\r\n\r\n").utf8) + file[range]
    }
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

  /// From `Range: bytes=first-last`; all of the file without one.
  private static func range(of head: [UInt8], count: Int) -> Range<Int> {
    let text = String(decoding: head, as: UTF8.self).lowercased()
    guard let match = text.firstMatch(of: /range: bytes=(\d+)-(\d+)/), let first = Int(match.1), let last = Int(match.2),
      first <= last, first < count
    else { return 0..<count }
    return first..<min(last + 1, count)
  }
}
