import OverlookFormats
import OverlookGeometry
import OverlookLocation
import OverlookRouting
import OverlookSupport
import Testing

@testable import OverlookNavigation

/// Sessions that are kept and done again.
@Suite struct SessionLogTests {
  /// A drive with noise, a wrong turn, an answer and none, as the lines of its log.
  private func lines() throws -> [String] {
    let begin = SessionBegin(
      routes: [TestRoute.corner().route, TestRoute([(0, 0), (900, 0), (900, 2000)], turns: [1: .turn]).route],
      destinations: [NavigationWaypoint(placeID: "node/1", location: TestRoute.place(2000, 2000), title: "Ho\"me\n")])
    var lines = [SessionLogWriter.line(begin)]
    var session = try begin.session()
    func apply(_ input: SessionInput, _ now: Double) -> [NavigationEvent] {
      lines.append(SessionLogWriter.line(input, now: now))
      let events = session.apply(input, now: now)
      lines += events.map { SessionLogWriter.line($0, now: now) }
      return events
    }
    var options = RouteSimulator.Options()
    (options.noise, options.seed) = (4, 9)
    var simulator = try RouteSimulator(begin.routes[0], options: options, time: 1_700_000_000.123)
    _ = apply(.placesAhead([PlaceAhead(.roadworks, at: TestRoute.place(1500, 0), title: "A", delay: 3.5)]), 1_700_000_000)
    _ = apply(.tunnels([0...1]), 1_700_000_000)
    _ = apply(.start, 1_700_000_000)
    simulator.missNextManeuver(by: 600)
    var isAnswered = false
    for _ in 0..<320 {
      let fix = simulator.next()
      for case .rerouteWanted(let request) in apply(.fix(fix), fix.time + 0.25) {
        if isAnswered {
          let back = TestRoute([(2200, 0), (2200, 2000), (2000, 2000)], turns: [1: .turn]).route
          _ = apply(.accept([back], request: request.number), fix.time + 0.3)
        } else {
          _ = apply(.refuse(.noRoute("none"), request: request.number), fix.time + 0.3)
        }
        isAnswered = true
      }
      if fix.time.truncatingRemainder(dividingBy: 50) < 1 { _ = apply(.tick, fix.time + 0.8) }
    }
    _ = apply(.continueToNextDestination, 1_700_001_000)
    return lines
  }

  private func replay(_ lines: [String]) throws -> Int {
    var replay = SessionReplay(thing: "log")
    for (number, line) in lines.enumerated() {
      _ = try replay.take(try SessionLogReader.entry(Array(line.utf8), line: number + 1, thing: "log"), line: number + 1)
    }
    try replay.finish(line: lines.count)
    return replay.eventCount
  }

  @Test func aSessionIsDoneAgainBitForBit() throws {
    let lines = try lines()
    #expect(lines == (try self.lines()))
    for name in ["off_route", "reroute_failed", "rerouted", "instruction", "place_ahead", "tunnel"] {
      #expect(lines.contains { $0.hasPrefix("{\"event\":\"\(name)\"") }, "\(name)")
    }
    #expect(try replay(lines) == lines.count { $0.hasPrefix("{\"event\"") })
  }

  @Test func anEntryIsReadAsItWasWritten() throws {
    for line in try lines() where !line.hasPrefix("{\"event\"") {
      let again =
        switch try SessionLogReader.entry(Array(line.utf8), line: 1) {
        case .begin(let begin): SessionLogWriter.line(begin)
        case .input(let input, let now): SessionLogWriter.line(input, now: now)
        case .event(let value): JSONWriter.text(value)
        }
      #expect(again == line)
    }
  }

  @Test func anAnswerWithoutRoutesIsReadAsItWasWritten() throws {
    let line = SessionLogWriter.line(.accept([], request: 3), now: 1)
    #expect(try SessionLogReader.entry(Array(line.utf8), line: 1) == .input(.accept([], request: 3), now: 1))
  }

  @Test func anInputWhoseEventsAreAllMissingIsAFaultWhereAnotherFollows() throws {
    var lines = try lines()
    let input = try #require(lines.indices.dropFirst(100).first { lines[$0].hasPrefix("{\"input\":\"fix\"") })
    let next = try #require(lines.indices.first { $0 > input && lines[$0].hasPrefix("{\"input\"") })
    // A log that ends behind an input was cut off there.
    #expect(throws: Never.self) { try replay(Array(lines[...input])) }
    lines.removeSubrange(input + 1..<next)
    let error = try #require(#expect(throws: FormatError.self) { try replay(lines) })
    #expect("\(error)".contains("line \(input + 2)"))
  }

  @Test func anEventThatHappensOtherwiseIsNamedWithItsLine() throws {
    var lines = try lines()
    let index = try #require(lines.firstIndex { $0.contains("\"kind\":\"turn\"") })
    lines[index] = lines[index].replacing("\"turn\"", with: "\"now\"")
    let error = try #require(#expect(throws: FormatError.self) { try replay(lines) })
    #expect("\(error)".contains("line \(index + 1)"))
    var short = try self.lines()
    short.remove(at: index)
    #expect(throws: FormatError.self) { try replay(short) }
    // One that was cut off between two lines is whole as far as it goes.
    #expect(throws: Never.self) { try replay(Array(try self.lines().prefix(200))) }
  }

  @Test(arguments: [
    "", "{", "[]", "{}", "{\"log\":\"other\"}", "{\"log\":\"overlook guidance\",\"version\":2}", "{\"input\":\"fix\"}",
    "{\"input\":\"fix\",\"now\":1}", "{\"input\":\"fix\",\"now\":1,\"location\":[1]}", "{\"input\":\"dance\",\"now\":1}",
    "{\"input\":\"tunnels\",\"now\":1,\"ranges\":[[3,2]]}", "{\"input\":\"tunnels\",\"now\":1,\"ranges\":[[1.5,2]]}",
    "{\"input\":\"accept\",\"now\":1,\"request\":1e30,\"routes\":[]}",
    "{\"input\":\"accept\",\"now\":1,\"request\":1}",
    "{\"input\":\"accept\",\"now\":1,\"request\":1,\"routes\":[1]}",
    "{\"input\":\"places\",\"now\":1,\"places\":[{\"kind\":\"moon\"}]}",
    "{\"log\":\"overlook guidance\",\"version\":1,\"settings\":{},\"routes\":[],\"destinations\":[]}",
  ])
  func damageIsToldWithItsLine(text: String) throws {
    let error = try #require(
      #expect(throws: FormatError.self) { try SessionLogReader.entry(Array(text.utf8), line: 42, thing: "a.log") })
    let said = "\(error)"
    #expect(said.contains("a.log, line 42") || said.contains("a.log at line 42, column "), "\(said)")
    #expect(!said.contains("line 1,"), "\(said)")
  }

  @Test func anInputBeforeTheBeginIsAFault() throws {
    #expect(throws: FormatError.self) { try replay(["{\"input\":\"tick\",\"now\":1}"]) }
    let begin = try lines()[0]
    #expect(throws: FormatError.self) { try replay([begin, begin]) }
  }

  /// The log of a drive of half an hour.
  private func halfAnHour() throws -> [String] {
    var test = TestRoute.corner(11_000)
    test.speed = 12
    let begin = SessionBegin(routes: [test.route])
    var lines = [SessionLogWriter.line(begin)]
    var session = try begin.session()
    var simulator = try RouteSimulator(test.route, time: 0)
    while session.isActive {
      let fix = simulator.next()
      lines.append(SessionLogWriter.line(.fix(fix), now: fix.time))
      lines += session.apply(.fix(fix), now: fix.time).map { SessionLogWriter.line($0, now: fix.time) }
    }
    return lines
  }

  /// Sessions share nothing that changes: under the thread sanitizer this finds what they would.
  @Test func sessionsOnSeveralThreadsAreDoneAtOnceAndAgain() async throws {
    let first = try halfAnHour()
    let logs = try await withThrowingTaskGroup(of: [String].self) { group in
      for number in 0..<6 {
        group.addTask {
          if number % 2 == 1 { return try halfAnHour() }
          _ = try replay(first)
          return number == 0 ? first : first + (try lines())
        }
      }
      return try await group.reduce(into: [[String]]()) { $0.append($1) }
    }
    let turns = try lines()
    #expect(logs.count == 6)
    for log in logs { #expect(log == first || log == first + turns) }
  }

  @Test func halfAnHourIsDoneAgainInUnderFiveSeconds() throws {
    let lines = try halfAnHour()
    #expect(lines.count > 1800 * 2)
    let clock = ContinuousClock()
    var count = 0
    let time = try clock.measure { count = try replay(lines) }
    #expect(count > 3600 && time < .seconds(5))
  }
}
