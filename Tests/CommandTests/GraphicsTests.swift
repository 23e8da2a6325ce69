import Foundation
import OverlookFormats
import OverlookSupport
import OverlookTestSupport
import Testing

extension CommandTests {
  /// Machines that lack a display, a driver, or a resource of the program.
  @Suite struct GraphicsTests {
    @Test(arguments: [(String?.none, "DISPLAY is not set"), (":64999", ":64999")])
    func withoutADisplayTheViewerSaysSo(display: String?, mentions: String) async throws {
      let place = try Workplace()
      let outcome = try await place.overlook([], environment: ["DISPLAY": display])
      outcome.expectError("no display")
      #expect(outcome.errors.contains(mentions) && outcome.errors.contains("overlook snapshot"))
      #expect(try place.names.isEmpty)
    }

    /// What `make run` does without a display.
    @Test func withoutADisplayTheSceneGoesToThePictureThatIsAskedFor() async throws {
      let place = try Workplace()
      let outcome = try await place.overlook(["--size", "96x64"], environment: ["OVERLOOK_PICTURE": "overlook.png"])
      outcome.expectSuccess()
      #expect(outcome.output.contains("overlook.png"))
      let image = try ImageDecoder.decode(try place.bytes("overlook.png"))
      #expect(image.width == 96 && image.height == 64)
      #expect(try place.names == ["overlook.png"])
    }

    @Test func aPictureThatCannotBeWrittenIsAFailureToo() async throws {
      let place = try Workplace()
      try await place.overlook([], environment: ["OVERLOOK_PICTURE": "/nonexistent/o.png"]).expectError("/nonexistent/o.png")
    }

    @Test(arguments: [
      ["MESA_GL_VERSION_OVERRIDE": "3.2"], ["MESA_GL_VERSION_OVERRIDE": "2.1"], ["LIBGL_DRIVERS_PATH": "/nonexistent"],
    ]) func withoutOpenGL33NothingIsDrawn(environment: [String: String]) async throws {
      let place = try Workplace()
      let outcome = try await place.overlook(["snapshot", "-o", "o.png"], environment: environment)
      outcome.expectError("no headless OpenGL 3.3")
      #expect(outcome.errors.contains("try: "))
      #expect(try place.names.isEmpty)
    }

    /// The driver has no folder for its compiled shaders, and would say so in a line of its own.
    @Test(arguments: [
      ["HOME": "", "XDG_CACHE_HOME": ""], ["HOME": "/proc/nowhere", "XDG_CACHE_HOME": "/proc/nowhere"],
    ]) func withoutAHomeTheDriverSaysNothing(environment: [String: String]) async throws {
      let place = try Workplace()
      var environment: [String: String?] = environment
      environment["MESA_SHADER_CACHE_DIR"] = .some(nil)
      let outcome = try await place.overlook(
        ["snapshot", "-o", "o.png", "--size", "96x64", "--no-cache"], environment: environment)
      outcome.expectSuccess()
      #expect(outcome.errors == "")
    }

    @Test func aPictureBeyondTheDriverIsRefused() async throws {
      let place = try Workplace()
      try await place.overlook(["snapshot", "-o", "o.png", "--size=8000x8000", "--scale=8"]).expectError("64000 x 64000")
      #expect(try place.names.isEmpty)
    }

    @Test(arguments: [
      ("void main() { broken", "marker.frag"), ("", "marker.frag"), ("#include \"nothing.glsl\"\n", "nothing.glsl"),
      ("\u{0}\u{1}\u{2}", "marker.frag"),
    ]) func aShaderThatDoesNotCompileIsNamed(text: String, mentions: String) async throws {
      let place = try Workplace()
      let resources = try place.resources { shaders in
        try Data(text.utf8).write(to: URL(fileURLWithPath: shaders + "/marker.frag"))
      }
      let outcome = try await place.overlook(
        ["snapshot", "--demo", "-o", "o.png"], environment: ["OVERLOOK_RESOURCES": resources])
      outcome.expectError(mentions)
      #expect(try place.names == ["resources"])
    }

    @Test func aMissingShaderIsNamed() async throws {
      let place = try Workplace()
      _ = try place.resources { try FileManager.default.removeItem(atPath: $0 + "/marker.vert") }
      // Beside a copy of the program only these resources are found.
      try FileManager.default.copyItem(atPath: Workplace.program, toPath: place.path + "/resources/overlook")
      let outcome = try await Tool.run(
        place.path + "/resources/overlook", ["snapshot", "--demo", "-o", "o.png"], environment: Workplace.environment,
        in: place.path)
      outcome.expectError("marker.vert")
    }

    /// What the system says of the file, and not what Foundation makes of it.
    @Test(arguments: ["marker.vert", "Inter-Medium.otf"]) func aResourceThatCannotBeReadIsToldInPlainWords(name: String)
      async throws
    {
      let place = try Workplace()
      let resources = try place.resources { shaders in
        let text = shaders + "/../Overlook_OverlookText.resources"
        if name.hasSuffix("otf") {
          // A link to those of the build.
          try FileManager.default.removeItem(atPath: text)
        } else {
          try FileManager.default.removeItem(atPath: "\(shaders)/\(name)")
        }
        let folder = name.hasSuffix("otf") ? text : shaders
        try FileManager.default.createDirectory(atPath: "\(folder)/\(name)", withIntermediateDirectories: true)
      }
      let outcome = try await place.overlook(
        ["snapshot", "--demo", "-o", "o.png"], environment: ["OVERLOOK_RESOURCES": resources])
      outcome.expectError(name)
      #expect(!outcome.errors.contains("Domain") && outcome.errors.contains("s a "), "\(outcome.errors)")
    }

    @Test func withoutAnyResourceTheFirstOneIsNamed() async throws {
      let place = try Workplace()
      try FileManager.default.copyItem(atPath: Workplace.program, toPath: place.path + "/overlook")
      let outcome = try await Tool.run(
        place.path + "/overlook", ["snapshot", "-o", "o.png"], environment: Workplace.environment, in: place.path)
      outcome.expectError("cannot find the resource")
      #expect(try place.names == ["overlook"])
    }

    /// The map is poorer, not useless.
    @Test func aBrokenEmbeddedWorldIsAWarning() async throws {
      let place = try Workplace()
      let resources = try place.resources { shaders in
        let world = shaders + "/../Overlook_OverlookAssets.resources"
        try FileManager.default.removeItem(atPath: world)
        try FileManager.default.createDirectory(atPath: world, withIntermediateDirectories: false)
        try Data("no world".utf8).write(to: URL(fileURLWithPath: world + "/world-vector.pmtiles"))
      }
      let outcome = try await place.overlook(
        ["snapshot", "-o", "o.png", "--size=64x48"], environment: ["OVERLOOK_RESOURCES": resources])
      #expect(outcome.status == 0)
      #expect(outcome.errors.hasPrefix("overlook: warning: "), "\(outcome.errors)")
      #expect(outcome.errors.split(separator: "\n").count == 1)
      #expect(try place.names == ["o.png", "resources"])
    }
  }
}

extension Workplace {
  /// The program's resources in a folder of which `change` may change the shaders; the others are links.
  func resources(_ change: (_ shaders: String) throws -> Void) throws -> String {
    let folder = path + "/resources"
    try FileManager.default.createDirectory(atPath: folder, withIntermediateDirectories: false)
    let built = URL(fileURLWithPath: Self.program).deletingLastPathComponent().path
    for name in try FileManager.default.contentsOfDirectory(atPath: built) where name.hasSuffix(".resources") {
      if name.contains("Shaders") {
        try FileManager.default.copyItem(atPath: "\(built)/\(name)", toPath: "\(folder)/\(name)")
      } else {
        try FileManager.default.createSymbolicLink(atPath: "\(folder)/\(name)", withDestinationPath: "\(built)/\(name)")
      }
    }
    try change("\(folder)/Overlook_OverlookShaders.resources")
    return folder
  }
}
