import Foundation
import OverlookGeometry
import OverlookStreams
import OverlookSupport
import OverlookTestSupport
import Testing

@testable import OverlookLocation

@Suite struct FeedTests {
  private static func report(_ second: Int) -> String {
    #"{"class":"TPV","mode":3,"time":"2026-11-27T12:00:\#(second < 10 ? "0" : "")\#(second).000Z","lat":60.5,"lon":24.25}"#
      + "\r\n"
  }

  private static func gpsd(_ port: Int, silenceSeconds: Double = 30) -> StreamFeed<GPSDDecoder> {
    StreamFeed(
      open: { signal throws(ConnectionError) in try .tcp(host: "127.0.0.1", port: port, seconds: 2, signal: signal) },
      makeDecoder: { GPSDDecoder() }, silenceSeconds: silenceSeconds, pauseScale: 0.05)
  }

  // MARK: gpsd

  @Test func itAsksToWatchAndTellsWhatComesInPieces() async throws {
    let server = try #require(
      LineServer { connection, _ in
        guard connection.line() == #"?WATCH={"enable":true,"json":true};"# else { return }
        connection.send(#"{"class":"VERSION","release":"3.22","proto_major":3}"# + "\r\n")
        for byte in Self.report(1).utf8 {
          connection.send([byte])
          usleep(500)
        }
        connection.send(Self.report(2) + Self.report(3))
        connection.waitForEnd()
      })
    defer { server.stop() }
    let run = FeedRun(Self.gpsd(server.port))
    #expect(try await run.wait { $0.fixes.count == 3 })
    #expect(run.statuses == [.fixed])
    #expect(try await run.stop())
  }

  @Test func itComesBackToADaemonThatDiesAndSaysWhatIsTheMatter() async throws {
    let server = try #require(
      LineServer { connection, number in
        _ = connection.line()
        connection.send(Self.report(number + 1))
        connection.send(String(Self.report(50).prefix(30)))
      })
    defer { server.stop() }
    let run = FeedRun(Self.gpsd(server.port))
    #expect(try await run.wait { $0.fixes.count >= 3 })
    #expect(run.fixes.prefix(3).map(\.time) == [1, 2, 3].map { NMEAText.noon + $0 })
    #expect(run.sentences.contains("no position: 127.0.0.1:\(server.port): it has ended the connection"))
    #expect(run.statuses.contains(.searching))
    #expect(try await run.stop())
  }

  @Test func garbageAndEndlessLinesDoNotHideWhatFollows() async throws {
    let server = try #require(
      LineServer { connection, _ in
        connection.send([UInt8](repeating: 0xFF, count: 100_000) + [0x0A, 0x00, 0x0A])
        let line = [UInt8](repeating: UInt8(ascii: "["), count: 1 << 20)
        for _ in 0..<3 { connection.send(line) }
        connection.send("\n{\"class\":\"TPV\",\"mode\":3\n" + Self.report(7))
        connection.waitForEnd()
      })
    defer { server.stop() }
    let run = FeedRun(Self.gpsd(server.port))
    #expect(try await run.wait { $0.fixes.map(\.time) == [NMEAText.noon + 7] })
    #expect(try await run.stop())
  }

  @Test func aDaemonThatSaysNothingIsAskedAndThenLeft() async throws {
    let server = try #require(
      LineServer { connection, _ in
        while let line = connection.line(seconds: 5) { if line == "?VERSION;" { continue } }
      })
    defer { server.stop() }
    let run = FeedRun(Self.gpsd(server.port, silenceSeconds: 0.2))
    #expect(try await run.wait { _ in server.connections >= 2 })
    #expect(run.sentences.contains { $0.hasSuffix("it says nothing") })
    #expect(try await run.stop())
  }

  @Test(arguments: [0, 70_000, 1]) func whereNobodyListensItSaysSoAndGoesOn(port: Int) async throws {
    let run = FeedRun(Self.gpsd(port))
    #expect(try await run.wait { !$0.sentences.isEmpty })
    #expect(run.sentences.allSatisfy { $0.hasPrefix("no position: 127.0.0.1:\(port): ") })
    #expect(try await run.stop())
  }

  @Test func silenceIsTold() async throws {
    let server = try #require(
      LineServer { connection, _ in
        connection.send(Self.report(1))
        usleep(600_000)
        connection.send(Self.report(2))
        connection.waitForEnd()
      })
    defer { server.stop() }
    let run = FeedRun(Self.gpsd(server.port), lostSeconds: 0.2)
    #expect(try await run.wait { $0.fixes.count == 2 })
    #expect(Array(run.statuses.prefix(3)) == [.fixed, .lost, .fixed])
    #expect(try await run.stop())
  }

  /// With the daemon itself, which `gpsfake` feeds.
  @Test(
    .enabled(if: Tool.path("gpsfake") != nil && Tool.path("gpsd") ?? Tool.path("/usr/sbin/gpsd") != nil, "gpsd is not installed"))
  func gpsdIsUnderstood() async throws {
    let folder = FileManager.default.temporaryDirectory.appendingPathComponent("overlook-\(UUID().uuidString)")
    try FileManager.default.createDirectory(at: folder, withIntermediateDirectories: true)
    defer { try? FileManager.default.removeItem(at: folder) }
    let log = folder.appendingPathComponent("drive.nmea")
    let lines = (0..<59).flatMap { [NMEAText.minimum($0, thousandths: $0), NMEAText.fix($0, thousandths: $0)] }
    try Data((lines.joined(separator: "\r\n") + "\r\n").utf8).write(to: log)
    let port = try #require(LineServer { _, _ in })
    port.stop()
    let path = (ProcessInfo.processInfo.environment["PATH"] ?? "") + ":/usr/sbin"
    let tool = try Tool("gpsfake", ["-q", "-c", "0.05", "-P", "\(port.port)", log.path], environment: ["PATH": path])
    defer { tool.kill() }
    let run = FeedRun(Self.gpsd(port.port))
    #expect(try await run.wait { $0.fixes.count >= 10 })
    let fixes = run.fixes
    for (first, second) in zip(fixes, fixes.dropFirst()) where second.time == first.time + 1 {
      #expect(abs(second.coordinate.latitude - first.coordinate.latitude - 0.001 / 60) < 2e-7)
    }
    #expect(fixes.allSatisfy { abs($0.coordinate.longitude - 24.933_333) < 1e-5 && (0..<60).contains($0.time - NMEAText.noon) })
    #expect(fixes.suffix(5).allSatisfy { $0.course == 90 && abs(($0.speed ?? 0) - 10) < 0.01 && $0.accuracy != nil })
    #expect(try await run.stop())
  }

  // MARK: NMEA

  private static func moment(_ second: Int) -> String { NMEAText.minimum(second) + "\r\n" + NMEAText.fix(second) + "\r\n" }

  @Test func aServerOfSentencesIsRead() async throws {
    let server = try #require(
      LineServer { connection, _ in
        for second in 0..<3 { connection.send(Self.moment(second)) }
        connection.waitForEnd()
      })
    defer { server.stop() }
    let run = FeedRun(LocationSource.nmeaServer(host: "127.0.0.1", port: server.port).feed)
    #expect(try await run.wait { $0.fixes.map(\.time) == [0, 1, 2].map { NMEAText.noon + $0 } })
    #expect(try await run.stop())
  }

  private static func folder() throws -> URL {
    let folder = FileManager.default.temporaryDirectory.appendingPathComponent("overlook-\(UUID().uuidString)")
    try FileManager.default.createDirectory(at: folder, withIntermediateDirectories: true)
    return folder
  }

  @Test func aNamedPipeIsReadAlthoughWritersComeAndGo() async throws {
    let folder = try Self.folder()
    defer { try? FileManager.default.removeItem(at: folder) }
    let path = folder.appendingPathComponent("pipe").path
    #expect(mkfifo(path, 0o600) == 0)
    let run = FeedRun(LocationSource.nmeaFile(path).feed)
    for second in 0..<3 {
      let writer = try FileHandle(forWritingTo: URL(fileURLWithPath: path))
      try writer.write(contentsOf: Data(Self.moment(second).utf8))
      try writer.close()
      #expect(try await run.wait { $0.fixes.count == second + 1 })
    }
    #expect(run.sentences.isEmpty)
    #expect(try await run.stop())
  }

  /// What was in the file before is history.
  @Test func aFileThatGrowsIsFollowedFromItsEnd() async throws {
    let folder = try Self.folder()
    defer { try? FileManager.default.removeItem(at: folder) }
    let file = folder.appendingPathComponent("log.nmea")
    try Data(Self.moment(0).utf8).write(to: file)
    let run = FeedRun(LocationSource.nmeaFile(file.path).feed)
    try await Task.sleep(for: .seconds(0.4))
    let writer = try FileHandle(forWritingTo: file)
    try writer.seekToEnd()
    try writer.write(contentsOf: Data(Self.moment(5).utf8))
    #expect(try await run.wait { $0.fixes.map(\.time) == [NMEAText.noon + 5] })
    // Another log begins in the same file.
    try writer.truncate(atOffset: 0)
    try await Task.sleep(for: .seconds(0.4))
    try writer.write(contentsOf: Data(Self.moment(9).utf8))
    #expect(try await run.wait { $0.fixes.map(\.time).last == NMEAText.noon + 9 })
    #expect(try await run.stop())
  }

  @Test func aSerialLineIsReadAndItsEndTold() async throws {
    var (main, device) = (Int32(0), Int32(0))
    var name = [CChar](repeating: 0, count: 128)
    try #require(openpty(&main, &device, &name, nil, nil) == 0)
    let path = String(decoding: name.prefix { $0 != 0 }.map { UInt8(bitPattern: $0) }, as: UTF8.self)
    let run = FeedRun(LocationSource.serial(path, speed: 9600).feed)
    try await Task.sleep(for: .seconds(0.3))
    let bytes = Array(Self.moment(4).utf8)
    #expect(write(main, bytes, bytes.count) == bytes.count)
    #expect(try await run.wait { $0.fixes.map(\.time) == [NMEAText.noon + 4] })
    var settings = termios()
    #expect(tcgetattr(device, &settings) == 0 && cfgetispeed(&settings) == speed_t(B9600))
    #expect(settings.c_lflag & tcflag_t(ICANON | ECHO) == 0)
    close(device)
    close(main)
    #expect(try await run.wait { !$0.sentences.isEmpty })
    #expect(try await run.stop())
  }

  @Test(arguments: [
    (LocationSource.serial("/dev/null", speed: 9600), "it is no serial line"),
    (.serial("/dev/null", speed: 12345), "no line has"),
    (.nmeaFile("/nonexistent/x"), "No such file"), (.nmeaFile("/tmp"), "it is a folder"),
    (.replay("/nonexistent/x.gpx"), "No such file"),
    (.fixed(.invalid), "no place on Earth"),
  ]) func whatCannotBeOpenedIsNamed(source: LocationSource, words: String) async throws {
    let run = FeedRun(source.feed)
    #expect(try await run.wait { !$0.sentences.isEmpty })
    #expect(run.sentences.first.map { $0.hasPrefix("no position: ") && $0.contains(words) } == true, "\(run.sentences)")
    #expect(try await run.stop())
  }

  // MARK: Played

  private static func track(_ times: [Double]) -> [LocationFix] {
    times.map { LocationFix(LocationCoordinate(latitude: 60, longitude: 25), time: $0) }
  }

  @Test func aTrackIsPlayedWithItsPausesAtASpeed() async throws {
    let start = ContinuousClock.now
    let run = FeedRun(PlayedFeed(Self.track([100, 101, 102, 106]), speed: 10))
    #expect(try await run.wait { $0.statuses.last == .ended })
    let seconds = (ContinuousClock.now - start) / .seconds(1)
    #expect((0.58..<5).contains(seconds), "\(seconds)")
    #expect(run.fixes.map(\.time) == [100, 101, 102, 106])
    #expect(try await run.stop())
  }

  @Test(arguments: [0, -1, Double.nan, .infinity]) func aSpeedThatMakesNoSenseIsOne(speed: Double) async throws {
    let run = FeedRun(PlayedFeed(Self.track([0, 0.2]), speed: speed))
    #expect(try await run.wait { $0.statuses.last == .ended })
    #expect(run.fixes.count == 2)
  }

  @Test func timesThatMakeNoSenseCostNothing() async throws {
    let run = FeedRun(PlayedFeed(Self.track([5, .nan, 3, -.infinity, 3.1, 1e300]), speed: 1e300))
    #expect(try await run.wait(seconds: 3) { $0.statuses.last == .ended })
    #expect(run.fixes.count == 4)
  }

  @Test func aFileIsPlayedAndAPauseEndsAtOnce() async throws {
    let folder = try Self.folder()
    defer { try? FileManager.default.removeItem(at: folder) }
    let file = folder.appendingPathComponent("track.gpx")
    let points = ["12:00:00", "12:00:01", "13:00:00"].map {
      "<trkpt lat=\"60.1\" lon=\"24.9\"><ele>12</ele><time>2026-11-27T\($0)Z</time></trkpt>"
    }
    let text =
      "<gpx version=\"1.1\" creator=\"x\" xmlns=\"http://www.topografix.com/GPX/1/1\"><trk><trkseg>\(points.joined())</trkseg></trk></gpx>"
    try Data(text.utf8).write(to: file)
    let run = FeedRun(LocationSource.replay(file.path, speed: 20).feed)
    #expect(try await run.wait { $0.fixes.count == 2 })
    #expect(
      run.fixes.map(\.time) == [NMEAText.noon, NMEAText.noon + 1] && run.fixes[0].altitude == 12 && run.fixes[0].source == .replay
    )
    #expect(try await run.stop())
  }

  @Test func aPlaceThatIsSetByHandIsToldAgainAndAgain() async throws {
    let run = FeedRun(LocationSource.fixed(LocationCoordinate(latitude: 1, longitude: 2)).feed)
    #expect(try await run.wait { $0.fixes.count == 2 })
    #expect(run.fixes.allSatisfy { $0.coordinate.latitude == 1 && $0.speed == 0 && $0.source == .fixed })
    #expect(try await run.stop())
  }
}
