import OverlookSupport

/// Says sentences in the order of their importance, with the first voice that works. Used on the main thread, which it never blocks: each
/// voice speaks on a thread of its own, and one that hangs or fails is left for the next.
@MainActor public final class Speaker {
  /// The code of the language of sentences that name none (BCP 47); "en" by default.
  public var language: String
  /// 0 ... 1; default 1.
  public var volume = 1.0
  /// 1 is the voice's own speed, 0.5 ... 2; default 1.
  public var rate = 1.0
  /// Whether nothing is said for now; what is being said ends when it is set. Default false.
  public var isMuted = false { didSet { if isMuted { cancel() } } }
  /// What is spoken; what is not ends. Default `alertsAndGuidance`.
  public var guidance = VoiceGuidance.alertsAndGuidance { didSet { dropUnwanted() } }
  /// By what means; default `standard`.
  public var audio = AudioGuidance.standard { didSet { dropUnwanted() } }
  /// Called with a sentence when a voice was left for another one, or none is left.
  public var onNotice: (@MainActor (String) -> Void)?
  /// Called with each alert while `audio` has `vibration`.
  public var onVibration: (@MainActor () -> Void)?

  /// Letters of a sentence; more is cut off.
  private static let longestText = 500

  private var outputs: [any SpeechOutput]
  private var queue = SpeechQueue()
  private var last: Utterance?
  private var ticket = 0
  /// Times what a sentence may take before its voice is left; shorter ones are for tests.
  private let patience: Double

  /// A speaker with its voices, the best first.
  public convenience init(language: String = "en", outputs: [any SpeechOutput]) {
    self.init(language: language, outputs: outputs, patience: 1)
  }

  /// A speaker with what this machine has: the speech service of the desktop (speech-dispatcher), else espeak-ng. Nothing is started before
  /// the first sentence.
  public convenience init(language: String = "en") {
    self.init(language: language, outputs: [SpeechDispatcherOutput(), EspeakOutput()])
  }

  init(language: String, outputs: [any SpeechOutput], patience: Double) {
    self.language = language
    self.outputs = outputs
    self.patience = patience
  }

  isolated deinit {
    outputs.first?.cancel()
  }

  /// Says a sentence when its turn has come, if that is within `validSeconds` (default 10). A maneuver takes the place of maneuvers that
  /// are older, even of one that is being said.
  public func say(
    _ text: String, priority: SpeechPriority = .maneuver, language: String? = nil, validSeconds: Double = 10
  ) {
    if priority == .alert, audio.contains(.vibration), guidance != .silent { onVibration?() }
    // Names of streets come from outside.
    let text = OutsideText.cleaned(text, limit: Self.longestText)
    guard !text.isEmpty, isWanted(priority) else { return }
    let utterance = Utterance(
      text, language: language ?? self.language, priority: priority, volume: volume, rate: rate)
    if priority >= .preparation { last = utterance }
    enqueue(utterance, validSeconds: validSeconds)
  }

  /// Says again what was said last, notices left out. Does nothing when there was nothing, or when its kind is not wanted now.
  public func repeatLast() {
    guard var last, isWanted(last.priority) else { return }
    last.volume = volume
    last.rate = rate
    enqueue(last, validSeconds: 10)
  }

  /// Ends what is being said and forgets what waits.
  public func cancel() {
    queue.removeAll { _ in true }
    if queue.current != nil { interrupt() }
  }

  /// Whether something is being said or waits.
  public var isSpeaking: Bool { queue.current != nil || !queue.waiting.isEmpty }

  /// The voice in use; nil when there is none.
  public var voiceName: String? { outputs.first?.name }

  /// How long a sentence takes, in seconds.
  public func seconds(toSay text: String) -> Double {
    SpeechDuration.seconds(text, language: language, rate: rate)
  }

  // MARK: The queue

  private func isWanted(_ priority: SpeechPriority) -> Bool {
    !isMuted && audio.contains(.voice) && guidance.includes(priority) && !outputs.isEmpty
  }

  private func dropUnwanted() {
    queue.removeAll { !isWanted($0.priority) }
    if let current = queue.current, !isWanted(current.utterance.priority) { interrupt() }
  }

  private func enqueue(_ utterance: Utterance, validSeconds: Double) {
    let verdict = queue.add(utterance, now: MonotonicClock.now(), validSeconds: validSeconds)
    if verdict == .interrupts { interrupt() }
    sayNext()
  }

  /// Ends what is being said; when its voice is done with it, the next comes.
  private func interrupt() {
    outputs.first?.cancel()
    let turn = ticket
    Task { [weak self] in
      // A voice that had not yet begun has not heard it.
      try? await Task.sleep(for: .seconds(0.15))
      guard let self, turn == ticket, queue.current != nil else { return }
      outputs.first?.cancel()
    }
  }

  private func sayNext() {
    guard let output = outputs.first, let item = queue.next(now: MonotonicClock.now()) else { return }
    ticket += 1
    let (turn, number) = (ticket, item.number)
    let limit =
      (SpeechDuration.seconds(item.utterance.text, language: item.utterance.language, rate: item.utterance.rate) * 3 + 5)
      * patience
    do throws(ThreadError) {
      try ServiceThread.start("overlook-voice", stackBytes: 512 << 10) { [weak self] in
        let fault: SpeechError?
        do throws(SpeechError) {
          try output.speak(item.utterance)
          fault = nil
        } catch {
          fault = error
        }
        Task { @MainActor in self?.end(turn, number, fault) }
      }
    } catch {
      queue.finish(number)
      // What waits would come too late: there is no thread to say it.
      queue.removeAll { _ in true }
      onNotice?("\(output.name) cannot speak: \(error)")
      return
    }
    Task { [weak self] in
      try? await Task.sleep(for: .seconds(limit))
      self?.end(turn, number, SpeechError("it did not come to the end of a sentence"))
    }
  }

  /// A sentence is over, or took too long: whichever comes first counts.
  private func end(_ turn: Int, _ number: Int, _ fault: SpeechError?) {
    guard turn == ticket else { return }
    ticket += 1
    guard let fault, let output = outputs.first else {
      queue.finish(number)
      return sayNext()
    }
    queue.putBack(number)
    outputs.removeFirst()
    output.cancel()
    let next = outputs.first.map { "\($0.name) speaks instead" } ?? "nothing is spoken any more"
    onNotice?("\(output.name) is left: \(fault); \(next)")
    if outputs.isEmpty { queue.removeAll { _ in true } }
    sayNext()
  }
}
