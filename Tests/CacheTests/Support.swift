import Foundation
import Logging
import OverlookNetwork
import OverlookSupport
import Synchronization

/// A folder that is there for one test.
final class TestFolder {
  let path = NSTemporaryDirectory() + "/overlook-cache-" + UUID().uuidString

  init() throws {
    try FileManager.default.createDirectory(
      atPath: path, withIntermediateDirectories: true, attributes: [.posixPermissions: 0o700])
  }

  deinit {
    try? FileManager.default.removeItem(atPath: path)
  }

  var names: [String] { ((try? FileManager.default.contentsOfDirectory(atPath: path)) ?? []).sorted() }
}

/// A clock that stands still until it is moved.
final class TestClock: Sendable {
  private let seconds: Mutex<Double>

  init(_ seconds: Double = 1_800_000_000) {
    self.seconds = Mutex(seconds)
  }

  func advance(_ by: Double) { seconds.withLock { $0 += by } }
  var now: Double { seconds.withLock { $0 } }
  var clock: CacheClock { CacheClock { [self] in now } }
}

/// What was logged.
final class TestLog: Sendable {
  private let messages = Mutex<[String]>([])

  var warnings: [String] { messages.withLock { $0 } }
  var logger: Logger { Logger(label: "test") { _ in Handler(log: self) } }

  private struct Handler: LogHandler {
    let log: TestLog
    var metadata: Logger.Metadata = [:]
    var logLevel = Logger.Level.warning

    subscript(metadataKey key: String) -> Logger.Metadata.Value? {
      get { metadata[key] }
      set { metadata[key] = newValue }
    }

    func log(event: LogEvent) {
      log.messages.withLock { $0.append(event.message.description) }
    }
  }
}

extension DiskCache {
  /// A cache in `path` that neither waits nor counts starts.
  convenience init(
    in path: String, clock: TestClock = TestClock(), log: TestLog = TestLog(), _ change: (inout Options) -> Void = { _ in }
  ) {
    var options = Options()
    options.folder = path
    options.minimumFreeBytes = 0
    options.settleSeconds = 0
    options.checkAfterSeconds = 3600
    options.batchSeconds = 0.001
    options.clock = clock.clock
    change(&options)
    self.init(options: options, log: log.logger)
  }

  func find(_ key: CacheKey) async -> CachedAnswer? {
    await withCheckedContinuation { continuation in
      find(key, ticket: WorkTicket()) { continuation.resume(returning: $0) }
    }
  }

  /// Waits until all that was asked before is on the disk.
  @discardableResult
  func report() async -> CacheReport {
    await withCheckedContinuation { continuation in report { continuation.resume(returning: $0) } }
  }
}

extension CachedAnswer {
  /// An answer of `count` bytes that `seed` makes.
  static func test(_ seed: Int = 1, source: String = "test", count: Int = 2000, receivedAt: Double = 1_800_000_000)
    -> CachedAnswer
  {
    var head = HTTPHead()
    head.contentType = "image/png"
    head.entityTag = "\"\(seed)\""
    head.cacheControl = "max-age=60"
    return CachedAnswer(source: source, status: 200, head: head, body: .test(seed, count: count), receivedAt: receivedAt)
  }
}

extension [UInt8] {
  static func test(_ seed: Int, count: Int = 2000) -> [UInt8] {
    var generator = SeededGenerator(seed: UInt64(seed))
    return (0..<count).map { _ in UInt8.random(in: 0...255, using: &generator) }
  }
}

extension HTTPFetching {
  func get(_ request: HTTPRequest, ticket: WorkTicket = WorkTicket()) async -> Result<HTTPResponse, HTTPError> {
    await withCheckedContinuation { continuation in
      fetch(request, ticket: ticket) { continuation.resume(returning: $0) }
    }
  }
}

enum FileBytes {
  static func read(_ path: String) -> [UInt8]? {
    (try? Data(contentsOf: URL(fileURLWithPath: path))).map { [UInt8]($0) }
  }
}
