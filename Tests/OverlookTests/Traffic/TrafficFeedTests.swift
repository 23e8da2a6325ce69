import Foundation
import OverlookPlatform
import OverlookSupport
import OverlookTestSupport
import OverlookTiles
import Synchronization
import Testing

@testable import Overlook

/// Traffic that changes where it comes from, by the colour in the middle of the view.
@MainActor @Suite(.serialized) final class TrafficFeedTests {
  private let map = MapView(camera: CameraPosition(latitude: 0.0005, longitude: 0.0005, zoom: 18))
  private let loop: HeadlessLoop
  private let path = NSTemporaryDirectory() + "/overlook-traffic-" + UUID().uuidString + ".json"

  private let files = FileManager.default

  /// The colours of `TrafficSource`.
  private let low: [UInt8] = [0x3C, 0xB3, 0x71]
  private let severe: [UInt8] = [0x9C, 0x1F, 0x25]

  init() throws {
    map.isStill = true
    map.mapStyle = try .black()
    loop = try HeadlessLoop(content: map, size: ScreenSize(width: 64, height: 64))
    map.isTrafficEnabled = true
  }

  deinit { try? FileManager.default.removeItem(atPath: path) }

  private nonisolated static func road(_ congestion: String) -> String {
    """
    {"type": "Feature", "properties": {"congestion": "\(congestion)"}, "geometry": {"type": "LineString",
     "coordinates": [[-0.01, 0.0005], [0.01, 0.0005]]}}
    """
  }

  private func write(_ text: String, to other: String? = nil, atomically: Bool = false) throws {
    try text.write(toFile: other ?? path, atomically: atomically, encoding: .utf8)
  }

  /// Writes the file with one change that a watch can see: an emptied file on the way would be another.
  private func replace(_ text: String) throws { try write(text, atomically: true) }

  private func folder() throws -> String {
    let folder = NSTemporaryDirectory() + "/overlook-traffic-" + UUID().uuidString
    try files.createDirectory(atPath: folder, withIntermediateDirectories: false)
    return folder
  }

  private func middle() throws -> [UInt8] {
    #expect(loop.run(timeoutSeconds: 90) { map.isAtRest })
    let pixels = try #require(loop.pixels())
    let start = (32 * 64 + 32) * 4
    return Array(pixels[start..<start + 3])
  }

  /// Runs the loop until the feed has other data, or says that it cannot have them.
  private func awaitNews(_ change: () throws -> Void) rethrows {
    let before = map.standard.traffic.feed?.newest
    let problem = map.trafficError
    try change()
    #expect(loop.run(timeoutSeconds: 90) { map.standard.traffic.feed?.newest != before || map.trafficError != problem })
  }

  @Test func aFileIsReadAgainWhenItWasWrittenOrReplaced_TR01() throws {
    try write(Self.road("low"))
    map.trafficSource = try TrafficSource(path: path)
    #expect(try middle() == low)
    try awaitNews { try write(Self.road("severe")) }
    #expect(try middle() == severe)
    try awaitNews { try write(Self.road("low"), atomically: true) }
    #expect(try middle() == low)
    // What the kernel says nothing of is looked for once a minute.
    #expect(try #require(map.standard.traffic.feed?.nextDeadline) > loop.now + 30)
  }

  @Test func aFileBehindALinkIsReadAgainWhereverItLies_TR01() throws {
    let folder = try folder()
    defer { try? files.removeItem(atPath: folder) }
    let (link, first, second) = ("\(folder)/links/traffic", "\(folder)/first/a.json", "\(folder)/second/b.json")
    for name in ["links", "first", "second"] {
      try files.createDirectory(atPath: "\(folder)/\(name)", withIntermediateDirectories: false)
    }
    try write(Self.road("low"), to: first)
    try files.createSymbolicLink(atPath: link, withDestinationPath: "../first/a.json")
    map.trafficSource = try TrafficSource(path: link)
    #expect(try middle() == low)
    try awaitNews { try write(Self.road("severe"), to: first) }
    #expect(try middle() == severe)
    // Another link takes the place of the first at one blow.
    try write(Self.road("low"), to: second)
    try files.createSymbolicLink(atPath: "\(link)-new", withDestinationPath: second)
    awaitNews { #expect(rename("\(link)-new", link) == 0) }
    #expect(try middle() == low)
    try awaitNews { try write(Self.road("severe"), to: second) }
    #expect(try middle() == severe)
    // Or after it.
    try write(Self.road("low"), to: first)
    try awaitNews {
      try files.removeItem(atPath: link)
      try files.createSymbolicLink(atPath: link, withDestinationPath: first)
    }
    #expect(try middle() == low && map.trafficError == nil)
  }

  @Test func aFileIsReadAgainInAFolderThatTookThePlaceOfItsOwn_TR01() throws {
    let folder = try folder()
    defer { try? files.removeItem(atPath: folder) }
    let (inner, path) = ("\(folder)/a/b", "\(folder)/a/b/traffic.json")
    try files.createDirectory(atPath: inner, withIntermediateDirectories: true)
    try write(Self.road("low"), to: path)
    map.trafficSource = try TrafficSource(path: path)
    #expect(try middle() == low)
    awaitNews { #expect(rename(inner, "\(inner)-old") == 0) }
    #expect(map.trafficError == "\(path) does not exist")
    try files.createDirectory(atPath: inner, withIntermediateDirectories: false)
    try write(Self.road("severe"), to: path)
    #expect(loop.run(timeoutSeconds: 90) { map.trafficError == nil })
    #expect(try middle() == severe)
    // With the folder above it.
    try awaitNews { try files.removeItem(atPath: "\(folder)/a") }
    #expect(map.trafficError == "\(path) does not exist")
    try files.createDirectory(atPath: inner, withIntermediateDirectories: true)
    try write(Self.road("low"), to: path)
    #expect(loop.run(timeoutSeconds: 90) { map.trafficError == nil })
    #expect(try middle() == low)
    try awaitNews { try write(Self.road("severe"), to: path) }
    #expect(try middle() == severe)
  }

  @Test func aFileThatTheKernelDoesNotWatchIsLookedAtEveryMinuteUntilItDoes_TR01() throws {
    try write(Self.road("low"))
    let reader = HeldReader()
    defer { reader.end() }
    reader.go()
    let source = try TrafficSource(path: path)
    let feed = try withoutDescriptors {
      let feed = try #require(reader.feed(source))
      feed.watch?.queue.sync {}
      return feed
    }
    #expect(!feed.step(now: 0))
    #expect(feed.nextDeadline == 60)
    try write(Self.road("severe"))
    #expect(!feed.step(now: 59))
    #expect(feed.nextDeadline == 60)
    #expect(!feed.step(now: 60))
    reader.awaitNews(1)
    #expect(!feed.step(now: 61))
    reader.awaitNews(2)
    #expect(feed.step(now: 62))
    #expect(feed.nextDeadline == 120 && feed.problem == nil)
    try write(Self.road("low"))
    reader.awaitNews(3)
    #expect(!feed.step(now: 70))
    reader.awaitNews(4)
    #expect(feed.step(now: 71))
  }

  /// As programs are brought out: `current` leads to the newest release. The kernel tells nothing of that.
  @Test func aFileIsReadAgainWhenAFolderAboveItIsAnotherLink_TR01() throws {
    let folder = try folder()
    defer { try? files.removeItem(atPath: folder) }
    for name in ["1", "2"] { try files.createDirectory(atPath: "\(folder)/\(name)", withIntermediateDirectories: false) }
    try write(Self.road("low"), to: "\(folder)/1/a.json")
    try write(Self.road("severe"), to: "\(folder)/2/a.json")
    try files.createSymbolicLink(atPath: "\(folder)/current", withDestinationPath: "1")
    let reader = HeldReader()
    defer { reader.end() }
    reader.go()
    let feed = try #require(reader.feed(try TrafficSource(path: "\(folder)/current/a.json")))
    feed.watch?.queue.sync {}
    #expect(!feed.step(now: 0))
    let first = feed.newest
    try files.createSymbolicLink(atPath: "\(folder)/new", withDestinationPath: "2")
    #expect(rename("\(folder)/new", "\(folder)/current") == 0)
    #expect(!feed.step(now: 60))
    reader.awaitNews(1)
    #expect(!feed.step(now: 61))
    reader.awaitNews(2)
    #expect(feed.step(now: 62) && feed.newest != first)
    // From now on that folder is watched.
    try write(Self.road("low"), to: "\(folder)/2/a.json")
    reader.awaitNews(3)
    #expect(!feed.step(now: 70))
    reader.awaitNews(4)
    #expect(feed.step(now: 71) && feed.newest == first)
  }

  @Test func whatIsWrittenWhileItIsReadIsReadNextAndWakesNobodyBefore() throws {
    try write(Self.road("low"))
    let reader = HeldReader()
    defer { reader.end() }
    let feed = try #require(reader.feed(try TrafficSource(path: path)))
    try replace(Self.road("severe"))
    reader.awaitNews(1)
    #expect(!feed.step(now: 1))
    try replace(Self.road("moderate"))
    reader.awaitNews(2)
    #expect(!feed.step(now: 2))
    // That of the next look.
    #expect(feed.nextDeadline == 61)
    reader.go()
    reader.awaitNews(3)
    #expect(feed.step(now: 3))
    // Four times the two seconds that it took.
    #expect(feed.nextDeadline == 11)
    #expect(!feed.step(now: 10.9))
    #expect(feed.nextDeadline == 11)
    #expect(!feed.step(now: 11))
    reader.awaitNews(4)
    #expect(!feed.step(now: 12))
    #expect(feed.nextDeadline == 61)
  }

  /// However often it is written.
  @Test func aFileIsReadOnceASecondAndWakesAMapThatIsNotSeenOnce() throws {
    try write(Self.road("low"))
    let reader = HeldReader()
    defer { reader.end() }
    reader.go()
    let feed = try #require(reader.feed(try TrafficSource(path: path)))
    feed.watch?.queue.sync {}
    for number in 0..<20 {
      try replace(Self.road(number % 2 == 0 ? "severe" : "moderate"))
      feed.watch?.look()
      feed.watch?.queue.sync {}
    }
    reader.awaitNews(1)
    #expect(!feed.step(now: 1))
    reader.awaitNews(2)
    #expect(feed.step(now: 1.1))
    try replace(Self.road("heavy"))
    reader.awaitNews(3)
    #expect(!feed.step(now: 1.2))
    let due = try #require(feed.nextDeadline)
    #expect(abs(due - 2.1) < 1e-9)
    #expect(!feed.step(now: due))
    reader.awaitNews(4)
    #expect(feed.step(now: due + 0.1))
  }

  @Test(arguments: [Double.infinity, -.infinity, .nan]) func aServerIsAskedOnceWhereItsAnswerDoesNotAge(seconds: Double) throws {
    let server = try #require(LoopbackServer { _ in .status(200, Array(Self.road("low").utf8)) })
    defer { server.stop() }
    let reader = HeldReader()
    defer { reader.end() }
    reader.go()
    let feed = try #require(reader.feed(TrafficSource(address: server.url("traffic"), refreshSeconds: seconds)))
    #expect(!feed.step(now: 0))
    reader.awaitNews(1)
    #expect(feed.step(now: 1))
    #expect(feed.nextDeadline == nil)
    #expect(!feed.step(now: 1e6))
    #expect(server.requests.count == 1)
  }

  @Test func whatWasWrittenWhileNobodyLookedIsSeenWhenTrafficIsShownAgain() throws {
    try write(Self.road("low"))
    map.trafficSource = try TrafficSource(path: path)
    #expect(try middle() == low)
    // A new feed begins with what the source knows.
    let known = map.standard.traffic.feed?.newest
    map.isTrafficEnabled = false
    #expect(map.standard.traffic.feed == nil)
    try write(Self.road("severe"))
    map.isTrafficEnabled = true
    #expect(loop.run(timeoutSeconds: 90) { map.standard.traffic.feed.map { $0.newest != known } ?? false })
    #expect(try middle() == severe)
  }

  @Test func aDamagedFileIsToldAndTheTrafficBeforeItStays() throws {
    try write(Self.road("severe"))
    map.trafficSource = try TrafficSource(path: path)
    #expect(try middle() == severe && map.trafficError == nil)
    try awaitNews { try write("{") }
    #expect(try middle() == severe)
    #expect(map.trafficError?.contains(path) == true)
    try awaitNews { try write(Self.road("low")) }
    #expect(try middle() == low && map.trafficError == nil)
  }

  @Test func anAddressIsAskedAgainAfterAWhileAndOnlyWhileTrafficIsShown() throws {
    let answers = Mutex(["low", "low", "severe"])
    let server = try #require(
      LoopbackServer { _ in
        .status(200, Array(Self.road(answers.withLock { $0.count > 1 ? $0.removeFirst() : $0[0] }).utf8))
      })
    defer { server.stop() }
    map.isTrafficEnabled = false
    map.trafficSource = TrafficSource(address: server.url("traffic"), refreshSeconds: 30)
    #expect(try middle() == [0, 0, 0])
    #expect(server.requests.isEmpty)
    map.isTrafficEnabled = true
    #expect(try middle() == low)
    #expect(server.requests.count == 1)
    let deadline = try #require(map.standard.traffic.feed?.nextDeadline)
    // The map without a base map has no traffic, and asks for none.
    map.mapType = .none
    #expect(map.nextDeadline(now: deadline - 1) != deadline)
    map.mapType = .normal
    // Of the second answer nothing is new.
    loop.advance(by: 31)
    #expect(loop.run(timeoutSeconds: 90) { server.requests.count == 2 && map.standard.traffic.feed?.nextDeadline != nil })
    #expect(try middle() == low)
    awaitNews { loop.advance(by: 31) }
    #expect(try middle() == severe)
    #expect(server.requests.count == 3)
  }

  @Test func aServerThatHasNoneIsTold() throws {
    let server = try #require(LoopbackServer { _ in .status(404) })
    defer { server.stop() }
    map.trafficSource = TrafficSource(address: server.url("traffic"))
    #expect(try middle() == [0, 0, 0])
    #expect(map.trafficError == "\(server.url("traffic")) does not exist")
  }
}

/// Feeds that no map shows, whose files one thread reads, and only when it may.
@MainActor private final class HeldReader {
  private let map = MapView()
  private let workers = WorkerPool(threadCount: 1)
  private let gate = DispatchSemaphore(value: 0)
  private let news = Counter()

  private final class Counter: Sendable {
    let value = Mutex(0)
  }

  init() { workers.submit(WorkTicket()) { [gate] in gate.wait() } }

  func feed(_ source: TrafficSource) -> TrafficFeed? {
    TrafficFeed(source, services: TileServices(workers: workers, http: map.services.http)) { [news] in
      news.value.withLock { $0 += 1 }
    }
  }

  func go() { gate.signal() }

  func end() {
    go()
    workers.shutdown()
  }

  /// Waits until feeds have been woken so many times.
  func awaitNews(_ count: Int) {
    #expect(blockUntil { news.value.withLock({ $0 }) >= count })
    #expect(news.value.withLock { $0 } == count)
  }
}

/// While it runs the kernel gives no new file descriptor, and none for watching files.
private func withoutDescriptors<T>(_ body: () throws -> T) throws -> T {
  var limit = rlimit()
  try #require(getrlimit(__rlimit_resource_t(RLIMIT_NOFILE.rawValue), &limit) == 0)
  var none = limit
  none.rlim_cur = 0
  try #require(setrlimit(__rlimit_resource_t(RLIMIT_NOFILE.rawValue), &none) == 0)
  defer { setrlimit(__rlimit_resource_t(RLIMIT_NOFILE.rawValue), &limit) }
  return try body()
}
