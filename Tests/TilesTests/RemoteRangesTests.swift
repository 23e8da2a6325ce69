import OverlookFormats
import OverlookNetwork
import OverlookSupport
import OverlookTestSupport
import OverlookTiles
import Testing

/// A file that is read in parts over a loopback connection by a reader that waits.
@Suite struct RemoteRangesTests {
  private static let bytes = (0..<400_000).map { UInt8(truncatingIfNeeded: $0 &* 31 &+ $0 >> 8) }
  private let services = TileServices(workers: WorkerPool(threadCount: 1), http: CurlClient())

  /// Away from the threads of Swift's tasks, which must not wait.
  private func onThread<Value: Sendable>(_ body: @escaping @Sendable () throws -> Value) async throws -> Value {
    try await withCheckedThrowingContinuation { continuation in
      do {
        try ServiceThread.start("overlook.test") { continuation.resume(with: Result { try body() }) }
      } catch {
        continuation.resume(throwing: error)
      }
    }
  }

  private func open(_ server: RangeServer) async throws -> RemoteRanges {
    let (url, services) = (server.url, services)
    return try await onThread { try RemoteRanges(url: url, services: services, ticket: WorkTicket(), pauseSeconds: 0.01) }
  }

  private func read(_ ranges: RemoteRanges, _ places: [Range<UInt64>]) async throws -> [[UInt8]] {
    try await onThread { try ranges.read(places, ticket: WorkTicket()) }
  }

  @Test func givesPartsInTheirOrder() async throws {
    let server = try #require(RangeServer(Self.bytes))
    defer { server.stop() }
    let ranges = try await open(server)
    #expect(ranges.byteCount == 400_000 && ranges.counts.requests == 1)
    let parts = try await read(ranges, [300_000..<300_010, 10..<20, 399_990..<500_000, 500_000..<500_001])
    #expect(parts[0] == Array(Self.bytes[300_000..<300_010]) && parts[1] == Array(Self.bytes[10..<20]))
    #expect(parts[2] == Array(Self.bytes[399_990...]) && parts[3].isEmpty)
    // What lies in the beginning, which came when it was opened, is not asked for again.
    #expect(server.requestCount == 3)
  }

  @Test func aServerWithoutRangesGivesSmallFilesWhole() async throws {
    let server = try #require(RangeServer(Self.bytes))
    defer { server.stop() }
    server.behave(.ignoresRanges)
    let ranges = try await open(server)
    #expect(try await read(ranges, [300_000..<300_010]) == [Array(Self.bytes[300_000..<300_010])])
    #expect(server.requestCount == 1)
  }

  @Test(arguments: [
    RangeServer.Manner.cutsRanges, .givesAnotherPart, .saysAnotherPart, .saysTotal(7), .status(404), .status(500), .status(403),
  ])
  func faultsOfTheServerAreErrorsThatNameIt(_ manner: RangeServer.Manner) async throws {
    let server = try #require(RangeServer(Self.bytes))
    defer { server.stop() }
    let ranges = try await open(server)
    server.behave(manner)
    await #expect(throws: FormatError.self) { try await read(ranges, [300_000..<300_010]) }
    do {
      _ = try await read(ranges, [300_000..<300_010])
    } catch {
      #expect("\(error)".contains("127.0.0.1"))
    }
  }

  @Test func aFileThatWasReplacedIsSaid() async throws {
    let server = try #require(RangeServer(Self.bytes))
    defer { server.stop() }
    let ranges = try await open(server)
    server.replace(Array(Self.bytes.reversed()), entityTag: "\"two\"")
    await #expect(throws: FormatError.changed("the file at \(ranges.host)")) { try await read(ranges, [300_000..<300_010]) }
  }

  @Test(.timeLimit(.minutes(5))) func whoIsCancelledWaitsNoLonger() async throws {
    let server = try #require(RangeServer(Self.bytes))
    defer { server.stop() }
    let ranges = try await open(server)
    server.behave(.silence)
    let ticket = WorkTicket()
    let waiting = Task { try await onThread { try ranges.read([300_000..<300_010], ticket: ticket) } }
    try await Task.sleep(for: .milliseconds(200))
    let start = ContinuousClock.now
    ticket.cancel()
    await #expect(throws: FormatError.self) { try await waiting.value }
    #expect(start.duration(to: .now) < .seconds(5))
  }
}
