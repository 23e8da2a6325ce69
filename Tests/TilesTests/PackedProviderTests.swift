import OverlookFormats
import OverlookGeometry
import OverlookNetwork
import OverlookSupport
import OverlookTiles
import Synchronization
import Testing

/// A source with a pack of its tiles beside it.
@Suite struct PackedProviderTests {
  /// Gives what it is told to, and counts.
  private final class Stub: TileProvider {
    let content: Mutex<TileContent>
    let count = Atomic<Int>(0)

    init(_ content: TileContent) {
      self.content = Mutex(content)
    }

    func fetch(
      _ tile: TileID, ticket: WorkTicket, services: TileServices, completion: @escaping @Sendable (TileContent) -> Void
    ) {
      count.add(1, ordering: .relaxed)
      completion(content.withLock { $0 })
    }
  }

  private let tile = TileID(z: 1, x: 0, y: 0)
  private static let online = TileContent.bytes(TileBytes(bytes: [1]))
  private static let packed = TileContent.bytes(TileBytes(bytes: [2]))

  private func text(of source: Stub, _ pack: Stub, isOffline: Bool = false, times: Int = 1) -> [String] {
    let workers = WorkerPool(threadCount: 1)
    defer { workers.shutdown() }
    let services = TileServices(workers: workers, http: FixtureFetcher()) { isOffline }
    let provider = PackedProvider(source: source, pack: pack)
    let answers = Mutex<[String]>([])
    for _ in 0..<times {
      provider.fetch(tile, ticket: WorkTicket(), services: services) { content in
        let text =
          switch content {
          case .bytes(let bytes): "\(bytes.bytes)\(bytes.isFromCache ? " kept" : "")"
          case .missing: "missing"
          case .failed(let fault): fault.message
          }
        answers.withLock { $0.append(text) }
      }
    }
    return answers.withLock { $0 }
  }

  @Test func theNetworkGoesFirst() {
    let pack = Stub(Self.packed)
    #expect(text(of: Stub(Self.online), pack) == ["[1]"])
    #expect(text(of: Stub(.missing), pack) == ["missing"])
    #expect(pack.count.load(ordering: .relaxed) == 0)
  }

  @Test(arguments: [true, false]) func thePackAnswersForANetworkThatFails(isRefusal: Bool) {
    let failure = TileContent.failed(isRefusal ? .refusal("no", concernsSource: true) : .passing("no", afterSeconds: 4))
    #expect(text(of: Stub(failure), Stub(Self.packed)) == ["[2] kept"])
    // What neither has fails as the network does.
    #expect(text(of: Stub(failure), Stub(.missing)) == ["no"])
    #expect(text(of: Stub(failure), Stub(.failed(.refusal("damaged")))) == ["no"])
  }

  @Test func aNetworkThatFailedIsNotAskedForEveryTile() {
    let source = Stub(.failed(.passing("no")))
    #expect(text(of: source, Stub(Self.packed), times: 5) == [String](repeating: "[2] kept", count: 5))
    #expect(source.count.load(ordering: .relaxed) == 1)
  }

  @Test func offlineThePackGoesFirstAndTheCacheBehindIt() {
    let source = Stub(Self.online)
    #expect(text(of: source, Stub(Self.packed), isOffline: true) == ["[2] kept"])
    #expect(source.count.load(ordering: .relaxed) == 0)
    #expect(text(of: source, Stub(.missing), isOffline: true) == ["[1]"])
  }

  @Test func longNamesOfSourcesStayDifferent() {
    let long = "https://a.example/" + String(repeating: "x", count: 400)
    #expect(PackedProvider.sourceName("https://a.example/{z}") == "https://a.example/{z}")
    #expect(PackedProvider.sourceName(long).count < 300)
    #expect(PackedProvider.sourceName(long) != PackedProvider.sourceName(long + "y"))
  }
}
