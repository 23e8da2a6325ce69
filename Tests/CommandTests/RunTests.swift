import Foundation
import OverlookFormats
import OverlookSupport
import OverlookTestSupport
import Testing

extension CommandTests {
  /// `make run` with a compiler that has nothing to do.
  @Suite struct RunTests {
    private static let repository = URL(fileURLWithPath: #filePath)
      .deletingLastPathComponent().deletingLastPathComponent().deletingLastPathComponent().path

    private func make(_ arguments: [String], environment: [String: String?] = [:], in place: Workplace) async throws
      -> Tool.Outcome
    {
      let folder = URL(fileURLWithPath: Workplace.program).deletingLastPathComponent().path
      let compiler = try place.file(
        "swift", Array("#!/bin/sh\ncase \"$*\" in *--show-bin-path*) echo '\(folder)' ;; esac\n".utf8))
      try FileManager.default.setAttributes([.posixPermissions: 0o755], ofItemAtPath: compiler)
      try FileManager.default.createDirectory(atPath: place.path + "/Scripts", withIntermediateDirectories: false)
      let packages = try place.file("Scripts/install-packages", Array("#!/bin/sh\n".utf8))
      try FileManager.default.setAttributes([.posixPermissions: 0o755], ofItemAtPath: packages)
      return try await Tool.run(
        "make", ["-s", "-f", Self.repository + "/Makefile", "SWIFT=\(compiler)"] + arguments,
        environment: Workplace.environment.merging(environment) { $1 }, in: place.path)
    }

    @Test func withoutADisplayItDrawsOverlookPNGAndSaysSo() async throws {
      let place = try Workplace()
      let outcome = try await make(["run"], in: place)
      outcome.expectSuccess()
      #expect(outcome.output.contains("overlook.png"))
      #expect(try ImageDecoder.decode(try place.bytes("overlook.png")).width == 1280)
    }

    @Test func argumentsArePassedOn() async throws {
      let place = try Workplace()
      try await make(["run", "ARGS=--size 64x48 --center '12, 34'"], in: place).expectSuccess()
      #expect(try ImageDecoder.decode(try place.bytes("overlook.png")).width == 64)
    }

    /// Where the toolchain has the linker for it and the C library is new enough, the release program is linked smaller.
    @Test func theLinkerIsToldWhatTheToolchainHas() async throws {
      let place = try Workplace()
      let compiler = try place.file("swift", Array("#!/bin/sh\n".utf8))
      try FileManager.default.setAttributes([.posixPermissions: 0o755], ofItemAtPath: compiler)
      let libc = try place.file("getconf", Array("#!/bin/sh\necho \"glibc $LIBC\"\n".utf8))
      try FileManager.default.setAttributes([.posixPermissions: 0o755], ofItemAtPath: libc)
      func options(libc: String) async throws -> String {
        let outcome = try await Tool.run(
          "env", ["PATH=\(place.path):/usr/bin:/bin", "LIBC=\(libc)", "bash", Self.repository + "/Scripts/link-small", compiler],
          environment: Workplace.environment, in: place.path)
        outcome.expectSuccess()
        return outcome.output
      }
      #expect(try await options(libc: "2.36").isEmpty)
      let linker = try place.file("ld.lld", Array("#!/bin/sh\n".utf8))
      try FileManager.default.setAttributes([.posixPermissions: 0o755], ofItemAtPath: linker)
      for known in ["2.36", "2.40"] {
        #expect(try await options(libc: known).hasPrefix("-Xswiftc -use-ld=lld -Xlinker --icf=safe"))
      }
      // A C library that could not start the program.
      #expect(try await options(libc: "2.35").isEmpty)
    }

    @Test func itsStatusIsThatOfTheProgram() async throws {
      let place = try Workplace()
      let outcome = try await make(["run", "ARGS=/nonexistent.pmtiles"], in: place)
      #expect(outcome.status == 2, "make's own status of a failed recipe")
      #expect(outcome.errors.hasPrefix("overlook: error: /nonexistent.pmtiles"))
      #expect(outcome.errors.contains("Error 1"))
    }

    /// The script that installs what a system lacks, on a system of which nothing but `installed` is there and whose toolchain answers
    /// with `toolchain`; what it had installed comes first.
    private func install(
      on system: String, installed: [String] = [], toolchain: String = "exit 0", hasCompiler: Bool = false, in place: Workplace
    ) async throws -> (packages: [String], outcome: Tool.Outcome) {
      let files = FileManager.default
      for folder in ["bin", "root/etc", "root/usr/lib/gcc/x86_64-linux-gnu/12"] {
        try files.createDirectory(atPath: place.path + "/" + folder, withIntermediateDirectories: true)
      }
      // Nothing of this machine is found but these.
      for name in ["bash", "env", "id", "sh"] {
        let tool = try #require(["/usr/bin/", "/bin/"].map { $0 + name }.first(where: files.isExecutableFile(atPath:)))
        try files.createSymbolicLink(atPath: place.path + "/bin/" + name, withDestinationPath: tool)
      }
      let isThere = "for name; do :; done; case ' \(installed.joined(separator: " ")) ' in *\" $name \"*) ;; *) exit 1;; esac"
      for (name, script) in [
        "dpkg-query": "\(isThere); printf '%s' 'install ok installed'",
        "apt-get": "case \"$*\" in *--simulate*) ;; *) echo \"${*#*--no-install-recommends}\" >> '\(place.path)/asked';; esac",
        "sudo": "exec \"$@\"", "swift": toolchain,
      ] {
        let path = try place.file("bin/" + name, Array("#!/bin/sh\n\(script)\n".utf8))
        try files.setAttributes([.posixPermissions: 0o755], ofItemAtPath: path)
      }
      let (id, version) = (system.split(separator: " ")[0], system.split(separator: " ")[1])
      _ = try place.file("root/etc/os-release", Array("ID=\(id)\nVERSION_ID=\"\(version)\"\n".utf8))
      if hasCompiler {
        for name in ["libgcc.a", "libstdc++.a"] { _ = try place.file("root/usr/lib/gcc/x86_64-linux-gnu/12/" + name, []) }
      }
      let outcome = try await Tool.run(
        "env",
        [
          "PATH=\(place.path)/bin", "OVERLOOK_ROOT=\(place.path)/root", "SWIFT=swift", "bash",
          Self.repository + "/Scripts/install-packages",
        ], environment: Workplace.environment, in: place.path)
      let asked = (try? String(decoding: place.bytes("asked"), as: UTF8.self)) ?? ""
      return (asked.split(whereSeparator: \.isWhitespace).map(String.init), outcome)
    }

    /// A bare system has neither what the toolchain starts with nor what it links with.
    @Test(arguments: [("debian 12", 12), ("debian 13", 14), ("ubuntu 24.04", 13)])
    func whatTheToolchainLacksIsInstalledToo(system: String, compiler: Int) async throws {
      let place = try Workplace()
      let (packages, outcome) = try await install(on: system, in: place)
      #expect(outcome.status == 0, "\(outcome.errors)")
      for package in [
        "libncurses6", "binutils", "libc6-dev", "libgcc-\(compiler)-dev", "libstdc++-\(compiler)-dev", "libglfw3-dev", "git",
      ] { #expect(packages.contains(package), "\(package)") }
    }

    @Test func nothingIsInstalledTwice() async throws {
      let (bare, full) = (try Workplace(), try Workplace())
      let all = try await install(on: "debian 12", in: bare).packages
      let (packages, outcome) = try await install(on: "debian 12", installed: all, hasCompiler: true, in: full)
      outcome.expectSuccess()
      #expect(packages.isEmpty && outcome.output.isEmpty)
      // A compiler of another version has its own libraries.
      let other = try Workplace()
      let others = try await install(on: "debian 12", hasCompiler: true, in: other).packages
      #expect(!others.contains { $0.hasPrefix("libgcc") || $0.hasPrefix("libstdc++") } && others.contains("binutils"))
    }

    /// And not by the compiler's own message, half an hour later.
    @Test func aToolchainThatDoesNotStartIsToldAtOnce() async throws {
      let place = try Workplace()
      let outcome = try await install(
        on: "debian 12", toolchain: "echo 'libncurses.so.6: cannot open shared object file' >&2; exit 127", in: place
      ).outcome
      #expect(outcome.status == 1)
      #expect(
        outcome.errors.hasPrefix("overlook: error: ") && outcome.errors.contains("swift does not start: libncurses.so.6"),
        "\(outcome.errors)")
    }

    /// The article of the documentation names the same packages.
    @Test func theDocumentationNamesWhatIsInstalled() async throws {
      let place = try Workplace()
      let packages = Set(try await install(on: "debian 12", in: place).packages)
      let article = try String(
        contentsOfFile: Self.repository + "/Documentation/Overlook.docc/Installation.md", encoding: .utf8)
      let start = try #require(article.range(of: "apt install ")?.upperBound)
      let list = article[start...].prefix { $0 != "`" }.split { $0.isWhitespace || $0 == "\\" }.map(String.init)
      #expect(Set(list) == packages, "\(Set(list).symmetricDifference(packages).sorted())")
    }
  }
}
