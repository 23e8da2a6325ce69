import Foundation
import OverlookFormats
import OverlookSupport
import OverlookTestSupport
import Testing

extension CommandTests {
  /// What `make install` and `make deb` do with a program that is built.
  @Suite struct InstallTests {
    private static let root = URL(fileURLWithPath: #filePath).deletingLastPathComponent().deletingLastPathComponent()
      .deletingLastPathComponent().path

    private func run(_ script: String, _ arguments: [String], _ environment: [String: String?] = [:]) async throws -> Tool.Outcome
    {
      let own: [String: String?] = ["OVERLOOK_PROGRAM": Workplace.program, "SOURCE_DATE_EPOCH": "1700000000"]
      return try await Tool.run(
        "\(Self.root)/Scripts/\(script)", arguments, environment: own.merging(environment) { $1 }, in: Self.root, seconds: 240)
    }

    @Test func anInstalledProgramFindsItsFilesAndTellsOfItself() async throws {
      let place = try Workplace()
      let prefix = "\(place.path)/usr"
      let outcome = try await run("install-program", [prefix])
      #expect(outcome.status == 0, "\(outcome.errors)")
      // It is moved, as a package is: no path of the build may be left in it.
      let moved = "\(place.path)/elsewhere"
      try FileManager.default.moveItem(atPath: prefix, toPath: moved)
      let picture = try await Tool.run(
        "\(moved)/bin/overlook", ["snapshot", "--size", "64x64", "--no-demo", "-o", "\(place.path)/a.png"],
        environment: Workplace.environment, in: place.path)
      #expect(picture.status == 0 && picture.errors.isEmpty, "\(picture.errors)")
      #expect(try ImageDecoder.decode(place.bytes("a.png")).width == 64)
      for file in [
        "share/applications/overlook.desktop", "share/icons/hicolor/scalable/apps/overlook.svg",
        "share/mime/packages/overlook.xml",
        "share/bash-completion/completions/overlook", "share/man/man1/overlook.1.gz", "share/man/man1/overlook-region-build.1.gz",
      ] { #expect(FileManager.default.fileExists(atPath: "\(moved)/\(file)"), "\(file)") }
      try await check("desktop-file-validate", ["\(moved)/share/applications/overlook.desktop"])
      try await check("appstreamcli", ["validate", "--no-net", "\(moved)/share/metainfo/overlook.metainfo.xml"])
      try await check("bash", ["-n", "\(moved)/share/bash-completion/completions/overlook"])
      let manual = try await Tool.run("bash", ["-c", "gzip -dc \(moved)/share/man/man1/overlook-route.1.gz"], in: place.path)
      #expect(manual.output.contains(".SH NAME\noverlook\\-route") && manual.output.contains("\\fB\\-\\-alternatives\\fR"))
    }

    /// Programs that look at such files say nothing and end with 0 where nothing is wrong.
    private func check(_ name: String, _ arguments: [String]) async throws {
      guard Tool.path(name) != nil else { return print("\(name) is not installed: not asked") }
      let outcome = try await Tool.run(name, arguments, in: NSTemporaryDirectory(), seconds: 60)
      #expect(outcome.status == 0, "\(name): \(outcome.output)\(outcome.errors)")
    }

    /// Flatpak takes names of three parts, and files of the program that are named after it.
    @Test func theManifestForFlatpakIsOneAndNamesWhatThereIs() async throws {
      let manifest = "\(Self.root)/Packaging/overlook.flatpak.yaml"
      let lines = try String(contentsOfFile: manifest, encoding: .utf8).split(separator: "\n").map(String.init)
      func value(_ key: String) throws -> String {
        let line = try #require(lines.first { $0.hasPrefix("\(key): ") }, "\(key) is not said")
        return String(line.dropFirst(key.count + 2))
      }
      let name = try value("app-id")
      #expect(name.split(separator: ".").count >= 3)
      let component = try String(contentsOfFile: "\(Self.root)/Packaging/overlook.metainfo.xml", encoding: .utf8)
      #expect(component.contains("<id>\(name)</id>"))
      for key in ["rename-desktop-file", "rename-appdata-file"] {
        let file = try value(key)
        #expect(FileManager.default.fileExists(atPath: "\(Self.root)/Packaging/\(file)"), "\(file)")
      }
      try await check("flatpak-builder", ["--show-manifest", manifest])
    }

    @Test func whatCannotBeInstalledIsSaid() async throws {
      let place = try Workplace()
      #expect(try await run("install-program", ["relative"]).status == 2)
      let missing = try await run("install-program", ["\(place.path)/usr"], ["OVERLOOK_PROGRAM": "\(place.path)/none"])
      #expect(missing.status == 1 && missing.errors.contains("run make build first"))
      #expect(try place.names.isEmpty)
    }

    @Test func placesOfOtherProgramsAreLookedAt() async throws {
      let place = try Workplace()
      func picture(_ arguments: [String]) async throws -> [UInt8] {
        let outcome = try await place.overlook(["snapshot", "--size", "200x200", "-o", "a.png"] + arguments)
        outcome.expectSuccess()
        return try ImageDecoder.decode(place.bytes("a.png")).pixels
      }
      let seen = try await picture(["geo:60.17,24.94;u=35?z=9"])
      let plain = try await picture(["--no-demo", "--center", "60.17,24.94", "--zoom", "9"])
      // The same view, but for the marker in its middle, which is 200 pixels large at most.
      let differing = stride(from: 0, to: seen.count, by: 4).count { seen[$0..<($0 + 4)] != plain[$0..<($0 + 4)] }
      #expect(differing > 50 && differing < 3_000, "\(differing)")
      for text in ["geo:", "geo:91,0", "geo:1,2,3,4", "geo:nan,0", "geo:1,2;crs=moon", "geo:0,0?q=nowhere"] {
        try await place.overlook(["snapshot", "-o", "b.png", text]).expectUsageError("is no place such as")
      }
    }
  }
}
