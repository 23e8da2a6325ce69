import OverlookGeometry
import OverlookInput
import OverlookSupport
import Testing

@Suite struct InputLogTests {
  private static let example = """
    overlook-input 1
    size 1280 800.5
    # a comment

    0.25 move 100 200
    0.5 press left 100 200 shift+control
    0.75 release left 100 200
    1 scroll 0 -1.5 100 200 alt
    1.25 key-down plus shift
    1.3 key-up plus
    2 leave
    3 focus-lost

    """

  private static let second = """
    overlook-input 2
    size 400 300
    0.1 key-down a shift
    0.1 text A%20%E2%80%8F%D8%B4
    0.6 key-repeat a shift
    0.9 pinch 1.02 -0.5 100 200
    1 press back 1 2
    2.5 drop 100 200 7 /tmp/a%20map.pmtiles /tmp/b.tif

    """

  @Test func theSecondVersionHasTextRepeatsPinchesAndFiles() throws {
    let log = try InputLog(parsing: Self.second)
    #expect(
      log.events.map(\.kind) == [
        .keyPressed(.a, .shift), .textCommitted("A \u{200F}ش"), .keyRepeated(.a, .shift),
        .pinched(scale: 1.02, degrees: -0.5, at: ScreenPoint(x: 100, y: 200), []),
        .buttonPressed(.back, ScreenPoint(x: 1, y: 2), []),
        .filesDropped(FileDrop(paths: ["/tmp/a map.pmtiles", "/tmp/b.tif"], omittedCount: 7), at: ScreenPoint(x: 100, y: 200)),
      ])
    #expect(log.text == Self.second.replacing("input 2", with: "input 3"))
  }

  private static let third = """
    overlook-input 3
    size 400 300
    0.1 clipboard Hels%0Ainki%09
    0.2 key-down v control
    0.5 clipboard
    0.5 key-up v control
    0.7 clipboard B

    """

  @Test func theThirdVersionHasWhatOthersCopied() throws {
    let log = try InputLog(parsing: Self.third)
    #expect(log.clipboardChanges.map(\.text) == ["Hels\ninki\t", "", "B"])
    #expect(log.clipboardChanges.map(\.timeSeconds) == [0.1, 0.5, 0.7] && log.clipboardChanges.map(\.eventCount) == [0, 1, 2])
    #expect(log.events.count == 2 && log.durationSeconds == 0.7)
    #expect(log.text == Self.third)
    var replay = InputReplay(log, startingAt: 10)
    var steps: [InputReplay.Step] = []
    while let step = replay.next(now: 10.6) { steps.append(step) }
    #expect(
      steps == [
        .clipboard("Hels\ninki\t"), .event(InputEvent(timeSeconds: 10.2, kind: .keyPressed(.v, .control))),
        .clipboard(""), .event(InputEvent(timeSeconds: 10.5, kind: .keyReleased(.v, .control))),
      ])
    #expect(!replay.isFinished && replay.nextDeadline == 10.7)
    let last = replay.next(now: 11)
    #expect(last == .clipboard("B") && replay.isFinished)
  }

  /// It was copied before the event that pastes it; what is known is not told again.
  @Test func whatIsPastedIsRecordedBeforeTheEventThatPastesIt() throws {
    var recorder = InputRecorder(size: ScreenSize(width: 10, height: 10), startingAt: 50)
    func key(_ seconds: Double) { recorder.record(InputEvent(timeSeconds: seconds, kind: .keyPressed(.v, .control))) }
    key(51)
    recorder.recordPaste("A")
    recorder.recordPaste("A")
    key(52)
    recorder.recordCopy("own")
    key(53)
    recorder.recordPaste("own")
    key(54)
    recorder.recordPaste("")
    let log = recorder.log
    #expect(log.clipboardChanges.map(\.text) == ["A", ""] && log.clipboardChanges.map(\.eventCount) == [0, 3])
    #expect(zip(log.clipboardChanges, [0, 3]).allSatisfy { $0.timeSeconds == Double($1) })
    #expect(try InputLog(parsing: log.text) == log)
  }

  @Test func aLongCopyIsCut() throws {
    var log = InputLog(size: ScreenSize(width: 1, height: 1))
    log.appendClipboard(String(repeating: "ش", count: 1_000_000) + "\u{0}", at: .nan)
    #expect(log.clipboardChanges.first?.text.utf8.count == InputLog.maximumClipboardBytes)
    #expect(try InputLog(parsing: log.text) == log)
  }

  /// The longest event that there may be fits into a line.
  @Test func theLargestDropAndTextReadBackTheSame() throws {
    let paths = (0..<FileDrop.maximumCount).map { "/" + String(repeating: "é", count: 130) + String($0 + 1000) }
    var log = InputLog(size: ScreenSize(width: 1, height: 1))
    let drop = FileDrop(paths: paths, omittedCount: 1_000_000)
    #expect(drop.omittedCount > 1_000_000, "the bytes are limited as well as the count")
    log.append(InputEvent(timeSeconds: 0, kind: .filesDropped(drop, at: ScreenPoint(x: -999_999.123456789, y: 0))))
    log.append(InputEvent(timeSeconds: 1, kind: .textCommitted(String(repeating: "ش", count: 1_000_000))))
    #expect(try InputLog(parsing: log.text) == log)
    guard case .textCommitted(let text) = log.events.last?.kind else { return #expect(Bool(false), "the text is kept") }
    #expect(text.utf8.count == InputEvent.maximumTextBytes)
  }

  @Test func aTextOfControlsAloneIsNoEvent() {
    var log = InputLog(size: ScreenSize(width: 1, height: 1))
    let isKept = log.append(InputEvent(timeSeconds: 0, kind: .textCommitted("\u{0}\u{1B}\u{9F}")))
    #expect(!isKept && log.events.isEmpty)
  }

  @Test func theDocumentedFormIsRead() throws {
    let log = try InputLog(parsing: Self.example)
    let point = ScreenPoint(x: 100, y: 200)
    #expect(log.size == ScreenSize(width: 1280, height: 800.5))
    #expect(
      log.events == [
        InputEvent(timeSeconds: 0.25, kind: .pointerMoved(point)),
        InputEvent(timeSeconds: 0.5, kind: .buttonPressed(.left, point, [.shift, .control])),
        InputEvent(timeSeconds: 0.75, kind: .buttonReleased(.left, point, [])),
        InputEvent(timeSeconds: 1, kind: .scrolled(x: 0, y: -1.5, at: point, .alt)),
        InputEvent(timeSeconds: 1.25, kind: .keyPressed(.plus, .shift)),
        InputEvent(timeSeconds: 1.3, kind: .keyReleased(.plus, [])),
        InputEvent(timeSeconds: 2, kind: .pointerLeft), InputEvent(timeSeconds: 3, kind: .focusLost),
      ])
    #expect(log.durationSeconds == 3)
  }

  @Test(arguments: 0..<50) func whatIsWrittenReadsBackTheSame(seed: UInt64) throws {
    var random = SeededGenerator(seed: seed)
    var log = InputLog(size: ScreenSize(width: random.number(), height: random.number()))
    var time = 0.0
    for _ in 0..<200 {
      time += random.unit()
      log.append(InputEvent(timeSeconds: random.chance(0.05) ? random.oddNumber() : time, kind: random.event()))
      if random.chance(0.05) { log.appendClipboard(random.chance(0.3) ? "" : "a\tb\nش \(time)", at: time) }
    }
    #expect(!log.events.isEmpty)
    #expect(try InputLog(parsing: log.text) == log)
  }

  @Test(arguments: [
    ("", 1, InputLogError.Problem.notAnInputLog),
    ("\n", 1, .notAnInputLog),
    ("hello world\n", 1, .notAnInputLog),
    ("overlook-input 4\n", 1, .unsupportedVersion),
    ("overlook-input 3\nsize 5 5\n0 clipboard a b\n", 3, .wrongWordCount),
    ("overlook-input 3\nsize 5 5\n0 clipboard a%2\n", 3, .badText),
    ("overlook-input 3\nsize 5 5\n0 clipboard %00\n", 3, .badText),
    ("overlook-input 3\nsize 5 5\n0 clipboard a%0D\n", 3, .badText),
    ("overlook-input 3\nsize 5 5\n2 clipboard a\n1 leave\n", 4, .badTime),
    ("overlook-input 0\n", 1, .unsupportedVersion),
    ("overlook-input 2\nsize 5 5\n0 text\n", 3, .wrongWordCount),
    ("overlook-input 2\nsize 5 5\n0 text a%2\n", 3, .badText),
    ("overlook-input 2\nsize 5 5\n0 text a%zz\n", 3, .badText),
    ("overlook-input 2\nsize 5 5\n0 text é\n", 3, .badText),
    ("overlook-input 2\nsize 5 5\n0 text %00\n", 3, .badText),
    ("overlook-input 2\nsize 5 5\n0 text %ED%A0%80\n", 3, .badText),
    ("overlook-input 2\nsize 5 5\n0 drop 1 1 x /a\n", 3, .badNumber),
    ("overlook-input 2\nsize 5 5\n0 drop 1 1 -1 /a\n", 3, .badNumber),
    ("overlook-input 2\nsize 5 5\n0 drop 1 1 0 /a%00\n", 3, .badText),
    ("overlook-input 2\nsize 5 5\n0 pinch 0 1 1 1\n", 3, .badNumber),
    ("overlook-input x\n", 1, .unsupportedVersion),
    ("overlook-input 1", 1, .notAnInputLog),
    ("overlook-input 1\n", 2, .badSize),
    ("overlook-input 1\nsize 5\n", 2, .badSize),
    ("overlook-input 1\nsize 5 -5\n", 2, .badSize),
    ("overlook-input 1\nsize nan 5\n", 2, .badSize),
    ("overlook-input 1\n0 leave\n", 2, .badSize),
    ("overlook-input 1\nsize 5 5\n0 jump\n", 3, .unknownEvent),
    ("overlook-input 1\nsize 5 5\n\n# x\n0 move 1\n", 5, .wrongWordCount),
    ("overlook-input 1\nsize 5 5\n0 move 1 2 shift\n", 3, .wrongWordCount),
    ("overlook-input 1\nsize 5 5\n0 leave now\n", 3, .wrongWordCount),
    ("overlook-input 1\nsize 5 5\n0\n", 3, .wrongWordCount),
    ("overlook-input 1\nsize 5 5\n0 move 1 nan\n", 3, .badNumber),
    ("overlook-input 1\nsize 5 5\n0 move 1 inf\n", 3, .badNumber),
    ("overlook-input 1\nsize 5 5\n0 move 1 1e9\n", 3, .badNumber),
    ("overlook-input 1\nsize 5 5\n0 move 1 0x10\n", 3, .badNumber),
    ("overlook-input 1\nsize 5 5\nsoon move 1 1\n", 3, .badNumber),
    ("overlook-input 1\nsize 5 5\n-1 move 1 1\n", 3, .badTime),
    ("overlook-input 1\nsize 5 5\n2 leave\n1 leave\n", 4, .badTime),
    ("overlook-input 1\nsize 5 5\n86401 leave\n", 3, .badTime),
    ("overlook-input 1\nsize 5 5\n0 press thumb 1 1\n", 3, .unknownButton),
    ("overlook-input 1\nsize 5 5\n0 key-down any\n", 3, .unknownKey),
    ("overlook-input 1\nsize 5 5\n0 key-down n hyper\n", 3, .unknownModifier),
    ("overlook-input 1\nsize 5 5\n0 key-down n shift+shift\n", 3, .unknownModifier),
    ("overlook-input 1\nsize 5 5\n0 key-down n +\n", 3, .unknownModifier),
    ("overlook-input 1\nsize 5 5\n0 move 1 20", 3, .cutShort),
    ("overlook-input 1\nsize 5 5\n0 move 1 2\r\n", 3, .notText),
    ("overlook-input 1\nsize 5 5\n0 move 1 \u{0}\n", 3, .notText),
  ]) func aBrokenFileIsRefusedWithItsLine(text: String, line: Int, problem: InputLogError.Problem) {
    let error = #expect(throws: InputLogError.self) { try InputLog(parsing: text) }
    #expect(error?.line == line && error?.problem == problem, "\(error.map(String.init(describing:)) ?? "none")")
    #expect(error?.description.hasPrefix("line \(line): ") == true)
  }

  @Test func bytesThatAreNoTextAreRefused() {
    let bytes = Array("overlook-input 1\nsize 5 5\n0 move ".utf8) + [0xFF, 0xFE, 0x0A]
    #expect(throws: InputLogError(line: 3, problem: .notText)) { try InputLog(parsing: bytes) }
  }

  @Test func anEndlessLineIsRefusedBeforeItIsHeld() {
    let endless = Array("overlook-input 1\nsize 5 5\n".utf8) + [UInt8](repeating: 0x20, count: 1_000_000)
    #expect(throws: InputLogError(line: 3, problem: .lineTooLong)) { try InputLog(parsing: endless) }
    #expect(throws: InputLogError(line: 1, problem: .notAnInputLog)) {
      try InputLog(parsing: [UInt8](repeating: 0x61, count: 1_000_000))
    }
  }

  /// Bytes changed, cut or added at random: read or refused, never a trap, and what is read is in range.
  @Test(arguments: 0..<300) func noDamageTraps(seed: UInt64) {
    var random = SeededGenerator(seed: seed)
    var bytes = Array(Self.example.utf8)
    for _ in 0..<Int.random(in: 1...4, using: &random) {
      let place = Int.random(in: 0..<bytes.count, using: &random)
      switch Int.random(in: 0..<4, using: &random) {
      case 0: bytes[place] = UInt8.random(in: 0...255, using: &random)
      case 1: bytes.insert(Array("0123456789eE.+- \n".utf8).randomElement(using: &random) ?? 0, at: place)
      case 2: bytes.remove(at: place)
      default: bytes.removeSubrange(place...)
      }
      if bytes.isEmpty { break }
    }
    guard let log = try? InputLog(parsing: bytes) else { return }
    #expect(zip(log.events, log.events.dropFirst()).allSatisfy { $0.timeSeconds <= $1.timeSeconds })
    #expect(log.durationSeconds <= InputLog.maximumSeconds)
  }

  @Test func aLogTakesNoMoreThanADay() {
    var log = InputLog(size: ScreenSize(width: 1, height: 1))
    let kept = [1.0, 90_000, 0].map { log.append(InputEvent(timeSeconds: $0, kind: .pointerLeft)) }
    #expect(kept == [true, false, true])
    #expect(log.events.map(\.timeSeconds) == [1, 1])
  }

  @Test func aReplayGivesEachEventOnceItsTimeHasCome() throws {
    let log = try InputLog(parsing: Self.example)
    var replay = InputReplay(log, startingAt: 100)
    #expect(replay.nextDeadline == 100.25)
    let early = replay.next(now: 100.2)
    #expect(early == nil)
    var seen: [InputEvent] = []
    while case .event(let event)? = replay.next(now: 101) { seen.append(event) }
    #expect(seen.map(\.timeSeconds) == [100.25, 100.5, 100.75, 101])
    #expect(!replay.isFinished)
    while case .event(let event)? = replay.next(now: 200) { seen.append(event) }
    #expect(replay.isFinished && replay.nextDeadline == nil)
    #expect(seen.map(\.kind) == log.events.map(\.kind))
  }

  @Test func aRecordingReplaysToItself() {
    var recorder = InputRecorder(size: ScreenSize(width: 10, height: 10), startingAt: 50)
    recorder.record(InputEvent(timeSeconds: 49.9, kind: .pointerLeft))
    recorder.record(InputEvent(timeSeconds: 50.5, kind: .keyPressed(.n, [])))
    #expect(recorder.log.events.map(\.timeSeconds) == [0, 0.5])
  }
}
