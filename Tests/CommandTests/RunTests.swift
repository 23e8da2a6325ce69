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
  }
}
