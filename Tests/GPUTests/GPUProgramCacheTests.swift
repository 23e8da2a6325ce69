import Foundation
import OverlookGPU
import OverlookSupport
import OverlookTestSupport
import Testing

@MainActor @Suite struct GPUProgramCacheTests {
  private nonisolated static let vertexText = """
    void main() { gl_Position = vec4(vec2(gl_VertexID & 1, gl_VertexID >> 1) * 2.0 - 1.0, 0.0, 1.0); }
    """

  private static func library(red: String = "1.0") -> ShaderLibrary {
    ShaderLibrary { (file) throws(GPUError) in
      file == "a.vert"
        ? vertexText : "uniform float u_blue; out vec4 o_color; void main() { o_color = vec4(\(red), 0.0, u_blue, 1.0); }"
    }
  }

  /// What a device that keeps programs in `folder` draws, and how often it found one there; nil where the driver hands out none.
  private func draw(
    _ folder: String, library: ShaderLibrary = Self.library(), prepare: (GPUProgramCache) throws -> Void = { _ in }
  ) throws -> (pixel: [UInt8], hits: Int, misses: Int)? {
    let surface = try TestSurface(width: 4, height: 4)
    guard let cache = GPUProgramCache(folder: folder, surface.device.capabilities) else { return nil }
    try prepare(cache)
    surface.device.programCache = cache
    let program = GPUProgram(surface.device, vertex: "a.vert", fragment: "a.frag", library: library)
    let vertices = GPUVertexArray(surface.device)
    program.set(program.uniform("u_blue"), Float(1))
    program.use()
    surface.device.draw(.triangleStrip, vertices, count: 4)
    try surface.device.throwProgramFault()
    let pixel = try surface.pixel(1, 1)
    cache.finish()
    return (pixel, cache.hits, cache.misses)
  }

  private func withFolder(_ body: (String) throws -> Void) throws {
    let folder = FileManager.default.temporaryDirectory.appendingPathComponent("programs-\(UUID().uuidString)").path
    defer { try? FileManager.default.removeItem(atPath: folder) }
    try body(folder)
  }

  private func files(in folder: String) throws -> [String] {
    try FileManager.default.contentsOfDirectory(atPath: folder).map { "\(folder)/\($0)" }
  }

  @Test func whatWasLinkedOnceIsTakenFromTheDiskAndDrawsTheSame() throws {
    try withFolder { folder in
      guard let first = try draw(folder) else { return }
      #expect(first == ([255, 0, 255, 255], 0, 1))
      let second = try #require(try draw(folder))
      #expect(second == ([255, 0, 255, 255], 1, 0))
    }
  }

  /// No frame waits for the disk.
  @Test func whatIsKeptIsReadBeforeItIsAskedFor() throws {
    try withFolder { folder in
      guard try draw(folder) != nil else { return }
      let second = try draw(folder) { cache in
        cache.finish()
        try FileManager.default.removeItem(atPath: folder)
      }
      #expect(try #require(second) == ([255, 0, 255, 255], 1, 0))
    }
  }

  /// Programs of other drivers and styles take no memory for longer than the start; one that is asked for late comes from the disk.
  @Test func whatNobodyAskedForIsGivenUp() throws {
    try withFolder { folder in
      guard try draw(folder) != nil else { return }
      let late = try draw(folder) { cache in
        cache.finish()
        cache.forgetAhead()
      }
      #expect(try #require(late) == ([255, 0, 255, 255], 1, 0))
      let gone = try draw(folder) { cache in
        cache.finish()
        cache.forgetAhead()
        try FileManager.default.removeItem(atPath: folder)
      }
      #expect(try #require(gone) == ([255, 0, 255, 255], 0, 1))
    }
  }

  @Test func anotherTextIsAnotherProgram() throws {
    try withFolder { folder in
      guard try draw(folder) != nil else { return }
      let other = try #require(try draw(folder, library: Self.library(red: "0.0")))
      #expect(other == ([0, 0, 255, 255], 0, 1))
      #expect(try files(in: folder).count == 2)
    }
  }

  @Test func whatTheDriverDoesNotTakeIsCompiledAndReplaced() throws {
    try withFolder { folder in
      guard try draw(folder) != nil else { return }
      let file = try #require(try files(in: folder).first)
      let bytes = Array(try Data(contentsOf: URL(fileURLWithPath: file)))
      // Whole by its checksum, and nothing of the driver's.
      let capabilities = try TestSurface(width: 1, height: 1).device.capabilities
      let driver = [capabilities.vendor, capabilities.renderer, capabilities.version].joined(separator: "\n")
      let fragment = try Self.library().expanded("a.frag")
      let key = ProgramKey(driver: Array(driver.utf8), vertex: try Self.library().expanded("a.vert"), fragment: fragment)
      let kept = try #require(ProgramFile(bytes, key))
      let strange = ProgramFile(format: kept.format, bytes: Array("not a program".utf8))
      try Data(strange.file(key)).write(to: URL(fileURLWithPath: file))
      #expect(chmod(file, 0o600) == 0)
      #expect(try #require(try draw(folder)) == ([255, 0, 255, 255], 0, 1))
      #expect(try #require(try draw(folder)) == ([255, 0, 255, 255], 1, 0))
    }
  }

  @Test func filesThatOthersMayWriteAreNotRead() throws {
    try withFolder { folder in
      guard try draw(folder) != nil else { return }
      let file = try #require(try files(in: folder).first)
      #expect(chmod(file, 0o666) == 0)
      #expect(try #require(try draw(folder)).hits == 0)
    }
  }

  @Test func aFolderThatCannotBeMadeChangesNothingElse() throws {
    let drawn = try draw("/proc/no such folder/programs")
    #expect(drawn == nil || drawn?.pixel == [255, 0, 255, 255])
  }

  @Test func clearingDeletesWhatIsKeptAndNothingElse() throws {
    try withFolder { folder in
      guard try draw(folder) != nil else { return }
      let other = "\(folder)/of somebody else"
      try Data([1]).write(to: URL(fileURLWithPath: other))
      GPUProgramCache.clear(folder: folder)
      #expect(try files(in: folder) == [other])
    }
  }
}

@Suite struct ProgramFileTests {
  private let key = ProgramKey(driver: [1, 2], vertex: "v", fragment: "f")
  private let file = ProgramFile(format: 0x8E21, bytes: [7, 0, 255, 3])

  @Test func whatIsWrittenIsReadAgain() {
    #expect(ProgramFile(file.file(key), key) == file)
  }

  @Test func eachDamagedByteIsNoticed() {
    let whole = file.file(key)
    for place in whole.indices {
      for bit in 0..<8 {
        var damaged = whole
        damaged[place] ^= 1 << UInt8(bit)
        #expect(ProgramFile(damaged, key) == nil, "byte \(place), bit \(bit)")
      }
    }
  }

  @Test func whatIsCutOffOrLongerIsNone() {
    let whole = file.file(key)
    for count in whole.indices { #expect(ProgramFile(Array(whole[..<count]), key) == nil) }
    #expect(ProgramFile(whole + [0], key) == nil)
  }

  @Test func keysTellPartsAndDriversApart() {
    let keys = [
      key, ProgramKey(driver: [1, 2], vertex: "vf", fragment: ""), ProgramKey(driver: [1], vertex: "\u{2}v", fragment: "f"),
      ProgramKey(driver: [1, 3], vertex: "v", fragment: "f"), ProgramKey(driver: [1, 2], vertex: "f", fragment: "v"),
    ]
    #expect(Set(keys).count == keys.count)
    for other in keys.dropFirst() { #expect(ProgramFile(file.file(key), other) == nil) }
  }
}
