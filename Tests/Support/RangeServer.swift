import Foundation
import Synchronization

/// A web server on 127.0.0.1 that has one file and gives parts of it (RFC 9110, 14), or misbehaves about that as told.
package final class RangeServer: Sendable {
  package enum Manner: Hashable, Sendable {
    case right
    /// The whole file, whatever was asked for.
    case ignoresRanges
    /// The part that was asked for without its last byte.
    case cutsRanges
    /// As many bytes from the beginning of the file, and says so.
    case givesAnotherPart
    /// The right bytes, said to be others.
    case saysAnotherPart
    /// The right bytes, said to be of a file of so many.
    case saysTotal(UInt64)
    /// The part that was asked for, all ones where it lies in this range of the file.
    case damages(Range<Int>)
    /// This status to every request.
    case status(Int)
    /// Nothing, until the other side gives up.
    case silence
  }

  private struct State: Sendable {
    var bytes: [UInt8]
    var entityTag: String?
    var lastModified: String?
    var manner = Manner.right
  }

  private final class Shelf: Sendable {
    let state: Mutex<State>

    init(_ state: State) {
      self.state = Mutex(state)
    }
  }

  private let shelf: Shelf
  package let server: LoopbackServer

  package init?(_ bytes: [UInt8], entityTag: String? = "\"one\"", lastModified: String? = "Sat, 21 Nov 2020 10:00:00 GMT") {
    let shelf = Shelf(State(bytes: bytes, entityTag: entityTag, lastModified: lastModified))
    self.shelf = shelf
    guard let server = LoopbackServer.answering(heads: { head in shelf.state.withLock { Self.answer(head, $0) } }) else {
      return nil
    }
    self.server = server
  }

  package var url: String { server.url("a.pmtiles") }
  /// So far.
  package var requestCount: Int { server.requests.count }

  package func behave(_ manner: Manner) {
    shelf.state.withLock { $0.manner = manner }
  }

  package func replace(_ bytes: [UInt8], entityTag: String?, lastModified: String? = nil) {
    shelf.state.withLock { state in
      state.bytes = bytes
      state.entityTag = entityTag
      state.lastModified = lastModified
    }
  }

  package func stop() {
    server.stop()
  }

  private static func answer(_ head: String, _ state: State) -> LoopbackServer.Answer {
    var headers: [String] = []
    if let tag = state.entityTag { headers.append("ETag: \(tag)") }
    if let date = state.lastModified { headers.append("Last-Modified: \(date)") }
    if case .status(let status) = state.manner { return .status(status) }
    if state.manner == .silence { return .silence }
    let weak = state.entityTag?.hasPrefix("W/") == true
    if let wanted = value("If-Match", head), weak || wanted != state.entityTag { return .status(412) }
    if let wanted = value("If-Unmodified-Since", head), wanted != state.lastModified { return .status(412) }
    guard state.manner != .ignoresRanges, let range = range(head) else { return .status(200, state.bytes, headers: headers) }
    let total = state.bytes.count
    guard range.lowerBound < total else { return .status(416, headers: ["Content-Range: bytes */\(total)"]) }
    var part = range.lowerBound..<min(range.upperBound, total)
    var said = part
    switch state.manner {
    case .cutsRanges:
      part = part.dropLast()
      said = part
    case .givesAnotherPart:
      part = 0..<part.count
      said = part
    case .saysAnotherPart: said = part.lowerBound + 1..<part.upperBound + 1
    case .right, .ignoresRanges, .saysTotal, .damages, .status, .silence: break
    }
    var bytes = Array(state.bytes[part])
    if case .damages(let range) = state.manner {
      for place in range.clamped(to: part) { bytes[place - part.lowerBound] = 0xFF }
    }
    var saidTotal = UInt64(total)
    if case .saysTotal(let count) = state.manner { saidTotal = count }
    headers.append("Content-Range: bytes \(said.lowerBound)-\(said.upperBound - 1)/\(saidTotal)")
    return .status(206, bytes, headers: headers)
  }

  private static func value(_ name: String, _ head: String) -> String? {
    for line in head.split(separator: "\r\n") where line.lowercased().hasPrefix(name.lowercased() + ": ") {
      return String(line.dropFirst(name.count + 2))
    }
    return nil
  }

  private static func range(_ head: String) -> Range<Int>? {
    guard let text = value("Range", head), text.hasPrefix("bytes=") else { return nil }
    let ends = text.dropFirst(6).split(separator: "-").compactMap { Int($0) }
    return ends.count == 2 ? ends[0]..<ends[1] + 1 : nil
  }
}
