import CGL
import OverlookPlatform
import OverlookSupport
import OverlookTestSupport
import Testing

@testable import OverlookGPU

@MainActor @Suite struct GPUObjectTests {
  @Test func versionsBelow33AreRefused() {
    #expect(!GPUCapabilities.isSufficient(major: 3, minor: 2))
    #expect(!GPUCapabilities.isSufficient(major: 2, minor: 9))
    #expect(GPUCapabilities.isSufficient(major: 3, minor: 3))
    #expect(GPUCapabilities.isSufficient(major: 4, minor: 0))
  }

  @Test func withoutAContextTheDeviceSaysSo() throws {
    let surface = try TestSurface(width: 4, height: 4)
    surface.context.releaseCurrent()
    #expect(throws: GPUError.noContext) { try GPUDevice() }
    surface.context.makeCurrent()
  }

  @Test func aTextureBeyondTheLimitIsRefusedBeforeItIsMade() throws {
    let surface = try TestSurface(width: 4, height: 4)
    let limit = surface.device.capabilities.maximumTextureSize
    #expect(throws: GPUError.textureTooLarge(width: limit + 1, height: 1, layers: 1, limit: limit)) {
      _ = try GPUTexture(surface.device, width: limit + 1, height: 1, label: "test")
    }
    #expect(throws: GPUError.textureTooLarge(width: 0, height: 1, layers: 1, limit: limit)) {
      _ = try GPUTexture(surface.device, width: 0, height: 1, label: "test")
    }
    let layerLimit = surface.device.capabilities.maximumArrayLayers
    #expect(throws: GPUError.textureTooLarge(width: 1, height: 1, layers: layerLimit + 1, limit: layerLimit)) {
      _ = try GPUTexture(surface.device, width: 1, height: 1, arrayLayers: layerLimit + 1, label: "test")
    }
  }

  /// The kind of texture that a software driver compiles for goes by the size: a power of two or not, with or without levels.
  @Test func bufferTexturesOfAllSizesAreOfOneKind() throws {
    for needed in Array(0...3_000) + [4_096, 65_000, 65_536, 65_537, 1 << 20, (1 << 20) + 1, 1 << 24, 3 << 16] {
      let count = GPUBuffer.texelByteCount(needed)
      #expect(count >= needed && count <= needed + 768, "\(needed): \(count)")
      #expect(count.nonzeroBitCount > 1 && count >> 8 & 0xff != 0, "\(needed): \(count)")
    }
    let surface = try TestSurface(width: 4, height: 4)
    var texels = GPUTexelBuffer(surface.device, format: .float4, label: "test")
    func size() -> Int {
      var size: GLint = 0
      texels.buffer.bindForWriting()
      glGetBufferParameteriv(GLenum(GL_COPY_WRITE_BUFFER), GLenum(GL_BUFFER_SIZE), &size)
      return Int(size)
    }
    #expect(size() == GPUBuffer.texelByteCount(0))
    try texels.buffer.upload([SIMD4<Float>](repeating: SIMD4(1, 2, 3, 4), count: 256).span)
    #expect(texels.buffer.byteCount == 4_096 && size() == GPUBuffer.texelByteCount(4_096))
    try texels.buffer.replace([SIMD4<Float>](repeating: SIMD4(5, 6, 7, 8), count: 16).span)
    #expect(texels.buffer.byteCount == 4_096 && size() == GPUBuffer.texelByteCount(4_096))
    var first = SIMD4<Float>()
    withUnsafeMutableBytes(of: &first) { glGetBufferSubData(GLenum(GL_COPY_WRITE_BUFFER), 0, $0.count, $0.baseAddress) }
    #expect(first == SIMD4(5, 6, 7, 8))
  }

  @Test func aProcessorThatDrawsBeginsBeforeTheEndOfAFrame() throws {
    let surface = try TestSurface(width: 4, height: 4)
    let device = surface.device
    let array = GPUVertexArray(device)
    guard device.capabilities.isSoftware else { return }
    let limit = GPUDevice.verticesPerFlush
    device.draw(.triangles, array, count: limit - 3)
    #expect(device.waitingVertices == limit - 3)
    device.draw(.triangles, array, count: 3)
    #expect(device.waitingVertices == 0)
  }

  @Test func aProcessorThatDrawsBeginsBeforeItCompilesMore() throws {
    let surface = try TestSurface(width: 4, height: 4)
    let device = surface.device
    guard device.capabilities.isSoftware else { return }
    let library = ShaderLibrary { (file) throws(GPUError) in
      file == "a.vert" ? "void main() { gl_Position = vec4(0.0); }" : "out vec4 o_color; void main() { o_color = vec4(1.0); }"
    }
    let first = GPUProgram(device, vertex: "a.vert", fragment: "a.frag", library: library)
    let second = GPUProgram(device, vertex: "a.vert", fragment: "a.frag", library: library, preamble: "#define OTHER")
    let array = GPUVertexArray(device)
    first.use()
    device.draw(.triangles, array, count: 3)
    #expect(device.waitingVertices == 3)
    second.use()
    #expect(device.waitingVertices == 0)
    // Nothing is compiled any more.
    device.draw(.triangles, array, count: 3)
    first.use()
    second.use()
    #expect(device.waitingVertices == 3)
  }

  @Test func memoryThatTheDriverDoesNotHaveIsATypedError() throws {
    let surface = try TestSurface(width: 4, height: 4)
    #expect(throws: GPUError.self) {
      var buffer = GPUBuffer(surface.device, label: "huge")
      try buffer.allocate(byteCount: 1 << 52)
    }
    // The failed allocation left no error behind for the next one.
    var buffer = GPUBuffer(surface.device, label: "small")
    try buffer.allocate(byteCount: 16)
    #expect(buffer.byteCount == 16)
  }

  /// Of 5000 numbers, some scattered ones and some neighbours are written anew; two more lie past the end.
  @Test(arguments: [true, false]) func ofManyElementsOnlyThoseThatChangedAreWritten(mapped: Bool) throws {
    let surface = try TestSurface(width: 4, height: 4)
    var buffer = GPUBuffer(surface.device, label: "rows")
    let old = [UInt32](repeating: 7, count: 5000)
    try buffer.upload(old)
    let new = (0..<5000).map { UInt32($0) + 100 }
    var rows = DirtyRows()
    for row in [3, 4, 1500, 4999, 5000, 9000] { rows.insert(row) }
    surface.device.beginFrame()
    buffer.update(new.span, rows: rows, mapped: mapped)
    #expect(surface.device.statistics.uploads == (mapped ? 1 : 3))
    #expect(surface.device.statistics.uploadedBytes == 4 * 4)
    var content = [UInt32](repeating: 0, count: 5000)
    // The buffer is still the one that was written last.
    glGetBufferSubData(GLenum(GL_COPY_WRITE_BUFFER), 0, 4 * 5000, &content)
    let written: Set = [3, 4, 1500, 4999]
    #expect((0..<5000).allSatisfy { content[$0] == (written.contains($0) ? new[$0] : 7) })
  }

  @Test func gapsOfAFewKilobytesAreWrittenAlong() throws {
    let surface = try TestSurface(width: 4, height: 4)
    var buffer = GPUBuffer(surface.device, label: "rows")
    let numbers = [UInt32](repeating: 7, count: 5000)
    try buffer.upload(numbers)
    var rows = DirtyRows()
    for row in [10, 1000] { rows.insert(row) }
    surface.device.beginFrame()
    buffer.update(numbers.span, rows: rows)
    #expect(surface.device.statistics.uploads == 1)
    #expect(surface.device.statistics.uploadedBytes == 4 * 991)
  }

  @Test func deadObjectsWaitInTheTrashForTheNextFrame() throws {
    let surface = try TestSurface(width: 4, height: 4)
    func makeAndDrop() throws {
      _ = try GPUTexture(surface.device, width: 2, height: 2, label: "test")
      var buffer = GPUBuffer(surface.device, label: "test")
      try buffer.allocate(byteCount: 4)
      _ = try GPUFramebuffer(surface.device, width: 2, height: 2, hasDepth: true, label: "test")
    }
    try makeAndDrop()
    // Texture, buffer, and of the framebuffer its own name, its depth and its colour.
    #expect(surface.device.trash.count == 5)
    surface.device.beginFrame()
    #expect(surface.device.trash.count == 0)
  }

  @Test func aRecycledNameIsBoundAnew() throws {
    let surface = try TestSurface(width: 4, height: 4)
    func bindAndDrop() throws {
      let texture = try GPUTexture(surface.device, width: 2, height: 2, label: "first")
      texture.bind(unit: 3)
    }
    try bindAndDrop()
    surface.device.beginFrame()
    let second = try GPUTexture(surface.device, width: 2, height: 2, label: "second")
    second.bind(unit: 3)
    var bound: GLint = 0
    glGetIntegerv(GLenum(GL_TEXTURE_BINDING_2D), &bound)
    #expect(bound != 0)
  }

  @Test func objectsMayDieOnAnyThread() async throws {
    let surface = try TestSurface(width: 4, height: 4)
    let box = try TextureBox(surface.device)
    await Task.detached { _ = box }.value
    #expect(surface.device.trash.count <= 1)
  }

  @Test func readBackHasTheTopRowFirst() throws {
    let surface = try TestSurface(width: 2, height: 3)
    surface.device.state.setScissor(GPURect(x: 0, y: 2, width: 2, height: 1))
    surface.device.clear(color: SIMD4(1, 0, 0, 1))
    surface.device.state.setScissor(nil)
    #expect(try surface.pixel(0, 0) == [255, 0, 0, 255])
    #expect(try surface.pixel(0, 2) == [255, 255, 255, 255])
  }

  @Test func blitCopiesAndStretches() throws {
    let surface = try TestSurface(width: 4, height: 4)
    let small = try GPUFramebuffer(surface.device, width: 2, height: 2, label: "small")
    surface.device.state.bind(target: small.target)
    surface.device.clear(color: SIMD4(0, 0, 1, 1))
    surface.device.blit(from: small.target, to: surface.target)
    #expect(try surface.pixel(3, 3) == [0, 0, 255, 255])
  }

  @Test func writesOutsideABufferOrTextureAreLeftOut() throws {
    let surface = try TestSurface(width: 4, height: 4)
    surface.device.beginFrame()
    var buffer = GPUBuffer(surface.device, label: "test")
    try buffer.allocate(byteCount: 4)
    let bytes: [UInt8] = [1, 2, 3, 4, 5, 6, 7, 8]
    buffer.update(bytes, atElement: 4)
    buffer.update(bytes, atElement: -1)
    #expect(surface.device.statistics.uploads == 0)
    buffer.update(bytes, atElement: 2)
    #expect(surface.device.statistics.uploadedBytes == 2)
    let texture = try GPUTexture(surface.device, width: 2, height: 2, format: .r8, label: "test")
    texture.upload(bytes.span, x: 1, y: 0, width: 2, height: 1)
    texture.upload(bytes.span, x: 0, y: 0, width: 2, height: 2, layer: 1)
    texture.upload(bytes.span.extracting(0..<3), x: 0, y: 0, width: 2, height: 2)
    #expect(surface.device.statistics.uploads == 1)
    texture.upload(bytes.span, x: 0, y: 0, width: 2, height: 2)
    #expect(surface.device.statistics.uploadedBytes == 6)
    #expect(glGetError() == GLenum(GL_NO_ERROR))
  }

  @Test func reserveGrowsByHalfAndKeepsWhatIsEnough() throws {
    let surface = try TestSurface(width: 4, height: 4)
    var buffer = GPUBuffer(surface.device, label: "test")
    #expect(try buffer.reserve(byteCount: 100))
    #expect(try !buffer.reserve(byteCount: 60))
    #expect(try buffer.reserve(byteCount: 101))
    #expect(buffer.byteCount == 150)
  }

  @Test func theTimerAnswersWithoutBeingWaitedFor() throws {
    let surface = try TestSurface(width: 64, height: 64)
    var timer = GPUTimer(surface.device)
    for _ in 0..<6 {
      timer.begin()
      surface.device.clear(color: SIMD4(1, 0, 0, 1))
      timer.end()
    }
    surface.device.finish()
    timer.collect()
    #expect((timer.milliseconds ?? -1) >= 0)
    #expect(glGetError() == GLenum(GL_NO_ERROR))
  }

  @Test func stateIsSetAnewAfterForeignCode() throws {
    let surface = try TestSurface(width: 4, height: 4)
    surface.device.state.setScissor(GPURect(x: 0, y: 0, width: 1, height: 1))
    glDisable(GLenum(GL_SCISSOR_TEST))
    glEnable(GLenum(GL_CULL_FACE))
    glColorMask(0, 0, 0, 0)
    surface.device.state.reset()
    surface.device.state.bind(target: surface.target)
    surface.device.clear(color: SIMD4(0, 1, 0, 1))
    #expect(try surface.pixel(3, 0) == [0, 255, 0, 255])
    #expect(glIsEnabled(GLenum(GL_CULL_FACE)) == 0)
  }

  @Test func uploadsAndDrawsSurviveWhatForeignCodeLeavesBehind() throws {
    let surface = try TestSurface(width: 4, height: 4)
    var foreign: GLuint = 0
    glGenBuffers(1, &foreign)
    defer { glDeleteBuffers(1, &foreign) }
    glBindBuffer(GLenum(GL_PIXEL_UNPACK_BUFFER), foreign)
    glPixelStorei(GLenum(GL_UNPACK_SKIP_ROWS), 7)
    glEnable(GLenum(GL_RASTERIZER_DISCARD))
    glBlendEquation(GLenum(GL_FUNC_REVERSE_SUBTRACT))
    surface.device.state.reset()
    let texture = try GPUTexture(surface.device, width: 1, height: 1, label: "after foreign code")
    texture.upload([10, 20, 30, 255].span, x: 0, y: 0, width: 1, height: 1)
    surface.device.state.bind(target: surface.target)
    surface.device.clear(color: SIMD4(0, 0, 1, 1))

    #expect(glGetError() == GLenum(GL_NO_ERROR))
    #expect(try surface.pixel(3, 0) == [0, 0, 255, 255])
    #expect(integer(GL_PIXEL_UNPACK_BUFFER_BINDING) == 0)
    #expect(integer(GL_UNPACK_SKIP_ROWS) == 0)
    #expect(integer(GL_BLEND_EQUATION_RGB) == GL_FUNC_ADD)
  }

  @Test func depthsAreKnownToBeFarUntilSomethingLeavesSome() throws {
    let surface = try TestSurface(width: 4, height: 4)
    let (device, state) = (surface.device, surface.device.state)
    let own = try GPUFramebuffer(device, width: 4, height: 4, hasDepth: true, label: "test")
    let other = try GPUFramebuffer(device, sharingDepthOf: own.target, label: "test")
    let first = own.target
    let array = GPUVertexArray(device)
    func clear() {
      state.bind(target: first)
      device.clear(color: .zero, depth: true)
    }
    clear()
    #expect(state.hasFarDepths(first) && state.hasFarDepths(other.target) && !state.hasFarDepths(surface.target))
    device.draw(.triangles, array, count: 3)
    #expect(state.hasFarDepths(first))
    state.setDepthTest(true)
    state.setDepthWrite(true)
    state.bind(target: other.target)
    device.draw(.triangles, array, count: 3)
    #expect(!state.hasFarDepths(first))
    state.setDepthWrite(false)
    state.setScissor(GPURect(x: 0, y: 0, width: 4, height: 2))
    clear()
    #expect(!state.hasFarDepths(first))
    state.setScissor(nil)
    clear()
    let third = try GPUFramebuffer(device, width: 4, height: 4, hasDepth: true, label: "test")
    device.copyDepth(from: third.target, to: first)
    #expect(!state.hasFarDepths(first))
    clear()
    #expect(state.hasFarDepths(first))
    device.beginFrame()
    #expect(!state.hasFarDepths(first))
    _ = glGetError()
  }

  private func integer(_ name: Int32) -> Int32 {
    var value: GLint = 0
    glGetIntegerv(GLenum(name), &value)
    return value
  }
}

@MainActor private final class TextureBox {
  let texture: GPUTexture

  init(_ device: GPUDevice) throws {
    texture = try GPUTexture(device, width: 2, height: 2, label: "boxed")
  }
}
