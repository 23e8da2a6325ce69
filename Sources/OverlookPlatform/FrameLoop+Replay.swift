import OverlookSupport
public import OverlookInput

/// Recording and playing of input.
extension FrameLoop {
  /// Begins to write down every event that the content gets, and what it pastes; a recording that goes on is dropped.
  public func startRecording() {
    recorder = InputRecorder(size: window.size, startingAt: MonotonicClock.now())
    window.onPaste = { [weak self] in self?.recorder?.recordPaste($0) }
    window.onCopy = { [weak self] in self?.recorder?.recordCopy($0) }
  }

  /// Ends the recording; nil when there was none.
  public func stopRecording() -> InputLog? {
    defer { (recorder, window.onPaste, window.onCopy) = (nil, nil, nil) }
    return recorder?.log
  }

  /// Whether input is being recorded.
  public var isRecording: Bool { recorder != nil }

  /// Plays `log` from now on, each event at its time as if it came from the person, whose own events still count. What was
  /// playing stops. The window should have the log's size. The log has a clipboard of its own, empty at first, so that the same is
  /// pasted each time and what the person has copied stays.
  public func play(_ log: InputLog) {
    replay = InputReplay(log, startingAt: MonotonicClock.now())
    window.playedClipboard = ""
  }

  /// Whether a log is being played.
  public var isPlaying: Bool { replay != nil }
}
