import Foundation
import OverlookGPU
import OverlookTestSupport
import Testing

@Suite struct ShaderTextsTests {
  private func withFolder(_ body: (String) throws -> Void) throws {
    let folder = FileManager.default.temporaryDirectory.appendingPathComponent("shaders-\(UUID().uuidString)").path
    try FileManager.default.createDirectory(atPath: folder, withIntermediateDirectories: true)
    defer { try? FileManager.default.removeItem(atPath: folder) }
    try body(folder)
  }

  /// After the first use no other waits for the disk.
  @Test func theOthersAreReadBeforeTheyAreAskedFor() throws {
    try withFolder { folder in
      for name in ["a", "b", "c"] { try "text of \(name)".write(toFile: "\(folder)/\(name)", atomically: true, encoding: .utf8) }
      let texts = ShaderTexts { "\(folder)/\($0)" }
      #expect(try texts.text("a") == "text of a")
      #expect(blockUntil { texts.count == 3 })
      for name in ["a", "b", "c"] { try FileManager.default.removeItem(atPath: "\(folder)/\(name)") }
      for name in ["a", "b", "c"] { #expect(try texts.text(name) == "text of \(name)") }
    }
  }

  @Test func whatIsForgottenIsReadAnew() throws {
    try withFolder { folder in
      try "old".write(toFile: "\(folder)/a", atomically: true, encoding: .utf8)
      let texts = ShaderTexts { "\(folder)/\($0)" }
      #expect(try texts.text("a") == "old")
      try "new".write(toFile: "\(folder)/a", atomically: true, encoding: .utf8)
      #expect(try texts.text("a") == "old")
      texts.forget()
      #expect(try texts.text("a") == "new")
      #expect(throws: GPUError.self) { try texts.text("b") }
    }
  }
}
