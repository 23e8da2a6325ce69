import OverlookFiles
import OverlookGeometry
import OverlookSupport

/// Merges the sentences that a receiver says about one moment (NMEA 0183: RMC, GGA, VTG, GSA, GST, ZDA) into one fix.
///
/// A moment is over when all sentences have come that came the last time, when the next one begins, or when nothing more comes. Where
/// several talkers tell a place, the one that joins systems (GN) is heard, then GPS, then any; another is only when that one has ceased.
package struct NMEAEpochs: FixDecoder {
  package static let lineLimit = 512
  package var greeting: [UInt8] { [] }
  package var question: [UInt8] { [] }

  /// Metres per second below which the course of a receiver is noise.
  static let standingSpeed = 0.3
  /// Metres that one of a dilution of precision stands for.
  private static let metresOfDilution = 5.0

  private struct Epoch {
    var seconds: Double?
    var place: LocationCoordinate?
    var isValid = true
    var speed: Double?
    var course: Double?
    var altitude: Double?
    var dilution: Double?
    var deviation: Double?
    var kinds: Set<String> = []
    var isTold = false
  }

  private var epoch = Epoch()
  /// The kinds of the moment before.
  private var expected: Set<String> = []
  /// Days since 1970 of the last date that was said, and the second of the day then.
  private var day: (number: Int, seconds: Double)?
  private var leader: (talker: String, misses: Int)?
  /// Sentences whose sum was wrong.
  package private(set) var faultCount = 0

  package init() {}

  package mutating func take(_ line: [UInt8], now: Double) -> [LocationUpdate] {
    guard let start = line.lastIndex(of: 0x24) else { return [] }
    guard let sentence = NMEASentence(line[start...]) else {
      faultCount += 1
      return []
    }
    guard ["RMC", "GGA", "VTG", "GSA", "GST", "ZDA"].contains(sentence.kind) else { return [] }
    guard ["GSA", "ZDA"].contains(sentence.kind) || isHeard(sentence.talker) else { return [] }
    var updates: [LocationUpdate] = []
    if let seconds = Self.seconds(sentence), seconds != epoch.seconds, epoch.seconds != nil {
      if let fix = flush(now: now) { updates.append(.fix(fix)) }
      expected = epoch.kinds
      epoch = Epoch()
    }
    merge(sentence)
    if expected.count > 1 || expected == epoch.kinds, expected.isSubset(of: epoch.kinds), let fix = flush(now: now) {
      updates.append(.fix(fix))
    }
    return updates
  }

  package mutating func flush(now: Double) -> LocationFix? {
    guard !epoch.isTold, epoch.isValid, let place = epoch.place, let seconds = epoch.seconds else { return nil }
    epoch.isTold = true
    let time = time(seconds, now: now)
    // Receivers without dates of their own go past midnight, too.
    if day != nil, let number = Int(exactly: (time / 86_400).rounded(.down)) { day = (number, seconds) }
    var fix = LocationFix(place, time: time, source: .nmea)
    fix.speed = epoch.speed
    fix.altitude = epoch.altitude
    fix.course = epoch.speed.map { $0 < Self.standingSpeed } == true ? nil : epoch.course
    fix.accuracy = epoch.deviation ?? epoch.dilution.map { $0 * Self.metresOfDilution }
    return fix
  }

  // MARK: Sentences

  private static func seconds(_ sentence: NMEASentence) -> Double? {
    ["RMC", "GGA", "GST", "ZDA"].contains(sentence.kind) ? sentence.secondsOfDay(1) : nil
  }

  private mutating func isHeard(_ talker: String) -> Bool {
    func rank(_ talker: String) -> Int { talker == "GN" ? 2 : talker == "GP" ? 1 : 0 }
    // As many sentences as others may say until the leader counts as silent.
    guard let leader, leader.talker != talker, leader.misses < 20, rank(talker) <= rank(leader.talker) else {
      self.leader = (talker, 0)
      return true
    }
    self.leader = (leader.talker, leader.misses + 1)
    return false
  }

  private mutating func merge(_ sentence: NMEASentence) {
    epoch.kinds.insert(sentence.kind)
    if let seconds = Self.seconds(sentence) { epoch.seconds = seconds }
    switch sentence.kind {
    case "RMC":
      if sentence.field(2).first != 0x41 { epoch.isValid = false }
      setPlace(sentence.latitude(3), sentence.longitude(5))
      setMotion(speed: sentence.number(7).map { $0 * MeasureFormat.knot }, course: sentence.number(8))
      if let number = sentence.date(9), let seconds = epoch.seconds { day = (number, seconds) }
    case "GGA":
      if sentence.number(6).map({ $0 > 0 }) != true { epoch.isValid = false }
      setPlace(sentence.latitude(2), sentence.longitude(4))
      epoch.altitude = sentence.number(9) ?? epoch.altitude
      setDilution(sentence.number(8))
    case "VTG": setMotion(speed: sentence.number(7).map { $0 / 3.6 }, course: sentence.number(1))
    case "GSA":
      if sentence.number(2) == 1 { epoch.isValid = false }
      setDilution(sentence.number(16))
    case "GST":
      // One deviation of latitude and of longitude.
      if let north = sentence.number(6), let east = sentence.number(7), north > 0 || east > 0 {
        epoch.deviation = (north * north + east * east).squareRoot()
      }
    case "ZDA": takeDate(sentence)
    default: break
    }
  }

  private mutating func takeDate(_ sentence: NMEASentence) {
    guard let seconds = sentence.secondsOfDay(1), let number = sentence.dateInParts(2) else { return }
    day = (number, seconds)
  }

  private mutating func setPlace(_ latitude: Double?, _ longitude: Double?) {
    guard let latitude, let longitude, abs(latitude) <= 90, abs(longitude) <= 180 else { return }
    epoch.place = LocationCoordinate(latitude: latitude, longitude: longitude)
  }

  private mutating func setMotion(speed: Double?, course: Double?) {
    if let speed, speed >= 0, speed.isFinite { epoch.speed = speed }
    if let course, (0...360).contains(course) { epoch.course = course == 360 ? 0 : course }
  }

  private mutating func setDilution(_ value: Double?) {
    // 99.99 stands for none.
    if let value, value > 0, value < 99 { epoch.dilution = value }
  }

  /// Of the last date, or of the day by this machine's clock that brings it nearest to now.
  private func time(_ seconds: Double, now: Double) -> Double {
    guard let day else {
      let midnight = (now / 86_400).rounded(.down) * 86_400
      return [-86_400, 0, 86_400].map { midnight + $0 + seconds }.min { abs($0 - now) < abs($1 - now) } ?? midnight
    }
    // Past midnight before the next date comes.
    return Double(day.number + (seconds < day.seconds - 43_200 ? 1 : 0)) * 86_400 + seconds
  }
}
