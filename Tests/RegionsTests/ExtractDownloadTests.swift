import Foundation
import OverlookFormats
import OverlookNetwork
import OverlookRegions
import OverlookSupport
import OverlookTestSupport
import Testing

/// Extracts from a server of this machine that behaves well, or badly.
@Suite struct ExtractDownloadTests {
  private static let bytes = (0..<300_000).map { UInt8(truncatingIfNeeded: ($0 &* 2_654_435_761) >> 7) }

  /// A file of the server with its checksum beside it, and a folder to get it into.
  private final class Shelf: Sendable {
    let client = CurlClient()
    let folder = NSTemporaryDirectory() + "/overlook-extracts-" + UUID().uuidString
    let server: LoopbackServer

    init(_ answer: @escaping @Sendable (_ head: String) -> LoopbackServer.Answer) throws {
      server = try #require(LoopbackServer.answering(heads: answer))
      try FileManager.default.createDirectory(atPath: folder, withIntermediateDirectories: true)
    }

    deinit {
      server.stop()
      client.shutdown()
      try? FileManager.default.removeItem(atPath: folder)
    }

    var path: String { folder + "/town.osm.pbf" }
    var files: [String] { ((try? FileManager.default.contentsOfDirectory(atPath: folder)) ?? []).sorted() }

    /// What of it fails, if anything; faults are not waited out.
    func problem(_ file: String = "town.osm.pbf") async -> ExtractDownload.Problem? {
      let download = ExtractDownload(http: client, retrying: ExtractDownloadTests.impatient)
      do throws(ExtractDownload.Problem) {
        _ = try await download.download(server.url(file), to: path) { _, _ in }
        return nil
      } catch { return error }
    }
  }

  private static var impatient: Retrying {
    var retrying = Retrying()
    retrying.maximumRetries = 0
    retrying.totalSeconds = 2
    return retrying
  }

  private static func value(_ name: String, _ head: String) -> String? {
    head.split(separator: "\r\n").first { $0.lowercased().hasPrefix(name + ": ") }.map { String($0.dropFirst(name.count + 2)) }
  }

  private static func path(_ head: String) -> String { head.split(separator: " ").dropFirst().first.map(String.init) ?? "" }

  /// The part that a request asks for.
  private static func part(_ head: String, of bytes: [UInt8], tag: String) -> LoopbackServer.Answer {
    if let wanted = value("if-match", head), wanted != tag { return .status(412) }
    let ends = value("range", head)?.dropFirst(6).split(separator: "-").compactMap { Int($0) } ?? []
    guard ends.count == 2 else { return .status(200, bytes, headers: ["ETag: \(tag)"]) }
    guard ends[0] < bytes.count else { return .status(416, headers: ["Content-Range: bytes */\(bytes.count)"]) }
    let range = ends[0]..<min(ends[1] + 1, bytes.count)
    return .status(
      206, Array(bytes[range]),
      headers: ["ETag: \(tag)", "Content-Range: bytes \(range.lowerBound)-\(range.upperBound - 1)/\(bytes.count)"])
  }

  /// MD5 of `bytes`, of Python's hashlib, as `md5sum` writes it.
  private static let checksum = Array("4e55fec88d66c0cddd44c5ee194b6349  town.osm.pbf\n".utf8)

  @Test func theFileIsTheServersAndCheckedByItsSum() async throws {
    let shelf = try Shelf {
      Self.path($0).hasSuffix(".md5") ? .status(200, Self.checksum) : Self.part($0, of: Self.bytes, tag: "\"a\"")
    }
    let isChecked = try await ExtractDownload(http: shelf.client).download(shelf.server.url("town.osm.pbf"), to: shelf.path) {
      #expect($0 == 300_000 && $1 == 300_000)
    }
    #expect(isChecked)
    #expect(try Array(Data(contentsOf: URL(fileURLWithPath: shelf.path))) == Self.bytes)
    #expect(shelf.files == ["town.osm.pbf"])
  }

  @Test func aServerWithoutSumsIsTakenAtItsWord() async throws {
    let shelf = try Shelf { Self.path($0).hasSuffix(".md5") ? .status(404) : Self.part($0, of: Self.bytes, tag: "\"a\"") }
    let isChecked = try await ExtractDownload(http: shelf.client).download(shelf.server.url("town.osm.pbf"), to: shelf.path) {
      _, _ in
    }
    #expect(!isChecked && shelf.files == ["town.osm.pbf"])
  }

  @Test func bytesOfAnotherSumAreThrownAway() async throws {
    let shelf = try Shelf { head in
      Self.path(head).hasSuffix(".md5")
        ? .status(200, Array("\(String(repeating: "0", count: 32))  town.osm.pbf".utf8))
        : Self.part(head, of: Self.bytes, tag: "\"a\"")
    }
    #expect(await shelf.problem() == .checksum("town.osm.pbf"))
    // It is told by the server's name: that of the file here may be any.
    #expect(await shelf.problem("county.osm.pbf") == .checksum("county.osm.pbf"))
    #expect(shelf.files == [])
  }

  @Test func aDownloadThatWasEndedIsGoneOnWith() async throws {
    let shelf = try Shelf {
      Self.path($0).hasSuffix(".md5") ? .status(200, Self.checksum) : Self.part($0, of: Self.bytes, tag: "\"a\"")
    }
    try Data(Self.bytes.prefix(200_000)).write(to: URL(fileURLWithPath: shelf.path + ".part"))
    try Data("\"a\"".utf8).write(to: URL(fileURLWithPath: shelf.path + ".part.tag"))
    #expect(await shelf.problem() == nil)
    #expect(Self.value("range", shelf.server.requests.first ?? "")?.hasPrefix("bytes=200000-") == true)
    #expect(try Array(Data(contentsOf: URL(fileURLWithPath: shelf.path))) == Self.bytes)
  }

  @Test func ofAnotherFileItBeginsAnew() async throws {
    let shelf = try Shelf {
      Self.path($0).hasSuffix(".md5") ? .status(200, Self.checksum) : Self.part($0, of: Self.bytes, tag: "\"b\"")
    }
    try Data(repeating: 7, count: 200_000).write(to: URL(fileURLWithPath: shelf.path + ".part"))
    try Data("\"a\"".utf8).write(to: URL(fileURLWithPath: shelf.path + ".part.tag"))
    #expect(await shelf.problem() == nil)
    #expect(try Array(Data(contentsOf: URL(fileURLWithPath: shelf.path))) == Self.bytes)
  }

  @Test func redirectsAreFollowed() async throws {
    let shelf = try Shelf { head in
      if Self.path(head).hasSuffix(".md5") { return .status(200, Self.checksum) }
      if Self.path(head) == "/latest.osm.pbf" { return .status(302, headers: ["Location: /town-240101.osm.pbf"]) }
      return Self.part(head, of: Self.bytes, tag: "\"a\"")
    }
    #expect(await shelf.problem("latest.osm.pbf") == nil)
    #expect(try Array(Data(contentsOf: URL(fileURLWithPath: shelf.path))) == Self.bytes)
  }

  @Test(arguments: ["cut", "silent", "reset", "refused"])
  func whatFailsIsSaidAndNothingIsLeftUnderTheName(fault: String) async throws {
    let shelf = try Shelf { _ in
      switch fault {
      case "cut": .half(Array("HTTP/1.1 206 X\r\nContent-Length: 300000\r\n\r\nabc".utf8))
      case "silent": .silence
      case "reset": .reset(Array("HTTP/1.1 206 X\r\nContent-Length: 300000\r\n\r\nabc".utf8))
      default: .status(403)
      }
    }
    let started = MonotonicClock.now()
    guard case .network(let text)? = await shelf.problem() else {
      Issue.record("no fault of the network")
      return
    }
    #expect(text.contains("127.0.0.1"))
    #expect(MonotonicClock.now() - started < 20)
    #expect(!shelf.files.contains("town.osm.pbf"))
  }

  @Test func twoProgramsDoNotGetOneFileAtOnce() async throws {
    let shelf = try Shelf { Self.part($0, of: Self.bytes, tag: "\"a\"") }
    let other = open(shelf.path + ".part", O_RDWR | O_CREAT, 0o644)
    defer { close(other) }
    #expect(flock(other, LOCK_EX | LOCK_NB) == 0)
    guard case .file(let error)? = await shelf.problem() else {
      Issue.record("no fault of the file")
      return
    }
    #expect("\(error)".contains("another program is getting it"))
  }

  @Test func theListIsReadFromTheServer() async throws {
    let text = #"""
      {"type":"FeatureCollection","features":[
        {"type":"Feature","properties":{"id":"germany","name":"Germany","urls":{"pbf":"https://a.example/germany.osm.pbf"}}},
        {"type":"Feature","properties":{"id":"mv","parent":"germany","name":"Mecklenburg","urls":{"pbf":"https://a.example/mv.osm.pbf"}}},
        {"type":"Feature","properties":{"id":"no-file","name":"No File","urls":{}}},
        {"type":"Feature","properties":{"id":"odd","name":"Odd","urls":{"pbf":"file:///etc/passwd"}}}]}
      """#
    let shelf = try Shelf { _ in .status(200, Array(text.utf8)) }
    let index = try await ExtractDownload(http: shelf.client).index(at: shelf.server.url("index-v1.json"))
    #expect(index.extracts.map(\.id) == ["germany", "mv"])
    #expect(index.extract(named: "MECKLENBURG")?.parent == "germany")
    #expect(index.extract(named: "mv")?.url == "https://a.example/mv.osm.pbf")
    #expect(index.extract(named: "no-file") == nil)
    #expect(index.suggestions(for: "ger").map(\.id) == ["germany"])
  }

  @Test(arguments: ["", "{", "[]", "{\"features\": 7}", "{\"features\": []}", "<html>", "{\"features\":[{\"properties\":null}]}"])
  func otherDocumentsAreNoLists(text: String) {
    #expect(throws: FormatError.self) { try ExtractIndex(json: Array(text.utf8), thing: "list") }
  }

  @Test func aListWithoutEndIsGivenUp() async throws {
    let shelf = try Shelf { _ in .endless }
    await #expect(throws: ExtractDownload.Problem.self) {
      _ = try await ExtractDownload(http: shelf.client, retrying: Self.impatient).index(at: shelf.server.url("index-v1.json"))
    }
  }
}
