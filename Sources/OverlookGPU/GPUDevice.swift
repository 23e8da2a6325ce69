import CGL

/// Everything that belongs to one GL context: its limits, the state we set, the trash and the counters.
///
/// Made with the context current; every call, and every call of the objects made with it, needs that context current on the main
/// thread. Two devices in one process do not know of each other.
@MainActor package final class GPUDevice {
  package let capabilities: GPUCapabilities
  package let state: GPUState
  package let trash: GPUTrash
  /// Counted since `beginFrame`.
  package internal(set) var statistics = GPUStatistics()
  /// Why a program that was to be used since the last `throwProgramFault` cannot be.
  var programFault: GPUError?
  /// Whether programs were compiled since `releaseCompiler`.
  var hasCompiled = false
  /// What programs write. Passes need not know: blending is set accordingly, and clearing clears to nothing.
  package var variant = ShaderVariant.color {
    didSet {
      guard variant != oldValue else { return }
      variantNumber += 1
      drawNumber = 0
      state.blendInPlace = variant.blend
    }
  }
  /// The number of the last draw since `variant` became `identity`.
  package internal(set) var drawNumber = 0
  /// Vertices that were drawn since the driver was last told to begin with their pixels. Where the processor draws, it would
  /// leave that to the end of the frame, while all but one of its threads wait.
  package internal(set) var waitingVertices = 0
  package static let verticesPerFlush = 50_000
  /// How many depth buffers were made.
  var depthCount = 0
  /// When `checkContext` asked the driver.
  var contextChecked = -Double.infinity
  /// Which depths and stencil numbers targets of others have.
  var foreignDepths: [GPUTarget: ForeignDepth] = [:]
  /// Whether pixels reach textures through memory of the driver. One that draws on the processor would only copy them twice.
  package var streamsPixels: Bool
  /// Whether a texture that may be drawn small gets memory for its smaller levels when it is made. A card that learns of them later moves
  /// all of it to new memory, for which it takes ten times as long as for making the levels. One on the processor has only to make what is
  /// read, and few are.
  package var makesLevelsAhead: Bool
  private var pixelStream: GPUPixelStream?
  /// Where compiled programs are kept; nil, the default: each start compiles all it draws with. Set it before programs are used.
  package var programCache: GPUProgramCache?
  /// See `takeMemoryFault`.
  var memoryFault: GPUError?
  let faults: GPUFaultPlan?
  /// Another number after each change of the variant.
  private(set) var variantNumber = 0

  /// `faults`: what is to go wrong, for tests.
  package init(faults: GPUFaultPlan? = nil) throws(GPUError) {
    self.faults = faults
    capabilities = try GPUCapabilities()
    (streamsPixels, makesLevelsAhead) = (!capabilities.isSoftware, !capabilities.isSoftware)
    trash = GPUTrash()
    state = GPUState()
    state.reset()
  }

  /// Deletes what died since the last frame and sets the counters to zero.
  package func beginFrame() {
    trash.empty(forgettingIn: state)
    state.forgetDepths()
    statistics = GPUStatistics()
  }

  /// Counts for owners of buffers and textures. They are not copyable, and the thread sanitizer's compiler takes no write through one.
  func countUpload(bytes: Int) {
    statistics.countUpload(bytes: bytes)
  }

  /// As `GPUPixelStream.send`; false too for what is brought otherwise.
  func streamPixels(_ bytes: UnsafeRawBufferPointer, _ body: () -> Void) -> Bool {
    guard streamsPixels, bytes.count >= GPUPixelStream.fewestBytes else { return false }
    let stream = pixelStream ?? GPUPixelStream(trash: trash)
    pixelStream = stream
    return stream.send(bytes, body)
  }

  /// Deletes what died; for the end of a context's life, when no frame will begin any more.
  package func emptyTrash() {
    pixelStream = nil
    trash.empty(forgettingIn: state)
  }

  /// Has the driver let go of what it needs to compile, 7 MB in Mesa, if it did. The next program has it made anew, which takes a
  /// tenth of the time until that is drawn with. Whether it did.
  @discardableResult package func releaseCompiler() -> Bool {
    guard hasCompiled, capabilities.canReleaseCompiler else { return false }
    hasCompiled = false
    glReleaseShaderCompiler()
    return true
  }

  /// Throws when something since the last call was to be drawn with shaders that do not compile.
  package func throwProgramFault() throws(GPUError) {
    guard let fault = programFault else { return }
    programFault = nil
    throw fault
  }

  /// Waits until the driver has done everything. For tests, benchmarks and read-back only.
  package func finish() {
    glFinish()
  }

  /// Takes and drops errors of earlier calls, so that the next check speaks of its own call only.
  func dropErrors() {
    // A lost context answers with an error for ever.
    for _ in 0..<16 {
      let code = glGetError()
      if code == GLenum(GL_NO_ERROR) { return }
      if code == GLenum(GL_OUT_OF_MEMORY) { _ = note(.outOfMemory(what: "something of the picture")) }
    }
  }

  /// Throws the error that the calls since `dropErrors` left, naming `what`.
  package func check(_ what: @autoclosure () -> String) throws(GPUError) {
    let code = glGetError()
    if code == GLenum(GL_NO_ERROR) { return }
    dropErrors()
    if code == GLenum(GL_CONTEXT_LOST) { throw .contextLost(status: code) }
    if code == GLenum(GL_OUT_OF_MEMORY) { throw .outOfMemory(what: what()) }
    throw .failed(what: what(), code: code)
  }
}
