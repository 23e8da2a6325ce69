import CGL

/// The GPU's time for a span of draws, known a few frames later; never waits.
@MainActor package struct GPUTimer: ~Copyable {
  private static let ringSize = 4

  private let device: GPUDevice
  private let queries: [UInt32]
  private var oldest = 0
  private var pending = 0
  private var isRunning = false
  /// The last span that the driver answered, in milliseconds.
  package private(set) var milliseconds: Double?

  package init(_ device: GPUDevice) {
    self.device = device
    var names = [GLuint](repeating: 0, count: Self.ringSize)
    glGenQueries(GLsizei(Self.ringSize), &names)
    queries = names
  }

  deinit {
    for query in queries { device.trash.add(.query, query) }
  }

  /// Starts a span. While the driver still owes the answers to a whole ring of them, this span is not measured.
  package mutating func begin() {
    collect()
    guard !isRunning, pending < Self.ringSize else { return }
    isRunning = true
    glBeginQuery(GLenum(GL_TIME_ELAPSED), queries[(oldest + pending) % Self.ringSize])
  }

  package mutating func end() {
    guard isRunning else { return }
    isRunning = false
    pending += 1
    glEndQuery(GLenum(GL_TIME_ELAPSED))
  }

  /// Takes the answers that are there.
  package mutating func collect() {
    while pending > 0 {
      var isReady: GLuint = 0
      glGetQueryObjectuiv(queries[oldest], GLenum(GL_QUERY_RESULT_AVAILABLE), &isReady)
      if isReady == 0 { return }
      var nanoseconds: GLuint64 = 0
      glGetQueryObjectui64v(queries[oldest], GLenum(GL_QUERY_RESULT), &nanoseconds)
      milliseconds = Double(nanoseconds) / 1_000_000
      oldest = (oldest + 1) % Self.ringSize
      pending -= 1
    }
  }
}
