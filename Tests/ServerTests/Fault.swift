import Foundation
import OverlookFormats
import OverlookSupport
import OverlookTestSupport
import Testing

/// What a tile server can do wrong, and how a map that shows it must end.
struct Fault: Sendable, CustomTestStringConvertible {
  /// The state that every tile in view comes to.
  enum End: Sendable {
    /// Shown, once the fault is over.
    case ready
    /// Known not to exist.
    case missing
    /// Given up until the person does something.
    case failed
    /// To be asked for again.
    case waiting
  }

  let testDescription: String
  let end: End
  /// What the one message about it contains; nil for none.
  let message: String?
  /// Seconds until it shows.
  var seconds = 1.3
  /// The `count`-th request, from 0, is answered by it.
  let answer: @Sendable (_ count: Int) -> LoopbackServer.Answer

  init(
    _ name: String, _ end: End, _ message: String?, seconds: Double = 1.3,
    _ answer: @escaping @Sendable (_ count: Int) -> LoopbackServer.Answer
  ) {
    testDescription = name
    self.end = end
    self.message = message
    self.seconds = seconds
    self.answer = answer
  }

  private static func head(_ lines: String...) -> [UInt8] {
    Array(((["HTTP/1.1 200 OK"] + lines).joined(separator: "\r\n") + "\r\n\r\n").utf8)
  }

  static let all: [Fault] = {
    let tile = picture
    let length = "Content-Length: \(tile.count)"
    let web = Array("<!DOCTYPE html><html>sign in</html>".utf8)
    return [
      Fault("404", .missing, nil) { _ in .status(404) },
      Fault("403", .failed, "refuses access (403)") { _ in .status(403) },
      Fault("429 with Retry-After, then 200", .ready, "asks to wait for up to 2 s (429)", seconds: 40) {
        $0 < 4 ? .status(429, headers: ["Retry-After: 2"]) : .status(200, tile)
      },
      Fault("500, then 200", .ready, "answers 500", seconds: 40) { $0 < 4 ? .status(500) : .status(200, tile) },
      Fault("slow first byte", .ready, nil, seconds: 40) { _ in .late(seconds: 0.7, head(length) + tile) },
      Fault("one byte at a time", .waiting, nil) { _ in .drip(tile, pauseSeconds: 0.01) },
      Fault("silence", .waiting, nil) { _ in .silence },
      Fault("stalled body", .waiting, "stopped in the middle", seconds: 11.5) { _ in .half(head(length) + tile.prefix(100)) },
      Fault("short body", .waiting, "no proper answer: it is cut") { _ in .raw(head(length) + tile.prefix(100)) },
      Fault("Content-Length too small", .waiting, "cut short") { _ in .raw(head("Content-Length: 100") + tile) },
      Fault("Content-Length too large", .waiting, "no proper answer: it is cut") { _ in
        .raw(head("Content-Length: \(tile.count + 9)") + tile)
      },
      Fault("two Content-Lengths, the second right", .waiting, "no certain length") { _ in
        .raw(head("Content-Length: 100", length) + tile)
      },
      Fault("two Content-Lengths, the first right", .waiting, "no certain length") { _ in
        .raw(head(length, "Content-Length: 100") + tile)
      },
      Fault("wrong type", .ready, nil, seconds: 40) { _ in .status(200, tile, headers: ["Content-Type: text/html"]) },
      Fault("a web page", .waiting, "web page") { _ in .status(200, web, headers: ["Content-Type: image/png"]) },
      Fault("truncated picture", .waiting, "cut short") { _ in .status(200, Array(tile.dropLast(40))) },
      Fault("huge picture", .waiting, "30000 x 30000") { _ in .status(200, hugePicture) },
      Fault("body without end", .failed, "8 MiB", seconds: 4) { _ in .endless },
      Fault("gzip bomb", .waiting, "decompresses to more than", seconds: 3) { _ in
        .status(200, bomb, headers: ["Content-Encoding: gzip"])
      },
      Fault("cut gzip", .waiting, "cut short") { _ in
        .status(200, Array(zipped(tile).dropLast(9)), headers: ["Content-Encoding: gzip"])
      },
      Fault("unknown coding", .waiting, "coded as rot13") { _ in .status(200, tile, headers: ["Content-Encoding: rot13"]) },
      Fault("redirect to itself", .failed, "redirects") { _ in .status(302, headers: ["Location: /again"]) },
      Fault("redirect to file:", .failed, "redirects") { _ in .status(302, headers: ["Location: file:///etc/passwd"]) },
      Fault("redirect without a place", .waiting, "without saying where to") { _ in .status(302) },
      Fault("connection reset", .waiting, "cannot be reached") { _ in .reset(head(length) + tile.prefix(100)) },
      Fault("garbage", .waiting, "no proper answer") { _ in .raw(Array("\u{1}\u{2}garbage\r\n\r\n".utf8)) },
    ]
  }()

  /// 256 by 256 pixels of one colour and a little of every other.
  static let picture: [UInt8] = {
    let image = Image(width: 256, height: 256, scale: 1) { column, row in
      column % 16 == 0 ? SIMD4(UInt8(row), UInt8(column), 90, 255) : SIMD4(200, 40, 90, 255)
    }
    return (try? PNGEncoder.encode(image)) ?? []
  }()

  /// 128 MiB of zeros in 128 KiB.
  private static let bomb = zipped([UInt8](repeating: 0, count: 128 << 20))

  private static func zipped(_ bytes: [UInt8]) -> [UInt8] {
    (try? Gzip.deflate(bytes)) ?? []
  }

  /// A PNG's signature and a header, right to its checksum, of 30,000 x 30,000 pixels of 24 bits.
  private static let hugePicture: [UInt8] = [
    0x89, 0x50, 0x4E, 0x47, 0x0D, 0x0A, 0x1A, 0x0A, 0x00, 0x00, 0x00, 0x0D, 0x49, 0x48, 0x44, 0x52, 0x00, 0x00, 0x75, 0x30, 0x00,
    0x00, 0x75, 0x30, 0x08, 0x02, 0x00, 0x00, 0x00, 0xE9, 0x45, 0x6F, 0xED,
  ]
}
