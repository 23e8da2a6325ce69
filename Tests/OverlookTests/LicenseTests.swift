import Foundation
import Overlook
import OverlookTestSupport
import Testing

@Suite struct LicenseTests {
  /// Parts of the system and of the toolchain, whose licence is in the list by another name, or not asked for.
  private static let system = ["ld-linux", "libc.so", "libm.so", "libgcc_s", "libstdc++", "libpthread", "libdl", "librt"]
  private static let toolchain = ["libswift", "libFoundation", "lib_Foundation", "libdispatch", "libBlocksRuntime"]

  @Test(.enabled(if: Tool.path("readelf") != nil, "readelf is not installed")) func everyLinkedLibraryHasItsLicence() async throws
  {
    let text = MapServices.openSourceLicenseInfo()
    let outcome = try await Tool.run("readelf", ["-d", Tool.built("overlook")], seconds: 60)
    let needed = outcome.output.matches(of: /\(NEEDED\).*\[(.+)\]/).map { String($0.1) }
    #expect(needed.count > 5)
    for library in needed + ["libcurl.so.4"] where !(Self.system + Self.toolchain).contains(where: library.hasPrefix) {
      #expect(text.contains("==== \(library) ===="), "make licenses adds \(library)")
    }
    for part in ["Swift", "GRDB.swift", "swift-log", "swift-argument-parser"] { #expect(text.contains("==== \(part)")) }
  }
}
