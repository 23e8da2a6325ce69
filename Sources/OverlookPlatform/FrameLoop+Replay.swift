import OverlookSupport
public import OverlookInput

/// Recording and playing of input.
extension FrameLoop {
  /// Begins to write down every event that the content gets; a recording that goes on is dropped.
  public func startRecording() {
    recorder = InputRecorder(size: window.size, startingAt: MonotonicClock.now())
  }

  /// Ends the recording; nil when there was none.
  public func stopRecording() -> InputLog? {
    defer { recorder = nil }
    return recorder?.log
  }

  /// Whether input is being recorded.
  public var isRecording: Bool { recorder != nil }

  /// Plays `log` from now on, each event at its time as if it came from the person, whose own events still count. What was
  /// playing stops. The window should have the log's size.
  public func play(_ log: InputLog) {
    replay = InputReplay(log, startingAt: MonotonicClock.now())
  }

  /// Whether a log is being played.
  public var isPlaying: Bool { replay != nil }
}
