/// When frames were drawn, in monotonic seconds.
struct FrameTimes {
  /// When the last frame was due.
  var last = -Double.infinity
  /// When the present frame began.
  var start = 0.0
  /// What the events since the last frame took.
  var drainSeconds = 0.0
  /// Until when a frame waits for an answer that is on its way; nil while none does.
  var answer: Double?
}
