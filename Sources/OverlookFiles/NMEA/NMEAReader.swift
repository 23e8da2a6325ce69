import OverlookFormats
import OverlookSupport

/// Logs of receivers (NMEA 0183): RMC and GGA of any talker, their sums checked. One feature, a line for each stretch without a gap.
enum NMEAReader {
  static func isLikely(_ head: [UInt8]) -> Bool {
    let lines = String(decoding: head.prefix(4096), as: UTF8.self).split(whereSeparator: \.isNewline).prefix(20)
    return lines.contains { NMEASentence(Array($0.utf8)[...]) != nil }
  }

  static func read(_ input: FileInput, _ reading: FileReading) throws(FormatError) -> FileDocument {
    var log = NMEALog(limits: input.limits)
    try ByteStream.run(try input.source(), into: &log, reading: reading, limits: input.limits, thing: "NMEA log")
    var document = try log.document()
    FeatureFinish.apply(to: &document)
    return document
  }
}

/// Gathers the places of a log.
struct NMEALog {
  private var builder: FeatureBuilder
  private var lineCount = 0
  /// Days since 1970 of the last date, which only some sentences have.
  private var day: Int?
  private var lastTime: Double?
  private var height: Double?
  /// A pause that is longer begins another line.
  private static let gapSeconds = 300.0

  init(limits: FileLimits) {
    builder = FeatureBuilder(format: "NMEA log", limits: limits)
    builder.beginFeature()
  }

  mutating func take(_ line: ArraySlice<UInt8>) throws(FormatError) {
    lineCount += 1
    guard let start = line.firstIndex(of: 0x24) else { return }
    builder.place = "line \(lineCount)"
    guard let sentence = NMEASentence(line[start...]) else {
      if line[start...].contains(0x2A) { builder.note("a sentence whose sum is wrong") }
      return
    }
    switch sentence.kind {
    case "GGA": takeFix(sentence)
    case "RMC": takeMinimum(sentence)
    default: break
    }
  }

  /// GGA has the height; RMC of the same second brings place, speed and course.
  private mutating func takeFix(_ sentence: NMEASentence) {
    guard sentence.number(6).map({ $0 > 0 }) == true else { return }
    height = sentence.number(9)
    guard let seconds = sentence.secondsOfDay(1), lastTime.map({ $0 == time(seconds) }) == true else {
      // A log without RMC is of GGA alone.
      flush()
      pending = (sentence.latitude(2), sentence.longitude(4), sentence.secondsOfDay(1))
      return
    }
    if let height { builder.setHeight(height) }
  }

  private var pending: (latitude: Double?, longitude: Double?, seconds: Double?)?
  private var hasMinimum = false

  private mutating func takeMinimum(_ sentence: NMEASentence) {
    hasMinimum = true
    if let date = sentence.date(9) { day = date }
    guard sentence.field(2).first == 0x41 else { return }
    add(sentence.latitude(3), sentence.longitude(5), sentence.secondsOfDay(1))
    if let speed = sentence.number(7) { builder.setMeasure(PointMeasure.speed, speed * MeasureFormat.knot) }
    if let course = sentence.number(8) { builder.setMeasure(PointMeasure.course, course) }
    if let seconds = sentence.secondsOfDay(1), pending?.seconds == seconds, let height { builder.setHeight(height) }
    pending = nil
  }

  private func time(_ secondsOfDay: Double) -> Double { Double(day ?? 0) * 86_400 + secondsOfDay }

  private mutating func add(_ latitude: Double?, _ longitude: Double?, _ seconds: Double?) {
    guard let latitude, let longitude, abs(latitude) <= 90, abs(longitude) <= 180 else {
      return builder.note("a fix without a place on Earth")
    }
    if let seconds {
      let time = time(seconds)
      if let lastTime, abs(time - lastTime) > Self.gapSeconds { builder.endPart() }
      lastTime = time
    }
    builder.addPosition(longitude, latitude)
    if day != nil, let lastTime, seconds != nil { builder.setTime(lastTime) }
  }

  /// What GGA alone has said, before the next sentence of it.
  mutating func flush() {
    guard !hasMinimum, let pending else { return }
    add(pending.latitude, pending.longitude, pending.seconds)
    if let height { builder.setHeight(height) }
    self.pending = nil
  }

  mutating func document() throws(FormatError) -> FileDocument {
    flush()
    builder.endShape(.lines, isQuiet: true)
    guard builder.document.shapes.positionCount > 0 else {
      throw .malformed("NMEA log", fault: builder.document.faults.summary ?? "it has no fix")
    }
    try builder.endFeature()
    return builder.document
  }
}
