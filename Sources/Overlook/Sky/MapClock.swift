public import Foundation
import OverlookSupport

/// The time that a map shows: of the Sun's light and its shadows (`MapView.sunLight`), of the style for the night
/// (`MapView.nightStyle`), and of whatever follows it (`SunPath.followsClock`, `TimedOverlay.followsClock`). Main thread only.
///
/// ```swift
/// map.sunLight = .now
/// map.clock.date = Date(timeIntervalSince1970: 1_782_050_400)
/// map.clock.play()
/// ```
@MainActor public final class MapClock {
  /// The moment that is shown. To set it stops following the machine's clock; a date that is no number is taken no notice of.
  public var date: Date {
    get { chosen ?? Date() }
    set {
      guard newValue.timeIntervalSince1970.isFinite, newValue != chosen else { return }
      chosen = newValue
      didChange()
    }
  }

  /// Whether it goes with the machine's clock. Default true; set to true to follow it again.
  public var isLive: Bool {
    get { chosen == nil }
    set {
      guard newValue != isLive else { return }
      chosen = newValue ? nil : Date()
      if newValue { isPlaying = false }
      didChange()
    }
  }

  /// Whether time runs by itself, `speed` times as fast as it does.
  public private(set) var isPlaying = false

  /// Seconds that pass on the map in one second while it plays, -1,000,000 to 1,000,000. Default 1,800: a day in 48 seconds.
  public var speed = 1800.0 {
    didSet {
      speed = speed.isFinite ? min(max(speed, -1e6), 1e6) : oldValue
      didChange()
    }
  }

  /// How far the clock that people read is ahead of Greenwich, in seconds; nil, the default, for the machine's time zone.
  public var secondsFromGMT: Double? { didSet { didChange() } }

  /// Whether the map shows the controls of time for it: play, step, speed and a slider over the day. Those of a `TimedOverlay` on the
  /// map take their place. Default false.
  public var showsControls = false { didSet { didChange() } }

  /// What the slider of the controls goes over; nil for the day that is shown. Playing ends at its end.
  package var period: ClosedRange<Date>? { didSet { if period != oldValue { didChange() } } }

  private var chosen: Date?
  private var lastStep: Double?
  /// Another number after every change that is not the machine's clock going on.
  private(set) var version = 0
  var onChange: () -> Void = {}

  init() {}

  /// Lets time run from the present moment on.
  public func play() {
    guard !isPlaying else { return }
    if chosen == nil { chosen = Date() }
    isPlaying = true
    lastStep = nil
    didChange()
  }

  /// Stays at the present moment.
  public func pause() {
    guard isPlaying else { return }
    isPlaying = false
    didChange()
  }

  /// Goes on to `now`, monotonic seconds of the frame loop.
  func step(now: Double) {
    guard isPlaying, let chosen else { return }
    defer { lastStep = now }
    guard let lastStep, now > lastStep else { return }
    // After a pause of the loop time goes on where it was.
    let next = chosen.addingTimeInterval(min(now - lastStep, 0.25) * speed)
    guard let period, next > period.upperBound else { return date = next }
    date = period.upperBound
    pause()
  }

  // MARK: The machine's clock

  /// So often, in seconds, what follows the machine's clock looks at it; the Sun moves by a quarter of a degree in that time.
  static let liveSeconds = 60.0

  /// Whether it goes with the machine's clock and has come to another minute than that of `date`.
  package func isAhead(of date: Date) -> Bool {
    func minute(_ date: Date) -> Double { (date.timeIntervalSince1970 / Self.liveSeconds).rounded(.down) }
    return isLive && minute(self.date) != minute(date)
  }

  /// When that is going to be, in monotonic seconds; nil where it does not go with the machine's clock.
  package func nextMinute(now: Double) -> Double? {
    guard isLive else { return nil }
    return now + Self.liveSeconds - Date().timeIntervalSince1970.truncatingRemainder(dividingBy: Self.liveSeconds)
  }

  private func didChange() {
    version &+= 1
    onChange()
  }

  // MARK: The day

  /// Of the machine: what is read where no offset is set.
  package var machineZone: @MainActor () -> TimeZone = { .current }

  /// Of the clock that people read; of this machine's with its summer time where no offset is set.
  package var timeZone: TimeZone {
    secondsFromGMT.flatMap { Int(exactly: $0.rounded()) }.flatMap { TimeZone(secondsFromGMT: $0) } ?? machineZone()
  }

  /// The same at the time that is shown, as a number.
  package var offsetSeconds: Double { offsetSeconds(at: date) }

  private func offsetSeconds(at date: Date) -> Double {
    let offset = secondsFromGMT ?? Double(machineZone().secondsFromGMT(for: date))
    return offset.isFinite ? min(max(offset, -86400), 86400) : 0
  }

  /// What the clock that people read shows since midnight, 0 ..< 86,400.
  package var secondsOfDay: Double { secondsOfDay(at: date) }

  private func secondsOfDay(at date: Date) -> Double {
    let seconds = (date.timeIntervalSince1970 + offsetSeconds(at: date)).truncatingRemainder(dividingBy: 86400)
    return seconds < 0 ? seconds + 86400 : seconds
  }

  /// When the clock that people read shows a time of the day on which it shows `date`. Where it is put forward and leaves that time out,
  /// as long after it.
  package func moment(secondsOfDay seconds: Double, onDayOf date: Date) -> Date {
    let moved = date.addingTimeInterval(seconds - secondsOfDay(at: date))
    // Where clocks are changed between the two, another time is read there.
    return moved.addingTimeInterval(offsetSeconds(at: date) - offsetSeconds(at: moved))
  }
}
