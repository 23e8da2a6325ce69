import CGL

/// The GPU's time for each part of a frame and the pixels that it drew there, known a few frames later; never waits.
///
/// Times are differences of time stamps (GL_ARB_timer_query, part of GL 3.3), so that spans cost one query each and may be
/// measured inside of another span; pixels are those that passed all tests, each as often as it was drawn.
@MainActor package final class GPUSpanQueries {
  /// What a driver answered for a span.
  package struct Answer: Sendable {
    /// What `endSpan` was given.
    package let tag: Int
    /// Nil where times were not asked for.
    package let seconds: Double?
    /// Nil where pixels were not asked for.
    package let pixels: Int?
  }

  private struct Frame {
    var stamps: [UInt32]
    var counts: [UInt32]
    var tags: [Int] = []
    var isTimed = false
    var isCounted = false
  }

  /// Spans of one frame; what follows them is not measured.
  package static let maximumSpans = 128
  private static let ringSize = 4

  private let device: GPUDevice
  private var frames: [Frame] = []
  private var oldest = 0
  private var pending = 0
  private var isOpen = false

  package init(_ device: GPUDevice) {
    self.device = device
  }

  isolated deinit {
    for frame in frames {
      for name in frame.stamps + frame.counts { device.trash.add(.query, name) }
    }
  }

  /// Starts the first span of a frame. While the driver still owes the answers to a whole ring of them, this frame is not
  /// measured.
  package func begin(times: Bool, pixels: Bool) {
    end()
    guard times || pixels, pending < Self.ringSize else { return }
    if frames.isEmpty { frames = (0..<Self.ringSize).map { _ in Self.makeFrame() } }
    isOpen = true
    frames[current].tags.removeAll(keepingCapacity: true)
    frames[current].isTimed = times
    frames[current].isCounted = pixels
    if times { glQueryCounter(frames[current].stamps[0], GLenum(GL_TIMESTAMP)) }
    if pixels { glBeginQuery(GLenum(GL_SAMPLES_PASSED), frames[current].counts[0]) }
  }

  /// Ends a span and starts the next one.
  package func endSpan(tag: Int) {
    guard isOpen, frames[current].tags.count < Self.maximumSpans else { return }
    frames[current].tags.append(tag)
    let next = frames[current].tags.count
    if frames[current].isTimed { glQueryCounter(frames[current].stamps[next], GLenum(GL_TIMESTAMP)) }
    if frames[current].isCounted {
      glEndQuery(GLenum(GL_SAMPLES_PASSED))
      glBeginQuery(GLenum(GL_SAMPLES_PASSED), frames[current].counts[next])
    }
  }

  /// Ends the frame; what was drawn since the last span belongs to none.
  package func end() {
    guard isOpen else { return }
    isOpen = false
    if frames[current].isCounted { glEndQuery(GLenum(GL_SAMPLES_PASSED)) }
    pending += 1
  }

  /// Calls `body` with the answers that are there, a whole frame at a time, then `endOfFrame`.
  package func collect(_ body: (Answer) -> Void, endOfFrame: () -> Void) {
    while pending > 0, isReady(frames[oldest]) {
      let frame = frames[oldest]
      var before = frame.isTimed ? Self.value(frame.stamps[0]) : 0
      for (index, tag) in frame.tags.enumerated() {
        let stamp = frame.isTimed ? Self.value(frame.stamps[index + 1]) : 0
        body(
          Answer(
            tag: tag, seconds: frame.isTimed ? Double(stamp &- before) / 1e9 : nil,
            pixels: frame.isCounted ? Int(clamping: Self.value(frame.counts[index])) : nil))
        before = stamp
      }
      endOfFrame()
      oldest = (oldest + 1) % Self.ringSize
      pending -= 1
    }
  }

  /// Frames that the driver has still to answer for.
  package var pendingFrames: Int { pending }

  private var current: Int { (oldest + pending) % Self.ringSize }

  /// Answers come in the order of asking, so that the last one stands for all.
  private func isReady(_ frame: Frame) -> Bool {
    let last = frame.tags.count
    if frame.isTimed, !Self.isReady(frame.stamps[last]) { return false }
    return !frame.isCounted || Self.isReady(frame.counts[last])
  }

  private static func isReady(_ query: UInt32) -> Bool {
    var isReady: GLuint = 0
    glGetQueryObjectuiv(query, GLenum(GL_QUERY_RESULT_AVAILABLE), &isReady)
    return isReady != 0
  }

  private static func value(_ query: UInt32) -> GLuint64 {
    var value: GLuint64 = 0
    glGetQueryObjectui64v(query, GLenum(GL_QUERY_RESULT), &value)
    return value
  }

  private static func makeFrame() -> Frame {
    func names() -> [GLuint] {
      var names = [GLuint](repeating: 0, count: maximumSpans + 1)
      glGenQueries(GLsizei(clamping: names.count), &names)
      return names
    }
    var frame = Frame(stamps: names(), counts: names())
    frame.tags.reserveCapacity(maximumSpans)
    return frame
  }
}
