import OverlookGPU
import OverlookMeasurement
import OverlookSupport
import OverlookTestSupport
import Synchronization
import Testing

/// Shader files in memory, some of which change.
private final class MemoryFiles: Sendable {
  let files: Mutex<[String: String]>

  init(_ files: [String: String]) {
    self.files = Mutex(files)
  }

  var library: ShaderLibrary {
    ShaderLibrary { (file) throws(GPUError) in
      guard let text = self.files.withLock({ $0[file] }) else { throw .shader(file: file, log: "no such file") }
      return text
    }
  }
}

@MainActor @Suite struct GPUProgramTests {
  /// A square of the whole target from four vertices without attributes.
  private static let vertexText = """
    layout(std140) uniform View { vec4 u_tint; };
    flat out vec4 v_tint;
    void main() {
      vec2 corner = vec2(gl_VertexID & 1, gl_VertexID >> 1) * 2.0 - 1.0;
      v_tint = u_tint;
      gl_Position = vec4(corner, 0.0, 1.0);
    }
    """
  private static let fragmentText = """
    flat in vec4 v_tint;
    uniform vec4 u_color;
    uniform float u_share;
    out vec4 o_color;
    void main() { o_color = u_color * u_share + v_tint; }
    """

  private func files() -> MemoryFiles {
    MemoryFiles(["a.vert": Self.vertexText, "a.frag": Self.fragmentText])
  }

  @Test func drawsWithItsUniformsAndTheViewBlock() throws {
    let surface = try TestSurface(width: 4, height: 4)
    let program = GPUProgram(surface.device, vertex: "a.vert", fragment: "a.frag", library: files().library)
    let view = try GPUUniformBuffer<SIMD4<Float>>(surface.device, bindingPoint: GPUProgram.viewBinding, label: "view")
    view.update(SIMD4(0, 1, 0, 0))
    let vertices = GPUVertexArray(surface.device)
    program.set(program.uniform("u_color"), SIMD4(1, 0, 1, 1))
    program.set(program.uniform("u_share"), Float(1))
    program.set(program.uniform("u_unused"), Float(3))
    program.use()
    surface.device.beginFrame()
    surface.device.draw(.triangleStrip, vertices, count: 4)
    #expect(try surface.pixel(1, 1) == [255, 255, 255, 255])
    #expect(surface.device.statistics.drawCalls == 1)
    #expect(surface.device.statistics.vertices == 4)
    surface.device.draw(.triangleStrip, vertices, count: 4, instances: 3)
    #expect(surface.device.statistics.instances == 4)
    #expect(surface.device.statistics.vertices == 16)
    surface.device.draw(.triangleStrip, vertices, count: 0)
    #expect(surface.device.statistics.drawCalls == 2)
  }

  @Test func aUniformIsSetOnlyWhereItChangesAndIsRead() throws {
    let surface = try TestSurface(width: 4, height: 4)
    let program = GPUProgram(surface.device, vertex: "a.vert", fragment: "a.frag", library: files().library)
    let (color, unused) = (program.uniform("u_color"), program.uniform("u_unused"))
    program.set(color, SIMD4(1, 0, 0, 1))
    func calls(_ color: GPUUniform, _ value: SIMD4<Float>) -> Int? {
      GraphicsCallCounter.count { program.set(color, value) }?.allCalls
    }
    #expect(calls(color, SIMD4(1, 0, 0, 1)) == 0)
    #expect(calls(color, SIMD4(0, 1, 0, 1)) == 1)
    #expect(calls(unused, SIMD4(0, 1, 0, 1)) == 0)
    // A program that was linked again knows nothing.
    try program.reload()
    #expect(calls(color, SIMD4(0, 1, 0, 1)) == 1)
  }

  @Test func aCompileErrorNamesTheFileAndTheLine() throws {
    let surface = try TestSurface(width: 4, height: 4)
    let files = MemoryFiles(["a.vert": Self.vertexText, "bad.frag": "out vec4 o_color;\n\nvoid main() { o_color = nonsense; }\n"])
    do {
      try GPUProgram(surface.device, vertex: "a.vert", fragment: "bad.frag", library: files.library).link()
      Issue.record("a broken shader compiled")
    } catch {
      guard case .shader(let file, let log) = error else { throw error }
      #expect(file == "bad.frag")
      #expect(log.contains("nonsense"))
      // Mesa says 0:3(24), others 0(3).
      #expect(log.contains(":3(") || log.contains("0(3)"), "\(log)")
    }
  }

  @Test func aLinkErrorNamesBothFiles() throws {
    let surface = try TestSurface(width: 4, height: 4)
    let files = MemoryFiles([
      "a.vert": "flat out float v_x; void main() { v_x = 1.0; gl_Position = vec4(0.0); }",
      "a.frag": "flat in vec3 v_x; out vec4 o_color; void main() { o_color = vec4(v_x, 1.0); }",
    ])
    do {
      try GPUProgram(surface.device, vertex: "a.vert", fragment: "a.frag", library: files.library).link()
      Issue.record("shaders that do not fit linked")
    } catch {
      guard case .shader(let file, let log) = error else { throw error }
      #expect(file == "a.vert + a.frag")
      #expect(!log.isEmpty)
    }
  }

  @Test func aMissingFileIsAnErrorOfTheSameKind() throws {
    let surface = try TestSurface(width: 4, height: 4)
    #expect(throws: GPUError.shader(file: "none.vert", log: "no such file")) {
      try GPUProgram(surface.device, vertex: "none.vert", fragment: "a.frag", library: files().library).link()
    }
  }

  @Test func includesAreExpandedOnceAndLineNumbersStayThoseOfTheFile() throws {
    let files = MemoryFiles([
      "a.vert": "first\n#include \"common.glsl\"\nthird", "common.glsl": "one\n#include \"deep.glsl\"",
      "deep.glsl": "two", "round.glsl": "#include \"round.glsl\"",
      "bad.vert": "#include common",
    ])
    let text = try files.library.expanded("a.vert")
    #expect(text == "#version 330 core\n#line 1 0\nfirst\n#line 1 1\none\n#line 1 2\ntwo\n#line 3 1\n#line 3 0\nthird\n")
    #expect(throws: GPUError.self) { try files.library.expanded("bad.vert") }
    #expect(throws: GPUError.shader(file: "round.glsl", log: "line 1: #include in too many others")) {
      try files.library.expanded("round.glsl")
    }
  }

  @Test func reloadKeepsUniformHandlesAndTheOldProgramOnAnError() throws {
    let surface = try TestSurface(width: 4, height: 4)
    let files = files()
    let program = GPUProgram(surface.device, vertex: "a.vert", fragment: "a.frag", library: files.library)
    let view = try GPUUniformBuffer<SIMD4<Float>>(surface.device, bindingPoint: GPUProgram.viewBinding, label: "view")
    view.update(.zero)
    let color = program.uniform("u_color")
    let share = program.uniform("u_share")

    try program.link()
    files.files.withLock { $0["a.frag"] = "broken" }
    #expect(throws: GPUError.self) { try program.reload() }
    files.files.withLock { files in
      files["a.frag"] =
        "uniform float u_extra; uniform vec4 u_color; out vec4 o_color; void main() { o_color = u_color + u_extra; }"
    }
    try program.reload()
    program.set(share, Float(0))
    program.set(color, SIMD4(1, 0, 0, 1))
    surface.device.draw(.triangleStrip, GPUVertexArray(surface.device), count: 4)
    #expect(try surface.pixel(2, 2) == [255, 0, 0, 255])
  }

  @Test func aProgramIsReadWhenItIsUsedFirst() throws {
    let surface = try TestSurface(width: 4, height: 4)
    let files = files()
    let broken = try #require(files.files.withLock { $0.removeValue(forKey: "a.frag") })
    let program = GPUProgram(surface.device, vertex: "a.vert", fragment: "a.frag", library: files.library)
    program.set(program.uniform("u_color"), 3)
    try program.reload()
    try surface.device.throwProgramFault()
    program.use()
    let fault = GPUError.shader(file: "a.frag", log: "no such file")
    #expect(throws: fault) { try surface.device.throwProgramFault() }
    // Told once for each time that it was to be used.
    try surface.device.throwProgramFault()
    program.use()
    #expect(throws: fault) { try surface.device.throwProgramFault() }
    files.files.withLock { $0["a.frag"] = broken }
    try program.reload()
    program.use()
    try surface.device.throwProgramFault()
  }

  @Test func whatIsSetBeforeTheFirstUseHoldsAfterAReload() throws {
    let surface = try TestSurface(width: 4, height: 4)
    let files = MemoryFiles([
      "a.vert": Self.vertexText,
      "a.frag": "uniform int u_level; out vec4 o_color; void main() { o_color = vec4(u_level == 7 ? 1.0 : 0.0); }",
    ])
    let program = GPUProgram(surface.device, vertex: "a.vert", fragment: "a.frag", library: files.library)
    let view = try GPUUniformBuffer<SIMD4<Float>>(surface.device, bindingPoint: GPUProgram.viewBinding, label: "view")
    view.update(.zero)
    program.set(program.uniform("u_level"), 7)
    for _ in 0..<2 {
      surface.device.clear(color: .zero)
      program.use()
      surface.device.draw(.triangleStrip, GPUVertexArray(surface.device), count: 4)
      #expect(try surface.pixel(1, 1) == [255, 255, 255, 255])
      try program.reload()
    }
  }

  @Test func steadyCallsAllocateNothing() throws {
    try #require(AllocationCounter.isAvailable)
    let surface = try TestSurface(width: 4, height: 4)
    let program = GPUProgram(surface.device, vertex: "a.vert", fragment: "a.frag", library: files().library)
    let color = program.uniform("u_color")
    let view = try GPUUniformBuffer<SIMD4<Float>>(surface.device, bindingPoint: 0, label: "view")
    var buffer = GPUBuffer(surface.device, usage: .stream, label: "test")
    let vertices = GPUVertexArray(surface.device)
    let layout = VertexLayout(stride: 16, [VertexAttribute(0, .float, 4, offset: 0)])
    let elements = [SIMD4<Float>](repeating: .zero, count: 64)
    var timer = GPUTimer(surface.device)
    func frame() throws {
      surface.device.beginFrame()
      timer.begin()
      surface.device.state.bind(target: surface.target)
      surface.device.clear(color: .zero)
      view.update(SIMD4(0, 1, 0, 0))
      try buffer.replace(elements)
      buffer.update(elements, range: 2..<10, atElement: 2)
      vertices.attach(buffer, layout, atByte: 16)
      program.set(color, SIMD4(1, 0, 0, 1))
      surface.device.draw(.triangleStrip, vertices, count: 4)
      timer.end()
    }
    for _ in 0..<8 { try frame() }
    let report = try AllocationCounter.count { for _ in 0..<20 { try frame() } }
    #expect(report.blocks == 0, "\(report)")
  }
}
