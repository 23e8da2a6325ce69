import Foundation
import OverlookGeometry
import OverlookStreams
import OverlookSupport
import Testing

@testable import OverlookLocation

@Suite struct DecoderTests {
  private static func fixes(_ updates: [LocationUpdate]) -> [LocationFix] {
    updates.compactMap { if case .fix(let fix) = $0 { fix } else { nil } }
  }

  private static func read(_ lines: [String], now: Double = NMEAText.noon) -> [LocationFix] {
    var epochs = NMEAEpochs()
    return lines.flatMap { fixes(epochs.take(Array($0.utf8), now: now)) } + [epochs.flush(now: now)].compactMap(\.self)
  }

  // MARK: NMEA

  /// A date at noon of the first day, and times without one through two midnights.
  @Test func timesWithoutADateGoOnPastMidnight() {
    func fix(_ time: String) -> String { NMEAText.sentence("GPGGA,\(time),6000.000,N,02500.000,E,1,08,1.0,10.0,M,,M,,") }
    let times = ["180000", "235959", "000001", "120000", "235959", "000001"]
    let told = Self.read([NMEAText.sentence("GPRMC,120000,A,6000.000,N,02500.000,E,1.0,90.0,010126,,,A")] + times.map(fix))
    let seconds = told.map { $0.time - (told.first?.time ?? 0) }
    #expect(seconds == [0, 21_600, 43_199, 43_201, 86_400, 129_599, 129_601])
  }

  @Test func theSentencesOfAMomentAreOneFix() throws {
    let lines = (0..<3).flatMap { second in
      [
        NMEAText.minimum(second), NMEAText.fix(second), NMEAText.sentence("GPGSA,A,3,01,02,03,04,,,,,,,,,2.0,0.9,1.7"),
        NMEAText.sentence("GPVTG,090.0,T,,M,19.44,N,36.0,K,A"),
      ]
    }
    let fixes = Self.read(lines)
    #expect(fixes.map(\.time) == [NMEAText.noon, NMEAText.noon + 1, NMEAText.noon + 2])
    let fix = try #require(fixes.last)
    #expect(abs(fix.coordinate.latitude - (60 + 10.0 / 60)) < 1e-9 && abs(fix.coordinate.longitude - (24 + 56.0 / 60)) < 1e-9)
    #expect(abs((fix.speed ?? 0) - 10) < 0.01 && fix.course == 90 && fix.altitude == 25.5 && fix.source == .nmea)
    // The dilution of GSA, which came last, times 5 metres.
    #expect(abs((fix.accuracy ?? 0) - 0.9 * 5) < 1e-9)
  }

  /// From the second moment on nothing waits for the next one.
  @Test func aMomentIsToldWithItsLastSentence() {
    var epochs = NMEAEpochs()
    var counts: [Int] = []
    for second in 0..<3 {
      for line in [NMEAText.minimum(second), NMEAText.fix(second)] {
        counts.append(Self.fixes(epochs.take(Array(line.utf8), now: 0)).count)
      }
    }
    #expect(counts == [0, 0, 1, 1, 0, 1])
  }

  @Test(arguments: [
    NMEAText.minimum(0, status: "V"), NMEAText.fix(0, quality: 0), String(NMEAText.minimum(0).dropLast()) + "0",
    "$GPRMC,,,,,,,,,,,,*4B", "$GPGGA", "", "garbage", String(repeating: "$", count: 500),
    NMEAText.sentence("GPRMC,120000,A,9999.000,N,02456.000,E,1,1,271126,,,A"),
    NMEAText.sentence("GPRMC,120000,A,6010.000,N,99999.000,E,1,1,271126,,,A"),
    NMEAText.sentence("GPRMC,999999,A,nan,N,inf,E,1e999,1,271126,,,A"),
  ]) func whatIsNoFixIsNone(line: String) { #expect(Self.read([line]).isEmpty) }

  @Test func theTalkerThatJoinsSystemsIsHeardAndOthersWhenItCeases() {
    let both = (0..<5).flatMap { [NMEAText.minimum($0, talker: "GL"), NMEAText.minimum($0, thousandths: 500, talker: "GN")] }
    let first = Self.read(both).dropFirst(2)
    #expect(!first.isEmpty && first.allSatisfy { abs($0.coordinate.latitude - (60 + 10.5 / 60)) < 1e-9 })
    let alone = (5..<40).map { NMEAText.minimum($0, talker: "GL") }
    #expect(Self.read(both + alone).last?.time == NMEAText.noon + 39)
  }

  @Test func aTimeWithoutADateIsOfTheDayThatIsNearest() {
    let day = 1_795_737_600.0  // Midnight before the noon.
    let late = NMEAText.sentence("GPGGA,235959.00,6010.000,N,02456.000,E,1,08,1.2,25.5,M,18.0,M,,")
    #expect(Self.read([late], now: day + 5).map(\.time) == [day - 1])
    #expect(Self.read([late], now: day + 86_390).map(\.time) == [day + 86_399])
  }

  @Test func theDayGoesOnPastMidnightBeforeTheDateDoes() {
    let lines = [
      NMEAText.sentence("GPRMC,235959.00,A,6010.000,N,02456.000,E,19.44,090.0,271126,,,A"),
      NMEAText.sentence("GPGGA,000000.00,6010.000,N,02456.000,E,1,08,1.2,25.5,M,18.0,M,,"),
    ]
    #expect(Self.read(lines).map(\.time) == [NMEAText.noon + 43_199, NMEAText.noon + 43_200])
  }

  @Test func aReceiverThatStandsHasNoCourse() {
    let line = NMEAText.sentence("GPRMC,120000.00,A,6010.000,N,02456.000,E,0.05,090.0,271126,,,A")
    #expect(Self.read([line]).map(\.course) == [nil])
  }

  // MARK: gpsd

  private static let report =
    #"{"class":"TPV","device":"/dev/pts/1","mode":3,"time":"2026-11-27T12:00:00.000Z","lat":60.5,"lon":24.25,"altMSL":25.5,"#
    + #""epx":3.0,"epy":4.0,"track":90.0,"speed":10.0}"#

  @Test func aReportOfGpsdIsAFix() throws {
    var decoder = GPSDDecoder()
    let fix = try #require(Self.fixes(decoder.take(Array(Self.report.utf8), now: 0)).first)
    #expect(fix.coordinate == LocationCoordinate(latitude: 60.5, longitude: 24.25) && fix.time == NMEAText.noon)
    #expect(fix.speed == 10 && fix.course == 90 && fix.altitude == 25.5 && fix.source == .gpsd)
    // 5 metres in 95 of 100 cases are 2.45 deviations of one axis; 1.51 of them hold 68 of 100.
    #expect(abs((fix.accuracy ?? 0) - 5 * 1.51 / 2.45) < 1e-9)
  }

  @Test(arguments: [
    "", "{", "[]", "null", #"{"class":"SKY","satellites":[]}"#, #"{"class":"TPV"}"#, #"{"class":"TPV","mode":1,"lat":1,"lon":1}"#,
    report.replacing("60.5", with: "99"), report.replacing("24.25", with: "\"x\""), report.replacing("24.25", with: "1e400"),
    report.replacing("2026-11-27T12:00:00.000Z", with: "soon"), String(report.dropLast(20)), report + report,
    String(repeating: "[", count: 100_000),
  ]) func whatIsNoReportIsNoFix(line: String) {
    var decoder = GPSDDecoder()
    #expect(Self.fixes(decoder.take(Array(line.utf8), now: 0)).isEmpty)
  }

  @Test func aDaemonWithoutAReceiverSaysSo() {
    var decoder = GPSDDecoder()
    #expect(
      decoder.take(Array(#"{"class":"DEVICES","devices":[]}"#.utf8), now: 0) == [
        .status(.failed("no position: gpsd has no receiver"))
      ])
    let error = decoder.take(Array(#"{"class":"ERROR","message":"Can't open\u001b[2J it"}"#.utf8), now: 0)
    guard case .status(.failed(let sentence)) = error.first else {
      Issue.record("\(error)")
      return
    }
    #expect(sentence.contains("open") && !sentence.contains("\u{1B}"))
  }

  // MARK: Lines

  @Test func linesAreMadeOfPiecesAndLongOnesArePassedOver() {
    var lines = LineAssembler(limit: 5)
    #expect(lines.add(Array("ab".utf8)).isEmpty)
    #expect(lines.add(Array("c\r\n\r\nde\nf".utf8)) == [Array("abc".utf8), Array("de".utf8)])
    #expect(lines.add(Array("ghijk".utf8)).isEmpty && lines.add([UInt8](repeating: 0x61, count: 1 << 20)).isEmpty)
    #expect(lines.add(Array("lm\nno\n".utf8)) == [Array("no".utf8)] && lines.droppedCount == 1)
  }

  /// Inputs of the corpus, changed at random, in pieces: whatever is a fix is a place on Earth with sound numbers.
  @Test func whateverComesAFixIsSound() throws {
    let folder = URL(fileURLWithPath: #filePath).deletingLastPathComponent().deletingLastPathComponent()
      .appendingPathComponent("Corpora/Location")
    let inputs = try FileManager.default.contentsOfDirectory(at: folder, includingPropertiesForKeys: nil)
      .sorted { $0.path < $1.path }.map { [UInt8](try Data(contentsOf: $0)) }
    try #require(inputs.count >= 3)
    var (generator, count) = (SeededGenerator(seed: 11), 0)
    for round in 0..<6000 {
      var bytes = inputs[round % inputs.count]
      for _ in 0..<Int.random(in: 0..<6, using: &generator) {
        let index = Int.random(in: 0..<bytes.count, using: &generator)
        switch Int.random(in: 0..<3, using: &generator) {
        case 0: bytes[index] = UInt8.random(in: 0...255, using: &generator)
        case 1: bytes.removeSubrange(index..<min(index + 9, bytes.count - 1))
        default: bytes.insert(contentsOf: "9999999e99,-,nan,".utf8.prefix(Int(bytes[index] % 17)), at: index)
        }
      }
      let size = Int.random(in: 1...200, using: &generator)
      count += Self.soundFixes(NMEAEpochs(), bytes, size) + Self.soundFixes(GPSDDecoder(), bytes, size)
    }
    #expect(count > 1000)
  }

  private static func soundFixes<Decoder: FixDecoder>(_ decoder: Decoder, _ bytes: [UInt8], _ size: Int) -> Int {
    var (decoder, lines, rest, found) = (decoder, LineAssembler(limit: Decoder.lineLimit), bytes[...], [LocationFix]())
    while !rest.isEmpty {
      for line in lines.add(Array(rest.prefix(size))) { found += fixes(decoder.take(line, now: NMEAText.noon)) }
      if let fix = decoder.flush(now: NMEAText.noon) { found.append(fix) }
      rest = rest.dropFirst(size)
    }
    for fix in found {
      let isSound =
        fix.coordinate.isValid && abs(fix.coordinate.longitude) <= 180 && fix.time.isFinite
        && fix.speed.map { $0 >= 0 && $0.isFinite } != false && fix.course.map { (0..<360).contains($0) } != false
        && fix.accuracy.map { $0 > 0 && $0.isFinite } != false && fix.altitude.map(\.isFinite) != false
      if !isSound { Issue.record("\(fix)") }
    }
    return found.count
  }
}
